//! Variables, fields and items.
//!
//! Source: cel-go `interpreter/attributes.go`.

use std::rc::Rc;

use super::Machine;
use crate::plan::{Attribute, Base, Key, Node, Qualifier};
use crate::value::{Const, Error, List, Map, Outcome, Printed, Value, index_of};

/// What a look for an item or entry found.
enum Found<'a> {
    Value(Outcome<'a>),
    /// Nothing is there, which a presence test accepts.
    Missing(Error),
    /// The key cannot be looked for.
    Failed(Error),
}

impl<'a> Machine<'a> {
    pub(super) fn attribute(&mut self, attribute: &'a Attribute) -> Outcome<'a> {
        if let (Base::Local(slot), []) = (&attribute.base, &attribute.qualifiers[..]) {
            let value = self.local(*slot);
            if !value.as_ref().is_err_and(Error::is_fatal) {
                self.charge(1)?;
            }
            return value;
        }
        let result = self.resolve(attribute);
        if result.as_ref().is_err_and(Error::is_fatal) {
            return result;
        }
        let is_test = attribute.is_test;
        let own = u64::from(!matches!(attribute.base, Base::Conditional(_)));
        // A presence test costs nothing but its qualifiers.
        self.charge(own.wrapping_sub(u64::from(is_test)))?;
        match result {
            Ok(Value::Optional(value)) if is_test => Ok(Value::Bool(value.is_some())),
            other => other,
        }
    }

    fn resolve(&mut self, attribute: &'a Attribute) -> Outcome<'a> {
        let value = match &attribute.base {
            Base::Local(slot) => self.local(*slot)?,
            Base::Variable(index, name) => match self.variables.get(*index) {
                Some(Some(value)) => value.clone()?,
                _ => return Err(Error::new(format!("no such attribute(s): {name}"))),
            },
            Base::Operand(node) => self.eval(node)?,
            Base::Conditional(parts) => {
                let (condition, truthy, falsy) = &**parts;
                return match self.eval(condition)? {
                    Value::Bool(true) => self.resolve(truthy),
                    Value::Bool(false) => self.resolve(falsy),
                    _ => Err(Error::NO_SUCH_OVERLOAD),
                };
            }
        };
        if attribute.qualifiers.is_empty() { Ok(value) } else { self.qualified(value, &attribute.qualifiers) }
    }

    /// The variable of a loop; an accumulator gets its first value when it is first asked for.
    pub(super) fn local(&mut self, slot: usize) -> Outcome<'a> {
        if let Some(Some(value)) = self.slots.get(slot) {
            return value.clone();
        }
        let init = match self.inits.get(slot).copied().flatten() {
            // What grows in place is not the constant itself.
            Some(Node::Const(Const::List(items))) if items.is_empty() => Ok(Value::items(Vec::new())),
            Some(Node::Const(Const::Map(entries))) if entries.is_empty() => {
                Ok(Value::Map(Map::Entries(Rc::default())))
            }
            Some(init) => self.eval(init),
            None => Err(Error::fixed("no such attribute(s)")),
        };
        if let Some(known) = self.slots.get_mut(slot) {
            *known = Some(init.clone());
        }
        init
    }

    fn qualified(&mut self, value: Value<'a>, qualifiers: &'a [Qualifier]) -> Outcome<'a> {
        let (mut value, mut is_optional) = match value {
            Value::Optional(None) => return Ok(Value::none()),
            Value::Optional(Some(value)) => ((*value).clone().outcome()?, true),
            value => (value, false),
        };
        for qualifier in qualifiers {
            is_optional |= qualifier.is_optional;
            match self.found(&value, qualifier, is_optional)? {
                Some(found) => value = found,
                None => return Ok(Value::none()),
            }
        }
        Ok(if is_optional { Value::some(value) } else { value })
    }

    /// What a qualifier selects; `None` is an optional that has no value.
    fn found(
        &mut self,
        value: &Value<'a>,
        qualifier: &'a Qualifier,
        is_optional: bool,
    ) -> Result<Option<Value<'a>>, Error> {
        let found = match self.key(&qualifier.key) {
            Ok(key) => look_up(value, &key),
            Err(error) if error.is_fatal() => return Err(error),
            Err(error) => Found::Failed(error),
        };
        if !is_optional || matches!(found, Found::Value(_)) {
            self.charge(1)?;
        }
        match found {
            Found::Value(_) if qualifier.is_test && !is_optional => Ok(Some(Value::Bool(true))),
            Found::Value(value) => value.map(Some),
            Found::Missing(_) if is_optional => Ok(None),
            Found::Missing(_) if qualifier.is_test => Ok(Some(Value::Bool(false))),
            Found::Missing(error) | Found::Failed(error) => Err(error),
        }
    }

    fn key(&mut self, key: &'a Key) -> Outcome<'a> {
        let key = match key {
            Key::Const(constant) => return Ok(constant.value()),
            Key::Attribute(attribute) => self.resolve(attribute)?,
            Key::Node(node) => self.eval(node)?,
        };
        match key {
            Value::String(_) | Value::Int(_) | Value::Uint(_) | Value::Bool(_) | Value::Double(_) => Ok(key),
            other => Err(Error::new(format!("invalid qualifier type: {}", other.go_type()))),
        }
    }
}

fn look_up<'a>(value: &Value<'a>, key: &Value<'a>) -> Found<'a> {
    match value {
        Value::Map(map) => match map.find(key) {
            Ok(Some(found)) => Found::Value(Ok(found)),
            Ok(None) => Found::Missing(Error::new(format!("no such key: {}", Printed(key)))),
            Err(error) => Found::Failed(error),
        },
        Value::List(list) => match index_of(key) {
            Err(error) => Found::Failed(error),
            Ok(index) => item(list, index, key),
        },
        _ => Found::Missing(Error::new(format!("no such key: {}", Printed(key)))),
    }
}

fn item<'a>(list: &List<'a>, index: i64, key: &Value<'a>) -> Found<'a> {
    match usize::try_from(index) {
        // **Quirk**: only integers are indexes of the lists of an object (`valuesunstructured.go`, `Get`).
        Ok(index) if index < list.len() => Found::Value(match (list, key) {
            (List::Host(_), Value::Int(_)) => list.get(index),
            (List::Host(_), key) => Err(Error::new(format!("unsupported index: {}", Printed(key)))),
            _ => list.get(index),
        }),
        _ => Found::Missing(Error::new(format!("index out of bounds: {}", Printed(key)))),
    }
}
