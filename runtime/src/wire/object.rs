//! How a wire object is read and written.
//!
//! Hand-written visitors instead of `#[serde(flatten)]`: that buffers fields, which loses floats when
//! `serde_json/arbitrary_precision` is on, and every level of it costs stack.

use std::cell::Cell;
use std::collections::BTreeMap;

use serde::de::{DeserializeOwned, Error, MapAccess};
use serde::ser::{Serialize, SerializeMap};
use serde_json::Value;

use crate::limits::MAX_NESTING;
use crate::number;
use crate::path::FieldPath;

/// What may stand in a field of a wire object.
pub(super) trait Content: Serialize + DeserializeOwned {
    /// Reads the field; `None` for a `null` that means "not set".
    fn read<'de, A: MapAccess<'de>>(map: &mut A) -> Result<Option<Self>, A::Error> {
        map.next_value()
    }

    /// Makes of numbers what Go reads.
    fn settle_numbers(&mut self) {}

    fn write<M: SerializeMap>(&self, name: &str, map: &mut M) -> Result<(), M::Error> {
        map.serialize_entry(name, self)
    }

    /// Whether Go's `omitempty` drops it.
    fn is_empty(&self) -> bool {
        false
    }

    /// Drops what Go's `omitempty` drops below.
    fn omit_empty(&mut self) {}

    /// Passes the path of each field that no wire type knows.
    fn unknown(&self, _path: &FieldPath<'_>, _found: &mut dyn FnMut(&FieldPath<'_>)) {}
}

pub(super) fn omit_empty<T: Content>(field: &mut Option<T>) {
    if let Some(content) = field {
        content.omit_empty();
        if content.is_empty() {
            *field = None;
        }
    }
}

impl Content for Value {
    /// A `null` stays, so that what was read is written again.
    fn read<'de, A: MapAccess<'de>>(map: &mut A) -> Result<Option<Self>, A::Error> {
        let mut value: Self = map.next_value()?;
        value.settle_numbers();
        Ok(Some(value))
    }

    fn settle_numbers(&mut self) {
        number::drop_negative_zeros(self);
    }

    fn is_empty(&self) -> bool {
        self.is_null()
    }
}

impl Content for String {
    fn is_empty(&self) -> bool {
        Self::is_empty(self)
    }
}

impl Content for bool {
    fn is_empty(&self) -> bool {
        !self
    }
}

impl Content for i64 {}
impl Content for i32 {}

impl Content for f64 {
    /// Whole bounds are written as integers, as Go writes them.
    fn write<M: SerializeMap>(&self, name: &str, map: &mut M) -> Result<(), M::Error> {
        map.serialize_entry(name, &number::bound_to_json(*self))
    }
}

impl<T: Content> Content for Box<T> {
    fn is_empty(&self) -> bool {
        T::is_empty(self)
    }

    fn omit_empty(&mut self) {
        T::omit_empty(self);
    }

    fn unknown(&self, path: &FieldPath<'_>, found: &mut dyn FnMut(&FieldPath<'_>)) {
        T::unknown(self, path, found);
    }
}

impl<T: Content> Content for Vec<T> {
    fn read<'de, A: MapAccess<'de>>(map: &mut A) -> Result<Option<Self>, A::Error> {
        let mut list: Option<Self> = map.next_value()?;
        list.iter_mut().flatten().for_each(T::settle_numbers);
        Ok(list)
    }

    fn is_empty(&self) -> bool {
        Self::is_empty(self)
    }

    fn omit_empty(&mut self) {
        self.iter_mut().for_each(T::omit_empty);
    }

    fn unknown(&self, path: &FieldPath<'_>, found: &mut dyn FnMut(&FieldPath<'_>)) {
        for (index, item) in self.iter().enumerate() {
            item.unknown(&path.index(index), found);
        }
    }
}

impl<T: Content> Content for BTreeMap<String, T> {
    fn is_empty(&self) -> bool {
        Self::is_empty(self)
    }

    fn omit_empty(&mut self) {
        self.values_mut().for_each(T::omit_empty);
    }

