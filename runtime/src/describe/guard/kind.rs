//! What a type is in JSON.

use super::written_as;
use crate::describe::{Shape, Tagging, TypeDesc, UnionDesc, VariantDesc};

/// The kinds of values that a schema tells apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `true` or `false`.
    Boolean,
    /// A whole number.
    Integer,
    /// A number.
    Number,
    /// A string.
    String,
    /// An integer or a string.
    IntOrString,
    /// A list.
    List,
    /// An object with declared fields.
    Object,
    /// An object whose fields all look alike.
    Map,
    /// Anything at all.
    Anything,
    /// Known when the program runs.
    Unknown,
    /// Several kinds that no schema holds together.
    Mixed,
}

impl Kind {
    /// The kind in a sentence.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Boolean => "a boolean",
            Self::Integer => "an integer",
            Self::Number => "a number",
            Self::String => "a string",
            Self::IntOrString => "an integer or string",
            Self::List => "a list",
            Self::Object => "an object",
            Self::Map => "a map",
            Self::Anything => "anything",
            Self::Unknown => "what its `JsonSchema` says",
            Self::Mixed => "of several kinds",
        }
    }

    const fn is(self, other: Self) -> bool {
        self as u8 == other as u8
    }
}

/// The kind of the type.
pub const fn kind(type_: &TypeDesc) -> Kind {
    match written_as(type_).shape {
        Shape::Boolean => Kind::Boolean,
        Shape::Integer => Kind::Integer,
        Shape::Number => Kind::Number,
        Shape::String => Kind::String,
        Shape::IntOrString => Kind::IntOrString,
        Shape::JsonSchema(_) => Kind::Unknown,
        Shape::Map(_) => Kind::Map,
        Shape::List(_) | Shape::Set(_) | Shape::Tuple(_) => Kind::List,
        Shape::Union(UnionDesc { tagging: Tagging::Untagged, variants, .. }) => of_any(variants),
        Shape::Object(_) | Shape::Union(_) => Kind::Object,
        Shape::Anything | Shape::Optional(_) | Shape::Transparent(_) | Shape::Newtype(_) => Kind::Anything,
    }
}

/// The kind that the contents of all variants have.
pub(super) const fn of_any(variants: &[VariantDesc]) -> Kind {
    let mut found = None;
    let mut at = 0;
    while at < variants.len() {
        let next = match variants[at].content {
            Some(content) => kind(content),
            None => Kind::Mixed,
        };
        found = Some(match found {
            None => next,
            Some(before) => either(before, next),
        });
        at += 1;
    }
    match found {
        Some(kind) => kind,
        None => Kind::Mixed,
    }
}

/// What a value of one or the other kind is.
const fn either(left: Kind, right: Kind) -> Kind {
    match (left, right) {
        (Kind::Object, Kind::Map) | (Kind::Map, Kind::Object) => Kind::Object,
        (Kind::Integer, Kind::String | Kind::IntOrString)
        | (Kind::String, Kind::Integer | Kind::IntOrString)
        | (Kind::IntOrString, Kind::Integer | Kind::String) => Kind::IntOrString,
        _ if left.is(right) => left,
        _ => Kind::Mixed,
    }
}

/// Whether the type is a list of any kind.
pub const fn is_list(type_: &TypeDesc) -> bool {
    matches!(kind(type_), Kind::List)
}

/// Whether the type is a map.
pub const fn is_map(type_: &TypeDesc) -> bool {
    matches!(kind(type_), Kind::Map)
}

/// Whether the type has keys: a list or a map.
pub const fn has_keys(type_: &TypeDesc) -> bool {
    is_list(type_) || is_map(type_)
}

/// Whether `kubectl get` can show the type in a column.
pub const fn is_scalar(type_: &TypeDesc) -> bool {
    matches!(
        kind(type_),
        Kind::Boolean | Kind::Integer | Kind::Number | Kind::String | Kind::IntOrString | Kind::Unknown
    )
}

/// The type of a column that shows the type.
pub const fn column_type(type_: &TypeDesc) -> &'static str {
    match kind(type_) {
        Kind::Boolean => "boolean",
        Kind::Integer => "integer",
        Kind::Number => "number",
        _ => "string",
    }
}

/// Whether number bounds can hold of the type.
pub const fn takes_bounds(type_: &TypeDesc) -> bool {
    matches!(kind(type_), Kind::Integer | Kind::Number | Kind::IntOrString | Kind::Anything | Kind::Unknown)
}

/// Whether lengths and patterns can hold of the type.
pub const fn takes_string(type_: &TypeDesc) -> bool {
    matches!(kind(type_), Kind::String | Kind::IntOrString | Kind::Anything | Kind::Unknown)
}

/// Whether a format can hold of the type.
pub const fn takes_format(type_: &TypeDesc) -> bool {
    takes_string(type_) || takes_bounds(type_)
}

/// Whether a number of items can hold of the type.
pub const fn takes_items(type_: &TypeDesc) -> bool {
    matches!(kind(type_), Kind::List | Kind::Anything | Kind::Unknown)
}

/// Whether a number of fields can hold of the type.
pub const fn takes_properties(type_: &TypeDesc) -> bool {
    matches!(kind(type_), Kind::Map | Kind::Object | Kind::Anything | Kind::Unknown)
}

/// Whether the type can be a Kubernetes object.
pub const fn can_be_object(type_: &TypeDesc) -> bool {
    takes_properties(type_)
}

/// Whether the fields of the type can stand among others: a struct, an enum with data, or a map of anything.
pub const fn can_be_merged(type_: &TypeDesc) -> bool {
    match written_as(type_).shape {
        Shape::Map(values) => matches!(kind(values), Kind::Anything),
        _ => matches!(kind(type_), Kind::Object | Kind::Anything | Kind::Unknown),
    }
}

/// Whether all items of the tuple look alike, also of tuples in lists, maps and options.
pub const fn tuples_fit(type_: &TypeDesc) -> bool {
    match written_as(type_).shape {
        Shape::List(inner) | Shape::Set(inner) | Shape::Map(inner) => tuples_fit(inner),
        Shape::Tuple(items) => {
            let mut at = 0;
            while at < items.len() {
                if !tuples_fit(items[at]) || !super::same::types(items[0], items[at]) {
                    return false;
                }
                at += 1;
            }
            true
        }
        _ => true,
    }
}
