//! CRDs as JSON Schema, for editors and kubeconform.
//!
//! Kubernetes' words become those of JSON Schema: `nullable` is a type more, an integer or string two types, and what
//! a server would prune is refused, for that is what a reader wants to know of a file.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::exit::Failure;

/// The schemas of all versions of all CRDs, by the name of their file.
pub(super) fn of_all(crds: &BTreeMap<String, String>) -> Result<BTreeMap<String, String>, Failure> {
    let mut files = BTreeMap::new();
    for (name, text) in crds {
        let documents = crd_schema::yaml::read_stream(text.as_bytes())
            .map_err(|error| Failure::unusable(format!("{name}: {error}")))?;
        for document in documents {
            of_crd(document.value(), &mut files);
        }
    }
    Ok(files)
}

fn of_crd(crd: &Value, files: &mut BTreeMap<String, String>) {
    let spec = &crd["spec"];
    let text = |value: &Value| value.as_str().unwrap_or_default().to_lowercase();
    let (kind, group) = (&spec["names"]["kind"], &spec["group"]);
    for version in spec["versions"].as_array().into_iter().flatten() {
        let mut schema = version["schema"]["openAPIV3Schema"].clone();
        identify(&mut schema, kind, group, &version["name"]);
        convert(&mut schema);
        schema["$schema"] = json!("http://json-schema.org/draft-07/schema#");
        let name = format!("{}-{}-{}.json", text(kind), text(group), text(&version["name"]));
        files.insert(name, format!("{schema:#}\n"));
    }
}

/// Adds what every object has beside its schema.
fn identify(schema: &mut Value, kind: &Value, group: &Value, version: &Value) {
    let api_version =
        format!("{}/{}", group.as_str().unwrap_or_default(), version.as_str().unwrap_or_default());
    // A definition may declare these and require them; their descriptions stay.
    for (name, value) in [("apiVersion", json!(api_version)), ("kind", kind.clone())] {
        let property = &mut schema["properties"][name];
        property["type"] = json!("string");
        property["enum"] = json!([value]);
    }
    let metadata = json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true});
    schema["properties"]["metadata"] = metadata;
    let mut required = schema["required"].as_array().cloned().unwrap_or_default();
    for name in [json!("apiVersion"), json!("kind")] {
        if !required.contains(&name) {
            required.push(name);
        }
    }
    schema["required"] = Value::Array(required);
}

/// Turns a schema and everything below it.
fn convert(schema: &mut Value) {
    let Value::Object(fields) = schema else { return };
    let extension = |fields: &Map<String, Value>, name: &str| fields.get(name) == Some(&Value::Bool(true));
    let keeps = extension(fields, "x-kubernetes-preserve-unknown-fields");
    if extension(fields, "x-kubernetes-int-or-string") {
        fields.remove("anyOf");
        fields.insert("type".to_owned(), json!(["integer", "string"]));
    }
    if fields.remove("nullable") == Some(Value::Bool(true)) {
        nullable(fields);
    }
    if fields.contains_key("properties") && fields.contains_key("type") && !keeps {
        fields.entry("additionalProperties").or_insert(Value::Bool(false));
    }
    exclusive(fields, "exclusiveMinimum", "minimum");
    exclusive(fields, "exclusiveMaximum", "maximum");
    fields.retain(|name, _| !name.starts_with("x-kubernetes-") && name != "externalDocs");
    for (name, field) in fields {
        match name.as_str() {
            "properties" => {
                field.as_object_mut().into_iter().flatten().for_each(|(_, below)| convert(below));
            }
            "items" | "additionalProperties" | "not" => convert(field),
            "allOf" | "anyOf" | "oneOf" => field.as_array_mut().into_iter().flatten().for_each(convert),
            _ => {}
        }
    }
}

fn nullable(fields: &mut Map<String, Value>) {
    match fields.get_mut("type") {
        Some(Value::Array(types)) => types.push(json!("null")),
        Some(type_) => *type_ = json!([type_.take(), "null"]),
        None => {}
    }
}

/// In JSON Schema the bound itself is what is excluded.
fn exclusive(fields: &mut Map<String, Value>, word: &str, bound: &str) {
    if fields.remove(word) == Some(Value::Bool(true))
        && let Some(number) = fields.remove(bound)
    {
        fields.insert(word.to_owned(), number);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::identify;

    /// JSON Schema draft 7, 6.5.3: the names in `required` are unique.
    #[test]
    fn declared_and_required_properties_stand_once() {
        let mut schema = json!({
            "required": ["kind", "spec"],
            "properties": {"kind": {"type": "string", "description": "Kind is a word."}},
        });
        identify(&mut schema, &json!("Job"), &json!("example.com"), &json!("v1"));
        assert_eq!(schema["required"], json!(["kind", "spec", "apiVersion"]));
        let kind = json!({"type": "string", "description": "Kind is a word.", "enum": ["Job"]});
        assert_eq!(schema["properties"]["kind"], kind);
        assert_eq!(schema["properties"]["apiVersion"], json!({"type": "string", "enum": ["example.com/v1"]}));
    }
}
