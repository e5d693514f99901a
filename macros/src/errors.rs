//! All mistakes of one type, reported together.

use std::fmt::Display;

use proc_macro2::{Span, TokenStream};

/// Gathers errors; nothing stops at the first one.
#[derive(Default)]
pub(crate) struct Errors(Vec<syn::Error>);

impl Errors {
    pub(crate) fn at(&mut self, span: Span, message: impl Display) {
        self.0.push(syn::Error::new(span, message));
    }

    pub(crate) fn push(&mut self, error: impl Into<syn::Error>) {
        self.0.push(error.into());
    }

    /// How many there are so far.
    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// The result of something that may fail, or nothing.
    pub(crate) fn handle<T, E: Into<syn::Error>>(&mut self, result: Result<T, E>) -> Option<T> {
        result.map_err(|error| self.push(error)).ok()
    }

    pub(crate) fn into_tokens(self) -> TokenStream {
        self.0.iter().map(syn::Error::to_compile_error).collect()
    }
}
