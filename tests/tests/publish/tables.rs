//! Published schemas against the tables in `cases/publish`.
//!
//! Each document has a schema and either every rule of its published form (for `server`, with `options`) or the strings of all refusals.

use std::collections::BTreeMap;
use std::path::Path;

use crd_schema::crd::{Lowering, publish};
use crd_schema::yaml::read_stream;
use crd_schema::{JsonSchemaProps, Profile, StructuralSchema};
use serde_json::{Value, json};

fn documents(file: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/publish").join(file);
    let text = std::fs::read(&path).expect("the table is readable");
    let documents = read_stream(&text).expect("the table is YAML");
    documents.into_iter().map(crd_schema::yaml::Document::into_value).collect()
}

/// All rules of a schema, by the path of their node.
fn rules(schema: &Value, path: &str, found: &mut BTreeMap<String, Vec<Value>>) {
    let at = if path.is_empty() { "<nil>" } else { path };
    if let Some(rules) = schema["x-kubernetes-validations"].as_array() {
        found.insert(at.to_owned(), rules.clone());
    }
    let step = |name: String| if path.is_empty() { name } else { format!("{path}.{name}") };
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        rules(property, &step(format!("properties[{name}]")), found);
    }
    for keyword in ["items", "additionalProperties"] {
        if schema[keyword].is_object() {
            rules(&schema[keyword], &step(keyword.to_owned()), found);
        }
    }
}

/// The table leaves the reason out where it is that of every lowered rule.
fn expected_rules(case: &Value) -> BTreeMap<String, Vec<Value>> {
    let nodes = case["rules"].as_object().into_iter().flatten();
    let complete = |rule: &Value| {
        let mut rule = rule.as_object().cloned().unwrap_or_default();
        rule.entry("reason").or_insert(json!("FieldValueInvalid"));
        rule.retain(|_, value| !value.is_null());
        Value::Object(rule)
    };
    let list = |rules: &Value| rules.as_array().into_iter().flatten().map(complete).collect();
    nodes.map(|(path, rules)| (path.clone(), list(rules))).collect()
}

/// For the oldest server, unless the case says otherwise.
fn profile(case: &Value) -> Profile {
    let server = case["server"].as_str().unwrap_or("1.29").parse().expect("a known server");
    let options = case["options"].as_array().into_iter().flatten().filter_map(Value::as_str);
    Profile::Lowered(options.fold(Lowering::new(server), |lowering, option| match option {
        "strict_anchor" => lowering.strict_anchor(),
        "strict_budget" => lowering.strict_budget(),
        "approximate" => lowering.approximate(),
        unknown => panic!("{unknown} is no option"),
    }))
}

fn check(case: &Value) {
    let name = &case["name"];
    let props: JsonSchemaProps = serde_json::from_value(case["schema"].clone()).expect("a schema");
    let schema = StructuralSchema::try_from(&props).unwrap_or_else(|found| panic!("{name}: {found}"));
    match publish(&schema, profile(case)) {
        Ok(published) => {
            assert_eq!(case.get("errors"), None, "{name} was published");
            let text = serde_json::to_string(published.schema()).expect("JSON");
            assert!(!text.contains("mutability"), "{name}: {text}");
            let mut found = BTreeMap::new();
            rules(&serde_json::to_value(published.schema()).expect("JSON"), "", &mut found);
            assert_eq!(found, expected_rules(case), "{name}");
        }
        Err(found) => {
            let strings: Vec<_> = found.iter().map(ToString::to_string).collect();
            assert_eq!(Some(&json!(strings)), case.get("errors"), "{name}");
        }
    }
    let native = publish(&schema, Profile::Native).unwrap_or_else(|found| panic!("{name}: {found}"));
    assert_eq!(native.schema(), &JsonSchemaProps::from(&schema), "{name}");
}

#[test]
fn examples_of_the_kep() {
    documents("examples.yaml").iter().for_each(check);
}

#[test]
fn placing_of_rules() {
    documents("placing.yaml").iter().for_each(check);
}

#[test]
fn refusals() {
    documents("refused.yaml").iter().for_each(check);
}

/// Example 6: a key marker on a struct is refused before publishing.
#[test]
fn keys_of_a_struct_have_no_schema() {
    let props = json!({
        "type": "object",
        "properties": {"foo": {
            "type": "object",
            "properties": {"a": {"type": "string"}},
            "x-kubernetes-key-mutability": "Immutable",
        }},
    });
    let props: JsonSchemaProps = serde_json::from_value(props).expect("a schema");
    assert!(StructuralSchema::try_from(&props).is_err());
}
