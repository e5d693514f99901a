//! Members whose JSON takes two shapes.
//!
//! Source: `pkg/apis/apiextensions/v1/marshal.go`.

use serde::de::{Deserialize, Deserializer, Error};
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

/// `items`: a schema, or a list of them, which no structural schema may have.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum SchemaOrArray {
    /// One schema for all items.
    Schema(Box<JsonSchemaProps>),
    /// A schema for each position.
    Array(Vec<JsonSchemaProps>),
    /// Any other JSON: the server reads it as a holder without a schema.
    Other(Value),
}

impl Serialize for SchemaOrArray {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Schema(schema) => schema.serialize(serializer),
            Self::Array(schemas) => schemas.serialize(serializer),
            Self::Other(value) => value.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for SchemaOrArray {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            schema @ Value::Object(_) => from_value(schema).map(Self::Schema),
            array @ Value::Array(_) => from_value(array).map(Self::Array),
            other => Ok(Self::Other(other)),
        }
    }
}

impl Content for SchemaOrArray {
    fn omit_empty(&mut self) {
        match self {
            Self::Schema(schema) => Content::omit_empty(schema),
            Self::Array(schemas) => Content::omit_empty(schemas),
            Self::Other(_) => {}
        }
    }

    fn unknown(&self, path: &FieldPath<'_>, found: &mut dyn FnMut(&FieldPath<'_>)) {
        match self {
            Self::Schema(schema) => Content::unknown(schema, path, found),
            Self::Array(schemas) => Content::unknown(schemas, path, found),
            Self::Other(_) => {}
        }
    }
}

/// A value of `dependencies`: a schema, or the names of other members.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum SchemaOrStrings {
    /// A schema that the object must fit.
    Schema(Box<JsonSchemaProps>),
    /// Members that must be there.
    Strings(Vec<String>),
    /// Any other JSON: the server reads it as a holder without content.
    Other(Value),
}

impl Serialize for SchemaOrStrings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Schema(schema) => schema.serialize(serializer),
            Self::Strings(names) => names.serialize(serializer),
            Self::Other(value) => value.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for SchemaOrStrings {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            schema @ Value::Object(_) => from_value(schema).map(Self::Schema),
            names @ Value::Array(_) => from_value(names).map(Self::Strings),
            other => Ok(Self::Other(other)),
        }
    }
}

impl Content for SchemaOrStrings {
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

fn from_value<T: for<'a> Deserialize<'a>, E: Error>(value: Value) -> Result<T, E> {
    serde_json::from_value(value).map_err(E::custom)
}
