//! JSON Schema as a structural schema: what it cannot express is reported with its path.

use std::collections::BTreeMap;

use crd_schema::convert::{from_description, from_json_schema};
use crd_schema::{CrdSchema, JsonSchemaProps};
use schemars::JsonSchema;
use serde_json::{Value, json};

fn props(schema: &Value) -> Value {
    let schema = from_json_schema(schema).unwrap_or_else(|violations| panic!("{schema}: {violations}"));
    serde_json::to_value(JsonSchemaProps::from(&schema)).expect("props are JSON")
}

fn violations(schema: &Value) -> Vec<String> {
    let violations = from_json_schema(schema).expect_err("violations");
    violations.iter().map(ToString::to_string).collect()
}

/// One field in an object.
fn field(schema: &Value) -> Value {
    json!({"type": "object", "properties": {"a": schema}})
}

#[test]
fn words_become_those_of_a_crd() {
    let cases = [
        (
            json!({"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 5}),
            json!({"type": "integer", "minimum": 1, "exclusiveMinimum": true, "maximum": 5, "exclusiveMaximum": true}),
        ),
        (
            json!({"type": "integer", "minimum": 2, "exclusiveMinimum": 1}),
            json!({"type": "integer", "minimum": 2}),
        ),
        (
            json!({"type": "integer", "minimum": 1, "exclusiveMinimum": 2}),
            json!({"type": "integer", "minimum": 2, "exclusiveMinimum": true}),
        ),
        (json!({"const": "a"}), json!({"type": "string", "enum": ["a"]})),
        (json!({"enum": [1, 2]}), json!({"type": "integer", "enum": [1, 2]})),
        (
            json!({"type": "string", "examples": ["a", "b"], "default": "c", "deprecated": true, "writeOnly": true}),
            json!({"type": "string", "example": "a"}),
        ),
        (
            json!({"type": "integer", "format": "uint32", "minimum": 0}),
            json!({"type": "integer", "format": "int64", "minimum": 0, "maximum": 4_294_967_295_i64}),
        ),
        (json!({"type": "string", "format": "ip"}), json!({"type": "string"})),
        (json!({"type": ["string", "null"]}), json!({"type": "string", "nullable": true})),
        (
            json!({"type": ["integer", "string"]}),
            json!({"x-kubernetes-int-or-string": true, "anyOf": [{"type": "integer"}, {"type": "string"}]}),
        ),
        (
            json!({"type": "array", "items": {"type": "string"}, "uniqueItems": true}),
            json!({"type": "array", "items": {"type": "string"}, "x-kubernetes-list-type": "set"}),
        ),
        (json!(true), json!({"nullable": true, "x-kubernetes-preserve-unknown-fields": true})),
        (
            json!({"type": "object", "additionalProperties": true}),
            json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true}),
        ),
        (json!({"type": "object"}), json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true})),
        (
            json!({"type": "object", "properties": {"b": {"type": "string"}}, "additionalProperties": false}),
            json!({"type": "object", "properties": {"b": {"type": "string"}}}),
        ),
        (
            json!({"allOf": [{"type": "string", "maxLength": 5}], "description": "d", "pattern": "^a"}),
            json!({"type": "string", "description": "d", "pattern": "^a", "allOf": [{"maxLength": 5}]}),
        ),
        (
            json!({"oneOf": [{"const": "a", "description": "first"}, {"enum": ["b"]}]}),
            json!({"type": "string", "enum": ["a", "b"]}),
        ),
    ];
    for (schema, wanted) in cases {
        assert_eq!(props(&field(&schema))["properties"]["a"], wanted, "{schema}");
    }
}

