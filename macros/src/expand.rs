//! Syntax to model to checks to tokens.

use proc_macro2::TokenStream;
use syn::DeriveInput;

use crate::errors::Errors;
use crate::{check, emit, fallback, model};

/// What the derive writes for `input`; beside errors, an implementation that keeps rustc from telling them again.
pub(crate) fn derive(input: &DeriveInput) -> TokenStream {
    let mut errors = Errors::default();
    let container = model::Container::read(input, &mut errors);
    if let Some(container) = &container {
        check::container(container, &mut errors);
    }
    match container {
        Some(container) if errors.is_empty() => emit::container(&container),
        container => {
            let mut tokens = errors.into_tokens();
            tokens.extend(fallback::container(input, container.as_ref()));
            tokens
        }
    }
}
