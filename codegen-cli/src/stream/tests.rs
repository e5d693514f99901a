//! Cutting never changes what is read.

use std::io::{BufReader, Cursor};
use std::ops::ControlFlow::Continue;
use std::sync::Arc;

use crd_schema::yaml::read_stream;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

use super::Source;
use super::piece::{Piece, Place};
use crate::input;

fn pieces(text: &str) -> Result<Vec<Piece>, String> {
    pieces_of(text.as_bytes(), usize::MAX >> 1)
}

fn pieces_of(text: &[u8], most: usize) -> Result<Vec<Piece>, String> {
    // A small buffer, so that lines are longer.
    let bytes = BufReader::with_capacity(7, Cursor::new(text.to_vec()));
    let mut source =
        Source { text: Box::new(bytes), place: Place::start(Arc::from("f")), indent: Vec::new(), most };
    let mut pieces = Vec::new();
    let cut = source.cut(&mut |piece| {
        pieces.push(piece);
        Continue(())
    });
    cut.expect("memory can be read").map(|()| pieces)
}

fn in_pieces(text: &str) -> Result<Vec<Value>, String> {
    let objects: Result<Vec<_>, _> = pieces(text)?.iter().map(Piece::objects).collect();
    Ok(objects?.into_iter().flatten().flatten().collect())
}

fn whole(text: &str) -> Result<Vec<Value>, String> {
    let documents = read_stream(text.as_bytes()).map_err(|error| error.to_string())?;
    Ok(documents.into_iter().flat_map(|document| input::items(document.into_value())).collect())
}

const HEADS: [&str; 10] = [
    "apiVersion: v1\nitems:\n",
    "---\napiVersion: v1\nitems:\n",
    "# x\n\napiVersion: v1\nkind: List\nitems:\n# y\n",
    "kind: JobList\nitems:\n",
    "apiVersion: &v v1\nitems:\n",
    "\u{feff}apiVersion: v1\nitems:\n",
    "  \napiVersion: v1\nitems:  \n",
    "apiVersion: v1\nmetadata: {}\nitems:\n",
    "apiVersion: v1\nitems: &all\n",
    "apiVersion: 'v1'\nitems:\n",
];

/// Lines behind `- apiVersion: x`, or in its place; what is indented is so by two.
const ITEMS: [&str; 42] = [
    "  kind: Job\n",
    "  a: |\n    - x\n     # y\n\n    z\n",
    "  a: |+\n    - x\n\n\n",
    "  a: >-\n    'x\n    - y\n",
    "  a: |\n",
    "  a:\n    - |\n      b: \"\n  c: d\n",
    "  a: \"x\n    - y\"\n",
    "  a: \"x\n- y\"\n",
    "  a: 'x\n\n    y'\n",
    "  a: 'x\nb: y'\n",
    "  a: x\n    - y\n    z\n",
    "  a: [x,\n  - y]\n",
    "  a: 'x\n    # - y\n\n    it''s\n    z'\n",
    "  a: \"x\\\n    \\ y \\\" z\n    - b: |\"\n",
    "  a: \"x\n    y\" z\n",
    "  a: x\n    'y' z\n\n    *w | >\n",
    "  a:\n    x\n    'y\n",
    "  a:\n    'x'\n  b:\n    \"y\n    z\"\n",
    "  a: x\n    # y\n  b: \"- z\"\n",
    "  a:\n  - x\n    - y\n  - 'z\n    w'\n",
    "  a: [x, y]\n  b: {}\n",
    "  a: {x: y,\n    z: 1}\n",
    "  a: &x {b: 1}\n",
    "  c: *x\n",
    "  <<: *x\n",
    "  d: &x 5\n",
    "# c\n",
    "  # - c\n",
    "\n",
    "   \n",
    " \t\n",
    "\ta: 1\n",
    "  a:\tb\n",
    "  a: x\r- y\n",
    "  ? a\n  : b\n",
    "  \"a\": \"\\\"\"\n",
    "  'it''s': x # y\n",
    "  b:\n  - 1\n  - - 2\n    - x: y\n",
    "  a: !!str 5\n",
    "...\n",
    "   b: odd\n",
    "- 5\n",
];

