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
use super::rule::{Place, Rule};
use crate::by_name::Next;
use crate::limits::MAX_DEPTH;
use crate::number::{self, Number};
use crate::path::{FieldPath, PathStep};

/// Reads a value and prunes it by a rule.
pub(super) struct Reader<'s, N> {
    pub(super) rule: Rule<'s>,
    pub(super) depth: usize,
    pub(super) zeros: Zeros,
    pub(super) noting: N,
}

/// What a negative zero is: `serde_json` reads `-0`, an integer, and `-0.0` alike.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Zeros {
    /// Reading ends there, for only the text tells; nearly no text has one.
    Asked,
    /// A float: the text has no other.
    Floats,
}

/// What is reported of lists and objects while they are read.
pub(super) trait Note: Sized {
    fn list<'de, A: SeqAccess<'de>>(reader: Reader<'_, Self>, items: A) -> Result<Value, A::Error>;

    fn object<'de, A: MapAccess<'de>>(reader: Reader<'_, Self>, fields: A) -> Result<Value, A::Error>;
}

/// Nothing is reported, at no cost.
#[derive(Clone, Copy)]
pub(super) struct Silent;

/// Where notes are taken, and of what.
pub(super) struct Noting<'r> {
    pub(super) notes: &'r mut Notes,
    pub(super) at: At<'r>,
}

/// Where a value stands. Its path is made when there is something below it, as there is of few values.
#[derive(Clone, Copy)]
pub(super) enum At<'r> {
    Root,
    Below(&'r FieldPath<'r>, PathStep<'r>),
}

impl<'r> At<'r> {
    fn path(self) -> FieldPath<'r> {
        match self {
            Self::Root => FieldPath::ROOT,
            Self::Below(parent, step) => parent.child(step),
        }
    }
}

fn bounded<E: Error>(depth: usize) -> Result<(), E> {
    if depth < MAX_DEPTH {
        Ok(())
    } else {
        Err(E::custom(format_args!("nested deeper than {MAX_DEPTH} levels")))
    }
}

impl<'de, N: Note> DeserializeSeed<'de> for Reader<'_, N> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de, N: Note> Visitor<'de> for Reader<'_, N> {
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
        if self.zeros == Zeros::Asked && value == 0.0 && value.is_sign_negative() {
            return Err(E::custom("a negative zero"));
        }
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

    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<Value, A::Error> {
        bounded(self.depth)?;
        N::list(self, items)
    }

    fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<Value, A::Error> {
        bounded(self.depth)?;
        N::object(self, fields)
    }
}

impl Note for Silent {
    fn list<'de, A: SeqAccess<'de>>(reader: Reader<'_, Self>, mut items: A) -> Result<Value, A::Error> {
        let (rule, depth, zeros) = (reader.rule.items(), reader.depth + 1, reader.zeros);
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(Reader { rule, depth, zeros, noting: Self })? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn object<'de, A: MapAccess<'de>>(reader: Reader<'_, Self>, mut fields: A) -> Result<Value, A::Error> {
        let (mut kept, mut next) = (Map::new(), Next::default());
        let (depth, zeros) = (reader.depth + 1, reader.zeros);
        while let Some(Name(name)) = fields.next_key()? {
            if number::is_literal(&name) {
                return number::literal(&fields.next_value::<String>()?).map(Number::into_value);
            }
            if let Some((rule, _)) = reader.rule.field(&name, &mut next) {
                let name = name.into_owned();
                kept.insert(name, fields.next_value_seed(Reader { rule, depth, zeros, noting: Self })?);
            } else {
                fields.next_value::<IgnoredAny>()?;
            }
        }
        Ok(Value::Object(kept))
    }
}

impl Note for Noting<'_> {
    fn list<'de, A: SeqAccess<'de>>(reader: Reader<'_, Self>, mut items: A) -> Result<Value, A::Error> {
        let (rule, depth, zeros) = (reader.rule.items(), reader.depth + 1, reader.zeros);
        let Noting { notes, at } = reader.noting;
        let (path, mut list) = (at.path(), Vec::new());
        loop {
            let noting = Noting { notes, at: At::Below(&path, PathStep::Index(list.len())) };
            let Some(item) = items.next_element_seed(Reader { rule, depth, zeros, noting })? else {
                return Ok(Value::Array(list));
            };
            list.push(item);
        }
    }

