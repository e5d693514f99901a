//! Writes YAML that Go reads as the value that was given.

use std::collections::BTreeMap;

use serde::ser::{Error as _, Serialize, SerializeMap, SerializeSeq, Serializer};
use serde_json::{Number, Value};
use serde_saphyr::DoubleQuoted;
use thiserror::Error;

use super::MAX_DEPTH;
use super::compose::too_deep;
use super::go_number::through_json;

/// Why a value cannot be written as YAML.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct WriteError {
    message: String,
}

/// Writes a value as one YAML document: keys sorted, whole floats as integers, as
/// `sigs.k8s.io/yaml` does, but long text stays on one line.
///
/// ```
/// use crd_schema::yaml::to_string;
///
/// let value = serde_json::json!({"b": {"y": "yes"}, "a": [1.0, "1.0"]});
/// assert_eq!(to_string(&value)?, "a:\n- 1\n- \"1.0\"\nb:\n  \"y\": \"yes\"\n");
/// # Ok::<(), crd_schema::yaml::WriteError>(())
/// ```
///
/// # Errors
/// A key of the root that begins with `---`, where kubectl would cut the file; a number that is
/// neither an integer of 64 bits nor a finite float; nesting past [`MAX_DEPTH`].
pub fn to_string(value: &Value) -> Result<String, WriteError> {
    if let Some(text) = cut_at(value) {
        let message = format!("kubectl would cut the file at the line that begins with {text:?}");
        return Err(WriteError { message });
    }
    let options = serde_saphyr::ser_options! {
        min_fold_chars: usize::MAX,
        folded_wrap_chars: usize::MAX,
    };
    let root = Yaml { value, depth: 0 };
    serde_saphyr::to_string_with_options(&root, options)
        .map_err(|error| WriteError { message: error.to_string() })
}

/// The text that would stand at the beginning of a line and look like a separator.
fn cut_at(value: &Value) -> Option<&str> {
    match value {
        Value::Object(entries) => entries.keys().find(|key| key.starts_with("---")).map(String::as_str),
        Value::String(text) if text.starts_with("---") => Some(text),
        _ => None,
    }
}

/// A value whose entries are sorted and whose numbers are plain, whatever features `serde_json` has.
struct Yaml<'a> {
    value: &'a Value,
    depth: usize,
}

impl<'a> Yaml<'a> {
    fn child(&self, value: &'a Value) -> Self {
        Self { value, depth: self.depth + 1 }
    }

    /// A block scalar at the root has no indentation, and Go refuses one with a line that begins with a tab.
    fn needs_quotes(&self, text: &str) -> bool {
        text.contains('\n') && (self.depth == 0 || text.split('\n').any(|line| line.starts_with('\t')))
    }
}

impl Serialize for Yaml<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.value {
            Value::Array(_) | Value::Object(_) if self.depth >= MAX_DEPTH => {
                Err(S::Error::custom(too_deep()))
            }
            Value::Null => serializer.serialize_unit(),
            Value::Bool(value) => serializer.serialize_bool(*value),
            Value::Number(number) => serialize_number(number, serializer),
            Value::String(text) if self.needs_quotes(text) => DoubleQuoted(text).serialize(serializer),
            Value::String(text) => serializer.serialize_str(text),
            Value::Array(items) => {
                let mut list = serializer.serialize_seq(Some(items.len()))?;
                for item in items {
                    list.serialize_element(&self.child(item))?;
                }
                list.end()
            }
            Value::Object(entries) => {
                let sorted: BTreeMap<_, _> = entries.iter().collect();
                let mut map = serializer.serialize_map(Some(sorted.len()))?;
                for (key, entry) in sorted {
                    map.serialize_entry(key, &self.child(entry))?;
                }
                map.end()
            }
        }
    }
}

fn serialize_number<S: Serializer>(number: &Number, serializer: S) -> Result<S::Ok, S::Error> {
    if let Some(value) = number.as_i64() {
        return serializer.serialize_i64(value);
    }
    if let Some(value) = number.as_u64() {
        return serializer.serialize_u64(value);
    }
    let plain = number.as_f64().and_then(through_json);
    let plain = plain.ok_or_else(|| S::Error::custom(format!("the number {number} is out of range")))?;
    match (plain.as_i64(), plain.as_f64()) {
        (Some(value), _) => serializer.serialize_i64(value),
        (None, Some(value)) => serializer.serialize_f64(value),
        (None, None) => Err(S::Error::custom(format!("the number {number} is out of range"))),
    }
}
