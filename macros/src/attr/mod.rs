//! What users write in attributes, one receiver for each position.

pub(crate) mod container;
pub(crate) mod doc;
pub(crate) mod field;
pub(crate) mod foreign;
pub(crate) mod json;
pub(crate) mod kube;
pub(crate) mod marker;
pub(crate) mod meta;
pub(crate) mod serde;
pub(crate) mod tokens;
pub(crate) mod value;
pub(crate) mod values;
pub(crate) mod variant;
mod words;

use syn::punctuated::Punctuated;
use syn::{Attribute, Meta, Token};

use crate::errors::Errors;
use meta::{Item, Receiver};

/// Everything said in the `#[crd(…)]` of one item; several attributes add up.
pub(crate) fn crd_items(attrs: &[Attribute], errors: &mut Errors) -> Vec<Item> {
    let mut items = Vec::new();
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("crd")) {
        match &attr.meta {
            Meta::List(list) => {
                let mut list = list.clone();
                list.tokens = tokens::as_expressions(list.tokens);
                let parsed = list.parse_args_with(Punctuated::<Item, Token![,]>::parse_terminated);
                items.extend(errors.handle(parsed).into_iter().flatten());
            }
            other => {
                errors.push(syn::Error::new_spanned(other, "write `#[crd(…)]`, with something said in it"));
            }
        }
    }
    items
}

/// Reads the items of one place.
pub(crate) fn read<T: Receiver>(items: &[Item], errors: &mut Errors) -> T {
    let (receiver, error) = meta::read(items);
    for (place, message) in error.into_iter().flat_map(meta::Error::into_parts) {
        errors.at(place.unwrap_or_else(proc_macro2::Span::call_site), message);
    }
    receiver
}
