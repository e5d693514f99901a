//! serde's own reading of serde's attributes, and those of them that have no schema yet.

use std::collections::BTreeSet;

use quote::ToTokens as _;
use serde_derive_internals::ast::{Container, Field};
use serde_derive_internals::name::{MultiName, Name};
use serde_derive_internals::{Ctxt, Derive};
use syn::{Attribute, DeriveInput, Ident, LitStr, Type};

use crate::errors::Errors;

/// What stands in `#[serde(…)]` on which kind of item and is understood here.
#[derive(Clone, Copy)]
pub(crate) enum Position {
    Container,
    Variant,
    Field,
    /// A field without a name beside others.
    Item,
}

impl Position {
    /// Names that say something about the schema, and names that say nothing about it.
    fn known(self) -> &'static [&'static str] {
        match self {
            Self::Container => &[
                "rename",
                "rename_all",
                "rename_all_fields",
                "default",
                "transparent",
                "tag",
                "content",
                "untagged",
                "deny_unknown_fields",
                "from",
                "try_from",
                "into",
                "remote",
                "bound",
                "crate",
                "expecting",
            ],
            Self::Variant => &[
                "rename",
                "rename_all",
                "alias",
                "skip",
                "skip_serializing",
                "skip_deserializing",
                "other",
                "bound",
                "borrow",
            ],
            Self::Field => &[
                "rename",
                "alias",
                "default",
                "flatten",
                "skip",
                "skip_serializing",
                "skip_deserializing",
                "skip_serializing_if",
                "with",
                "serialize_with",
                "deserialize_with",
                "getter",
                "bound",
                "borrow",
            ],
            Self::Item => &["bound", "borrow", "getter"],
        }
    }
}

/// Where the functions are that serde's parser names itself.
const PRIVATE: &str = "_private";

/// Reads the type as serde does; its errors are those that serde's derive gives, word for word.
pub(crate) fn read<'a>(input: &'a DeriveInput, errors: &mut Errors) -> Option<Container<'a>> {
    let context = Ctxt::new();
    let private = Ident::new(PRIVATE, proc_macro2::Span::call_site());
    let container = Container::from_ast(&context, input, Derive::Deserialize, &private);
    errors.handle(context.check())?;
    container
}

/// Refuses what has no schema yet.
pub(crate) fn refuse_unknown(attrs: &[Attribute], position: Position, errors: &mut Errors) {
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("serde")) {
        let parsed = attr.parse_nested_meta(|meta| {
            let name = meta.path.get_ident().map(ToString::to_string).unwrap_or_default();
            if !position.known().contains(&name.as_str()) {
                errors.at(
                    meta.path.segments.first().map_or_else(proc_macro2::Span::call_site, |s| s.ident.span()),
                    format!(
                        "`#[serde({name})]` is not understood yet; remove it, or describe the JSON with \
                         `#[crd(with = Type)]` at the field or `#[preserve_unknown]`"
                    ),
                );
            }
            // Whatever follows has been read by serde's parser.
            skip_value(&meta)
        });
        errors.handle(parsed);
    }
}

/// The one name in JSON.
pub(crate) fn name(name: &MultiName, attrs: &[Attribute], errors: &mut Errors) -> String {
    let (written, read) = (&name.serialize_name().value, &name.deserialize_name().value);
    if written != read {
        let place = attrs.iter().find(|attr| attr.path().is_ident("serde"));
        let place = place.map_or_else(proc_macro2::Span::call_site, |attr| {
            attr.path().get_ident().map_or_else(proc_macro2::Span::call_site, Ident::span)
        });
        errors.at(
            place,
            format!(
                "serde writes `{written}` and reads `{read}`; a schema has one name, so rename both alike"
            ),
        );
    }
    written.clone()
}

/// A string at the place of an identifier.
pub(crate) fn text(text: &str, at: &impl syn::spanned::Spanned) -> LitStr {
    LitStr::new(text, at.span())
}

/// The other names that serde reads.
pub(crate) fn aliases(names: &BTreeSet<Name>, written: &str) -> Vec<String> {
    names.iter().map(|name| name.value.clone()).filter(|name| name != written).collect()
}

/// The type that serde reads and writes instead, if it is one, and whether serde reads it.
pub(crate) fn wire_type(container: &Container<'_>, errors: &mut Errors) -> Option<(Type, bool)> {
    let read = container.attrs.type_from().or_else(|| container.attrs.type_try_from());
    let written = container.attrs.type_into();
    if let (Some(read), Some(written)) = (read, written)
        && read.to_token_stream().to_string() != written.to_token_stream().to_string()
    {
        let message =
            "serde reads one type and writes another; a schema has one, so name the same type in both";
        errors.push(syn::Error::new_spanned(written, message));
    }
    read.or(written).map(|type_| (type_.clone(), read.is_some()))
}

/// Whether serde's attributes say the word, where serde's parser is not asked.
pub(crate) fn says(attrs: &[Attribute], word: &str) -> bool {
    let mut found = false;
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("serde")) {
        // What cannot be read serde's derive reports.
        let _ = attr.parse_nested_meta(|meta| {
            found |= meta.path.is_ident(word);
            skip_value(&meta)
        });
    }
    found
}

fn skip_value(meta: &syn::meta::ParseNestedMeta<'_>) -> syn::Result<()> {
    if meta.input.peek(syn::Token![=]) {
        meta.value()?.parse::<syn::Expr>()?;
    } else if meta.input.peek(syn::token::Paren) {
        let content;
        syn::parenthesized!(content in meta.input);
        content.parse::<proc_macro2::TokenStream>()?;
    }
    Ok(())
}

/// A function that reads or writes says nothing about the JSON; whether the type was asked for.
pub(crate) fn ask_for_type(field: &Field<'_>, errors: &mut Errors) -> bool {
    if field.attrs.serialize_with().is_none()
        && let Some(reader) = field.attrs.deserialize_with().and_then(of_borrowed)
    {
        return refuse_bytes(field, &reader, errors);
    }
    let path = field.attrs.serialize_with().or_else(|| field.attrs.deserialize_with());
    if let Some(path) = path {
        let message = "what this writes is not known from the type; say it with `#[crd(with = Type)]`, where the type is \
                       one that is written alike, or with `#[crd(schema_with = path)]`";
        errors.push(syn::Error::new_spanned(path, message));
    }
    path.is_some()
}

/// The function that serde's parser itself puts on a borrowed `Cow`.
fn of_borrowed(path: &syn::ExprPath) -> Option<String> {
    let segments: Vec<String> = path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    match segments.as_slice() {
        [serde, private, de, reader] if serde == "_serde" && private == PRIVATE && de == "de" => {
            Some(reader.clone())
        }
        _ => None,
    }
}

/// Strings are read as they are written; bytes are written as numbers, and read from a string alone.
fn refuse_bytes(field: &Field<'_>, reader: &str, errors: &mut Errors) -> bool {
    let is_bytes = reader == "borrow_cow_bytes";
    if is_bytes {
        let message = "serde writes these bytes as a list of numbers and, with `borrow`, reads them from a string; \
                       remove `borrow`";
        errors.push(syn::Error::new_spanned(field.ty, message));
    }
    is_bytes
}
