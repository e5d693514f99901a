//! What users write in attributes, one receiver for each position.

pub(crate) mod container;
pub(crate) mod doc;
pub(crate) mod field;
pub(crate) mod json;
pub(crate) mod marker;
pub(crate) mod serde;
pub(crate) mod tokens;
pub(crate) mod value;
pub(crate) mod values;
pub(crate) mod variant;
pub(crate) mod words;

use darling::ast::NestedMeta;
use syn::punctuated::Punctuated;
use syn::{Attribute, Meta, Token};

use crate::errors::Errors;

/// Everything said in the `#[crd(…)]` of one item; several attributes add up.
pub(crate) fn crd_items(attrs: &[Attribute], errors: &mut Errors) -> Vec<NestedMeta> {
    let mut items = Vec::new();
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("crd")) {
        match &attr.meta {
            Meta::List(list) => {
                let mut list = list.clone();
                list.tokens = tokens::as_expressions(list.tokens);
                let parsed = list.parse_args_with(Punctuated::<NestedMeta, Token![,]>::parse_terminated);
                items.extend(errors.handle(parsed).into_iter().flatten());
            }
            other => {
                errors.push(syn::Error::new_spanned(other, "write `#[crd(…)]`, with something said in it"));
            }
        }
    }
    items
}
