//! What stands beside errors, so that each mistake is told once.

use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

use crate::model::Container;
use crate::{emit, wrap};

/// An implementation that says nothing, and the root struct as far as it is known.
pub(crate) fn container(input: &DeriveInput, known: &Container) -> TokenStream {
    let crate_path = known.crate_path.clone();
    let ident = &input.ident;
    let (impl_generics, type_generics, where_clause) = input.generics.split_for_impl();
    let root = known.root.as_ref().filter(|_| input.generics.params.is_empty());
    let of_root = root.map(emit::resource::fallback_implementation);
    let items = quote! {
        #[automatically_derived]
        impl #impl_generics __crd::CrdSchema for #ident #type_generics #where_clause {
            const SCHEMA: &'static __crd::describe::TypeDesc = &__crd::describe::TypeDesc::ANYTHING;
        }
        #of_root
    };
    let mut tokens = wrap::anonymous(&crate_path, &items);
    if let Some(root) = root {
        tokens.extend(emit::resource::fallback(root, known));
    }
    tokens
}
