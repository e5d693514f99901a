//! `IntOrString`, for ports, percentages and the like.
//!
//! Source: `apimachinery pkg/util/intstr/intstr.go`.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::describe::{CrdSchema, Facet, Shape, TypeDesc};

/// An integer or a string.
///
/// ```
/// use crd_schema::IntOrString;
///
/// let values: Vec<IntOrString> = serde_json::from_str(r#"[3, "50%"]"#)?;
/// assert_eq!(values, [IntOrString::Int(3), IntOrString::from("50%")]);
/// assert_eq!(serde_json::to_string(&values)?, r#"[3,"50%"]"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum IntOrString {
    /// A whole number.
    Int(i32),
    /// A string.
    String(String),
}

impl CrdSchema for IntOrString {
    // Kubernetes' own type holds 32 bits, too; bounds are asked of numbers only.
    const SCHEMA: &'static TypeDesc = &TypeDesc {
        shape: Shape::IntOrString,
        facets: &[Facet::Minimum(-2_147_483_648.0), Facet::Maximum(2_147_483_647.0)],
    };
}

impl From<i32> for IntOrString {
    fn from(number: i32) -> Self {
        Self::Int(number)
    }
}

impl From<String> for IntOrString {
    fn from(string: String) -> Self {
        Self::String(string)
    }
}

impl From<&str> for IntOrString {
    fn from(string: &str) -> Self {
        Self::String(string.to_owned())
    }
}

impl fmt::Display for IntOrString {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(number) => number.fmt(f),
            Self::String(string) => string.fmt(f),
        }
    }
}

impl Serialize for IntOrString {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Int(number) => serializer.serialize_i32(*number),
            Self::String(string) => serializer.serialize_str(string),
        }
    }
}

impl<'de> Deserialize<'de> for IntOrString {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(IntOrStringVisitor)
    }
}

struct IntOrStringVisitor;

impl Visitor<'_> for IntOrStringVisitor {
    type Value = IntOrString;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a 32-bit integer or a string")
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<IntOrString, E> {
        let invalid = || E::invalid_value(Unexpected::Signed(number), &self);
        i32::try_from(number).map(IntOrString::Int).map_err(|_| invalid())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<IntOrString, E> {
        let invalid = || E::invalid_value(Unexpected::Unsigned(number), &self);
        i32::try_from(number).map(IntOrString::Int).map_err(|_| invalid())
    }

    fn visit_str<E: Error>(self, string: &str) -> Result<IntOrString, E> {
        Ok(string.into())
    }

    fn visit_string<E: Error>(self, string: String) -> Result<IntOrString, E> {
        Ok(string.into())
    }
}
