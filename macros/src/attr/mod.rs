//! What users write in attributes, one receiver for each position.

pub(crate) mod container;
pub(crate) mod doc;
pub(crate) mod field;
pub(crate) mod json;
pub(crate) mod marker;
pub(crate) mod serde;
pub(crate) mod value;
pub(crate) mod values;
pub(crate) mod variant;

use darling::ast::NestedMeta;
use syn::{Attribute, Meta};

use crate::errors::Errors;

/// Everything said in the `#[crd(…)]` of one item; several attributes add up.
pub(crate) fn crd_items(attrs: &[Attribute], errors: &mut Errors) -> Vec<NestedMeta> {
    let mut items = Vec::new();
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("crd")) {
        match &attr.meta {
            Meta::List(list) => {
                let parsed = NestedMeta::parse_meta_list(json::as_expressions(list.tokens.clone()));
                items.extend(errors.handle(parsed).unwrap_or_default());
            }
            other => {
                errors.push(syn::Error::new_spanned(other, "write `#[crd(…)]`, with something said in it"));
            }
        }
    }
    items
}
