//! CRDs as JSON Schema, for editors and kubeconform.
//!
//! Kubernetes' words become those of JSON Schema: `nullable` is a type more, an integer or string two types. What has a default
//! is not required, for a server fills it in before it validates.
//!
//! Knows nothing of: files, arguments.

use serde_json::{Map, Value, json};

/// A version of JSON Schema.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dialect {
    Draft07,
    Draft202012,
}

impl Dialect {
    fn url(self) -> &'static str {
        match self {
            Self::Draft07 => "http://json-schema.org/draft-07/schema#",
            Self::Draft202012 => "https://json-schema.org/draft/2020-12/schema",
        }
    }
}

/// What a schema says of fields that a server would prune.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum UnknownFields {
    Rejected,
    Accepted,
}

/// How schemas are written.
#[derive(Clone, Copy)]
pub(crate) struct Form {
    pub(crate) dialect: Dialect,
    pub(crate) unknown: UnknownFields,
}

/// The schema of one version of a CRD.
pub(crate) struct VersionSchema {
    pub(crate) group: String,
    pub(crate) kind: String,
    pub(crate) version: String,
    pub(crate) schema: Value,
}

impl VersionSchema {
    /// `<kind>-<group>-<version>.json`, in lower case.
    pub(crate) fn file_name(&self) -> String {
        let Self { group, kind, version, .. } = self;
        format!("{kind}-{group}-{version}.json").to_lowercase()
    }

    /// `<group>/<kind>_<version>.json`, with group and kind in lower case: what catalogs of CRDs have.
    pub(crate) fn catalog_name(&self) -> String {
        format!("{}/{}_{}.json", self.group.to_lowercase(), self.kind.to_lowercase(), self.version)
    }

    pub(crate) fn text(&self) -> String {
        format!("{:#}\n", self.schema)
    }
}

/// The schemas of all versions of a CRD.
pub(crate) fn of_crd(crd: &Value, form: Form) -> Vec<VersionSchema> {
    let spec = &crd["spec"];
    let string = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let versions = spec["versions"].as_array().into_iter().flatten();
    let versions = versions.map(|version| {
        let mut found = VersionSchema {
            group: string(&spec["group"]),
            kind: string(&spec["names"]["kind"]),
            version: string(&version["name"]),
            schema: version["schema"]["openAPIV3Schema"].clone(),
        };
        identify(&mut found);
        convert(&mut found.schema, form.unknown);
        found.schema["$schema"] = form.dialect.url().into();
        found
    });
    versions.collect()
}

/// Adds what every object has beside its schema.
fn identify(of: &mut VersionSchema) {
    if !of.schema.is_object() {
        of.schema = json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true});
    }
    let api_version = format!("{}/{}", of.group, of.version);
    // A definition may declare these and require them; their descriptions stay.
    for (name, value) in [("apiVersion", api_version), ("kind", of.kind.clone())] {
        let property = &mut of.schema["properties"][name];
        property["type"] = json!("string");
        property["enum"] = json!([value]);
    }
    let metadata = json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true});
    of.schema["properties"]["metadata"] = metadata;
    let mut required = of.schema["required"].as_array().cloned().unwrap_or_default();
    for name in [json!("apiVersion"), json!("kind")] {
        if !required.contains(&name) {
            required.push(name);
        }
    }
    of.schema["required"] = Value::Array(required);
}

/// Turns a schema and everything below it.
fn convert(schema: &mut Value, unknown: UnknownFields) {
    let Value::Object(fields) = schema else { return };
    let extension = |fields: &Map<String, Value>, name: &str| fields.get(name) == Some(&Value::Bool(true));
    if extension(fields, "x-kubernetes-embedded-resource") {
        embed(fields);
    }
    if unknown == UnknownFields::Rejected && !extension(fields, "x-kubernetes-preserve-unknown-fields") {
        close(fields);
    }
    if extension(fields, "x-kubernetes-int-or-string") {
        fields.remove("anyOf");
        fields.insert("type".to_owned(), json!(["integer", "string"]));
    }
    if fields.remove("nullable") == Some(Value::Bool(true)) {
        nullable(fields);
    }
    require_without_defaults(fields);
    exclusive(fields, "exclusiveMinimum", "minimum");
    exclusive(fields, "exclusiveMaximum", "maximum");
    fields.retain(|name, _| !name.starts_with("x-kubernetes-") && name != "externalDocs");
    for (name, field) in fields {
        match name.as_str() {
            "properties" => {
                field.as_object_mut().into_iter().flatten().for_each(|(_, below)| convert(below, unknown));
            }
            "items" | "additionalProperties" | "not" => convert(field, unknown),
            "allOf" | "anyOf" | "oneOf" => {
                field.as_array_mut().into_iter().flatten().for_each(|below| convert(below, unknown));
            }
            _ => {}
        }
    }
}

