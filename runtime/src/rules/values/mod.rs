//! What rules see of an object.
//!
//! Values are read where they stand, when a rule asks for them: a value that is not what is declared is an error only there.
//!
//! Source: `apiserver pkg/cel/common/valuesunstructured.go`, `UnstructuredToVal`.

#![expect(
    clippy::cast_precision_loss,
    clippy::float_cmp,
    reason = "numbers are converted and compared as Go's are"
)]

mod keys;
mod list;
mod object;
mod string;

use std::rc::Rc;

use crd_schema_cel::{Error, List, Map, Opaque, Outcome, Value as Cel};
use serde_json::Value;

use crate::declared::Decl;
use crate::number::Number;
use crate::schema::{ListType, SchemaNode, SchemaType};
use list::Items;
use object::Fields;

/// A value as a rule sees it.
pub(super) fn value<'a>(json: &'a Value, decl: Decl<'a>) -> Outcome<'a> {
    match decl {
        Decl::Of(node) => of_node(json, node, decl),
        Decl::Resource(node) if json.is_null() => null(node),
        Decl::Resource(_) | Decl::Metadata(_) => fields(json, decl),
        Decl::String(_) => string(json),
    }
}

fn null<'a>(node: &SchemaNode) -> Outcome<'a> {
    if node.nullable {
        return Ok(Cel::Null);
    }
    Err(Error::new("invalid data, got null for schema with nullable=false"))
}

fn of_node<'a>(json: &'a Value, node: &'a SchemaNode, decl: Decl<'a>) -> Outcome<'a> {
    if json.is_null() {
        return null(node);
    }
    if node.int_or_string {
        return match (json, integer(json)) {
            (Value::String(string), _) => Ok(Cel::str(string)),
            (_, Some(int)) => Ok(Cel::Int(int)),
            _ => {
                Err(Error::new("invalid data, expected XIntOrString value to be either a string or integer"))
            }
        };
    }
    match &node.type_ {
        Some(SchemaType::Object) => fields(json, decl),
        Some(SchemaType::Array) => items(json, node),
        Some(SchemaType::String) => string::of_format(json, node.value_validation.format.as_deref()),
        Some(SchemaType::Number) => match json {
            Value::Number(number) => Ok(Cel::Double(match Number::read(number) {
                Number::Integer(int) => int as f64,
                Number::Float(float) => float,
            })),
            other => expected("float", other),
        },
        Some(SchemaType::Integer) => {
            integer(json).map_or_else(|| expected("int", json), |int| Ok(Cel::Int(int)))
        }
        Some(SchemaType::Boolean) => match json {
            Value::Bool(bool) => Ok(Cel::Bool(*bool)),
            other => expected("bool", other),
        },
        _ if node.preserve_unknown_fields => Ok(Cel::Opaque(Rc::new(Preserved(json)))),
        other => Err(Error::new(format!(
            "invalid type, expected object, array, number, integer, boolean or string, or no type with \
             x-kubernetes-int-or-string or x-kubernetes-preserve-unknown-fields is true, got {}",
            other.as_ref().map_or("", SchemaType::name),
        ))),
    }
}

fn integer(json: &Value) -> Option<i64> {
    match json {
        Value::Number(number) => match Number::read(number) {
            Number::Integer(int) => Some(int),
            Number::Float(_) => None,
        },
        _ => None,
    }
}

fn expected<'a>(what: &str, found: &Value) -> Outcome<'a> {
    Err(Error::new(format!("invalid data, expected {what}, got {}", go_type(found))))
}

/// The type of a value as Go's `%T` prints it.
fn go_type(json: &Value) -> &'static str {
    match json {
        Value::Null => "<nil>",
        Value::Bool(_) => "bool",
        Value::Number(_) if integer(json).is_some() => "int64",
        Value::Number(_) => "float64",
        Value::String(_) => "string",
        Value::Array(_) => "[]interface {}",
        Value::Object(_) => "map[string]interface {}",
    }
}

fn string(json: &Value) -> Outcome<'_> {
    match json {
        Value::String(string) => Ok(Cel::str(string)),
        other => expected("string", other),
    }
}

fn fields<'a>(json: &'a Value, decl: Decl<'a>) -> Outcome<'a> {
    match json {
        Value::Object(fields) => Ok(Cel::Map(Map::Host(Rc::new(Fields { fields, decl })))),
        _ => Err(Error::new("invalid data, expected a map for the provided schema with type=object")),
    }
}

