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
    let Value::Object(fields) = schema else { return };
    if fields.get("x-kubernetes-int-or-string") == Some(&Value::Bool(true)) {
        // kube's rewriter removes the types from the branches.
        fields.remove("anyOf");
    }
    if fields.contains_key("type") && fields.remove("nullable").is_some() {
        let type_ = fields.get("type").cloned();
        fields.insert("type".to_owned(), json!([type_, "null"]));
    }
    exclusive(fields, "exclusiveMinimum", ("minimum", ">"));
    exclusive(fields, "exclusiveMaximum", ("maximum", "<"));
    if let Some(example) = fields.remove("example") {
        fields.insert("examples".to_owned(), json!([example]));
    }
    for (word, field) in fields {
        match word.as_str() {
            "properties" => {
                field.as_object_mut().into_iter().flatten().for_each(|(_, below)| convert(below));
            }
            "items" | "additionalProperties" => convert(field),
            _ => {}
        }
    }
}

/// JSON Schema has numbers here and `OpenAPI` 3.0 flags: a rule says it to both, beside the bound.
fn exclusive(fields: &mut Map<String, Value>, word: &str, (bound, operator): (&str, &str)) {
    if fields.remove(word) != Some(Value::Bool(true)) {
        return;
    }
    let Some(number) = fields.get(bound).and_then(Value::as_f64) else { return };
    let is_integer = fields.get("type").is_some_and(|type_| {
        type_ == "integer" || type_.as_array().is_some_and(|types| types.iter().any(|one| one == "integer"))
    });
    let number = if is_integer { format!("{number:.0}") } else { format!("{number:?}") };
    let rules = fields.entry("x-kubernetes-validations").or_insert_with(|| json!([]));
    if let Some(rules) = rules.as_array_mut() {
        rules.push(json!({"rule": format!("self {operator} {number}")}));
    }
}