/// An object in an object has a type and metadata, whatever its schema declares.
fn embed(fields: &mut Map<String, Value>) {
    let properties = fields.entry("properties").or_insert_with(|| json!({}));
    for (name, below) in [
        ("apiVersion", json!({"type": "string"})),
        ("kind", json!({"type": "string"})),
        ("metadata", json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true})),
    ] {
        if properties.get(name).is_none() || name == "metadata" {
            properties[name] = below;
        }
    }
    let mut required = fields.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    for name in [json!("apiVersion"), json!("kind")] {
        if !required.contains(&name) {
            required.push(name);
        }
    }
    fields.insert("required".to_owned(), Value::Array(required));
}

/// Only nodes that fields are pruned by have a type; those of `allOf`, `anyOf`, `oneOf` and `not` have none.
fn close(fields: &mut Map<String, Value>) {
    if fields.get("type").and_then(Value::as_str) == Some("object") {
        fields.entry("additionalProperties").or_insert(Value::Bool(false));
    }
}

/// A null is validated by nothing but the type.
fn nullable(fields: &mut Map<String, Value>) {
    match fields.get_mut("type") {
        Some(Value::Array(types)) => types.push(json!("null")),
        Some(type_) => *type_ = json!([type_.take(), "null"]),
        None => {}
    }
    if let Some(Value::Array(values)) = fields.get_mut("enum")
        && !values.contains(&Value::Null)
    {
        values.push(Value::Null);
    }
}

fn require_without_defaults(fields: &mut Map<String, Value>) {
    let has_default = |name: &Value| {
        let property = fields.get("properties").zip(name.as_str()).and_then(|(all, name)| all.get(name));
        property.and_then(|property| property.get("default")).is_some_and(|default| !default.is_null())
    };
    let Some(Value::Array(required)) = fields.get("required") else { return };
    let required: Vec<_> = required.iter().filter(|name| !has_default(name)).cloned().collect();
    if required.is_empty() {
        fields.remove("required");
    } else {
        fields.insert("required".to_owned(), required.into());
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
    use serde_json::{Value, json};

    use super::{Dialect, Form, UnknownFields, of_crd};

    fn schema(spec: &Value, form: Form) -> Value {
        let crd = json!({"spec": {
            "group": "example.com",
            "names": {"kind": "Job"},
            "versions": [{"name": "v1", "schema": {"openAPIV3Schema": {
                "type": "object", "required": ["kind", "spec"],
                "properties": {"kind": {"type": "string", "description": "Kind is a word."}, "spec": spec},
            }}}],
        }});
        of_crd(&crd, form).remove(0).schema
    }

    const STRICT: Form = Form { dialect: Dialect::Draft07, unknown: UnknownFields::Rejected };
    const OPEN: Form = Form { dialect: Dialect::Draft202012, unknown: UnknownFields::Accepted };

    /// JSON Schema draft 7, 6.5.3: the names in `required` are unique.
    #[test]
    fn declared_and_required_properties_stand_once() {
        let schema = schema(&json!({"type": "object"}), STRICT);
        assert_eq!(schema["required"], json!(["kind", "spec", "apiVersion"]));
        let kind = json!({"type": "string", "description": "Kind is a word.", "enum": ["Job"]});
        assert_eq!(schema["properties"]["kind"], kind);
        assert_eq!(schema["properties"]["apiVersion"], json!({"type": "string", "enum": ["example.com/v1"]}));
    }

    #[test]
    fn unknown_fields_are_rejected_where_they_are_pruned() {
        let spec = json!({"type": "object", "properties": {
            "nothing": {"type": "object"},
            "anything": {"type": "object", "x-kubernetes-preserve-unknown-fields": true},
            "map": {"type": "object", "additionalProperties": {"type": "object"}},
            "object": {"type": "object", "x-kubernetes-embedded-resource": true, "properties": {}},
        }});
        let strict = schema(&spec, STRICT);
        let below = |name: &str| &strict["properties"]["spec"]["properties"][name];
        assert_eq!(strict["additionalProperties"], false);
        assert_eq!(below("nothing")["additionalProperties"], false);
        assert_eq!(below("anything").get("additionalProperties"), None);
        assert_eq!(below("map")["additionalProperties"]["additionalProperties"], false);
        assert_eq!(below("object")["required"], json!(["apiVersion", "kind"]));
        assert_eq!(below("object")["properties"]["metadata"], json!({"type": "object"}));
        let open = schema(&spec, OPEN);
        assert_eq!(open["$schema"], "https://json-schema.org/draft/2020-12/schema");
        assert_eq!(open.get("additionalProperties"), None);
        assert_eq!(open["properties"]["spec"]["properties"]["nothing"], json!({"type": "object"}));
    }

    #[test]
    fn what_a_server_fills_in_is_not_required() {
        let spec = json!({"type": "object", "required": ["a", "b"], "properties": {
            "a": {"type": "integer", "default": 1}, "b": {"type": "string", "nullable": true, "enum": ["x"]},
        }});
        let schema = schema(&spec, STRICT);
        assert_eq!(schema["properties"]["spec"]["required"], json!(["b"]));
        let null = json!({"type": ["string", "null"], "enum": ["x", null]});
        assert_eq!(schema["properties"]["spec"]["properties"]["b"], null);
    }
}