const TAILS: [&str; 12] = [
    "kind: List\nmetadata:\n  resourceVersion: \"\"\n",
    "kind: JobList\n",
    "kind: List\n...\n",
    "# end\nkind: List\n",
    "kind: List\nmore: *x\n",
    "'kind': List\n",
    " kind: List\n",
    "kind: List\nkind: Job\n",
    "kind: List\nitems: []\n",
    "kind: List",
    "",
    "...\n",
];

const OTHERS: [&str; 6] =
    ["---\n", "--- \n# x\n", "---\na: 1\n", "---\n- 1\n- 2\n", "---\nkind: List\nitems:\n", "---\n\n\n---\n"];

fn item() -> impl Strategy<Value = String> {
    vec(select(&ITEMS[..]), 0..4).prop_map(|lines| format!("- apiVersion: x\n{}", lines.concat()))
}

/// Mostly the usual form, or nothing would ever be cut.
fn list() -> impl Strategy<Value = String> {
    let head = prop_oneof![3 => Just(HEADS[0]), 2 => select(&HEADS[..])];
    let tail = prop_oneof![3 => Just(TAILS[0]), 2 => select(&TAILS[..])];
    (head, vec(item(), 0..4), tail, any::<bool>()).prop_map(|(head, items, tail, is_indented)| {
        let items = items.concat();
        let items = if is_indented { items.replace('\n', "\n  ") } else { items };
        let items = items.trim_end_matches("  ");
        let before = if is_indented && !items.is_empty() { "  " } else { "" };
        format!("{head}{before}{items}{tail}")
    })
}

fn text() -> impl Strategy<Value = String> {
    let document = prop_oneof![4 => list(), 1 => select(&OTHERS[..]).prop_map(str::to_owned)];
    (vec(document, 1..3), any::<bool>()).prop_map(|(documents, has_returns)| {
        let text = documents.join("---\n");
        if has_returns { text.replace('\n', "\r\n") } else { text }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 4096, ..ProptestConfig::default() })]

    #[test]
    fn cutting_never_changes_what_is_read(text in text()) {
        match (whole(&text), in_pieces(&text)) {
            (Ok(whole), Ok(found)) => prop_assert_eq!(found, whole),
            (Err(_), Err(_)) => {}
            // What was given cannot be taken back.
            (Ok(_), Err(why)) => prop_assert!(why.ends_with("no list") || why.ends_with("twice"), "{}", why),
            (Err(why), Ok(found)) => prop_assert!(false, "{:?}, but {}", found, why),
        }
    }
}

/// Values with what a cutter could stumble over.
fn json() -> impl Strategy<Value = Value> {
    const STRINGS: [&str; 14] =
        ["", "a", "\"", "\\", "\\\"", "{", "}]", "[[", ",", ":", "\n", "é", "kind", "items"];
    let leaf = prop_oneof![select(&STRINGS[..]).prop_map(Value::from), any::<i8>().prop_map(Value::from)];
    leaf.prop_recursive(5, 24, 4, move |inner| {
        let fields = vec((select(&STRINGS[..]), inner.clone()), 0..4);
        let object =
            fields.prop_map(|fields| fields.into_iter().map(|(name, one)| (name.to_owned(), one)).collect());
        prop_oneof![vec(inner, 0..4).prop_map(Value::Array), object.prop_map(Value::Object)]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 4096, ..ProptestConfig::default() })]

    #[test]
    fn items_of_json_are_cut(items in vec(json(), 0..5), is_pretty in any::<bool>(), is_bare in any::<bool>()) {
        let list = if is_bare { Value::from(items.clone()) } else { json!({"items": items, "kind": "JobList"}) };
        let text = if is_pretty { format!("{list:#}") } else { list.to_string() };
        // Places are those of the file: an error behind all of it is reported there.
        let rest = format!("{text}\n  {{");
        let end = text.lines().count() + 1;
        prop_assert_eq!(pieces(&text).map(|pieces| pieces.len()), Ok(items.len().max(1)), "{}", text);
        prop_assert_eq!(in_pieces(&text), Ok(items.into_iter().flat_map(input::items).collect()), "{}", text);
        prop_assert_eq!(pieces(&rest).err(), Some(format!("f:{end}:3: what begins here does not end")), "{}", rest);
    }
}

