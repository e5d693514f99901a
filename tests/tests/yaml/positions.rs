//! Where nodes, keys and errors are in the file; the expected places are counted by hand.

use crd_schema::yaml::{Document, MAX_DEPTH, Step, read_stream};

fn steps(path: &str) -> Vec<Step<'_>> {
    let parts = path.split('/').filter(|part| !part.is_empty());
    parts.map(|part| part.parse().map_or(Step::Key(part), Step::Index)).collect()
}

fn node(document: &Document, path: &str) -> String {
    document.locate(&steps(path)).map_or("none".to_owned(), |place| place.to_string())
}

fn key(document: &Document, path: &str) -> String {
    document.locate_key(&steps(path)).map_or("none".to_owned(), |place| place.to_string())
}

fn one(input: &str) -> Document {
    let mut documents = read_stream(input.as_bytes()).unwrap();
    assert_eq!(documents.len(), 1);
    documents.remove(0)
}

#[test]
fn scalars_stand_at_themselves_and_collections_at_their_key() {
    let document = one("# head\nspec:\n  versions:\n  - name: v1\n    é: {ü: x, v: z}\n  - - 1\n");
    assert_eq!(document.position().to_string(), "2:1");
    for (path, at) in [
        ("", "2:1"),
        ("spec", "2:1"),
        ("spec/versions", "3:3"),
        ("spec/versions/0", "4:5"),
        ("spec/versions/0/name", "4:11"),
        ("spec/versions/0/é", "5:5"),
        ("spec/versions/0/é/ü", "5:12"),
        ("spec/versions/0/é/v", "5:18"),
        ("spec/versions/1", "6:5"),
        ("spec/versions/1/0", "6:7"),
        ("spec/versions/2", "none"),
        ("spec/name", "none"),
        ("spec/versions/0/name/x", "none"),
    ] {
        assert_eq!(node(&document, path), at, "{path}");
    }
    assert_eq!(key(&document, "spec/versions/0/é/v"), "5:15");
    assert_eq!(key(&document, "spec/versions/0"), "none");
    assert_eq!(key(&document, ""), "none");
}

#[test]
fn aliases_and_merges_lead_to_their_anchor() {
    let document = one("a: &a\n  x: 1\n  v: [2]\nb:\n  <<: *a\n  z: *a\nc:\n  x: 0\n  <<: [{x: 5}, *a]\n");
    for (path, at) in [
        ("b/x", "2:6"),
        ("b/v", "3:3"),
        ("b/v/0", "3:7"),
        ("b/z", "6:3"),
        ("b/z/x", "2:6"),
        ("c/x", "9:12"),
        ("c/v/0", "3:7"),
    ] {
        assert_eq!(node(&document, path), at, "{path}");
    }
    assert_eq!(key(&document, "b/x"), "2:3");
    assert_eq!(document.value()["c"]["x"], 5);
}

#[test]
fn the_last_of_repeated_keys_is_the_one_that_counts() {
    let document = one("a: 1\nyes: 2\na: 3\n");
    assert_eq!(node(&document, "a"), "3:4");
    assert_eq!(key(&document, "true"), "2:1");
    let repeated = &document.duplicate_keys()[0];
    assert_eq!(repeated.to_string(), "3:1: line 3: key \"a\" already set in map");
}

#[test]
fn later_documents_count_from_the_start_of_the_file() {
    let documents = read_stream(b"a: 1\r\n---\r\n# c\r\nb:\r\n  c: 2\r\n---\n\n---\nd: 3\nd: 4\n").unwrap();
    let places: Vec<_> = documents.iter().map(|document| document.position().to_string()).collect();
    assert_eq!(places, ["1:1", "4:1", "9:1"]);
    assert_eq!(node(&documents[1], "b/c"), "5:6");
    let repeated = &documents[2].duplicate_keys()[0];
    assert_eq!(repeated.message(), "line 10: key \"d\" already set in map");
}

#[test]
fn json_has_positions_too() {
    let input = "{\"a\": [1, {\"ü\": \"é\"}],\n \"b\": {}}\r\n{\"c\": 1.0} {\"d\":\n\t[true]}\n";
    let documents = read_stream(input.as_bytes()).unwrap();
    let places: Vec<_> = documents.iter().map(|document| document.position().to_string()).collect();
    assert_eq!(places, ["1:1", "3:1", "3:12"]);
    assert_eq!(node(&documents[0], "a"), "1:2");
    assert_eq!(node(&documents[0], "a/0"), "1:8");
    assert_eq!(node(&documents[0], "a/1"), "1:11");
    assert_eq!(node(&documents[0], "a/1/ü"), "1:17");
    assert_eq!(node(&documents[0], "b"), "2:2");
    assert_eq!(node(&documents[2], "d/0"), "4:3");
}

