//! Members of structs and of variants.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use serde_derive_internals::ast::{Container as SerdeContainer, Field as SerdeField};
use serde_derive_internals::attr::Default as SerdeDefault;
use syn::spanned::Spanned as _;
use syn::{LitStr, Type};

use super::read;
use super::target::{Target, made, target};
use crate::attr::field::{FieldAttrs, FieldColumn};
use crate::attr::marker::{self, Markers};
use crate::attr::serde::{self, Position};
use crate::attr::values::Values;
use crate::attr::{crd_items, doc};
use crate::errors::Errors;

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
    /// The name in Rust.
    pub(crate) member: syn::Member,
    /// The name in JSON; of a flattened field one that no other field has.
    pub(crate) name: LitStr,
    pub(crate) aliases: Vec<String>,
    pub(crate) flattened: bool,
    pub(crate) type_: Type,
    pub(crate) target: Target,
    /// The type that says what serde reads: none, where a function or another type is named.
    pub(crate) read_as: Option<Type>,
    pub(crate) docs: doc::Docs,
    /// Where the texts of the type's `JsonSchema` were asked for.
    pub(crate) texts: Option<Span>,
    pub(crate) presence: Presence,
    pub(crate) omits_null: bool,
    /// Whether serde leaves the member out at times, which is not reading it from nothing.
    pub(crate) skipped_if: bool,
    pub(crate) serde_default: Option<TokenStream>,
    pub(crate) values: Values,
    pub(crate) markers: Markers,
    pub(crate) column: Option<Column>,
    /// Where `required` was said.
    pub(crate) demanded: Option<Span>,
}

/// A column of `kubectl get` that shows a field.
pub(crate) struct Column {
    pub(crate) span: Span,
    pub(crate) said: FieldColumn,
}

impl Field {
    pub(super) fn read(
        field: &SerdeField<'_>,
        container: &SerdeContainer<'_>,
        of_container: &SerdeDefault,
        errors: &mut Errors,
    ) -> Option<Self> {
        let syn_attrs = &field.original.attrs;
        serde::refuse_unknown(syn_attrs, Position::Field, errors);
        let markers = Markers::read(syn_attrs, errors);
        let items = crd_items(syn_attrs, errors);
        let attrs: FieldAttrs = read(&items, errors);
        attrs.one_source(&markers, errors);
        attrs.texts(&markers, errors);
        if field.attrs.skip_serializing() && field.attrs.skip_deserializing() {
            refuse_on_skipped(syn_attrs, errors);
            return None;
        }
        let name = serde::name(field.attrs.name(), syn_attrs, errors);
        let flattened = field.attrs.flatten();
        let serde_default = serde_default(field, container, of_container);
        let skipped_if = field.attrs.skip_serializing_if().is_some();
        let target = target_of(field, &attrs, &markers);
        if attrs.with.is_none() && attrs.schema_with.is_none() && matches!(target, Target::Type(_)) {
            serde::ask_for_type(field, errors);
        }
        let never_written = field.attrs.skip_serializing();
        let never_read = field.attrs.skip_deserializing();
        let has_default = attrs.values.default.is_some() || attrs.values.default_from_serde.is_present();
        let optional = serde_default.is_some() || skipped_if || never_written || never_read || has_default;
        let presence = presence(field, &attrs, optional);
        let label = if flattened { format!("..{}", member_name(&field.member)) } else { name.clone() };
        Some(Self {
            member: field.member.clone(),
            aliases: serde::aliases(field.attrs.aliases(), &name),
            name: match &field.member {
                syn::Member::Named(ident) => serde::text(&label, ident),
                // A field without a name is where its type is.
                syn::Member::Unnamed(_) => serde::text(&label, field.ty),
            },
            flattened,
            type_: field.ty.clone(),
            target,
            read_as: read_as(field, &attrs),
            docs: doc::text(syn_attrs),
            texts: attrs.descriptions.is_present().then(|| attrs.descriptions.span()),
            presence,
            omits_null: skipped_if || never_written,
            skipped_if,
            serde_default,
            values: attrs.values,
            markers,
            demanded: attrs.required.is_present().then(|| attrs.required.span()),
            column: attrs.column.map(|column| Column { span: column.span, said: column.said }),
        })
    }

    /// The texts that the program makes for its type.
    pub(crate) fn made_texts(&self) -> Option<TokenStream> {
        self.texts.and_then(|_| self.target.made_texts())
    }

    /// Where the field is, for errors about all of it.
    pub(crate) fn span(&self) -> Span {
        self.name.span()
    }
}

fn refuse_on_skipped(attrs: &[syn::Attribute], errors: &mut Errors) {
    for attr in attrs.iter().filter(|attr| marker::is_ours(attr)) {
        let message = "serde skips this field, so it has no schema; remove the attribute";
        errors.push(syn::Error::new_spanned(attr.path(), message));
    }
}

/// Where the schema of a field comes from.
fn target_of(field: &SerdeField<'_>, attrs: &FieldAttrs, markers: &Markers) -> Target {
    let type_ = attrs.with.as_ref().map_or(field.ty, |type_| &type_.0);
    match &attrs.schema_with {
        Some(path) => Target::Const(quote_spanned!(path.span()=> const { &#path() })),
        None if attrs.schemars.is_present() => made(type_),
        None => target(type_, markers),
    }
}

fn read_as(field: &SerdeField<'_>, attrs: &FieldAttrs) -> Option<Type> {
    let by_function = field.attrs.skip_deserializing() || field.attrs.deserialize_with().is_some();
    let as_another = attrs.with.is_some() || attrs.schema_with.is_some() || attrs.schemars.is_present();
    (!by_function && !as_another).then(|| field.ty.clone())
}

fn presence(field: &SerdeField<'_>, attrs: &FieldAttrs, optional: bool) -> Presence {
    match (attrs.required.is_present(), optional) {
        (true, _) => Presence::Required,
        (_, true) => Presence::Optional,
        // Such a function is not asked what a missing member is.
        _ if field.attrs.deserialize_with().is_some() => Presence::Required,
        _ => Presence::OfType,
    }
}

fn member_name(member: &syn::Member) -> String {
    match member {
        syn::Member::Named(ident) => ident.to_string(),
        syn::Member::Unnamed(index) => index.index.to_string(),
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
