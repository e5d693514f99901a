//! What the values of an enum are for.

use proc_macro2::TokenStream;
use quote::quote;

use crate::attr::doc::Docs;
use crate::model::{Container, Content, Data, Tagging};

/// The facet, where there is something to say of a value; the library finds what a variant's content says.
pub(super) fn values(container: &Container) -> Option<TokenStream> {
    if container.no_possible_values.is_some() {
        return None;
    }
    let mut is_described = false;
    let mut value = |literal: TokenStream, docs: &Docs| {
        is_described |= !docs.is_empty();
        quote!(__crd::describe::PossibleValue { value: __crd::describe::Literal::#literal, description: #docs })
    };
    let values: Vec<TokenStream> = match &container.data {
        Data::UnitEnum(variants) => variants
            .iter()
            .map(|variant| (&variant.name, &variant.docs))
            .map(|(name, docs)| value(quote!(String(#name)), docs))
            .collect(),
        Data::NumberEnum { variants, .. } => {
            let ident = &container.ident;
            variants
                .iter()
                .map(|(variant, docs)| value(quote!(Integer(#ident::#variant as i64)), docs))
                .collect()
        }
        // The variants of an externally tagged enum are properties, each with a description.
        Data::Union(union) if !matches!(union.tagging, Tagging::External) => {
            let variants = &union.variants;
            let of_variants = variants.iter().map(|variant| {
                let name = &variant.name;
                value(quote!(String(#name)), &variant.docs)
            });
            let of_variants = of_variants.collect();
            is_described |= variants.iter().any(|variant| matches!(variant.content, Content::Newtype(_)));
            of_variants
        }
        _ => return None,
    };
    is_described.then(|| quote!(__crd::describe::Facet::PossibleValues(&[#(#values),*])))
}
