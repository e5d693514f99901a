//! The schemas of types of the standard library and of `serde_json`.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use serde_json::Value;

use super::{CrdSchema, Facet, ListTypeDesc, Shape, TypeDesc, TypeDocs};

macro_rules! schemas {
    ($($type_:ty => $shape:ident [$($facet:expr),*],)*) => {
        $(impl CrdSchema for $type_ {
            const SCHEMA: &'static TypeDesc = &TypeDesc { shape: Shape::$shape, facets: &[$($facet),*] };
        })*
    };
}

// The server knows no unsigned formats, and 2^32-1 does not fit `int32`.
schemas! {
    bool => Boolean [],
    char => String [Facet::MinLength(1), Facet::MaxLength(1)],
    String => String [],
    i8 => Integer [Facet::Format("int32"), Facet::Minimum(-128.0), Facet::Maximum(127.0)],
    i16 => Integer [Facet::Format("int32"), Facet::Minimum(-32_768.0), Facet::Maximum(32_767.0)],
    i32 => Integer [Facet::Format("int32")],
    i64 => Integer [Facet::Format("int64")],
    u8 => Integer [Facet::Format("int32"), Facet::Minimum(0.0), Facet::Maximum(255.0)],
    u16 => Integer [Facet::Format("int32"), Facet::Minimum(0.0), Facet::Maximum(65_535.0)],
    u32 => Integer [Facet::Format("int64"), Facet::Minimum(0.0), Facet::Maximum(4_294_967_295.0)],
    f32 => Number [Facet::Format("float")],
    f64 => Number [Facet::Format("double")],
    Value => Anything [Facet::Nullable],

}

impl<T: CrdSchema + ?Sized> CrdSchema for Box<T> {
    const SCHEMA: &'static TypeDesc = T::SCHEMA;
    const DOCS: &'static TypeDocs = T::DOCS;
}

impl<T: CrdSchema> CrdSchema for Option<T> {
    const SCHEMA: &'static TypeDesc = &TypeDesc::of(Shape::Optional(T::SCHEMA));
    const DOCS: &'static TypeDocs = T::DOCS;
}

macro_rules! containers {
    ($([$($generics:tt)*] $type_:ty => $shape:ident [$($facet:expr),*],)*) => {
        $(impl<T: CrdSchema, $($generics)*> CrdSchema for $type_ {
            const SCHEMA: &'static TypeDesc =
                &TypeDesc { shape: Shape::$shape(T::SCHEMA), facets: &[$($facet),*] };
            const DOCS: &'static TypeDocs = &TypeDocs { element: Some(T::DOCS), ..TypeDocs::EMPTY };
        })*
    };
}

containers! {
    [] Vec<T> => List [],
    [] BTreeMap<String, T> => Map [],
    [S] HashMap<String, T, S> => Map [],
    [] BTreeSet<T> => Set [Facet::ListType(ListTypeDesc::Set)],
    [S] HashSet<T, S> => Set [Facet::ListType(ListTypeDesc::Set)],
}

impl CrdSchema for serde_json::Map<String, Value> {
    const SCHEMA: &'static TypeDesc = &TypeDesc::ANY_OBJECT;
}