    fn unknown(&self, path: &FieldPath<'_>, found: &mut dyn FnMut(&FieldPath<'_>)) {
        for (key, value) in self {
            value.unknown(&path.key(key), found);
        }
    }
}

thread_local! {
    static NESTING: Cell<usize> = const { Cell::new(0) };
}

/// Counts how deep reading has come; counts back when it is dropped.
pub(super) struct Nested(());

impl Nested {
    pub(super) fn enter<E: Error>() -> Result<Self, E> {
        let depth = NESTING.get();
        if depth >= MAX_NESTING {
            return Err(E::custom(format_args!("nested deeper than {MAX_NESTING} levels")));
        }
        NESTING.set(depth + 1);
        Ok(Self(()))
    }
}

impl Drop for Nested {
    fn drop(&mut self) {
        NESTING.set(NESTING.get().saturating_sub(1));
    }
}

/// Drops a field that is empty; a pointer in Go is written even when what it points to is empty.
macro_rules! omit_field {
    ($object:ident.$field:ident) => {
        $crate::wire::object::omit_empty(&mut $object.$field)
    };
    ($object:ident.$field:ident pointer) => {
        if let Some(content) = &mut $object.$field {
            $crate::wire::object::Content::omit_empty(content)
        }
    };
}

/// Declares a wire object: each field optional, unknown fields kept apart, serde in and out.
///
/// `pointer` behind a field says that Go holds a pointer there.
macro_rules! wire_object {
    (
        $(#[$meta:meta])*
        pub struct $name:ident {
            $($(#[$field_meta:meta])* $field:ident: $content:ty = $json:literal $($pointer:ident)?,)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct $name {
            $($(#[$field_meta])* pub $field: Option<$content>,)*
            /// Fields that this version of the API does not know, verbatim; a server drops them.
            pub unknown: ::std::collections::BTreeMap<String, ::serde_json::Value>,
        }

        impl $name {
            /// The names of all fields.
            #[allow(dead_code, reason = "not every object is asked for them")]
            pub(crate) const NAMES: &'static [&'static str] = &[$($json),*];
        }

        impl ::serde::Serialize for $name {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                use ::serde::ser::SerializeMap as _;
                let mut map = serializer.serialize_map(None)?;
                $(if let Some(content) = &self.$field {
                    $crate::wire::object::Content::write(content, $json, &mut map)?;
                })*
                for (name, value) in &self.unknown {
                    map.serialize_entry(name, value)?;
                }
                map.end()
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $name {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Visitor;

                impl<'de> ::serde::de::Visitor<'de> for Visitor {
                    type Value = Box<$name>;

                    fn expecting(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                        f.write_str(concat!("an object (", stringify!($name), ")"))
                    }

                    fn visit_map<A: ::serde::de::MapAccess<'de>>(
                        self,
                        mut map: A,
                    ) -> Result<Self::Value, A::Error> {
                        let _nested = $crate::wire::object::Nested::enter::<A::Error>()?;
                        let mut object = Box::<$name>::default();
                        while let Some(name) = map.next_key::<String>()? {
                            match name.as_str() {
                                $($json => object.$field = $crate::wire::object::Content::read(&mut map)?,)*
                                _ => {
                                    object.unknown.insert(name, map.next_value()?);
                                }
                            }
                        }
                        Ok(object)
                    }
                }

                deserializer.deserialize_map(Visitor).map(|object| *object)
            }
        }

        impl $crate::wire::object::Content for $name {
            fn omit_empty(&mut self) {
                $($crate::wire::object::omit_field!(self.$field $($pointer)?);)*
            }

            fn unknown(
                &self,
                path: &$crate::path::FieldPath<'_>,
                found: &mut dyn FnMut(&$crate::path::FieldPath<'_>),
            ) {
                $(if let Some(content) = &self.$field {
                    content.unknown(&path.property($json), found);
                })*
                for name in self.unknown.keys() {
                    found(&path.property(name));
                }
            }
        }
    };
}

pub(super) use {omit_field, wire_object};
