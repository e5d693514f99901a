//! Values that are one of several, as serde writes enums with data.

use super::TypeDesc;

/// A value that is one of several variants.
#[derive(Clone, Copy, Debug)]
pub struct UnionDesc {
    /// How a value says which variant it is.
    pub tagging: Tagging,
    /// The variants, without those that serde skips.
    pub variants: &'static [VariantDesc],
    /// Whether serde refuses fields of other variants.
    pub strict: bool,
}

/// How a value says which variant it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tagging {
    /// `{"Git": {…}}`
    External,
    /// `{"type": "Git", …}`; the name of the tag.
    Internal(&'static str),
    /// `{"type": "Git", "value": …}`
    Adjacent {
        /// The name of the tag.
        tag: &'static str,
        /// The name of the field that holds the content.
        content: &'static str,
    },
    /// Not at all: the first variant that can be read.
    Untagged,
}

/// One variant of a union.
#[derive(Clone, Copy, Debug)]
pub struct VariantDesc {
    /// The name in JSON.
    pub name: &'static str,
    /// What the variant is for; when empty, the description of its content is used.
    pub description: &'static str,
    /// What the variant holds; a unit variant holds nothing.
    pub content: Option<&'static TypeDesc>,
    /// Other names that serde reads and a server does not know.
    pub aliases: &'static [&'static str],
}

impl VariantDesc {
    /// A variant of which nothing is said.
    pub const EMPTY: Self = Self { name: "", description: "", content: None, aliases: &[] };
}
