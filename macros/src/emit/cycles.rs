//! Whether a type contains itself, which rustc answers: names alone could be those of other types.

use proc_macro2::TokenStream;
use quote::quote;

use super::guard::Guard;
use crate::attr::tokens;
use crate::model::{Container, Cycle};

/// Which types the type leads to, for cycles that another type closes.
pub(super) fn leads(container: &Container) -> TokenStream {
    let ident = &container.ident;
    let impls = container.mentions.iter().enumerate().map(|(index, mentioned)| {
        quote! {
            #[automatically_derived]
            impl<__W, __T> __crd::__private::Leads<__crd::__private::Step<#index, __W>, __T> for #ident
            where
                #mentioned: __crd::__private::Leads<__W, __T>,
            {
            }
        }
    });
    quote!(#(#impls)*)
}

/// A constant for each cycle that the type seems to close: whether it does.
pub(super) fn constants(container: &Container) -> TokenStream {
    let ident = &container.ident;
    let constants = container.cycles.iter().map(|Cycle { constant, first, steps, .. }| {
        let way = steps.iter().rev().fold(
            quote!(__crd::__private::Here),
            |rest, index| quote!(__crd::__private::Step<#index, #rest>),
        );
        quote! {
            const #constant: bool = {
                use __crd::__private::NoCycle as _;
                __crd::__private::CycleOf::<#first, #way, #ident>::IS_THERE
            };
        }
    });
    quote!(#(#constants)*)
}

/// The errors.
pub(super) fn guards(container: &Container, guards: &mut Vec<Guard>) {
    for Cycle { constant, first, names, .. } in &container.cycles {
        let types: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
        let way = if types.len() > 1 { types.join(", which contains ") } else { "itself".to_owned() };
        let message = format!(
            "`{}` contains {way}: a structural schema cannot recur; put `#[preserve_unknown]` on the field where the recursion \
             begins",
            container.ident
        );
        guards.push(Guard::at(tokens::ends(&quote!(#first))).claims(quote!(!#constant), message));
    }
}