#[test]
fn yaml_after_json_on_its_line_keeps_its_column() {
    let documents = read_stream(b"{\"a\": 1} b: 2\n").unwrap();
    assert_eq!(documents[1].position().to_string(), "1:10");
    assert_eq!(node(&documents[1], "b"), "1:13");
}

#[test]
fn errors_point_into_the_file() {
    for (input, at) in [
        ("a: 1\n---\nb: *x\n", "3:4"),
        ("a: 1\n---\nb: \"é\\/\"\n", "3:6"),
        ("é: \u{2028}\n", "1:4"),
        ("a: 1\n---\n\tb: 1\n", "3:1"),
        ("a: 1\n--- b\n", "2:1"),
        ("a: .inf\n", "1:4"),
        ("a: 1\nnull: 1\n", "2:1"),
        ("{\"a\": 1,\n \"b\": ]}", "2:7"),
        ("{a: 1,\n b: @x}", "2:5"),
    ] {
        let error = read_stream(input.as_bytes()).unwrap_err();
        assert_eq!(error.position().to_string(), at, "{input:?}: {error}");
    }
    let error = read_stream(b"a: 1\nb: \xc3\xa9\xff\n").unwrap_err();
    assert_eq!(error.to_string(), "2:5: the input is not UTF-8");
}

/// Editors show no column for it.
#[test]
fn a_byte_order_mark_takes_no_column() {
    for (input, at) in [
        ("a: \"b\\/c\"\n", "1:6"),
        ("{\"a\": \"b\\/c\"}\n", "1:9"),
        ("a: \u{1}\n", "1:4"),
        ("a: .inf\n", "1:4"),
        ("a: b: c\n", "1:5"),
        ("...\n", "1:1"),
        ("\ta: 1\n", "1:1"),
        ("a: [\n\u{1}]\n", "2:1"),
    ] {
        for before in ["", "\u{feff}x: 1\n---\n"] {
            let line = 1 + before.matches('\n').count();
            let (row, column) = at.split_once(':').expect("a place");
            let row: usize = row.parse().expect("a line");
            let error = read_stream(format!("{before}\u{feff}{input}").as_bytes()).unwrap_err();
            let found = error.position().to_string();
            assert_eq!(found, format!("{}:{column}", row + line - 1), "{before:?} {input:?}: {error}");
        }
    }
    let document = one("\u{feff}{\"a\": [1, {\"b\": 2}]}\n");
    assert_eq!(document.position().to_string(), "1:1");
    assert_eq!(node(&document, "a/1/b"), "1:17");
    let error = read_stream(b"\xef\xbb\xbfab: \xff\n").unwrap_err();
    assert_eq!(error.to_string(), "1:5: the input is not UTF-8");
    // UTF-16 is read by nobody.
    let error = read_stream(b"\xff\xfea\0:\0 \x001\0").unwrap_err();
    assert_eq!(error.to_string(), "1:1: the input is not UTF-8");
}

#[test]
fn depth_is_bounded_in_both_formats() {
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    for (open, close) in [("a: ", "\n"), ("{\"a\": ", "}")] {
        let deepest = format!("{open}{}{close}", nested(MAX_DEPTH - 1));
        assert!(read_stream(deepest.as_bytes()).is_ok());
        for depth in [MAX_DEPTH, MAX_DEPTH + 1, 100_000] {
            let input = format!("{open}{}{close}", nested(depth));
            let error = read_stream(input.as_bytes()).unwrap_err();
            assert!(error.message().contains("nested more deeply than 256"), "{error}");
        }
    }
    let aliases = (1..400).map(|level| format!("a{level}: &a{level} [*a{}]\n", level - 1));
    let chain: String = std::iter::once("a0: &a0 [1]\n".to_owned()).chain(aliases).collect();
    let error = read_stream(chain.as_bytes()).unwrap_err();
    assert!(error.message().contains("nested more deeply than 256"), "{error}");
}

#[test]
fn aliases_cannot_copy_text_without_bound() {
    let aliases = "- *a\n".repeat(100);
    let input = format!("a: &a {}\nb:\n{aliases}", "x".repeat(1 << 20));
    let error = read_stream(input.as_bytes()).unwrap_err();
    assert!(error.message().contains("excessive aliasing"), "{error}");
}
