//! Types and their fields.

use serde_json::Value;

use super::{Facet, UnionDesc};

/// What a type looks like in JSON.
#[derive(Clone, Copy, Debug)]
pub struct TypeDesc {
    /// The kind of value.
    pub shape: Shape,
    /// What is said of the value beyond its kind.
    pub facets: &'static [Facet],
}

impl TypeDesc {
    /// Anything at all, kept as it is.
    pub const ANYTHING: Self = Self::of(Shape::Anything);
    /// An object with whatever fields, kept as they are.
    pub const ANY_OBJECT: Self = Self { shape: Shape::Object(&[]), facets: &[Facet::PreserveUnknown] };
    /// An integer or a string.
    pub const INT_OR_STRING: Self = Self::of(Shape::IntOrString);

    /// A type of which nothing but the kind is said.
    pub const fn of(shape: Shape) -> Self {
        Self { shape, facets: &[] }
    }
}

/// The kind of a value.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
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
    /// Anything at all.
    Anything,
    /// What a JSON Schema says, which the program makes; see [`from_json_schema`](crate::convert::from_json_schema).
    JsonSchema(fn() -> Value),
    /// An object with declared fields.
    Object(&'static [FieldDesc]),
    /// One of several variants.
    Union(UnionDesc),
    /// An object whose fields all look alike.
    Map(&'static TypeDesc),
    /// A list.
    List(&'static TypeDesc),
    /// A list that is a set in Rust, whose order nobody keeps.
    Set(&'static TypeDesc),
    /// A list of as many items as there are types.
    Tuple(&'static [&'static TypeDesc]),
    /// A value or `null`; a field that may be missing.
    Optional(&'static TypeDesc),
    /// Written and read as another type is.
    Transparent(&'static TypeDesc),
    /// Written as another type is, but never missing: serde reads no newtype from nothing.
    Newtype(&'static TypeDesc),
}

/// One field of an object.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a word of serde of its own")]
pub struct FieldDesc {
    /// The name in JSON.
    pub name: &'static str,
    /// What the field is for; when empty, the description of its type is used.
    pub description: &'static str,
    /// The type.
    pub type_: &'static TypeDesc,
    /// Whether the field must be there.
    pub required: bool,
    /// Whether the property must be there if the default that the program makes is null, for a server fills in no null.
    pub required_if_null: bool,
    /// Whether serde leaves the field out instead of writing `null`.
    pub omits_null: bool,
    /// Whether the fields of the type stand where this one would.
    pub flattened: bool,
    /// Other names that serde reads and a server does not know.
    pub aliases: &'static [&'static str],
    /// What is said of this field beyond its type.
    pub facets: &'static [Facet],
}

impl FieldDesc {
    /// A field of which nothing is said.
    pub const EMPTY: Self = Self {
        name: "",
        description: "",
        type_: &TypeDesc::ANYTHING,
        required: false,
        required_if_null: false,
        omits_null: false,
        flattened: false,
        aliases: &[],
        facets: &[],
    };
}
