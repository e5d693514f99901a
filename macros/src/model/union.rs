//! Enums: strings, or one of several contents.

use proc_macro2::Span;
use serde_derive_internals::ast::{Container as SerdeContainer, Style, Variant as SerdeVariant};
use serde_derive_internals::attr::{Default as SerdeDefault, TagType};
use syn::{LitStr, Type};

use super::field::Field;
use super::{Data, UnitVariant};
use crate::attr::serde::{self, Position};
use crate::attr::{doc, variant};
use crate::errors::Errors;

/// An enum with data.
pub(crate) struct Union {
    pub(crate) tagging: Tagging,
    /// Whether serde rejects fields of other variants.
    pub(crate) strict: bool,
    pub(crate) variants: Vec<Variant>,
}

/// How serde says which variant a value is.
pub(crate) enum Tagging {
    External,
    Internal(String),
    Adjacent { tag: String, content: String },
    Untagged,
}

/// One variant.
pub(crate) struct Variant {
    pub(crate) name: LitStr,
    pub(crate) aliases: Vec<String>,
    pub(crate) docs: doc::Docs,
    pub(crate) content: Content,
}

/// What a variant holds.
pub(crate) enum Content {
    Unit,
    Newtype(Box<Field>),
    Struct(Vec<Field>),
    Tuple(Vec<Type>),
}

impl Content {
    /// What stands in the variant and may have attributes.
    pub(crate) fn fields(&self) -> &[Field] {
        match self {
            Self::Newtype(field) => std::slice::from_ref(field),
            Self::Struct(fields) => fields,
            Self::Unit | Self::Tuple(_) => &[],
        }
    }

    pub(super) fn fields_mut(&mut self) -> &mut [Field] {
        match self {
            Self::Newtype(field) => std::slice::from_mut(field),
            Self::Struct(fields) => fields,
            Self::Unit | Self::Tuple(_) => &mut [],
        }
    }
}

impl Variant {
    pub(crate) fn span(&self) -> Span {
        self.name.span()
    }

    fn read(found: &SerdeVariant<'_>, container: &SerdeContainer<'_>, errors: &mut Errors) -> Option<Self> {
        serde::refuse_unknown(&found.original.attrs, Position::Variant, errors);
        variant::refuse(found.original, errors);
        if found.attrs.skip_serializing() && found.attrs.skip_deserializing() {
            variant::refuse_content(found.original, errors);
            return None;
        }
        let name = serde::name(found.attrs.name(), &found.original.attrs, errors);
        Some(Self {
            aliases: serde::aliases(found.attrs.aliases(), &name),
            name: serde::text(&name, &found.ident),
            docs: doc::text(&found.original.attrs),
            content: content(found, container, errors),
        })
    }
}

fn content(found: &SerdeVariant<'_>, container: &SerdeContainer<'_>, errors: &mut Errors) -> Content {
    let mut fields =
        found.fields.iter().filter_map(|field| Field::read(field, container, &SerdeDefault::None, errors));
    match found.style {
        Style::Unit => Content::Unit,
        Style::Struct => Content::Struct(fields.collect()),
        // serde writes a variant whose one field it skips as a unit.
        Style::Newtype => fields.next().map_or(Content::Unit, |field| Content::Newtype(Box::new(field))),
        Style::Tuple => {
            variant::refuse_content(found.original, errors);
            Content::Tuple(found.fields.iter().map(|field| field.ty.clone()).collect())
        }
    }
}

/// Reads an enum.
pub(super) fn read(
    container: &SerdeContainer<'_>,
    variants: &[SerdeVariant<'_>],
    errors: &mut Errors,
) -> Data {
    if variants.is_empty() {
        errors.at(container.ident.span(), "an enum without variants has no values; add a variant");
    }
    let read = |found: &SerdeVariant<'_>| Variant::read(found, container, errors);
    let variants: Vec<Variant> = variants.iter().filter_map(read).collect();
    let tagging = match container.attrs.tag() {
        TagType::External => Tagging::External,
        TagType::Internal { tag } => Tagging::Internal(tag.clone()),
        TagType::Adjacent { tag, content } => {
            Tagging::Adjacent { tag: tag.clone(), content: content.clone() }
        }
        TagType::None => Tagging::Untagged,
    };
    let is_unit = |variant: &Variant| matches!(variant.content, Content::Unit);
    if matches!(tagging, Tagging::External) && variants.iter().all(is_unit) {
        let units = variants.into_iter().map(|Variant { name, docs, .. }| UnitVariant { name, docs });
        return Data::UnitEnum(units.collect());
    }
    Data::Union(Union { tagging, strict: container.attrs.deny_unknown_fields(), variants })
}
