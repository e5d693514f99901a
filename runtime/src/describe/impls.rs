//! The schemas of types of the standard library and of `serde_json`.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, LinkedList, VecDeque};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::num::{NonZeroU8, NonZeroU16, NonZeroU32};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use serde_json::Value;

use super::{CrdSchema, Facet, ListTypeDesc, MapKey, Shape, Tagging, TypeDesc, UnionDesc, VariantDesc};

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
    str => String [],
    PathBuf => String [],
    Path => String [],
    i8 => Integer [Facet::Format("int32"), Facet::Minimum(-128.0), Facet::Maximum(127.0)],
    i16 => Integer [Facet::Format("int32"), Facet::Minimum(-32_768.0), Facet::Maximum(32_767.0)],
    i32 => Integer [Facet::Format("int32")],
    i64 => Integer [Facet::Format("int64")],
    u8 => Integer [Facet::Format("int32"), Facet::Minimum(0.0), Facet::Maximum(255.0)],
    u16 => Integer [Facet::Format("int32"), Facet::Minimum(0.0), Facet::Maximum(65_535.0)],
    u32 => Integer [Facet::Format("int64"), Facet::Minimum(0.0), Facet::Maximum(4_294_967_295.0)],
    NonZeroU8 => Integer [Facet::Format("int32"), Facet::Minimum(1.0), Facet::Maximum(255.0)],
    NonZeroU16 => Integer [Facet::Format("int32"), Facet::Minimum(1.0), Facet::Maximum(65_535.0)],
    NonZeroU32 => Integer [Facet::Format("int64"), Facet::Minimum(1.0), Facet::Maximum(4_294_967_295.0)],
    f32 => Number [Facet::Format("float"), Facet::Respelled],
    f64 => Number [Facet::Format("double")],
    Value => Anything [Facet::Nullable],
    // The format also accepts leading zeros, and addresses of the other kind in some spellings.
    Ipv4Addr => String [Facet::Format("ipv4"), Facet::Pattern("^(0|[1-9][0-9]*)([.](0|[1-9][0-9]*)){3}$")],
    Ipv6Addr => String [Facet::Format("ipv6"), Facet::Respelled],
}

// Types that hold one another pass through one of these. rustc tells such a cycle in its own words, beside which it shows the
// lines here: so the cure stands in them.
macro_rules! as_what_they_point_to {
    ($($pointer:ty,)*) => {
        $(impl<T: CrdSchema + ?Sized> CrdSchema for $pointer {
            const SCHEMA: &'static TypeDesc = T::SCHEMA; // A cycle? Put `#[preserve_unknown]` on a field.
        })*
    };
}

as_what_they_point_to! {
    Box<T>,
    Rc<T>,
    Arc<T>,
    &T,
    &mut T,
}

impl CrdSchema for IpAddr {
    const SCHEMA: &'static TypeDesc = &TypeDesc::of(Shape::Union(UnionDesc {
        tagging: Tagging::Untagged,
        strict: false,
        variants: &[
            VariantDesc { name: "V4", content: Some(Ipv4Addr::SCHEMA), ..VariantDesc::EMPTY },
            VariantDesc { name: "V6", content: Some(Ipv6Addr::SCHEMA), ..VariantDesc::EMPTY },
        ],
    }));
}

impl<T: CrdSchema + ToOwned + ?Sized> CrdSchema for Cow<'_, T> {
    const SCHEMA: &'static TypeDesc = T::SCHEMA;
}

impl<T: CrdSchema> CrdSchema for Option<T> {
    const SCHEMA: &'static TypeDesc = &TypeDesc::of(Shape::Optional(T::SCHEMA));
}

macro_rules! lists {
    ($($list:ty,)*) => {
        $(impl<T: CrdSchema> CrdSchema for $list {
            const SCHEMA: &'static TypeDesc =
                &TypeDesc::of(Shape::List(T::SCHEMA)); // A cycle? Put `#[preserve_unknown]` on a field.
        })*
    };
}

lists! {
    Vec<T>,
    [T],
    VecDeque<T>,
    LinkedList<T>,
}

#[allow(clippy::cast_possible_wrap)]
impl<T: CrdSchema, const N: usize> CrdSchema for [T; N] {
    const SCHEMA: &'static TypeDesc = &TypeDesc {
        shape: Shape::List(T::SCHEMA),
        facets: &[Facet::MinItems(N as i64), Facet::MaxItems(N as i64)],
    };
}

macro_rules! tuples {
    ($(($($item:ident),*),)*) => {
        $(impl<$($item: CrdSchema),*> CrdSchema for ($($item,)*) {
            const SCHEMA: &'static TypeDesc = &TypeDesc::of(Shape::Tuple(&[$($item::SCHEMA),*]));
        })*
    };
}

tuples! {
    (A),
    (A, B),
    (A, B, C),
    (A, B, C, D),
    (A, B, C, D, E),
    (A, B, C, D, E, F),
    (A, B, C, D, E, F, G),
    (A, B, C, D, E, F, G, H),
}

impl<K: MapKey, T: CrdSchema> CrdSchema for BTreeMap<K, T> {
    const SCHEMA: &'static TypeDesc = &TypeDesc::of(Shape::Map(T::SCHEMA)); // A cycle? Put `#[preserve_unknown]` on a field.
}

impl<K: MapKey, T: CrdSchema, S> CrdSchema for HashMap<K, T, S> {
    const SCHEMA: &'static TypeDesc = &TypeDesc::of(Shape::Map(T::SCHEMA)); // A cycle? Put `#[preserve_unknown]` on a field.
}

macro_rules! keys {
    ($($key:ty,)*) => {
        $(impl MapKey for $key {})*
    };
}

keys! {
    String,
    Box<str>,
    Rc<str>,
    Arc<str>,
    Cow<'_, str>,
    &str,
}

impl<T: CrdSchema> CrdSchema for BTreeSet<T> {
    const SCHEMA: &'static TypeDesc = &TypeDesc { shape: Shape::Set(T::SCHEMA), facets: SET };
}

impl<T: CrdSchema, S> CrdSchema for HashSet<T, S> {
    const SCHEMA: &'static TypeDesc = &TypeDesc { shape: Shape::Set(T::SCHEMA), facets: SET };
}

const SET: &[Facet] = &[Facet::ListType(ListTypeDesc::Set)];

impl CrdSchema for serde_json::Map<String, Value> {
    const SCHEMA: &'static TypeDesc = &TypeDesc::ANY_OBJECT;
}