fn items<'a>(json: &'a Value, node: &'a SchemaNode) -> Outcome<'a> {
    let Value::Array(items) = json else {
        return Err(Error::new("invalid data, expected an array for the provided schema with type=array"));
    };
    let Some(decl) = node.items().map(Decl::of) else {
        return Err(Error::new("invalid array type, expected Items with a non-empty Schema"));
    };
    let items = Items { items, decl };
    Ok(Cel::List(List::Host(match node.list_type {
        Some(ListType::Map) => Rc::new(list::MapList::new(items, &node.list_map_keys)),
        Some(ListType::Set) => Rc::new(list::SetList::new(items)),
        _ => Rc::new(items),
    })))
}

/// Whether two values that are declared alike are equal, as those of an expression are: what has no format, and no key that
/// distinguishes its items, is compared where it stands.
fn equal<'a>(own: &'a Value, other: &'a Value, decl: Decl<'a>) -> Result<bool, Error> {
    match (own, other, decl) {
        (Value::Object(fields), Value::Object(other), _) if has_fields(decl) => {
            Fields { fields, decl }.equal_fields(other)
        }
        (Value::Array(items), Value::Array(others), Decl::Of(node)) if is_atomic(node) => {
            match node.items().map(Decl::of) {
                Some(decl) => Items { items, decl }.equal_items(others),
                None => equal_as_values(own, other, decl),
            }
        }
        (Value::String(own), Value::String(other), Decl::Of(node)) if is_plain(node, &SchemaType::String) => {
            Ok(own == other)
        }
        (Value::Bool(own), Value::Bool(other), Decl::Of(node)) if is_plain(node, &SchemaType::Boolean) => {
            Ok(own == other)
        }
        (Value::Number(left), Value::Number(right), Decl::Of(node))
            if is_plain(node, &SchemaType::Integer) =>
        {
            match (Number::read(left), Number::read(right)) {
                (Number::Integer(left), Number::Integer(right)) => Ok(left == right),
                _ => equal_as_values(own, other, decl),
            }
        }
        _ => equal_as_values(own, other, decl),
    }
}

fn equal_as_values<'a>(own: &'a Value, other: &'a Value, decl: Decl<'a>) -> Result<bool, Error> {
    value(own, decl)?.equal_as_item(&value(other, decl).unwrap_or_else(Cel::Failed))
}

fn has_fields(decl: Decl<'_>) -> bool {
    match decl {
        Decl::Of(node) => !node.int_or_string && node.type_ == Some(SchemaType::Object),
        Decl::Resource(_) | Decl::Metadata(_) => true,
        Decl::String(_) => false,
    }
}

fn is_atomic(node: &SchemaNode) -> bool {
    node.is_list() && !matches!(node.list_type, Some(ListType::Map | ListType::Set))
}

fn is_plain(node: &SchemaNode, of: &SchemaType) -> bool {
    !node.int_or_string && node.type_.as_ref() == Some(of) && node.value_validation.format.is_none()
}

/// What no schema declares, and a rule can only compare.
struct Preserved<'a>(&'a Value);

impl<'a> Opaque<'a> for Preserved<'a> {
    fn type_name(&self) -> &'static str {
        "unknown"
    }

    fn equal(&self, other: &Cel<'a>) -> Result<bool, Error> {
        Ok(other.raw().and_then(|raw| raw.downcast_ref()).is_some_and(|other| is_identical(self.0, other)))
    }

    fn raw(&self) -> Option<&'a dyn std::any::Any> {
        Some(self.0)
    }
}

/// Go's deep equality of what JSON holds.
pub(super) fn is_identical(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => match (Number::read(left), Number::read(right)) {
            (Number::Integer(left), Number::Integer(right)) => left == right,
            (Number::Float(left), Number::Float(right)) => left == right,
            _ => false,
        },
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(left, right)| is_identical(left, right))
        }
        (Value::Object(left), Value::Object(right)) => {
            let other = |name: &String, left| right.get(name).is_some_and(|right| is_identical(left, right));
            left.len() == right.len() && left.iter().all(|(name, left)| other(name, left))
        }
        (left, right) => left == right,
    }
}
