//! Pruning while reading: what is pruned is never built.
//!
//! Source: `apimachinery pkg/runtime/serializer/json/json.go`, `sigs.k8s.io/json`; then
//! `pkg/apiserver/schema/pruning/algorithm.go`.

use std::borrow::Cow;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::map::Entry;
use serde_json::{Map, Value};

use super::notes::{Names, Notes};
use super::rule::Rule;
use crate::by_name::Next;
use crate::limits::MAX_DEPTH;
use crate::number::{self, Number};
use crate::path::FieldPath;

/// Reads a value and prunes it by a rule.
pub(super) struct Reader<'r, 's> {
    pub(super) rule: Rule<'s>,
    pub(super) depth: usize,
    /// Nothing costs anything for notes that nobody takes.
    pub(super) noting: Option<Noting<'r>>,
}

/// Where notes are taken, and of what.
pub(super) struct Noting<'r> {
    pub(super) notes: &'r mut Notes,
    pub(super) path: &'r FieldPath<'r>,
}

fn bounded<E: Error>(depth: usize) -> Result<(), E> {
    if depth < MAX_DEPTH {
        Ok(())
    } else {
        Err(E::custom(format_args!("nested deeper than {MAX_DEPTH} levels")))
    }
}

impl<'de> DeserializeSeed<'de> for Reader<'_, '_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Reader<'_, '_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(number::unsigned(value).into_value())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Ok(Number::Float(value).into_value())
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_string<E: Error>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut items: A) -> Result<Value, A::Error> {
        bounded(self.depth)?;
        let (rule, depth) = (self.rule.items(), self.depth + 1);
        let mut list = Vec::new();
        loop {
            let item = match &mut self.noting {
                None => items.next_element_seed(Reader { rule, depth, noting: None })?,
                Some(Noting { notes, path }) => {
                    let noting = Some(Noting { notes, path: &path.index(list.len()) });
                    items.next_element_seed(Reader { rule, depth, noting })?
                }
            };
            let Some(item) = item else { return Ok(Value::Array(list)) };
            list.push(item);
        }
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut members: A) -> Result<Value, A::Error> {
        bounded(self.depth)?;
        let mut object = Object::default();
        while let Some(Name(name)) = members.next_key()? {
            if number::is_literal(&name) {
                return number::literal(&members.next_value::<String>()?).map(Number::into_value);
            }
            self.member(&mut object, name, &mut members)?;
        }
        Ok(Value::Object(object.kept))
    }
}

/// An object that is being read.
#[derive(Default)]
struct Object<'de> {
    kept: Map<String, Value>,
    /// The names of what went; only where notes are taken.
    removed: Names<'de>,
    next: Next,
}

impl Reader<'_, '_> {
    fn member<'de, A: MapAccess<'de>>(
        &mut self,
        object: &mut Object<'de>,
        name: Cow<'de, str>,
        members: &mut A,
    ) -> Result<(), A::Error> {
        let (kept, depth) = (self.rule.member(&name, &mut object.next), self.depth + 1);
        let Some(Noting { notes, path: parent }) = &mut self.noting else {
            let Some((rule, _)) = kept else { return members.next_value::<IgnoredAny>().map(|_| ()) };
            let value = members.next_value_seed(Reader { rule, depth, noting: None })?;
            object.kept.insert(name.into_owned(), value);
            return Ok(());
        };
        let Some((rule, place)) = kept else {
            {
                let path = &parent.property(&name);
                if object.removed.contains(&name) {
                    notes.repeated_unknown(path);
                } else {
                    notes.removed(path);
                }
                members.next_value_seed(Skipper { path, depth, notes })?;
            }
            object.removed.insert(name);
            return Ok(());
        };
        let noted = notes.repeated.len();
        let value = {
            let path = &place.below(parent, &name);
            members.next_value_seed(Reader { rule, depth, noting: Some(Noting { notes, path }) })?
        };
        match object.kept.entry(name.into_owned()) {
            Entry::Vacant(entry) => _ = entry.insert(value),
            Entry::Occupied(mut entry) => {
                notes.repeated(noted, &place.below(parent, entry.key()));
                entry.insert(value);
            }
        }
        Ok(())
    }
}

/// Passes over a value and notes repeated members.
struct Skipper<'r> {
    path: &'r FieldPath<'r>,
    depth: usize,
    notes: &'r mut Notes,
}

impl Skipper<'_> {
    fn below<'b>(&'b mut self, path: &'b FieldPath<'b>) -> Skipper<'b> {
        Skipper { path, depth: self.depth + 1, notes: self.notes }
    }
}

impl<'de> DeserializeSeed<'de> for Skipper<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Skipper<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut items: A) -> Result<(), A::Error> {
        bounded(self.depth)?;
        let (parent, mut index) = (self.path, 0_usize);
        loop {
            let path = parent.index(index);
            if items.next_element_seed(self.below(&path))?.is_none() {
                return Ok(());
            }
            index = index.saturating_add(1);
        }
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut members: A) -> Result<(), A::Error> {
        bounded(self.depth)?;
        let parent = self.path;
        let mut names = Names::default();
        while let Some(Name(name)) = members.next_key()? {
            if number::is_literal(&name) {
                return number::literal(&members.next_value::<String>()?).map(|_| ());
            }
            {
                let path = parent.property(&name);
                if names.contains(&name) {
                    self.notes.repeated_unknown(&path);
                }
                members.next_value_seed(self.below(&path))?;
            }
            names.insert(name);
        }
        Ok(())
    }
}

/// The name of a member, borrowed from the text where it has no escapes.
struct Name<'de>(Cow<'de, str>);

impl<'de> serde::Deserialize<'de> for Name<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Borrow;

        impl<'de> Visitor<'de> for Borrow {
            type Value = Name<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of a member")
            }

            fn visit_borrowed_str<E: Error>(self, name: &'de str) -> Result<Name<'de>, E> {
                Ok(Name(Cow::Borrowed(name)))
            }

            fn visit_str<E: Error>(self, name: &str) -> Result<Name<'de>, E> {
                Ok(Name(Cow::Owned(name.to_owned())))
            }

            fn visit_string<E: Error>(self, name: String) -> Result<Name<'de>, E> {
                Ok(Name(Cow::Owned(name)))
            }
        }

        deserializer.deserialize_str(Borrow)
    }
}
