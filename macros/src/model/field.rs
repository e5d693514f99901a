//! Fields of structs and of variants.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens as _, quote, quote_spanned};
use serde_derive_internals::ast::{Container as SerdeContainer, Field as SerdeField};
use serde_derive_internals::attr::Default as SerdeDefault;
use syn::spanned::Spanned as _;
use syn::{LitStr, Type};

use super::read;
use super::target::{Target, is_option, made, optional, target};
use crate::attr::field::{FieldAttrs, FieldColumn};
use crate::attr::foreign::{self, Foreign};
use crate::attr::marker::{self, Markers};
use crate::attr::serde::{self, Position};
use crate::attr::value::{Allowed, Default as DefaultValue, TypeValue};
use crate::attr::values::Values;
use crate::attr::{crd_items, doc};
use crate::errors::Errors;

/// Whether a property must be there.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Presence {
    Required,
    Optional,
    /// As the type says.
    OfType,
    /// Optional if the default that the program makes is not null, for a server fills in no null.
    IfNotFilled {
        /// Whether serde reads the type from nothing, too, if the type does so at all.
        reads_nothing: bool,
    },
}

/// A field.
#[expect(clippy::struct_excessive_bools, reason = "each is a word of serde of its own")]
pub(crate) struct Field {
    /// The name in Rust.
    pub(crate) accessor: syn::Member,
    /// The name in JSON; of a flattened field one that no other field has.
    pub(crate) name: LitStr,
    pub(crate) aliases: Vec<String>,
    pub(crate) flattened: bool,
    pub(crate) type_: Type,
    pub(crate) target: Target,
    /// The type that says what serde reads: none, where a function or another type is named.
    pub(crate) read_as: Option<Type>,
    pub(crate) docs: doc::Docs,
    /// Where the descriptions of the type's `JsonSchema` were asked for.
    pub(crate) descriptions: Option<Span>,
    pub(crate) presence: Presence,
    pub(crate) omits_null: bool,
    /// Whether serde leaves the property out at times, which is not reading it from nothing.
    pub(crate) skipped_if: bool,
    /// Whether serde never writes the property.
    pub(crate) never_written: bool,
    /// Whether serde never reads the property.
    pub(crate) never_read: bool,
    /// Whether a function reads the property: serde does not ask it what a missing property is.
    pub(crate) has_reader: bool,
    pub(crate) serde_default: Option<Missing>,
    pub(crate) values: Values,
    /// Warnings that the author accepts.
    pub(crate) allows: Vec<Allowed>,
    /// Attributes of other derives that describe the field.
    pub(crate) foreign: Vec<Foreign>,
    pub(crate) markers: Markers,
    pub(crate) column: Option<Column>,
    /// Where `required` was said.
    pub(crate) demanded: Option<Span>,
    /// Whether something of the field could not be read.
    pub(crate) is_broken: bool,
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
        let errors_before = errors.count();
        serde::refuse_unknown(syn_attrs, Position::Field, errors);
        let markers = Markers::read(syn_attrs, errors);
        let items = crd_items(syn_attrs, errors);
        let attrs: FieldAttrs = read(&items, errors);
        attrs.one_source(&markers, errors);
        attrs.descriptions(&markers, errors);
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
        let presence = presence(field, &attrs, serde_default.is_some() || never_read);
        let label = if flattened { format!("..{}", name_of(&field.member)) } else { name.clone() };
        Some(Self {
            is_broken: errors.count() > errors_before,
            accessor: field.member.clone(),
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
            descriptions: attrs.descriptions.is_present().then(|| attrs.descriptions.span()),
            presence,
            omits_null: skipped_if || never_written,
            skipped_if,
            never_written,
            never_read,
            has_reader: field.attrs.deserialize_with().is_some(),
            foreign: foreign::of_field(field.original, &attrs, &markers),
            serde_default,
            values: attrs.values,
            allows: attrs.allows,
            markers,
            demanded: attrs.required.is_present().then(|| attrs.required.span()),
            column: attrs.column.map(|column| Column { span: column.span, said: column.said }),
        })
    }

    /// After an error nothing is known of the field but its name, so that nothing else is wrong with it.
    pub(crate) fn give_up(&mut self) {
        self.target = Target::Const(quote!(&__crd::describe::TypeDesc::ANYTHING));
        self.presence = Presence::Optional;
        (self.read_as, self.serde_default, self.descriptions, self.column) = (None, None, None, None);
        (self.demanded, self.skipped_if, self.never_written) = (None, false, false);
        (self.values, self.markers, self.foreign) = (Values::default(), Markers::default(), Vec::new());
    }

    /// Whether a server fills the property in, unless the program makes a null.
    pub(crate) fn is_filled(&self) -> bool {
        fills(&self.values) != Filling::Never
    }

    /// Whether serde has something for a property that is missing, or a server puts something in its place.
    pub(crate) fn has_something_for_nothing(&self) -> bool {
        self.serde_default.is_some() || self.never_read || self.is_filled()
    }

    /// The descriptions that the program makes for its type.
    pub(crate) fn made_descriptions(&self) -> Option<TokenStream> {
        self.descriptions.and_then(|_| self.target.made_descriptions())
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

/// Whether the attribute says nothing but what type the JSON has.
pub(super) fn names_another_type(attr: &syn::Attribute) -> bool {
    let items = crd_items(std::slice::from_ref(attr), &mut Errors::default());
    !items.is_empty() && items.iter().all(|item| item.is("with") || item.is("schema_with"))
}

/// What the field of a newtype is in JSON, and whether its type alone says how it is read.
pub(super) fn of_newtype(field: &SerdeField<'_>, errors: &mut Errors) -> (Target, bool) {
    let mut attrs = field.original.attrs.clone();
    attrs.retain(names_another_type);
    let said: FieldAttrs = read(&crd_items(&attrs, errors), errors);
    if said.with.is_none() && said.schema_with.is_none() && serde::ask_for_type(field, errors) {
        return (Target::Const(quote!(&__crd::describe::TypeDesc::ANYTHING)), false);
    }
    (target_of(field, &said, &Markers::default()), reader(field).is_none())
}

/// Where the schema of a field comes from.
fn target_of(field: &SerdeField<'_>, attrs: &FieldAttrs, markers: &Markers) -> Target {
    // Without a function serde reads and writes the `Option` itself, whatever is in it.
    let is_option = is_option(field.ty) && reader(field).is_none() && field.attrs.serialize_with().is_none();
    if let Some(path) = &attrs.schema_with {
        let desc = quote_spanned!(path.span()=> const { &#path() });
        return Target::Const(if is_option { optional(&desc) } else { desc });
    }
    let type_ = match &attrs.with {
        Some(TypeValue(type_)) if is_option && !self::is_option(type_) => {
            let span = type_.span();
            return target(&syn::parse_quote_spanned!(span=> ::core::option::Option<#type_>), markers);
        }
        Some(TypeValue(type_)) => type_,
        None => field.ty,
    };
    if attrs.schemars.is_present() { made(type_) } else { target(type_, markers) }
}

/// The function that reads the field.
fn reader<'f>(field: &'f SerdeField<'_>) -> Option<&'f syn::ExprPath> {
    field.attrs.deserialize_with()
}

fn read_as(field: &SerdeField<'_>, attrs: &FieldAttrs) -> Option<Type> {
    let by_function = field.attrs.skip_deserializing() || field.attrs.deserialize_with().is_some();
    let as_another = attrs.with.is_some() || attrs.schema_with.is_some() || attrs.schemars.is_present();
    (!by_function && !as_another).then(|| field.ty.clone())
}

/// serde's rule for a missing property: a default, then `None` of an `Option` without a function, then an error.
///
/// Source: `serde_derive de.rs`, `expr_is_missing`.
fn presence(field: &SerdeField<'_>, attrs: &FieldAttrs, has_serde_default: bool) -> Presence {
    let has_reader = reader(field).is_some();
    let skips = field.attrs.skip_serializing_if().is_some() || field.attrs.skip_serializing();
    match fills(&attrs.values) {
        _ if attrs.required.is_present() => Presence::Required,
        _ if has_serde_default => Presence::Optional,
        Filling::Surely => Presence::Optional,
        Filling::Perhaps => Presence::IfNotFilled { reads_nothing: !has_reader },
        Filling::Never if skips && !has_reader => Presence::Optional,
        Filling::Never if has_reader => Presence::Required,
        // The schema is that of what a function writes, and serde reads the type itself.
        Filling::Never if is_option(field.ty) && field.attrs.serialize_with().is_some() => Presence::Optional,
        Filling::Never => Presence::OfType,
    }
}

/// Whether a server fills in a default.
#[derive(Clone, Copy, PartialEq)]
enum Filling {
    Never,
    Surely,
    /// Not if the program makes a null.
    Perhaps,
}

/// Quirk: a default of null is none (`apiserver/schema/defaulting/algorithm.go`).
fn fills(values: &Values) -> Filling {
    match &values.default {
        Some(DefaultValue::Json(json)) if json.is_null() => Filling::Never,
        Some(DefaultValue::Json(_)) => Filling::Surely,
        Some(DefaultValue::OfType(_) | DefaultValue::Expr(_)) => Filling::Perhaps,
        None if values.default_from_serde.is_present() => Filling::Perhaps,
        None => Filling::Never,
    }
}

fn name_of(accessor: &syn::Member) -> String {
    match accessor {
        syn::Member::Named(ident) => ident.to_string(),
        syn::Member::Unnamed(index) => index.index.to_string(),
    }
}

/// What serde takes for a property that is missing.
pub(crate) enum Missing {
    /// The value of an expression.
    Value(TokenStream),
    /// The property of the default that the whole struct has.
    OfContainer,
}

fn serde_default(
    field: &SerdeField<'_>,
    container: &SerdeContainer<'_>,
    of_container: &SerdeDefault,
) -> Option<Missing> {
    let default_of = |type_: &Type| super::default_of(&type_.to_token_stream(), container.generics);
    match (field.attrs.default(), of_container) {
        (SerdeDefault::Default, _) => Some(Missing::Value(default_of(field.ty))),
        (SerdeDefault::Path(path), _) => Some(Missing::Value(quote!(&#path()))),
        (SerdeDefault::None, SerdeDefault::None) => None,
        (SerdeDefault::None, _) => Some(Missing::OfContainer),
    }
}
