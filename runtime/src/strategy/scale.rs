//! The fields that the scale subresource reads and writes.
//!
//! Source: `pkg/registry/customresource/validator.go`, `ValidateScaleSpec`, `ValidateScaleStatus`; `etcd.go`,
//! `scaleFromCustomResource`; `apimachinery pkg/apis/meta/v1/unstructured/helpers.go`, `NestedInt64`, `NestedString`,
//! `SetNestedField`.
//!
//! Knows nothing of: schemas.

use serde_json::{Map, Value};

use crate::field_error::invalid;
use crate::go_text;
use crate::number::Number;
use crate::path::FieldPath;
use crate::violation::Violation;

/// Where the fields are, as the CRD says it, with a dot in front.
#[derive(Clone, Debug)]
pub(crate) struct ScalePaths {
    pub(crate) spec_replicas: String,
    pub(crate) status_replicas: String,
    pub(crate) label_selector: Option<String>,
}

/// What the fields say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ScaleFields {
    /// None where the object has no such field.
    pub(crate) wanted: Option<i64>,
    pub(crate) found: i64,
    pub(crate) selector: String,
}

impl ScalePaths {
    /// What an object says of its scale.
    ///
    /// # Errors
    /// A field of another type, in Go's words.
    pub(crate) fn fields(&self, object: &Value) -> Result<ScaleFields, String> {
        let message = |path: &str| nested(object, path, "string", |value| value.as_str().map(str::to_owned));
        Ok(ScaleFields {
            wanted: nested(object, &self.spec_replicas, "int64", integer)?,
            found: nested(object, &self.status_replicas, "int64", integer)?.unwrap_or_default(),
            selector: self.label_selector.as_deref().map_or(Ok(None), message)?.unwrap_or_default(),
        })
    }

    /// Says how often something should run; what is missing on the way is made.
    ///
    /// # Errors
    /// What stands on the way and is no object, in Go's words.
    pub(crate) fn want(&self, object: &mut Value, replicas: i32) -> Result<(), String> {
        let names = names(&self.spec_replicas);
        let (Some((last, parents)), Value::Object(root)) = (names.split_last(), object) else {
            return Ok(());
        };
        let mut fields = root;
        for (index, name) in parents.iter().enumerate() {
            let Value::Object(below) = fields.entry(*name).or_insert_with(|| Map::new().into()) else {
                let path = names.get(..=index).unwrap_or(&names).join(".");
                return Err(format!("value cannot be set because .{path} is not a map[string]interface{{}}"));
            };
            fields = below;
        }
        fields.insert((*last).to_owned(), replicas.into());
        Ok(())
    }

    pub(super) fn spec(&self, object: &Value) -> Option<Violation> {
        replicas(object, &self.spec_replicas)
    }

    pub(super) fn status(&self, object: &Value) -> Vec<Violation> {
        let selector = self.label_selector.as_deref().and_then(|path| selector(object, path));
        replicas(object, &self.status_replicas).into_iter().chain(selector).collect()
    }
}

fn replicas(object: &Value, json_path: &str) -> Option<Violation> {
    let path = FieldPath::ROOT.property(json_path);
    match nested(object, json_path, "int64", integer) {
        Err(message) => Some(invalid(&path, 0, message)),
        Ok(Some(negative @ ..=-1)) => Some(invalid(&path, negative, "should be a non-negative integer")),
        Ok(Some(large)) if large > i64::from(i32::MAX) => {
            Some(invalid(&path, large, format!("should be less than or equal to {}", i32::MAX)))
        }
        Ok(_) => None,
    }
}

fn integer(value: &Value) -> Option<i64> {
    match Number::read(value.as_number()?) {
        Number::Integer(integer) => Some(integer),
        Number::Float(_) => None,
    }
}

fn selector(object: &Value, json_path: &str) -> Option<Violation> {
    let found = nested(object, json_path, "string", |value| value.as_str().map(|_| ()));
    found.err().map(|message| invalid(&FieldPath::ROOT.property(json_path), "", message))
}

fn names(json_path: &str) -> Vec<&str> {
    json_path.strip_prefix('.').unwrap_or(json_path).split('.').collect()
}

/// The value at the path, or why it is none of the wanted type.
fn nested<T>(
    object: &Value,
    json_path: &str,
    wanted: &str,
    read: impl FnOnce(&Value) -> Option<T>,
) -> Result<Option<T>, String> {
    let names = names(json_path);
    let mut value = object;
    for (index, name) in names.iter().enumerate() {
        let fields = match value {
            Value::Null => return Ok(None),
            Value::Object(fields) => fields,
            other => {
                let names = names.get(..=index).unwrap_or(&names);
                return Err(accessor_error(names, other, "map[string]interface{}"));
            }
        };
        let Some(below) = fields.get(*name) else { return Ok(None) };
        value = below;
    }
    read(value).map(Some).ok_or_else(|| accessor_error(&names, value, wanted))
}

fn accessor_error(names: &[&str], value: &Value, wanted: &str) -> String {
    let (path, shown, go_type) = (names.join("."), go_text::Plain(value), go_text::type_of(value));
    format!(".{path} accessor error: {shown} is of the type {go_type}, expected {wanted}")
}
