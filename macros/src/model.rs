//! What is known of a type after reading: final names, types as tokens, what is said of them, and where.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use serde_derive_internals::ast::{
    Container as SerdeContainer, Data as SerdeData, Field as SerdeField, Style,
};
use serde_derive_internals::attr::Default as SerdeDefault;
use syn::spanned::Spanned;
use syn::{DeriveInput, Generics, Ident, LitStr, Type, Visibility};

use crate::attr::container::ContainerAttrs;
use crate::attr::field::{FieldAttrs, FieldColumn};
use crate::attr::marker::{self, Markers};
use crate::attr::serde::Position;
use crate::attr::values::Values;
use crate::attr::{crd_items, doc, serde, variant};
use crate::crate_path::CratePath;
use crate::errors::Errors;
use crate::root::Root;

/// A type.
pub(crate) struct Container {
    pub(crate) ident: Ident,
    pub(crate) vis: Visibility,
    pub(crate) generics: Generics,
    pub(crate) crate_path: CratePath,
    pub(crate) docs: String,
    pub(crate) values: Values,
    pub(crate) markers: Markers,
    pub(crate) data: Data,
    pub(crate) root: Option<Root>,
}

/// What the type is in JSON.
pub(crate) enum Data {
    Struct(Vec<Field>),
    Newtype { type_: Target, transparent: bool },
    UnitEnum(Vec<LitStr>),
    IntOrString,
    Anything,
}

/// Where a description comes from: a type of the user's, or something that needs no type.
#[derive(Clone)]
pub(crate) enum Target {
    Type(Box<Type>),
    Const(TokenStream),
}

