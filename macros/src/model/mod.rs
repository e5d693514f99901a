//! What is known of a type after reading: final names, types as tokens, what is said of them, and where.

mod field;
mod mentions;
mod repr;
mod target;
mod union;

pub(crate) use field::{Field, Missing, Presence};
pub(crate) use mentions::leaves;
pub(crate) use target::{Target, arguments, is_list, is_map, ungrouped};
pub(crate) use union::{Content, Tagging, Union, Variant};

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens as _, quote};
use serde_derive_internals::ast::{
    Container as SerdeContainer, Data as SerdeData, Field as SerdeField, Style,
};
use serde_derive_internals::attr::{Default as SerdeDefault, TagType};
use syn::{DeriveInput, Generics, Ident, LitStr, Path, Type, Visibility};

use crate::attr::container::ContainerAttrs;
use crate::attr::foreign::{self, Foreign};
use crate::attr::marker::{self, Markers};
use crate::attr::meta::Flag;
use crate::attr::serde::Position;
use crate::attr::value::{Allowed, Rule};
use crate::attr::values::Values;
use crate::attr::{crd_items, doc, kube, read, serde, variant};
use crate::crate_path::CratePath;
use crate::errors::Errors;
use crate::root::{Root, Source};

/// A type.
pub(crate) struct Container {
    pub(crate) ident: Ident,
    pub(crate) vis: Visibility,
    pub(crate) generics: Generics,
    pub(crate) crate_path: CratePath,
    pub(crate) docs: doc::Docs,
    pub(crate) values: Values,
    /// Rules of the whole object, if the type is that of a spec.
    pub(crate) root_rules: Vec<Rule>,
    /// Where it was said that the values of the enum are not listed.
    pub(crate) no_possible_values: Option<Span>,
    /// Warnings that the author accepts.
    pub(crate) allows: Vec<Allowed>,
    /// Attributes of other derives that describe the type.
    pub(crate) foreign: Vec<Foreign>,
    pub(crate) markers: Markers,
    pub(crate) data: Data,
    /// Whether serde refuses unknown properties of the struct.
    pub(crate) denies_unknown: bool,
    /// The default of the whole struct, from which serde takes what is missing.
    pub(crate) default: Option<TokenStream>,
    pub(crate) root: Option<Root>,
    /// Where a `JsonSchema` was asked for.
    pub(crate) json_schema: Option<Span>,
    /// Where the extension for unions was asked for.
    pub(crate) unions: Option<Span>,
    /// The types without arguments that the type names.
    pub(crate) mentions: Vec<Path>,
    pub(crate) cycles: Vec<Cycle>,
}

/// A way from a type back to itself, by names.
pub(crate) struct Cycle {
    /// The constant that says whether it is one.
    pub(crate) constant: Ident,
    /// The first type on the way, as it is written in a field.
    pub(crate) first: Path,
    /// Which of the types that each type names is the next one.
    pub(crate) steps: Vec<usize>,
    /// The types on the way.
    pub(crate) names: Vec<String>,
}

/// What the type is in JSON.
pub(crate) enum Data {
    Struct(Vec<Field>),
    Newtype {
        type_: Target,
        transparent: bool,
    },
    Tuple(Vec<Type>),
    UnitEnum(Vec<UnitVariant>),
    /// An enum that is written as a number.
    NumberEnum {
        format: &'static str,
        variants: Vec<(Ident, doc::Docs)>,
    },
    Union(Union),
    IntOrString,
    Anything,
}

/// A variant that is written as its name.
pub(crate) struct UnitVariant {
    pub(crate) name: LitStr,
    pub(crate) docs: doc::Docs,
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

