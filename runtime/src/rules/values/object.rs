//! Objects and maps.
//!
//! Source: `apiserver pkg/cel/common/valuesunstructured.go`, `unstructuredMap`.

use crd_schema_cel::{Error, Map, Mapper, Str, Value as Cel};
use serde_json::Value;

use super::{is_identical, value};
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
}

impl<'a> Fields<'a> {
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
