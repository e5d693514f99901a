//! Laws of the reader and the writer on arbitrary values and arbitrary text.

use crd_schema::yaml::{Document, MAX_DEPTH, read_stream, to_string};
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use serde_json::{Map, Number, Value, json};

/// Text out of what YAML is sensitive to.
fn text() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "a",
        " ",
        "\n",
        "\t",
        ":",
        ": ",
        "- ",
        "?",
        "#",
        " #",
        "'",
        "\"",
        "\\",
        "|",
        ">",
        "%",
        "@",
        "&",
        "*",
        "!",
        "[",
        "}",
        ",",
        "~",
        "null",
        "yes",
        "y",
        "1",
        "0x1",
        "1.0",
        "_",
        ".",
        "---",
        "...",
        "<<",
        "=",
        "\r",
        "\u{85}",
        "\u{2028}",
        "\u{feff}",
        "\u{0}",
        "\u{7f}",
        "\u{fffe}",
        "é",
        "2020-01-01",
        "{{ x }}",
    ]);
    prop_oneof![vec(pieces, 0..6).prop_map(|parts| parts.concat()), any::<String>()]
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        (-1_000_000_i32..1_000_000).prop_map(|n| Value::from(f64::from(n))),
        text().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 40, 5, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..5).prop_map(Value::from),
            btree_map(text(), inner, 0..5).prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

/// What remains of a value after Go wrote it as JSON and Kubernetes read it: int64 or float64.
fn normalised(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(normalised).collect(),
        Value::Object(fields) => {
            fields.iter().map(|(key, value)| (key.clone(), normalised(value))).collect::<Map<_, _>>().into()
        }
        Value::Number(number) if number.as_i64().is_none() => {
            let float = number.as_f64().unwrap();
            let whole = float.to_string().parse::<i64>().map(Number::from);
            whole.map_or(float.into(), Value::Number)
        }
        other => other.clone(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read_back(value in btree_map(text(), value(), 1..5)) {
        let value = Value::Object(value.into_iter().collect());
        let is_cut = value.as_object().unwrap().keys().any(|key| key.starts_with("---"));
        prop_assert_eq!(to_string(&value).is_err(), is_cut);
        if let Ok(yaml) = to_string(&value) {
            let read = read_stream(yaml.as_bytes()).map_err(|error| TestCaseError::fail(format!("{error}\n{yaml}")))?;
            let read: Vec<_> = read.into_iter().map(Document::into_value).collect();
            prop_assert_eq!(read, vec![normalised(&value)], "{}", yaml);
        }
    }

    #[test]
    fn no_text_makes_the_reader_panic(lines in vec(text(), 0..8), bytes in any::<Vec<u8>>()) {
        let _ = read_stream(lines.join("\n").as_bytes());
        let _ = read_stream(format!("{{{}", lines.concat()).as_bytes());
        let _ = read_stream(&bytes);
    }
}

#[test]
fn the_writer_keeps_the_style_of_kubernetes_tools() {
    let value = json!({
        "metadata": {"name": "x", "annotations": {}},
        "kind": "CustomResourceDefinition",
        "spec": {
            "y": "yes",
            "minimum": 1.0,
            "half": 0.5,
            "description": format!("{}end", "many words ".repeat(30)),
            "lines": "one\n  two\n",
            "tabs": "\tone\ntwo",
            "list": [{"a": 1, "b": [1, "1.0"]}, []],
        },
    });
    let expected = format!(
        "kind: CustomResourceDefinition\nmetadata:\n  annotations: {{}}\n  name: x\nspec:\n  description: {}end\n  \
         half: 0.5\n  lines: |\n    one\n      two\n  list:\n  - a: 1\n    b:\n    - 1\n    - \"1.0\"\n  - []\n  \
         minimum: 1\n  tabs: \"\\tone\\ntwo\"\n  \"y\": \"yes\"\n",
        "many words ".repeat(30)
    );
    assert_eq!(to_string(&value).unwrap(), expected);
}

#[test]
fn the_writer_refuses_what_kubectl_would_cut_or_cannot_hold() {
    let error = to_string(&json!({"---a": 1})).unwrap_err();
    assert!(error.to_string().contains("cut the file"), "{error}");
    assert!(to_string(&json!({"a": {"---a": 1}, "b": ["---"]})).is_ok());
    assert!(to_string(&json!("---")).is_err());
    let nested = |depth| (1..depth).fold(json!([]), |inner, _| json!([inner]));
    assert!(to_string(&nested(MAX_DEPTH)).is_ok());
    assert!(to_string(&nested(MAX_DEPTH + 1)).is_err());
}

/// A block scalar needs an indentation that the root has not.
#[test]
fn a_text_of_several_lines_alone_is_read_again() {
    for text in ["(\n\n[", "a\nb", "\n", "# a\nb: c\n"] {
        let value = Value::from(text);
        let read: Vec<_> = read_stream(to_string(&value).expect("it can be written").as_bytes())
            .expect("it can be read")
            .into_iter()
            .map(crd_schema::yaml::Document::into_value)
            .collect();
        assert_eq!(read, [value]);
    }
}
