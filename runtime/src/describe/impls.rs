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

impl<T: CrdSchema> CrdSchema for Vec<T> {
    const SCHEMA: &'static TypeDesc = &TypeDesc::of(Shape::List(T::SCHEMA));
    const DOCS: &'static TypeDocs = docs_of_element::<T>();
}

impl<T: CrdSchema> CrdSchema for BTreeMap<String, T> {
    const SCHEMA: &'static TypeDesc = &TypeDesc::of(Shape::Map(T::SCHEMA));
    const DOCS: &'static TypeDocs = docs_of_element::<T>();
}

impl<T: CrdSchema, S> CrdSchema for HashMap<String, T, S> {
    const SCHEMA: &'static TypeDesc = &TypeDesc::of(Shape::Map(T::SCHEMA));
    const DOCS: &'static TypeDocs = docs_of_element::<T>();
}

impl<T: CrdSchema> CrdSchema for BTreeSet<T> {
    const SCHEMA: &'static TypeDesc = &TypeDesc { shape: Shape::Set(T::SCHEMA), facets: SET };
    const DOCS: &'static TypeDocs = docs_of_element::<T>();
}

impl<T: CrdSchema, S> CrdSchema for HashSet<T, S> {
    const SCHEMA: &'static TypeDesc = &TypeDesc { shape: Shape::Set(T::SCHEMA), facets: SET };
    const DOCS: &'static TypeDocs = docs_of_element::<T>();
}

const SET: &[Facet] = &[Facet::ListType(ListTypeDesc::Set)];

const fn docs_of_element<T: CrdSchema>() -> &'static TypeDocs {
    const { &TypeDocs { element: Some(T::DOCS), ..TypeDocs::EMPTY } }
}

impl CrdSchema for serde_json::Map<String, Value> {
    const SCHEMA: &'static TypeDesc = &TypeDesc::ANY_OBJECT;
}