#[test]
fn lists_of_kubectl_are_cut() {
    let item = "- apiVersion: x\n  a: |\n    - {\n    \"\n  kind: Job\n  b: []\n  c: x\n    'y' z\n  d: 'x\n\n    # y'\n";
    let usual = format!("{}{}{}", HEADS[0], item.repeat(3), TAILS[0]);
    let indented =
        format!("{}  {}{}", HEADS[0], item.repeat(3).replace('\n', "\n  ").trim_end(), "\n") + TAILS[0];
    for text in [&usual, &indented, &usual.replace('\n', "\r\n")] {
        let cut = pieces(text).expect("it is a list");
        assert_eq!(cut.len(), 3, "{text}");
        assert_eq!(in_pieces(text), whole(text), "{text}");
    }
}

#[test]
fn lines_are_those_of_the_file() {
    let item = "- apiVersion: x\n  a: b\n";
    for (text, at) in [
        (format!("a: 1\n---\n{}{item}- apiVersion: x\n  a: b: c\n{}", HEADS[0], TAILS[0]), "f:8:7"),
        (format!("{}{item}- a: &x 5\n  b: *y\n{}", HEADS[0], TAILS[0]), "f:6:6"),
        (format!("{}{item}kind: List\nb: c: d\n", HEADS[0]), "f:6:5"),
        (format!("{}{item}kind: Job\n", HEADS[0]), "f:5:1"),
        (format!("{}{item}{item}- &x 5\nkind: Job\n", HEADS[0]), "f:8:1"),
        ("   a: b: c\n".to_owned(), "f:1:8"),
    ] {
        let why = in_pieces(&text).expect_err("it is wrong");
        assert!(why.starts_with(&format!("{at}: ")), "{text}{why}");
    }
}

/// Whatever comes, no more is held than may be; what is shorter is read as before.
#[test]
fn what_does_not_end_is_given_up() {
    let list = |item: &str| format!("{{\"kind\": \"List\", \"items\": [{item}]}}");
    let long = "x".repeat(5_000);
    for (text, at) in [
        ("\0".repeat(5_000), "f:1:1"),
        (" ".repeat(5_000), "f:1:1"),
        (long.clone(), "f:1:1"),
        (format!("\"{long}"), "f:1:1"),
        (format!("{{\"a\": \"{long}"), "f:1:1"),
        (format!("{{\"{long}"), "f:1:1"),
        (list(&format!("{{\"a\": 1}}, {{\"a\": \"{long}\"}}")), "f:1:37"),
        ("[".repeat(5_000), "f:1:2"),
        (format!("a: 1\n---\nb: {}", "\n- 1".repeat(2_000)), "f:3:1"),
        (format!("a: 1\n---\nb: {long}"), "f:3:1"),
        (format!("{}- apiVersion: x\n  a: {long}\n", HEADS[0]), "f:3:1"),
        (format!("{}- apiVersion: x\nkind: List\n{}", HEADS[0], "# \n".repeat(2_000)), "f:2:1"),
    ] {
        let wrong = pieces_of(text.as_bytes(), 1_000).map(|pieces| pieces.len()).expect_err("it is too long");
        assert!(
            wrong.starts_with(&format!("{at}: what begins here does not end within ")),
            "{text:.40}: {wrong}"
        );
    }
    let many = list(&vec!["{\"a\": 1}"; 1_000].join(","));
    assert_eq!(pieces_of(many.as_bytes(), 1_000).map(|pieces| pieces.len()), Ok(1_000));
    let many = format!("{}{}kind: List\n", HEADS[0], "- apiVersion: x\n".repeat(1_000));
    assert_eq!(pieces_of(many.as_bytes(), 1_000).map(|pieces| pieces.len()), Ok(1_000));
    let many = "---\na: 1\n".repeat(1_000);
    assert_eq!(pieces_of(many.as_bytes(), 1_000).map(|pieces| pieces.len()), Ok(1_000));
}
