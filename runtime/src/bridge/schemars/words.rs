//! The words of a CRD as those of JSON Schema; what only Kubernetes reads stays as it is.

use serde_json::{Map, Value, json};

use crate::path::{FieldPath, PathStyle};
use crate::schema::StructuralSchema;
use crate::violation::{Violation, Violations};
use crate::wire::JsonSchemaProps;

pub(super) fn of(schema: &StructuralSchema) -> Result<Value, Violations> {
    let mut schema = serde_json::to_value(JsonSchemaProps::from(schema)).map_err(|error| {
        let path = FieldPath::ROOT.to_owned(PathStyle::Bracketed);
        Violations::from_iter([Violation::forbidden(path, error.to_string())])
    })?;
    convert(&mut schema);
    Ok(schema)
}

/// Turns a schema and everything below it; it recurs as deep as the schema, which is bounded.
fn convert(schema: &mut Value) {
    let Value::Object(members) = schema else { return };
    if members.get("x-kubernetes-int-or-string") == Some(&Value::Bool(true)) {
        // kube's rewriter removes the types from the branches.
        members.remove("anyOf");
    }
    if members.contains_key("type") && members.remove("nullable").is_some() {
        let type_ = members.get("type").cloned();
        members.insert("type".to_owned(), json!([type_, "null"]));
    }
    exclusive(members, "exclusiveMinimum", ("minimum", ">"));
    exclusive(members, "exclusiveMaximum", ("maximum", "<"));
    if let Some(example) = members.remove("example") {
        members.insert("examples".to_owned(), json!([example]));
    }
    for (word, member) in members {
        match word.as_str() {
            "properties" => {
                member.as_object_mut().into_iter().flatten().for_each(|(_, below)| convert(below));
            }
            "items" | "additionalProperties" => convert(member),
            _ => {}
        }
    }
}

/// JSON Schema has numbers here and `OpenAPI` 3.0 flags: a rule says it to both, beside the bound.
fn exclusive(members: &mut Map<String, Value>, word: &str, (bound, operator): (&str, &str)) {
    if members.remove(word) != Some(Value::Bool(true)) {
        return;
    }
    let Some(number) = members.get(bound).and_then(Value::as_f64) else { return };
    let is_integer = members.get("type").is_some_and(|type_| {
        type_ == "integer" || type_.as_array().is_some_and(|types| types.iter().any(|one| one == "integer"))
    });
    let number = if is_integer { format!("{number:.0}") } else { format!("{number:?}") };
    let rules = members.entry("x-kubernetes-validations").or_insert_with(|| json!([]));
    if let Some(rules) = rules.as_array_mut() {
        rules.push(json!({"rule": format!("self {operator} {number}")}));
    }
}
