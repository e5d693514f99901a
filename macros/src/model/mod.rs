//! What is known of a type after reading: final names, types as tokens, what is said of them, and where.

mod field;
mod repr;
mod target;
mod union;

pub(crate) use field::{Field, Presence};
pub(crate) use target::{Target, arguments, is_list, is_map, ungrouped};
pub(crate) use union::{Content, Tagging, Union, Variant};

use proc_macro2::Span;
use serde_derive_internals::ast::{
    Container as SerdeContainer, Data as SerdeData, Field as SerdeField, Style,
};
use serde_derive_internals::attr::TagType;
use syn::{DeriveInput, Generics, Ident, LitStr, Type, Visibility};

use crate::attr::container::ContainerAttrs;
use crate::attr::marker::{self, Markers};
use crate::attr::meta::Flag;
use crate::attr::serde::Position;
use crate::attr::values::Values;
use crate::attr::{crd_items, doc, read, serde, variant};
use crate::crate_path::CratePath;
use crate::errors::Errors;
use crate::root::Root;

/// A type.
pub(crate) struct Container {
    pub(crate) ident: Ident,
    pub(crate) vis: Visibility,
    pub(crate) generics: Generics,
    pub(crate) crate_path: CratePath,
    pub(crate) docs: doc::Docs,
    pub(crate) values: Values,
    pub(crate) markers: Markers,
    pub(crate) data: Data,
    /// Whether serde refuses unknown members of the struct.
    pub(crate) denies_unknown: bool,
    pub(crate) root: Option<Root>,
    /// Where a `JsonSchema` was asked for.
    pub(crate) json_schema: Option<Span>,
    /// Where the extension for unions was asked for.
    pub(crate) unions: Option<Span>,
}

/// What the type is in JSON.
pub(crate) enum Data {
    Struct(Vec<Field>),
    Newtype {
        type_: Target,
        transparent: bool,
    },
    Tuple(Vec<Type>),
    UnitEnum(Vec<LitStr>),
    /// An enum that is written as a number.
    NumberEnum {
        format: &'static str,
        variants: Vec<Ident>,
    },
    Union(Union),
    IntOrString,
    Anything,
}

impl Data {
    /// Every field that may have attributes, of the struct or of all variants.
    pub(crate) fn fields(&self) -> Vec<&Field> {
        match self {
            Self::Struct(fields) => fields.iter().collect(),
            Self::Union(union) => {
                union.variants.iter().flat_map(|variant| variant.content.fields()).collect()
            }
            _ => Vec::new(),
        }
    }
}

impl Container {
    /// Reads a type; what cannot be read is told and taken for anything.
    pub(crate) fn read(input: &DeriveInput, errors: &mut Errors) -> Self {
        let attrs = crd_items(&input.attrs, errors);
        let attrs: ContainerAttrs = read(&attrs, errors);
        let markers = Markers::read(&input.attrs, errors);
        let repr = repr::read(input, attrs.repr.as_ref(), errors).map(|data| (data, false));
        let (data, denies_unknown) =
            repr.or_else(|| data(input, &markers, errors)).unwrap_or((Data::Anything, false));
        let crate_path = CratePath(attrs.crate_path.clone());
        let values = attrs.values.clone();
        let span = |flag: Flag| flag.is_present().then(|| flag.span());
        let (json_schema, unions) = (span(attrs.json_schema), span(attrs.unions));
        let root = Root::read(input, attrs, errors);
        Self {
            json_schema,
            unions,
            ident: input.ident.clone(),
            vis: input.vis.clone(),
            generics: input.generics.clone(),
            crate_path,
            docs: doc::text(&input.attrs),
            values,
            markers,
            data,
            denies_unknown,
            root,
        }
    }
}

/// What the type is, and whether serde refuses unknown members.
fn data(input: &DeriveInput, markers: &Markers, errors: &mut Errors) -> Option<(Data, bool)> {
    let is_enum = matches!(input.data, syn::Data::Enum(_));
    if markers.int_or_string.is_some() || markers.preserve_unknown.is_some() && is_enum {
        variant::refuse_below(input, errors);
        let int_or_string = markers.int_or_string.is_some();
        return Some((if int_or_string { Data::IntOrString } else { Data::Anything }, false));
    }
    let container = serde::read(input, errors)?;
    serde::refuse_unknown(&input.attrs, Position::Container, errors);
    if let Some(type_) = serde::wire_type(&container, errors) {
        variant::refuse_below(input, errors);
        return Some((Data::Newtype { type_: Target::Type(Box::new(type_)), transparent: true }, false));
    }
    match &container.data {
        SerdeData::Enum(variants) => Some((union::read(&container, variants, errors), false)),
        SerdeData::Struct(style, fields) => {
            let data = structs(&container, *style, fields, errors)?;
            Some((data, container.attrs.deny_unknown_fields()))
        }
    }
}

fn structs(
    container: &SerdeContainer<'_>,
    style: Style,
    fields: &[SerdeField<'_>],
    errors: &mut Errors,
) -> Option<Data> {
    if matches!(container.attrs.tag(), TagType::Internal { .. }) {
        let message =
            "serde writes the tag of a struct and never reads it; add a field for it, or remove `tag`";
        errors.at(container.ident.span(), message);
    }
    if container.attrs.transparent() {
        let field = fields.iter().find(|field| field.attrs.transparent())?;
        return Some(newtype(field, true, errors));
    }
    match style {
        Style::Struct => Some(Data::Struct(struct_fields(container, fields, errors))),
        Style::Newtype => Some(newtype(fields.first()?, false, errors)),
        Style::Tuple => Some(Data::Tuple(tuple(fields, errors))),
        Style::Unit => {
            errors.at(container.ident.span(), "serde writes this struct as null; write `{}` behind its name");
            None
        }
    }
}

fn tuple(fields: &[SerdeField<'_>], errors: &mut Errors) -> Vec<Type> {
    for field in fields {
        serde::refuse_unknown(&field.original.attrs, Position::Item, errors);
        for attr in field.original.attrs.iter().filter(|attr| marker::is_ours(attr)) {
            let message =
                "a schema has one description for all items of a list; name the fields of this struct";
            errors.push(syn::Error::new_spanned(attr.path(), message));
        }
    }
    fields.iter().map(|field| field.ty.clone()).collect()
}

fn newtype(field: &SerdeField<'_>, transparent: bool, errors: &mut Errors) -> Data {
    serde::refuse_unknown(&field.original.attrs, Position::Field, errors);
    for attr in field.original.attrs.iter().filter(|attr| marker::is_ours(attr)) {
        let name = marker::name(attr);
        let message = format!("this struct is written as its field is; put `{name}` on the struct");
        errors.push(syn::Error::new_spanned(attr.path(), message));
    }
    Data::Newtype { type_: Target::Type(Box::new(field.ty.clone())), transparent }
}

fn struct_fields(
    container: &SerdeContainer<'_>,
    fields: &[SerdeField<'_>],
    errors: &mut Errors,
) -> Vec<Field> {
    let of_container = container.attrs.default();
    fields.iter().filter_map(|field| Field::read(field, container, of_container, errors)).collect()
}
