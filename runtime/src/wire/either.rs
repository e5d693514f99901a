//! Fields whose JSON takes two shapes.
//!
//! Source: `pkg/apis/apiextensions/v1/marshal.go`.

use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error};
use serde::ser::{Serialize, Serializer};
use serde_json::Value;

use super::object::Content;
use super::props::JsonSchemaProps;
use crate::path::FieldPath;

/// `additionalProperties` and `additionalItems`: a schema, or whether anything goes.
#[derive(Clone, Debug, PartialEq)]
pub enum SchemaOrBool {
    /// `true` or `false`.
    Bool(bool),
    /// A schema, which implies `true`.
    Schema(Box<JsonSchemaProps>),
}

impl Serialize for SchemaOrBool {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Bool(allows) => allows.serialize(serializer),
            Self::Schema(schema) => schema.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for SchemaOrBool {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::Bool(allows) => Ok(Self::Bool(allows)),
            schema @ Value::Object(_) => from_value(schema).map(Self::Schema),
            _ => Err(D::Error::custom("boolean or JSON schema expected")),
        }
    }
}

impl Content for SchemaOrBool {
    fn omit_empty(&mut self) {
        if let Self::Schema(schema) = self {
            Content::omit_empty(schema);
        }
    }

    fn unknown(&self, path: &FieldPath<'_>, found: &mut dyn FnMut(&FieldPath<'_>)) {
        if let Self::Schema(schema) = self {
            Content::unknown(schema, path, found);
        }
    }
}

/// A schema, or a list of something else.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum SchemaOrList<T> {
    /// A schema.
    Schema(Box<JsonSchemaProps>),
    /// A list.
    List(Vec<T>),
    /// Any other JSON: the server reads it as a holder without content.
    Other(Value),
}

/// `items`: one schema for all items, or one for each position, which no structural schema may have.
pub type SchemaOrArray = SchemaOrList<JsonSchemaProps>;

/// A value of `dependencies`: a schema that the object must fit, or the names of other fields.
pub type SchemaOrStrings = SchemaOrList<String>;

impl<T: Serialize> Serialize for SchemaOrList<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Schema(schema) => schema.serialize(serializer),
            Self::List(items) => items.serialize(serializer),
            Self::Other(value) => value.serialize(serializer),
        }
    }
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for SchemaOrList<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            schema @ Value::Object(_) => from_value(schema).map(Self::Schema),
            list @ Value::Array(_) => from_value(list).map(Self::List),
            other => Ok(Self::Other(other)),
        }
    }
}

impl<T: Content> Content for SchemaOrList<T> {
    fn omit_empty(&mut self) {
        match self {
            Self::Schema(schema) => Content::omit_empty(schema),
            Self::List(items) => Content::omit_empty(items),
            Self::Other(_) => {}
        }
    }

    fn unknown(&self, path: &FieldPath<'_>, found: &mut dyn FnMut(&FieldPath<'_>)) {
        match self {
            Self::Schema(schema) => Content::unknown(schema, path, found),
            Self::List(items) => Content::unknown(items, path, found),
            Self::Other(_) => {}
        }
    }
}

fn from_value<T: DeserializeOwned, E: Error>(value: Value) -> Result<T, E> {
    serde_json::from_value(value).map_err(E::custom)
}
