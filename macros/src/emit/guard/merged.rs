//! Guards of what shares one object: variants, and what is flattened.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::{Guard, TUPLE};
use crate::model::{Container, Content, Data, Field, Tagging, Union};
use crate::root::Source;

/// The description of a type without generics, by its name.
pub(super) fn schema_of(container: &Container) -> TokenStream {
    let ident = &container.ident;
    let written = container.root.as_ref().is_some_and(|root| matches!(root.source, Source::Written));
    if written {
        quote!(<#ident as __crd::CustomResource>::SCHEMA)
    } else {
        quote!(<#ident as __crd::CrdSchema>::SCHEMA)
    }
}

/// The guards, as expressions; `schema` is the description of the whole type.
pub(super) fn of(container: &Container, schema: &TokenStream) -> Vec<TokenStream> {
    match &container.data {
        Data::Struct(fields) => flattened(fields, schema),
        Data::Union(union) => variants(union, schema),
        Data::Tuple(_) => {
            let guard = Guard::at_span(container.ident.span()).asks("tuples_fit", schema, TUPLE);
            vec![quote!(#guard)]
        }
        _ => Vec::new(),
    }
}

fn flattened(fields: &[Field], schema: &TokenStream) -> Vec<TokenStream> {
    let flattened = fields.iter().filter(|field| field.flattened);
    let guard = |field: &Field| {
        let (name, span) = (&field.name, field.span());
        quote_spanned!(span=> __crd::__private::guard::require_flattened(#schema, #name))
    };
    flattened.map(guard).collect()
}

fn variants(union: &Union, schema: &TokenStream) -> Vec<TokenStream> {
    let mut guards = Vec::new();
    for (at, variant) in union.variants.iter().enumerate() {
        let span = variant.span();
        if !matches!(union.tagging, Tagging::External) && !matches!(variant.content, Content::Unit) {
            guards.push(quote_spanned!(span=> __crd::__private::guard::require_variant(#schema, #at)));
        }
        let has_flattened = variant.content.fields().iter().any(|field| field.flattened);
        if let (true, Some(content)) = (has_flattened, super::super::union::content(&variant.content)) {
            guards.extend(flattened(variant.content.fields(), &content));
        }
        if let (Content::Tuple(_), Some(content)) =
            (&variant.content, super::super::union::content(&variant.content))
        {
            let guard = Guard::at_span(span).asks("tuples_fit", &content, TUPLE);
            guards.push(quote!(#guard));
        }
    }
    guards
}