    /// As [`fields`](Self::fields), to change them.
    pub(crate) fn fields_mut(&mut self) -> Vec<&mut Field> {
        match self {
            Self::Struct(fields) => fields.iter_mut().collect(),
            Self::Union(union) => {
                union.variants.iter_mut().flat_map(|variant| variant.content.fields_mut()).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// What is read of a type by serde's rules.
#[derive(Default)]
struct Read {
    data: Option<Data>,
    denies_unknown: bool,
    default: Option<TokenStream>,
}

impl Read {
    fn of(data: Data) -> Self {
        Self { data: Some(data), ..Self::default() }
    }
}

impl Container {
    /// Whether the type is a whole resource that the user wrote.
    pub(crate) fn is_written_root(&self) -> bool {
        self.root.as_ref().is_some_and(|root| matches!(root.source, Source::Written))
    }

    /// Reads a type; what cannot be read is reported and becomes anything.
    pub(crate) fn read(input: &DeriveInput, errors: &mut Errors) -> Self {
        let attrs = crd_items(&input.attrs, errors);
        let attrs: ContainerAttrs = read(&attrs, errors);
        let markers = Markers::read(&input.attrs, errors);
        kube::refuse(&input.attrs, attrs.json_schema.is_present(), errors);
        let repr = repr::read(input, attrs.repr.as_ref(), errors).map(Read::of);
        let Read { data, denies_unknown, default } = repr.unwrap_or_else(|| data(input, &markers, errors));
        let crate_path = CratePath(attrs.crate_path.clone());
        let (values, allows) = (attrs.values.clone(), attrs.allows.clone());
        let span = |flag: Flag| flag.is_present().then(|| flag.span());
        let (json_schema, unions) = (span(attrs.json_schema), span(attrs.unions));
        let (root_rules, no_possible_values) = (attrs.root_rules.clone(), span(attrs.no_possible_values));
        let foreign = foreign::of_container(input, &attrs, &markers);
        let data = data.unwrap_or(Data::Anything);
        let root = Root::read(input, attrs, &data, errors);
        Self {
            json_schema,
            unions,
            ident: input.ident.clone(),
            vis: input.vis.clone(),
            generics: input.generics.clone(),
            crate_path,
            docs: doc::text(&input.attrs),
            values,
            root_rules,
            no_possible_values,
            allows,
            foreign,
            markers,
            data,
            denies_unknown,
            default,
            root,
            mentions: Vec::new(),
            cycles: Vec::new(),
        }
    }
}

fn data(input: &DeriveInput, markers: &Markers, errors: &mut Errors) -> Read {
    let is_enum = matches!(input.data, syn::Data::Enum(_));
    if markers.int_or_string.is_some() || markers.preserve_unknown.is_some() && is_enum {
        variant::refuse_below(input, errors);
        let kept = Read {
            data: Some(Data::Anything),
            denies_unknown: serde::says(&input.attrs, "deny_unknown_fields"),
            default: None,
        };
        return if markers.int_or_string.is_some() { Read::of(Data::IntOrString) } else { kept };
    }
    let Some(container) = serde::read(input, errors) else { return Read::default() };
    serde::refuse_unknown(&input.attrs, Position::Container, errors);
    if let Some((type_, is_read)) = serde::wire_type(&container, errors) {
        variant::refuse_below(input, errors);
        return Read::of(Data::Newtype { type_: Target::Type(Box::new(type_)), transparent: is_read });
    }
    match &container.data {
        SerdeData::Enum(variants) => Read::of(union::read(&container, variants, errors)),
        SerdeData::Struct(style, fields) => Read {
            data: structs(&container, *style, fields, errors),
            denies_unknown: container.attrs.deny_unknown_fields(),
            default: default(&container),
        },
    }
}

/// The default of the struct, of which serde takes one property for each that is missing.
fn default(container: &SerdeContainer<'_>) -> Option<TokenStream> {
    let (ident, (_, generics, _)) = (&container.ident, container.generics.split_for_impl());
    match container.attrs.default() {
        SerdeDefault::None => None,
        SerdeDefault::Path(path) => Some(quote!(&#path())),
        SerdeDefault::Default => Some(match container.attrs.remote() {
            Some(remote) => default_of(&remote.to_token_stream(), container.generics),
            None => default_of(&quote!(#ident #generics), container.generics),
        }),
    }
}

/// A reference to the default of a type; where a type has none, serde's derive says so.
fn default_of(type_: &TokenStream, generics: &Generics) -> TokenStream {
    if generics.params.is_empty() {
        quote!(&{
            use __crd::__private::NoDefault as _;
            __crd::__private::DefaultOf::<#type_>::make()?
        })
    } else {
        quote!(&<#type_ as ::core::default::Default>::default())
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
    let attrs = &field.original.attrs;
    serde::refuse_unknown(attrs, Position::Field, errors);
    for attr in attrs.iter().filter(|attr| marker::is_ours(attr) && !field::names_another_type(attr)) {
        let name = marker::name(attr);
        let message = format!("this struct is written as its field is; put `{name}` on the struct");
        errors.push(syn::Error::new_spanned(attr.path(), message));
    }
    let (type_, is_read_by_type) = field::of_newtype(field, errors);
    Data::Newtype { type_, transparent: transparent && is_read_by_type }
}

fn struct_fields(
    container: &SerdeContainer<'_>,
    fields: &[SerdeField<'_>],
    errors: &mut Errors,
) -> Vec<Field> {
    let of_container = container.attrs.default();
    fields.iter().filter_map(|field| Field::read(field, container, of_container, errors)).collect()
}