/// What schemars writes for maps whose keys are integers, have a pattern, or are listed.
#[test]
fn what_is_asked_of_keys_becomes_a_rule() {
    let rule = |rule: &str, message: &str| {
        json!({"type": "object", "additionalProperties": {"type": "boolean"},
            "x-kubernetes-validations": [{"rule": rule, "message": message}]})
    };
    let values = json!({"type": "boolean"});
    let cases = [
        (
            schemars::schema_for!(BTreeMap<u32, bool>).to_value(),
            rule(r#"self.all(key, key.matches("^\\d+$"))"#, r#"keys must match "^\\d+$""#),
        ),
        (
            schemars::schema_for!(BTreeMap<i8, bool>).to_value(),
            rule(r#"self.all(key, key.matches("^-?\\d+$"))"#, r#"keys must match "^-?\\d+$""#),
        ),
        (
            schemars::schema_for!(BTreeMap<Name, bool>).to_value(),
            rule(r#"self.all(key, key.matches("^[a-z]+$"))"#, r#"keys must match "^[a-z]+$""#),
        ),
        (
            schemars::schema_for!(BTreeMap<Either, bool>).to_value(),
            rule(
                r#"self.all(key, (key in ["a\"b"] || key.matches("^\\d+$")))"#,
                r#"keys must be one of "a\"b" or match "^\\d+$""#,
            ),
        ),
        (
            json!({"propertyNames": {"type": "string", "minLength": 1, "maxLength": 3}, "additionalProperties": values}),
            rule(
                "self.all(key, key.size() >= 1 && key.size() <= 3)",
                "keys must have at least 1 characters and must have at most 3 characters",
            ),
        ),
        (
            json!({"type": "object", "propertyNames": {"enum": ["a", "b"]}, "additionalProperties": values}),
            rule(r#"self.all(key, key in ["a", "b"])"#, r#"keys must be one of "a", "b""#),
        ),
        (
            json!({"type": "object", "patternProperties": {"^a": values}, "additionalProperties": values}),
            json!({"type": "object", "additionalProperties": values}),
        ),
    ];
    for (mut schema, wanted) in cases {
        let fields = schema.as_object_mut().expect("an object");
        fields.retain(|name, _| !["$schema", "title"].contains(&name.as_str()));
        assert_eq!(props(&field(&schema))["properties"]["a"], wanted, "{schema}");
    }
}

#[derive(JsonSchema, PartialEq, Eq, PartialOrd, Ord)]
#[allow(dead_code)]
struct Name(#[schemars(regex(pattern = "^[a-z]+$"))] String);

#[derive(JsonSchema, PartialEq, Eq, PartialOrd, Ord)]
#[serde(untagged)]
#[allow(dead_code)]
enum Either {
    Number(u8),
    Word(Word),
}

#[derive(JsonSchema, PartialEq, Eq, PartialOrd, Ord)]
#[allow(dead_code)]
enum Word {
    #[serde(rename = "a\"b")]
    One,
}

#[test]
fn what_has_no_word_is_reported_with_its_path() {
    let cases = [
        (
            json!({"type": "object", "patternProperties": {"^a": {"type": "string"}}}),
            "has values of several types by the names of fields",
        ),
        (
            json!({"type": "object", "patternProperties": {"^a": {"type": "string"}, "^b": {"type": "integer"}},
                "additionalProperties": false}),
            "has values of several types by the names of fields",
        ),
        (
            json!({"type": "object", "propertyNames": {"not": {"const": "a"}}, "additionalProperties": {"type": "string"}}),
            "asks of names what no rule says",
        ),
        (
            json!({"type": "object", "patternProperties": {"^a": {"type": "array", "items": true}}, "additionalProperties": false}),
            "asks of the names of values that may be anything",
        ),
        (
            json!({"type": "object", "propertyNames": false, "additionalProperties": {"type": "string"}}),
            "asks of names what no rule says",
        ),
        (json!({"if": {"const": 1}, "then": {"minimum": 1}, "type": "integer"}), "has `if`, which no"),
        (json!({"type": "null"}), "is only ever null"),
        (json!({"type": ["string", "boolean"]}), "is boolean or string, and no structural schema has both"),
        (json!({"enum": ["a", 1.5]}), "is number or string, and no structural schema has both"),
        (
            json!({"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}),
            "is string or array, and no structural schema has both",
        ),
        (
            json!({"oneOf": [
                {"type": "object", "properties": {"t": {"const": "A"}, "x": {"type": "integer"}}, "required": ["t"]},
                {"type": "object", "properties": {"t": {"const": "B"}, "x": {"type": "string"}}, "required": ["t"]},
            ]}),
            "is integer in one variant and string in another",
        ),
        (json!({"$ref": "#/$defs/None"}), "refers to #/$defs/None, which is not in the document"),
        (json!({"$ref": "#"}), "and a structural schema cannot recur"),
        (json!({"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}]}), "must be alike"),
        (
            json!({"type": "array", "items": {"type": "object"}, "uniqueItems": true}),
            "is a set of values that are no scalars",
        ),
        (
            json!({"type": "object", "properties": {"b": true}, "additionalProperties": {"type": "string"}}),
            "has values of one type beside declared properties",
        ),
        (json!(false), "is satisfied by no value"),
    ];
    for (schema, wanted) in cases {
        let found = violations(&field(&schema));
        let reported = |text: &&String| text.starts_with("properties[a]") && text.contains(wanted);
        assert!(found.iter().any(|text| reported(&text)), "{schema}: {found:?}");
    }
}

#[test]
fn all_mistakes_are_reported_at_once() {
    let found = violations(&json!({"type": "object", "properties": {
        "a": {"not": {}}, "b": {"type": "array", "items": {"type": "null"}}, "c": {"type": "string"},
    }}));
    let paths: Vec<_> = found.iter().map(|text| text.split(": ").next().unwrap_or_default()).collect();
    assert_eq!(paths, ["properties[a]", "properties[b].items"]);
}

#[test]
fn types_that_double_at_each_reference_end() {
    let mut definitions = serde_json::Map::new();
    for level in 0..40 {
        let next = json!({"$ref": format!("#/$defs/{}", level + 1)});
        definitions
            .insert(level.to_string(), json!({"type": "object", "properties": {"a": next, "b": next}}));
    }
    definitions.insert("40".to_owned(), json!({"type": "string"}));
    let found = violations(&json!({"$ref": "#/$defs/0", "$defs": definitions}));
    assert!(found.iter().any(|text| text.contains("is too large with all references in place")), "{found:?}");
}

#[derive(JsonSchema)]
#[allow(dead_code)]
struct Menu {
    label: String,
    sub: Vec<Menu>,
}

#[derive(CrdSchema)]
#[allow(dead_code)]
struct Spec {
    #[crd(schemars)]
    menu: Menu,
}

/// The export test and the build module say it with everything else that is wrong.
#[test]
fn a_recursive_type_of_another_crate_is_reported_when_the_definition_is_made() {
    let violations =
        from_description(Spec::SCHEMA, crd_schema::convert::Descriptions::LeftOut).expect_err("it recurs");
    let text = violations.to_string();
    assert!(text.starts_with("properties[menu].properties[sub].items: Forbidden: is #"), "{text}");
    assert!(text.contains("put `#[preserve_unknown]` on the field where the recursion begins"), "{text}");
}
