//! Warnings of rustc about attributes of other derives.

use proc_macro2::{Ident, TokenStream};
use quote::quote_spanned;

use crate::attr::foreign::Foreign;
use crate::attr::value::Allowed;
use crate::model::Container;

/// The rule that an author accepts.
const RULE: &str = "foreign-attribute";

/// One for each attribute that is not accepted at the field or at the type.
pub(super) fn warnings(container: &Container) -> Vec<TokenStream> {
    if accepts(&container.allows) {
        return Vec::new();
    }
    let fields = container.data.fields().into_iter().filter(|field| !accepts(&field.allows));
    container.foreign.iter().chain(fields.flat_map(|field| &field.foreign)).map(warning).collect()
}

fn accepts(allows: &[Allowed]) -> bool {
    allows.iter().any(|allowed| allowed.rule.value() == RULE)
}

/// A macro on stable Rust has no warnings of its own; the use of something deprecated is one, at the place of its name.
fn warning(Foreign { span, attribute, cure }: &Foreign) -> TokenStream {
    let message = format!(
        "`{attribute}` is of another derive, and the schema of `CrdSchema` does not have it; {cure}, or \
         `#[crd(allow(\"{RULE}\", reason = \"…\"))]`"
    );
    let name = Ident::new("FOREIGN_ATTRIBUTE", *span);
    quote_spanned! {*span=>
        const _: () = {
            #[deprecated(note = #message)]
            const #name: () = ();
            #name
        };
    }
}
