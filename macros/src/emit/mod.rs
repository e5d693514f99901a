//! Tokens from the checked model; nothing is decided here.

mod bounds;
mod cycles;
pub(crate) mod description;
pub(crate) mod facets;
mod foreign;
pub(crate) mod guard;
pub(crate) mod keys;
mod kube;
mod possible;
pub(crate) mod resource;
mod serving;
mod union;

use proc_macro2::TokenStream;
use quote::quote;

use crate::model::Container;
use crate::root::Source;
use crate::wrap;

/// Everything for one type.
pub(crate) fn container(container: &Container) -> TokenStream {
    let mut items = cycles::constants(container);
    items.extend(cycles::leads(container));
    items.extend(guard::outside(container));
    let is_written_root = container.root.as_ref().is_some_and(|root| matches!(root.source, Source::Written));
    if !is_written_root {
        items.extend(implementation(container));
    }
    let mut tokens = TokenStream::new();
    if let Some(root) = &container.root {
        items.extend(resource::implementation(root, container));
        tokens.extend(resource::items(root, container));
    }
    tokens.extend(wrap::anonymous(&container.crate_path, &items));
    tokens.extend(foreign::warnings(container));
    tokens
}

/// The way back: what the type looks like, for schemars.
fn json_schema(container: &Container) -> TokenStream {
    let ident = &container.ident;
    let name = ident.to_string();
    let generics = bounds::of(container);
    let (impl_generics, type_generics, where_clause) = generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #impl_generics __crd::__private::schemars::JsonSchema for #ident #type_generics #where_clause {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> __crd::__private::Cow<'static, str> {
                __crd::__private::Cow::Borrowed(#name)
            }

            fn json_schema(
                _: &mut __crd::__private::schemars::SchemaGenerator,
            ) -> __crd::__private::schemars::Schema {
                __crd::__private::schema_for::<#ident #type_generics>()
            }
        }
    }
}

fn implementation(container: &Container) -> TokenStream {
    let ident = &container.ident;
    let generics = bounds::of(container);
    let (impl_generics, type_generics, where_clause) = generics.split_for_impl();
    let guards = guard::inside(container);
    let schema = description::schema(container);
    let json_schema = container.json_schema.map(|_| json_schema(container));
    quote! {
        #[automatically_derived]
        impl #impl_generics __crd::CrdSchema for #ident #type_generics #where_clause {
            const SCHEMA: &'static __crd::describe::TypeDesc = {
                #guards
                #schema
            };
        }

        #json_schema
    }
}
