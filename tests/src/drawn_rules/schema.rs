//! The schema that drawn rules stand on, and what its fields give.

use serde_json::{Map, Value, json};

use super::patterns::Kind;

/// Fields of the root as rules spell them.
pub(super) const FIELDS: &[(&str, Kind)] = &[
    ("s", 's'),
    ("i", 'i'),
    ("l", 'S'),
    ("li", 'I'),
    ("b", 'b'),
    ("d", 'd'),
    ("m", 'M'),
    ("o", 'r'),
    ("lm", 'O'),
    ("set", 'S'),
    ("dt", 't'),
    ("da", 't'),
    ("dm", 't'),
    ("du", 'D'),
    ("by", 'y'),
    ("ios", 'a'),
    ("pu", 'a'),
    ("op", 'a'),
    ("opp", 'a'),
    ("los", 'a'),
    ("t", 's'),
    ("j", 'i'),
    ("e", 's'),
    ("nn", 's'),
    ("uid", 's'),
    ("ip4", 's'),
    ("my__dash__field", 's'),
    ("__namespace__", 's'),
    ("a__dot__b", 's'),
    ("ld", 'N'),
    ("lb", 'B'),
    ("ldt", 'T'),
    ("ldu", 'E'),
    ("ll", 'L'),
    ("lo", 'O'),
    ("lk", 'O'),
    ("nl", 'S'),
    ("nm", 'M'),
    ("mi", 'W'),
    ("ml", 'G'),
    ("si", 'I'),
    ("no", 'r'),
    ("mo['a']", 'r'),
    ("mo.b", 'r'),
    ("er", 'e'),
    ("nothing", 's'),
];

/// Fields of a whole object beside them.
pub(super) const RESOURCE_FIELDS: &[(&str, Kind)] =
    &[("metadata.name", 's'), ("metadata.generateName", 's'), ("kind", 's'), ("apiVersion", 's')];

/// Where rules stand below the root, and what `self` is there.
pub(super) const PLACES: &[(&str, Kind)] = &[
    ("/properties/o", 'r'),
    ("/properties/lm/items", 'o'),
    ("/properties/lm", 'O'),
    ("/properties/set", 'S'),
    ("/properties/set/items", 's'),
    ("/properties/l/items", 's'),
    ("/properties/li", 'I'),
    ("/properties/m/additionalProperties", 's'),
    ("/properties/mo/additionalProperties", 'r'),
    ("/properties/mo", 'a'),
    ("/properties/ios", 'a'),
    ("/properties/los/items", 'a'),
    ("/properties/pu", 'a'),
    ("/properties/op", 'a'),
    ("/properties/dt", 't'),
    ("/properties/du", 'D'),
    ("/properties/by", 'y'),
    ("/properties/er", 'e'),
    ("/properties/nn", 's'),
    ("/properties/nl/items", 's'),
    ("/properties/nm", 'M'),
    ("/properties/lo/items", 'o'),
    ("/properties/lk/items", 'o'),
    ("/properties/ll/items", 'S'),
    ("/properties/ml/additionalProperties", 'S'),
    ("/properties/no", 'r'),
    ("/properties/d", 'd'),
    ("/properties/i", 'i'),
    ("/properties/b", 'b'),
];

/// The schema without rules.
pub fn schema() -> Value {
    let string = || json!({"type": "string"});
    let format = |format: &str| json!({"type": "string", "format": format});
    let list = |items: Value| json!({"type": "array", "items": items});
    let map = |values: Value| json!({"type": "object", "additionalProperties": values});
    let set = |items: Value| json!({"type": "array", "items": items, "x-kubernetes-list-type": "set"});
    let int_or_string = || json!({"x-kubernetes-int-or-string": true});
    let item = |keys: &[&str]| {
        json!({"type": "object", "required": keys, "properties": {
            "k": string(), "v": {"type": "integer"}, "l": list(string()), "k-x": {"type": "integer"},
        }})
    };
    let list_map = |keys: &[&str]| {
        json!({"type": "array", "items": item(keys), "x-kubernetes-list-type": "map",
            "x-kubernetes-list-map-keys": keys})
    };
    let object = || {
        json!({"type": "object", "properties": {
            "a": string(), "n": {"type": "integer"},
            "deep": {"type": "object", "properties": {"x": string(), "y": list(json!({"type": "integer"}))}},
        }})
    };
    let nullable = |mut schema: Value| {
        schema["nullable"] = true.into();
        schema
    };
    let properties = [
        ("s", string()),
        ("t", string()),
        ("i", json!({"type": "integer"})),
        ("j", json!({"type": "integer", "format": "int32"})),
        ("d", json!({"type": "number"})),
        ("b", json!({"type": "boolean"})),
        ("e", json!({"type": "string", "enum": ["a", "bbb"]})),
        ("l", list(string())),
        ("li", list(json!({"type": "integer"}))),
        ("ld", list(json!({"type": "number"}))),
        ("lb", list(json!({"type": "boolean"}))),
        ("ldt", list(format("date-time"))),
        ("ldu", list(format("duration"))),
        ("ll", list(list(string()))),
        ("los", list(int_or_string())),
        ("lo", list(item(&[]))),
        ("nl", nullable(list(nullable(string())))),
        ("set", set(string())),
        ("si", set(json!({"type": "integer"}))),
        ("lm", list_map(&["k"])),
        ("lk", list_map(&["k", "k-x"])),
        ("m", map(string())),
        ("mi", map(json!({"type": "integer"}))),
        ("ml", map(list(string()))),
        ("mo", map(object())),
        ("nm", map(nullable(string()))),
        ("o", object()),
        ("no", nullable(object())),
        ("ios", int_or_string()),
        ("dt", format("date-time")),
        ("da", format("date")),
        ("dm", format("datetime")),
        ("du", format("duration")),
        ("by", format("byte")),
        ("uid", format("uuid")),
        ("ip4", format("ipv4")),
        ("pu", json!({"x-kubernetes-preserve-unknown-fields": true})),
        ("op", json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true})),
        (
            "opp",
            json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true, "properties": {"k": string()}}),
        ),
        (
            "er",
            json!({"type": "object", "x-kubernetes-embedded-resource": true,
            "x-kubernetes-preserve-unknown-fields": true, "properties": {"spec": object()}}),
        ),
        ("nn", nullable(string())),
        ("my-field", string()),
        ("namespace", string()),
        ("a.b", string()),
    ];
    let properties: Map<_, _> =
        properties.into_iter().map(|(name, schema)| (name.to_owned(), schema)).collect();
    json!({"type": "object", "properties": properties})
}
