//! Objects and maps.
//!
//! Source: `apiserver pkg/cel/common/valuesunstructured.go`, `unstructuredMap`.

use crd_schema_cel::{Error, Map, Mapper, Str, Value as Cel};
use serde_json::Value;

use super::{equal, is_identical, value};
use crate::declared::{Decl, escaped, unescaped};

/// The fields of an object, or the entries of a map.
#[derive(Clone, Copy)]
pub(super) struct Fields<'a> {
    pub(super) fields: &'a serde_json::Map<String, Value>,
    pub(super) decl: Decl<'a>,
}

impl<'a> Fields<'a> {
    /// Whether the names of properties are known, so that they are escaped and a null is no value.
    fn has_properties(self) -> bool {
        match self.decl {
            Decl::Of(node) => node.properties().len() > 0,
            _ => true,
        }
    }

    /// What is declared of the value of a name.
    fn declared(self, name: &str) -> Option<Decl<'a>> {
        self.decl.property(name)
    }
}

impl<'a> Mapper<'a> for Fields<'a> {
    fn len(&self) -> usize {
        self.fields.len()
    }

    fn find(&self, key: &str) -> Result<Option<Cel<'a>>, Error> {
        let unescaped = if self.has_properties() {
            match unescaped(key) {
                Some(name) => name,
                None => return Ok(None),
            }
        } else {
            key.into()
        };
        let Some(found) = self.fields.get(&*unescaped) else { return Ok(None) };
        // A null property is an absent one.
        if found.is_null() && self.has_properties() {
            return Ok(None);
        }
        self.declared(&unescaped).map(|decl| value(found, decl)).transpose()
    }

    fn keys(&self) -> Vec<Option<Str<'a>>> {
        let is_object = self.has_properties();
        let (mut keys, mut undeclared) = (Vec::new(), 0);
        for name in self.fields.keys() {
            if self.declared(name).is_none() {
                undeclared += 1;
                continue;
            }
            keys.push(Some(match escaped(name).filter(|_| is_object) {
                Some(escaped) if escaped != *name => Str::Shared(escaped.into()),
                _ => Str::Borrowed(name),
            }));
        }
        keys.resize_with(keys.len() + undeclared, || None);
        keys
    }

    fn equal(&self, other: &Cel<'a>) -> Result<bool, Error> {
        let Cel::Map(map) = other else { return Err(Error::NO_SUCH_OVERLOAD) };
        if let Some(other) = self.declared_alike(map) {
            return self.equal_fields(other);
        }
        if self.fields.len() != map.len() {
            return Ok(false);
        }
        for (name, own) in self.fields {
            let equal = if self.declared(name).is_some() {
                self.equal_property(name, map)?
            } else {
                equal_undeclared(name, own, other)?
            };
            if !equal {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn raw(&self) -> Option<&'a dyn std::any::Any> {
        Some(self.fields)
    }

    fn declaration(&self) -> Option<usize> {
        self.decl.number()
    }
}

impl<'a> Fields<'a> {
    /// The fields of another object, if they are declared as these are.
    fn declared_alike(self, other: &Map<'a>) -> Option<&'a serde_json::Map<String, Value>> {
        let Map::Host(other) = other else { return None };
        let is_alike = self.decl.number().is_some_and(|number| other.declaration() == Some(number));
        is_alike.then(|| other.raw())?.and_then(|raw| raw.downcast_ref())
    }

    /// As [`Mapper::equal`], without a value for each field of the two.
    pub(super) fn equal_fields(self, other: &'a serde_json::Map<String, Value>) -> Result<bool, Error> {
        if self.fields.len() != other.len() {
            return Ok(false);
        }
        let is_object = self.has_properties();
        let is_there = |value: &&Value| !(is_object && value.is_null());
        for (name, own) in self.fields {
            let Some(decl) = self.declared(name) else {
                if other.get(name).is_none_or(|other| is_identical(own, other)) {
                    continue;
                }
                return Ok(false);
            };
            let is_equal = if is_object && name.contains("__") {
                let other: std::rc::Rc<dyn Mapper<'a> + 'a> =
                    std::rc::Rc::new(Fields { fields: other, ..self });
                self.equal_property(name, &Map::Host(other))?
            } else {
                match (Some(own).filter(is_there), other.get(name).filter(is_there)) {
                    (Some(own), Some(other)) => equal(own, other, decl)?,
                    (own, other) => own.is_none() && other.is_none(),
                }
            };
            if !is_equal {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// **Quirk**: the name is looked for as if it were escaped (`valuesunstructured.go`, `Equal`).
    fn equal_property(self, name: &'a str, other: &Map<'a>) -> Result<bool, Error> {
        let (own, found) = (Mapper::find(&self, name), other.find(&Cel::str(name)));
        match (own, found) {
            (Ok(None), Ok(None)) => Ok(true),
            (Ok(None), _) | (_, Ok(None)) => Ok(false),
            (Ok(Some(own)), Ok(Some(found))) => own.equal_as_item(&found),
            (Err(error), _) => Err(error),
            (Ok(Some(own)), Err(error)) => own.equal_as_item(&Cel::Failed(error)),
        }
    }
}

/// What no schema declares is compared as it stands, if the other side has it.
fn equal_undeclared(name: &str, own: &Value, other: &Cel<'_>) -> Result<bool, Error> {
    let fields = other.raw().and_then(|raw| raw.downcast_ref::<serde_json::Map<String, Value>>());
    let Some(fields) = fields else { return Err(Error::NO_SUCH_OVERLOAD) };
    Ok(fields.get(name).is_none_or(|other| is_identical(own, other)))
}
