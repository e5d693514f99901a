//! The texts for readers, apart from the schema: only publishing names them.

use serde_json::Value;

/// The texts of a type, shaped as its [`TypeDesc`](super::TypeDesc) is.
#[derive(Clone, Copy, Debug)]
pub struct TypeDocs {
    /// What the type is for, or empty.
    pub text: &'static str,
    /// The texts of the members of a struct.
    pub fields: &'static [FieldDocs],
    /// The texts of the variants of an enum with data.
    pub variants: &'static [FieldDocs],
    /// The texts of the items of a list or the values of a map.
    pub element: Option<&'static Self>,
    /// A JSON Schema whose texts stand where there are no others; it is made when they are read.
    pub made: Option<fn() -> Value>,
}

impl TypeDocs {
    /// Nothing to read.
    pub const EMPTY: Self = Self { text: "", fields: &[], variants: &[], element: None, made: None };
}

/// The texts of a member.
#[derive(Clone, Copy, Debug)]
pub struct FieldDocs {
    /// The member's name in JSON.
    pub name: &'static str,
    /// What the member is for; when empty, the text of its type stands in.
    pub text: &'static str,
    /// The texts of the member's type.
    pub type_: &'static TypeDocs,
}

impl FieldDocs {
    /// A member without texts.
    pub const EMPTY: Self = Self { name: "", text: "", type_: &TypeDocs::EMPTY };
}