impl Target {
    /// The description, blamed on the user's type where that has none.
    pub(crate) fn schema(&self) -> TokenStream {
        match self {
            Self::Type(type_) => quote_spanned!(type_.span()=> <#type_ as __crd::CrdSchema>::SCHEMA),
            Self::Const(desc) => desc.clone(),
        }
    }

    pub(crate) fn docs(&self) -> TokenStream {
        match self {
            Self::Type(type_) => quote_spanned!(type_.span()=> <#type_ as __crd::CrdSchema>::DOCS),
            Self::Const(_) => quote!(&__crd::describe::TypeDocs::EMPTY),
        }
    }
}

/// Whether a member must be there.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Presence {
    Required,
    Optional,
    /// As the type says.
    OfType,
}

/// A member.
pub(crate) struct Field {
    pub(crate) name: LitStr,
    pub(crate) type_: Type,
    pub(crate) target: Target,
    pub(crate) docs: String,
    pub(crate) presence: Presence,
    pub(crate) omits_null: bool,
    /// Whether serde leaves the member out at times, which is not reading it from nothing.
    pub(crate) skipped_if: bool,
    pub(crate) serde_default: Option<TokenStream>,
    pub(crate) values: Values,
    pub(crate) markers: Markers,
    pub(crate) column: Option<Column>,
}

/// A column of `kubectl get` that shows a field.
pub(crate) struct Column {
    pub(crate) span: Span,
    pub(crate) said: FieldColumn,
}

impl Container {
    /// Reads a type; what cannot be read is told and taken for anything.
    pub(crate) fn read(input: &DeriveInput, errors: &mut Errors) -> Self {
        let attrs = crd_items(&input.attrs, errors);
        let attrs: ContainerAttrs = read_items(&attrs, errors);
        let markers = Markers::read(&input.attrs, errors);
        let data = data(input, &markers, errors);
        let crate_path = CratePath(attrs.crate_path.clone());
        let values = attrs.values.clone();
        let root = Root::read(input, attrs, errors);
        Self {
            ident: input.ident.clone(),
            vis: input.vis.clone(),
            generics: input.generics.clone(),
            crate_path,
            docs: doc::text(&input.attrs),
            values,
            markers,
            data: data.unwrap_or(Data::Anything),
            root,
        }
    }
}

/// An item that cannot be read hides none of the others.
fn read_items<T: darling::FromMeta + Default>(items: &[darling::ast::NestedMeta], errors: &mut Errors) -> T {
    errors.handle(T::from_list(items)).unwrap_or_else(|| {
        let readable = |item: &&darling::ast::NestedMeta| T::from_list(std::slice::from_ref(*item)).is_ok();
        let rest: Vec<_> = items.iter().filter(readable).cloned().collect();
        T::from_list(&rest).unwrap_or_default()
    })
}

fn data(input: &DeriveInput, markers: &Markers, errors: &mut Errors) -> Option<Data> {
    let is_enum = matches!(input.data, syn::Data::Enum(_));
    if markers.int_or_string.is_some() || markers.preserve_unknown.is_some() && is_enum {
        variant::refuse_below(input, errors);
        let int_or_string = markers.int_or_string.is_some();
        return Some(if int_or_string { Data::IntOrString } else { Data::Anything });
    }
    let container = serde::read(input, errors)?;
    serde::refuse_unknown(&input.attrs, Position::Container, errors);
    match &container.data {
        SerdeData::Enum(variants) => {
            if variants.is_empty() {
                errors.at(input.ident.span(), "an enum without variants has no values; add a variant");
            }
            Some(Data::UnitEnum(unit_variants(variants, errors)))
        }
        SerdeData::Struct(Style::Struct, fields) if !container.attrs.transparent() => {
            Some(Data::Struct(struct_fields(&container, fields, errors)))
        }
        SerdeData::Struct(Style::Newtype | Style::Struct | Style::Tuple, fields)
            if container.attrs.transparent() =>
        {
            let field = fields.iter().find(|field| field.attrs.transparent())?;
            Some(newtype(field, true, errors))
        }
        SerdeData::Struct(Style::Newtype, fields) => Some(newtype(fields.first()?, false, errors)),
        SerdeData::Struct(..) => {
            errors.at(
                input.ident.span(),
                "serde writes this struct as a list or as null; name its fields, or wrap one type",
            );
            None
        }
    }
}

fn unit_variants(variants: &[serde_derive_internals::ast::Variant<'_>], errors: &mut Errors) -> Vec<LitStr> {
    let mut names = Vec::new();
    for found in variants {
        serde::refuse_unknown(&found.original.attrs, Position::Variant, errors);
        variant::refuse(found.original, errors);
        if found.attrs.skip_serializing() && found.attrs.skip_deserializing() {
            continue;
        }
        if !matches!(found.style, Style::Unit) {
            errors.at(
                found.ident.span(),
                "a variant with data is not understood yet; write a struct with optional fields, or \
                 `#[int_or_string]` or `#[preserve_unknown]` on the enum",
            );
        }
        let name = serde::name(found.attrs.name(), &found.original.attrs, errors);
        names.push(serde::text(&name, &found.ident));
    }
    names
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

impl Field {
    fn read(
        field: &SerdeField<'_>,
        container: &SerdeContainer<'_>,
        of_container: &SerdeDefault,
        errors: &mut Errors,
    ) -> Option<Self> {
        let syn_attrs = &field.original.attrs;
        serde::refuse_unknown(syn_attrs, Position::Field, errors);
        let markers = Markers::read(syn_attrs, errors);
        let items = crd_items(syn_attrs, errors);
        let attrs: FieldAttrs = read_items(&items, errors);
        if field.attrs.skip_serializing() && field.attrs.skip_deserializing() {
            for attr in syn_attrs.iter().filter(|attr| marker::is_ours(attr)) {
                let message = "serde skips this field, so it has no schema; remove the attribute";
                errors.push(syn::Error::new_spanned(attr.path(), message));
            }
            return None;
        }
        let name = serde::name(field.attrs.name(), syn_attrs, errors);
        let type_ = attrs.schema_as.unwrap_or_else(|| field.ty.clone());
        let serde_default = serde_default(field, container, of_container);
        let skipped_if = field.attrs.skip_serializing_if().is_some();
        let target = target(&type_, &markers);
        let never_written = field.attrs.skip_serializing();
        let never_read = field.attrs.skip_deserializing();
        let has_default = attrs.values.default.is_some() || attrs.values.default_from_serde.is_present();
        let optional = serde_default.is_some() || skipped_if || never_written || never_read || has_default;
        let presence = match (attrs.required.is_present(), optional) {
            (true, _) => Presence::Required,
            (_, true) => Presence::Optional,
            _ => Presence::OfType,
        };
        Some(Self {
            name: serde::text(&name, &field.member),
            type_: field.ty.clone(),
            target,
            docs: doc::text(syn_attrs),
            presence,
            omits_null: skipped_if || never_written,
            skipped_if,
            serde_default,
            values: attrs.values,
            markers,
            column: attrs.column.map(|column| Column {
                span: column.span(),
                said: column.as_ref().clone().unwrap_or_default(),
            }),
        })
    }

    /// Where the field is, for errors about all of it.
    pub(crate) fn span(&self) -> Span {
        self.name.span()
    }
}

/// An expression for what serde takes when the member is missing.
fn serde_default(
    field: &SerdeField<'_>,
    container: &SerdeContainer<'_>,
    of_container: &SerdeDefault,
) -> Option<TokenStream> {
    let (type_, member, ident) = (field.ty, &field.member, &container.ident);
    match (field.attrs.default(), of_container) {
        (SerdeDefault::Default, _) => Some(quote!(<#type_ as ::core::default::Default>::default())),
        (SerdeDefault::Path(path), _) => Some(quote!(#path())),
        (SerdeDefault::None, SerdeDefault::Default) => {
            let (_, generics, _) = container.generics.split_for_impl();
            Some(quote!(<#ident #generics as ::core::default::Default>::default().#member))
        }
        (SerdeDefault::None, SerdeDefault::Path(path)) => Some(quote!(#path().#member)),
        (SerdeDefault::None, SerdeDefault::None) => None,
    }
}

/// The description of a field.
///
/// Markers that replace the type must not name it: that is how recursion is cut, and how types without a schema get
/// in. So an `Option` is known by its name there, as a map is.
fn target(type_: &Type, markers: &Markers) -> Target {
    let (inner, optional) = without_option(type_);
    let desc = if markers.preserve_unknown_values.is_some() {
        let shape = if is_list(inner) { quote!(List) } else { quote!(Map) };
        let anything = quote!(&__crd::describe::TypeDesc::ANYTHING);
        quote!(__crd::describe::TypeDesc { shape: __crd::describe::Shape::#shape(#anything), facets: &[] })
    } else if markers.int_or_string.is_some() {
        quote!(__crd::describe::TypeDesc::INT_OR_STRING)
    } else if markers.preserve_unknown.is_none() {
        return Target::Type(Box::new(type_.clone()));
    } else if is_map(inner) || markers.embedded_resource.is_some() {
        quote!(__crd::describe::TypeDesc::ANY_OBJECT)
    } else {
        quote!(__crd::describe::TypeDesc::ANYTHING)
    };
    Target::Const(if optional {
        quote! {
            &__crd::describe::TypeDesc { shape: __crd::describe::Shape::Optional(&#desc), facets: &[] }
        }
    } else {
        quote!(&#desc)
    })
}

/// Whether the type is written as a list of the standard library.
pub(crate) fn is_list(type_: &Type) -> bool {
    matches!(last_segment(without_option(type_).0).as_deref(), Some("Vec" | "HashSet" | "BTreeSet"))
}

/// Whether the type is written as a map of the standard library or of `serde_json`.
pub(crate) fn is_map(type_: &Type) -> bool {
    matches!(last_segment(without_option(type_).0).as_deref(), Some("HashMap" | "BTreeMap" | "Map"))
}

fn without_option(type_: &Type) -> (&Type, bool) {
    match (last_segment(type_).as_deref(), first_argument(type_)) {
        (Some("Option"), Some(inner)) => (without_box(inner), true),
        _ => (without_box(type_), false),
    }
}

fn without_box(type_: &Type) -> &Type {
    match (last_segment(type_).as_deref(), first_argument(type_)) {
        (Some("Box"), Some(inner)) => without_box(inner),
        _ => type_,
    }
}

/// The last name in the path of a type.
pub(crate) fn last_segment(type_: &Type) -> Option<String> {
    let Type::Path(path) = ungrouped(type_) else { return None };
    path.path.segments.last().map(|segment| segment.ident.to_string())
}

/// The type without the invisible group that a macro puts around it.
fn ungrouped(type_: &Type) -> &Type {
    match type_ {
        Type::Group(group) => ungrouped(&group.elem),
        Type::Paren(paren) => ungrouped(&paren.elem),
        other => other,
    }
}

fn first_argument(type_: &Type) -> Option<&Type> {
    let Type::Path(path) = ungrouped(type_) else { return None };
    let syn::PathArguments::AngleBracketed(arguments) = &path.path.segments.last()?.arguments else {
        return None;
    };
    arguments.args.iter().find_map(|argument| match argument {
        syn::GenericArgument::Type(type_) => Some(type_),
        _ => None,
    })
}
