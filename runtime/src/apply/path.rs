//! One step of the path to a field, as `managedFields` write it.
//!
//! Source: `structured-merge-diff fieldpath/{element,serialize-pe}.go`.
//!
//! Knows nothing of: types, managers.

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::{Number, Value};

use super::value::{JsonName, JsonValue, compare, printed};

/// One step of the path to a field.
///
/// ```
/// use crd_schema::apply::PathElement;
///
/// let element = PathElement::parse(r#"k:{"name":"web"}"#)?.expect("its kind is known");
/// assert_eq!(element.to_string(), r#"[name="web"]"#);
/// assert_eq!(element.serialize(), r#"k:{"name":"web"}"#);
/// # Ok::<(), crd_schema::apply::FieldsError>(())
/// ```
///
/// Source: `PathElement` in `structured-merge-diff fieldpath/element.go`.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum PathElement {
    /// `f:`, a field of an object.
    Field(Arc<str>),
    /// `k:`, the item of a list map with these values in its key fields, which are sorted by name.
    Key(Arc<[(String, Value)]>),
    /// `v:`, an item of a set.
    Value(Arc<Value>),
    /// `i:`, the item of a list at this position.
    Index(i64),
}

/// Why `fieldsV1` cannot be read.
///
/// ```
/// use crd_schema::apply::FieldSet;
///
/// let error = FieldSet::from_fields_v1(&serde_json::json!({"f": {}})).unwrap_err();
/// assert_eq!(error.to_string(), "key must be 2 characters long:");
/// ```
///
/// Source: `fieldpath/serialize-pe.go`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct FieldsError {
    message: String,
}

impl FieldsError {
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into() }
    }
}

impl PathElement {
    /// A field.
    ///
    /// ```
    /// assert_eq!(crd_schema::apply::PathElement::field("spec").to_string(), ".spec");
    /// ```
    pub fn field(name: &str) -> Self {
        Self::Field(name.into())
    }

    /// Reads a key of `fieldsV1`; a kind of another version of Kubernetes is `None`.
    ///
    /// ```
    /// use crd_schema::apply::PathElement;
    ///
    /// assert_eq!(PathElement::parse("f:spec")?, Some(PathElement::field("spec")));
    /// assert_eq!(PathElement::parse("x:spec")?, None);
    /// assert_eq!(PathElement::parse("spec").unwrap_err().to_string(), "missing colon: spec");
    /// # Ok::<(), crd_schema::apply::FieldsError>(())
    /// ```
    ///
    /// # Errors
    /// [`FieldsError`] when it is too short, has no colon, or what stands behind it is no JSON.
    ///
    /// Source: `DeserializePathElement` in `fieldpath/serialize-pe.go`.
    pub fn parse(string: &str) -> Result<Option<Self>, FieldsError> {
        let bytes = string.as_bytes();
        let [kind, colon, ..] = bytes else { return Err(FieldsError::new("key must be 2 characters long:")) };
        if *colon != b':' {
            return Err(FieldsError::new(format!("missing colon: {string}")));
        }
        let rest = string.get(2..).unwrap_or_default();
        let no_json = |error: serde_json::Error| FieldsError::new(error.to_string());
        Ok(Some(match kind {
            b'f' => Self::field(rest),
            b'v' => Self::Value(Arc::new(floats(serde_json::from_str(rest).map_err(no_json)?))),
            b'k' => Self::key(key_fields(rest).map_err(no_json)?),
            b'i' => Self::Index(rest.parse().map_err(|_| {
                FieldsError::new(format!(
                    "strconv.Atoi: parsing {}: invalid syntax",
                    crate::go_text::quoted(rest)
                ))
            })?),
            _ => return Ok(None),
        }))
    }

    /// **Quirk**: what upstream makes of an item without a key, which stands in an object while it is pruned; no set
    /// that is written has it (`toFieldSetWalker.visitListItems`).
    pub(super) const NAMELESS: Self = Self::Index(i64::MIN);

    pub(super) fn key(mut fields: Vec<(String, Value)>) -> Self {
        fields.sort_by(|(left, _), (right, _)| left.cmp(right));
        Self::Key(fields.into())
    }

    /// As `fieldsV1` writes it.
    ///
    /// ```
    /// use crd_schema::apply::PathElement;
    ///
    /// assert_eq!(PathElement::Index(3).serialize(), "i:3");
    /// ```
    ///
    /// Source: `SerializePathElement` in `fieldpath/serialize-pe.go`.
    pub fn serialize(&self) -> String {
        match self {
            Self::Field(name) => format!("f:{name}"),
            Self::Key(fields) => {
                let field =
                    |(name, value): &(String, Value)| format!("{}:{}", JsonName(name), JsonValue(value));
                format!("k:{{{}}}", fields.iter().map(field).collect::<Vec<_>>().join(","))
            }
            Self::Value(value) => format!("v:{}", JsonValue(value)),
            Self::Index(index) => format!("i:{index}"),
        }
    }

    fn rank(&self) -> u8 {
        match self {
            Self::Field(_) => 0,
            Self::Key(_) => 1,
            Self::Value(_) => 2,
            Self::Index(_) => 3,
        }
    }
}

/// `json-iterator` reads every number as a float.
fn floats(mut value: Value) -> Value {
    match &mut value {
        Value::Number(number) => {
            if let Some(float) = number.as_f64().and_then(Number::from_f64) {
                *number = float;
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| *item = floats(item.take())),
        Value::Object(fields) => fields.values_mut().for_each(|field| *field = floats(field.take())),
        _ => {}
    }
    value
}

fn key_fields(json: &str) -> Result<Vec<(String, Value)>, serde_json::Error> {
    let mut deserializer = serde_json::Deserializer::from_str(json);
    let fields = deserializer.deserialize_any(KeyFields)?;
    deserializer.end()?;
    Ok(fields)
}

/// Reads an object, or null, which has no fields; a name may come twice.
struct KeyFields;

impl<'de> Visitor<'de> for KeyFields {
    type Value = Vec<(String, Value)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(Vec::new())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut fields = Vec::new();
        while let Some((name, value)) = map.next_entry::<String, Value>()? {
            fields.push((name, floats(value)));
        }
        Ok(fields)
    }
}

/// As messages show it.
impl fmt::Display for PathElement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Field(name) => write!(f, ".{name}"),
            Self::Key(fields) => {
                let fields: Vec<_> =
                    fields.iter().map(|(name, value)| format!("{name}={}", printed(value))).collect();
                write!(f, "[{}]", fields.join(","))
            }
            Self::Value(value) => write!(f, "[={}]", printed(value)),
            Self::Index(index) => write!(f, "[{index}]"),
        }
    }
}

/// The order of `fieldsV1`: fields, keys, values, positions.
impl Ord for PathElement {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Field(left), Self::Field(right)) => left.cmp(right),
            (Self::Key(left), Self::Key(right)) => {
                let fields = left.iter().zip(right.iter());
                let order = |((name, left), (other, right)): (&(String, Value), &(String, Value))| {
                    name.cmp(other).then_with(|| compare(left, right))
                };
                let unequal = fields.map(order).find(|order| order.is_ne());
                unequal.unwrap_or_else(|| left.len().cmp(&right.len()))
            }
            (Self::Value(left), Self::Value(right)) => compare(left, right),
            (Self::Index(left), Self::Index(right)) => left.cmp(right),
            _ => self.rank().cmp(&other.rank()),
        }
    }
}

impl PartialOrd for PathElement {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for PathElement {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for PathElement {}
