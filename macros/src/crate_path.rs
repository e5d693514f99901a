//! Where the library is, as generated code names it.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

/// The path of `#[crd(crate = path)]`, or `::crd_schema`.
#[derive(Clone, Default)]
pub(crate) struct CratePath(pub(crate) Option<syn::Path>);

impl ToTokens for CratePath {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match &self.0 {
            Some(path) => path.to_tokens(tokens),
            None => tokens.extend(quote!(::crd_schema)),
        }
    }
}