    fn object<'de, A: MapAccess<'de>>(reader: Reader<'_, Self>, mut fields: A) -> Result<Value, A::Error> {
        let Reader { rule, depth, zeros, noting: Noting { notes, at } } = reader;
        let path = at.path();
        let mut object =
            Object { depth, zeros, path: &path, notes, kept: Map::new(), removed: Names::default() };
        let mut next = Next::default();
        while let Some(Name(name)) = fields.next_key()? {
            if number::is_literal(&name) {
                return number::literal(&fields.next_value::<String>()?).map(Number::into_value);
            }
            match rule.field(&name, &mut next) {
                Some((rule, place)) => object.keep(rule, place, name, &mut fields)?,
                None => object.skip(name, &mut fields)?,
            }
        }
        Ok(Value::Object(object.kept))
    }
}

/// An object that is being read while notes are taken.
struct Object<'r, 'de> {
    depth: usize,
    zeros: Zeros,
    path: &'r FieldPath<'r>,
    notes: &'r mut Notes,
    kept: Map<String, Value>,
    /// The names of what went.
    removed: Names<'de>,
}

impl<'de> Object<'_, 'de> {
    fn keep<A: MapAccess<'de>>(
        &mut self,
        rule: Rule<'_>,
        place: Place,
        name: Cow<'de, str>,
        fields: &mut A,
    ) -> Result<(), A::Error> {
        // What is made in the order of the text is soon read again.
        let (name, noted) = (name.into_owned(), self.notes.repeated.len());
        let noting = Noting { notes: self.notes, at: At::Below(self.path, place.step(&name)) };
        let value =
            fields.next_value_seed(Reader { rule, depth: self.depth + 1, zeros: self.zeros, noting })?;
        match self.kept.entry(name) {
            Entry::Vacant(entry) => _ = entry.insert(value),
            Entry::Occupied(mut entry) => {
                self.notes.repeated(noted, &self.path.child(place.step(entry.key())));
                entry.insert(value);
            }
        }
        Ok(())
    }

    fn skip<A: MapAccess<'de>>(&mut self, name: Cow<'de, str>, fields: &mut A) -> Result<(), A::Error> {
        {
            let path = self.path.property(&name);
            if self.removed.contains(&name) {
                self.notes.repeated_unknown(&path);
            } else {
                self.notes.removed(&path);
            }
            let at = At::Below(self.path, PathStep::Property(&name));
            fields.next_value_seed(Skipper { at, depth: self.depth + 1, notes: self.notes })?;
        }
        self.removed.insert(name);
        Ok(())
    }
}

/// Passes over a value and notes repeated fields.
struct Skipper<'r> {
    at: At<'r>,
    depth: usize,
    notes: &'r mut Notes,
}

impl Skipper<'_> {
    fn below<'b>(&'b mut self, path: &'b FieldPath<'b>, step: PathStep<'b>) -> Skipper<'b> {
        Skipper { at: At::Below(path, step), depth: self.depth + 1, notes: self.notes }
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
        let (path, mut index) = (self.at.path(), 0_usize);
        loop {
            if items.next_element_seed(self.below(&path, PathStep::Index(index)))?.is_none() {
                return Ok(());
            }
            index = index.saturating_add(1);
        }
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut fields: A) -> Result<(), A::Error> {
        bounded(self.depth)?;
        let path = self.at.path();
        let mut names = Names::default();
        while let Some(Name(name)) = fields.next_key()? {
            if number::is_literal(&name) {
                return number::literal(&fields.next_value::<String>()?).map(|_| ());
            }
            if names.contains(&name) {
                self.notes.repeated_unknown(&path.property(&name));
            }
            fields.next_value_seed(self.below(&path, PathStep::Property(&name)))?;
            names.insert(name);
        }
        Ok(())
    }
}

/// The name of a field, borrowed from the text where it has no escapes.
struct Name<'de>(Cow<'de, str>);

impl<'de> serde::Deserialize<'de> for Name<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Borrow;

        impl<'de> Visitor<'de> for Borrow {
            type Value = Name<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of a field")
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
