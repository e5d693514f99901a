//! Whether a value has the shape of its type.
//!
//! Source: `structured-merge-diff typed/validate.go`.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::element::element;
use super::errors::{Errors, Step};
use crate::apply::path::PathElement;
use crate::apply::schema::{Kind, ListAtom, MapAtom, Relation, Scalar, TypeId, Types};
use crate::go_text::{GoSyntax, Plain, type_of};

/// Whether two items of a set or a list map may be the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::apply) enum Duplicates {
    Allowed,
    Rejected,
}

/// Validates a value of a type.
pub(in crate::apply) fn validate(
    types: &Types,
    of: TypeId,
    value: &Value,
    duplicates: Duplicates,
) -> Result<(), String> {
    let mut walk = Walk { types, duplicates, errors: Errors::default() };
    walk.value(of, value);
    walk.errors.into_result()
}

struct Walk<'t, 'v> {
    types: &'t Types,
    duplicates: Duplicates,
    errors: Errors<'v>,
}

impl<'v> Walk<'_, 'v> {
    fn value(&mut self, of: TypeId, value: &'v Value) {
        match (self.types.kind(of, value), value) {
            (Kind::Scalar(scalar), value) => {
                if let Some(message) = mismatch(scalar, value) {
                    self.errors.add(message);
                }
            }
            (Kind::List(_) | Kind::Map(_), Value::Null) => {}
            (Kind::List(list), Value::Array(items)) => self.items(list, items),
            (Kind::Map(map), Value::Object(fields)) => self.fields(map, fields),
            (Kind::List(_), other) => {
                self.errors.add(format_args!("expected list, got &{{{}}}", Plain(other)));
            }
            (Kind::Map(_), other) => self.errors.add(format_args!("expected map, got &{{{}}}", Plain(other))),
            (Kind::Invalid, _) => self.errors.add("schema error: invalid atom: inlined"),
        }
    }

    /// **Quirk**: an item without a key ends the walk of the list.
    fn items(&mut self, list: &ListAtom, items: &'v [Value]) {
        let mut observed = BTreeSet::new();
        for (position, item) in items.iter().enumerate() {
            let step = match self.step(list, position, item, &mut observed) {
                Ok(step) => step,
                Err(why) => return self.errors.add(format_args!("element {position}: {why}")),
            };
            self.below(step, list.items, item);
        }
    }

    fn step(
        &mut self,
        list: &ListAtom,
        position: usize,
        item: &Value,
        observed: &mut BTreeSet<PathElement>,
    ) -> Result<Step<'v>, String> {
        if list.relation == Relation::Atomic {
            return Ok(Step::Item(PathElement::Index(i64::try_from(position).unwrap_or(i64::MAX))));
        }
        let element = element(self.types, list, item)?;
        if !observed.insert(element.clone()) && self.duplicates == Duplicates::Rejected {
            self.errors.add(format_args!("duplicate entries for key {element}"));
        }
        Ok(Step::Item(element))
    }

    /// **Quirk**: an undeclared field ends the walk of the object, whose order is random in Go.
    fn fields(&mut self, map: &MapAtom, fields: &'v Map<String, Value>) {
        for (name, value) in fields {
            let Some(of) = map.field(name) else {
                return self.errors.add_at(Step::Field(name), "field not declared in schema");
            };
            self.below(Step::Field(name), of, value);
        }
    }

    fn below(&mut self, step: Step<'v>, of: TypeId, value: &'v Value) {
        self.errors.enter(step);
        self.value(of, value);
        self.errors.leave();
    }
}

/// `validateScalar`: why a value is no such scalar; null is any.
pub(super) fn mismatch(scalar: Scalar, value: &Value) -> Option<String> {
    match (scalar, value) {
        (_, Value::Null)
        | (Scalar::Numeric, Value::Number(_))
        | (Scalar::String, Value::String(_))
        | (Scalar::Boolean, Value::Bool(_))
        | (Scalar::Untyped, Value::Number(_) | Value::String(_) | Value::Bool(_)) => None,
        (Scalar::Numeric, value) => Some(format!("expected numeric (int or float), got {}", type_of(value))),
        (Scalar::String, value) => {
            Some(format!("expected string, got &value.valueUnstructured{{Value:{}}}", GoSyntax(value)))
        }
        (Scalar::Boolean, value) => Some(format!("expected boolean, got &{{{}}}", Plain(value))),
        (Scalar::Untyped, value) => Some(format!("expected any scalar, got &{{{}}}", Plain(value))),
    }
}
