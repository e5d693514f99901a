//! The derive macro of `crd-schema`.
//!
//! It knows syntax and no Kubernetes algorithm: it writes `const` descriptions, which the library interprets.

mod attr;
mod check;
mod crate_path;
mod emit;
mod errors;
mod expand;
mod model;
mod root;
mod wrap;

#[doc = include_str!("attributes.md")]
#[proc_macro_derive(
    CrdSchema,
    attributes(crd, kube, immutable, immutable_keys, preserve_unknown, int_or_string, embedded_resource)
)]
pub fn derive_crd_schema(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    expand::derive(&syn::parse_macro_input!(input)).into()
}
