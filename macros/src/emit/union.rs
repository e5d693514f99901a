//! Enums with data.

use proc_macro2::TokenStream;
use quote::quote;

use super::description;
use crate::model::{Content, Tagging, Union, Variant};

/// `Union(…)`
pub(super) fn shape(union: &Union) -> TokenStream {
    let tagging = match &union.tagging {
        Tagging::External => quote!(External),
        Tagging::Internal(tag) => quote!(Internal(#tag)),
        Tagging::Adjacent { tag, content } => quote!(Adjacent { tag: #tag, content: #content }),
        Tagging::Untagged => quote!(Untagged),
    };
    let strict = union.strict;
    let variants = union.variants.iter().map(variant);
    quote! {
        Union(__crd::describe::UnionDesc {
            tagging: __crd::describe::Tagging::#tagging,
            variants: &[#(#variants),*],
            strict: #strict,
        })
    }
}

fn variant(variant: &Variant) -> TokenStream {
    let name = &variant.name;
    let text = (!variant.docs.is_empty()).then(|| {
        let text = &variant.docs;
        quote!(description: #text,)
    });
    let content =
        content(&variant.content).map(|content| quote!(content: ::core::option::Option::Some(#content),));
    let aliases = (!variant.aliases.is_empty()).then(|| {
        let aliases = &variant.aliases;
        quote!(aliases: &[#(#aliases),*],)
    });
    quote! {
        __crd::describe::VariantDesc {
            name: #name,
            #text
            #content
            #aliases
            ..__crd::describe::VariantDesc::EMPTY
        }
    }
}

/// The description of what the variant holds.
pub(super) fn content(content: &Content) -> Option<TokenStream> {
    let shape = match content {
        Content::Unit => return None,
        Content::Newtype(field) => {
            let schema = field.target.schema();
            let facets = description::facets_of_field(field);
            return Some(if facets.is_empty() {
                schema
            } else {
                quote! {
                    &__crd::describe::TypeDesc {
                        shape: __crd::describe::Shape::Transparent(#schema),
                        facets: &[#(#facets),*],
                    }
                }
            });
        }
        Content::Struct(fields) => description::object(fields.iter()),
        Content::Tuple(types) => description::tuple(types),
    };
    Some(quote!(&__crd::describe::TypeDesc::of(__crd::describe::Shape::#shape)))
}
