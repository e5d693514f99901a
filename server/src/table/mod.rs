//! Tables, and metadata without the rest.
//!
//! Source: `apiextensions-apiserver pkg/registry/customresource/tableconvertor/tableconvertor.go`;
//! `apiserver pkg/endpoints/handlers/response.go`.
//!
//! Knows nothing of: requests, stores.

mod age;
mod json_path;

use crd_schema_go::quote::quoted;
use jiff::Timestamp;
use serde_json::{Map, Value, json};

use crate::failure::Failure;
use crate::meta;
use crate::resources::Column;
use json_path::JsonPath;

/// What stands beside the cells of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Include {
    Metadata,
    None,
    Object,
}

impl Include {
    pub(crate) fn parse(text: &str) -> Result<Self, Failure> {
        match text {
            "" | "Metadata" => Ok(Self::Metadata),
            "None" => Ok(Self::None),
            "Object" => Ok(Self::Object),
            other => Err(Failure::bad_request(format!(
                "Unable to convert to Table as requested: includeObject: Invalid value: {}: must be 'Metadata', \
                 'Object', 'None', or empty",
                quoted(other)
            ))),
        }
    }
}

/// Whether a table says what its columns are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Headers {
    Shown,
    Hidden,
}

/// Source: `ObjectMeta` in `apimachinery pkg/apis/meta/v1/types.go`.
const NAME: &str = "Name must be unique within a namespace. Is required when creating resources, although some \
     resources may allow a client to request the generation of an appropriate name automatically. Name is primarily \
     intended for creation idempotence and configuration definition. Cannot be updated. More info: \
     https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names";

/// An object or a list as a table.
pub(crate) fn table(
    columns: &[Column],
    object: &Value,
    version: &str,
    include: Include,
    headers: Headers,
    now: Timestamp,
) -> Value {
    let paths: Vec<_> = columns.iter().map(|column| JsonPath::parse(&column.json_path)).collect();
    let row = |object: &Value| {
        let cells = columns.iter().zip(&paths).map(|(column, path)| cell(column, path.as_ref(), object, now));
        let name = Value::from(meta::text(object, "name"));
        let object = match include {
            Include::Metadata => partial(object, version),
            Include::Object => object.clone(),
            Include::None => Value::Null,
        };
        json!({"cells": std::iter::once(name).chain(cells).collect::<Vec<_>>(), "object": object})
    };
    let rows: Vec<_> = match object.get("items").and_then(Value::as_array) {
        Some(items) => items.iter().map(row).collect(),
        None => vec![row(object)],
    };
    let definitions = match headers {
        Headers::Shown => definitions(columns),
        Headers::Hidden => Value::Null,
    };
    json!({
        "kind": "Table",
        "apiVersion": format!("meta.k8s.io/{version}"),
        "metadata": list_metadata(object),
        "columnDefinitions": definitions,
        "rows": rows,
    })
}

fn definitions(columns: &[Column]) -> Value {
    let name =
        json!({"name": "Name", "type": "string", "format": "name", "description": NAME, "priority": 0});
    let others = columns.iter().map(|column| {
        let description = if column.description.is_empty() {
            format!("Custom resource definition column (in JSONPath format): {}", column.json_path)
        } else {
            column.description.clone()
        };
        json!({
            "name": column.name, "type": column.kind, "format": column.format, "description": description,
            "priority": column.priority,
        })
    });
    std::iter::once(name).chain(others).collect()
}

/// What lists and tables have for metadata.
fn list_metadata(object: &Value) -> Value {
    let mut metadata = Map::new();
    for name in ["resourceVersion", "continue", "remainingItemCount"] {
        let found = meta::field(object, name).filter(|value| value.as_str() != Some(""));
        if let Some(value) = found {
            metadata.insert(name.to_owned(), value.clone());
        }
    }
    metadata.into()
}

fn cell(column: &Column, path: Option<&JsonPath>, object: &Value, now: Timestamp) -> Value {
    if let Some(compute) = column.computed {
        return compute(object);
    }
    let Some(found) = path.and_then(|path| path.first(object)) else { return Value::Null };
    match (column.kind.as_str(), found) {
        (_, Value::Null) => Value::Null,
        ("string", Value::String(text)) => text.clone().into(),
        ("string", other) => other.to_string().into(),
        ("integer", Value::Number(number)) => integer(number),
        ("number", Value::Number(number)) => number.as_f64().map_or(Value::Null, Value::from),
        ("boolean", Value::Bool(flag)) => (*flag).into(),
        ("date", Value::String(text)) => age::of(text, now).into(),
        _ => Value::Null,
    }
}

#[expect(clippy::cast_possible_truncation, reason = "Go cuts it, too")]
fn integer(number: &serde_json::Number) -> Value {
    number.as_i64().or_else(|| number.as_f64().map(|number| number as i64)).map_or(Value::Null, Value::from)
}

/// The metadata of an object.
pub(crate) fn partial(object: &Value, version: &str) -> Value {
    let metadata = object.get("metadata").cloned().unwrap_or_else(|| json!({}));
    json!({
        "kind": "PartialObjectMetadata", "apiVersion": format!("meta.k8s.io/{version}"), "metadata": metadata,
    })
}

/// The metadata of the objects of a list.
pub(crate) fn partial_list(list: &Value, version: &str) -> Value {
    let items = list.get("items").and_then(Value::as_array).into_iter().flatten();
    json!({
        "kind": "PartialObjectMetadataList",
        "apiVersion": format!("meta.k8s.io/{version}"),
        "metadata": list_metadata(list),
        "items": items.map(|item| partial(item, version)).collect::<Vec<_>>(),
    })
}
