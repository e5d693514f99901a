//! How the table is written.

/// An object: `"name" must TYPE` or `"name" may TYPE`, and in brackets what is said of the whole.
macro_rules! object {
    ($($name:literal $need:ident $type_:expr,)* $([$($facet:expr),*])?) => {
        &$crate::describe::TypeDesc {
            shape: $crate::describe::Shape::Object(&[$($crate::describe::FieldDesc {
                name: $name,
                type_: $type_,
                required: $crate::bridge::k8s_openapi::macros::required!($need),
                // These types leave out what they have not.
                omits_null: true,
                ..$crate::describe::FieldDesc::EMPTY
            }),*]),
            facets: &[$($($facet),*)?],
        }
    };
}

macro_rules! required {
    (must) => {
        true
    };
    (may) => {
        false
    };
}

/// A list of items of one type, and what is said of it.
macro_rules! list {
    ($item:expr $(, $facet:expr)*) => {
        &$crate::describe::TypeDesc { shape: $crate::describe::Shape::List($item), facets: &[$($facet),*] }
    };
}

/// A map to values of one type, and what is said of it.
macro_rules! map {
    ($value:expr $(, $facet:expr)*) => {
        &$crate::describe::TypeDesc { shape: $crate::describe::Shape::Map($value), facets: &[$($facet),*] }
    };
}

/// A type of which more is said.
macro_rules! with {
    ($type_:expr $(, $facet:expr)*) => {
        &$crate::describe::TypeDesc { shape: $crate::describe::Shape::Transparent($type_), facets: &[$($facet),*] }
    };
}

/// The trait, for types of the module `of`.
macro_rules! implement {
    ($($type_:ident: $schema:expr,)*) => {
        $(impl $crate::describe::CrdSchema for of::$type_ {
            const SCHEMA: &'static $crate::describe::TypeDesc = $schema;
        })*
    };
}

pub(super) use {implement, list, map, object, required, with};
