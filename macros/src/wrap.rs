//! The one place that shapes generated items.

use proc_macro2::TokenStream;
use quote::quote;

use crate::crate_path::CratePath;

/// Items in an anonymous `const`, where `__crd` is the library.
pub(crate) fn anonymous(crate_path: &CratePath, items: &TokenStream) -> TokenStream {
    quote! {
        #[doc(hidden)]
        #[allow(deprecated, unused_imports, unused_parens, unused_qualifications, clippy::all, clippy::pedantic, clippy::restriction)]
        const _: () = {
            use #crate_path as __crd;
            #items
        };
    }
}
