//! Enums without data whose numbers are written, as the derives of `serde_repr` do.

use syn::{Attribute, DeriveInput, Ident, LitStr};

use super::Data;
use crate::attr::{doc, variant};
use crate::errors::Errors;

/// The integers that fit into the JSON of Kubernetes.
const FITTING: [&str; 6] = ["i8", "i16", "i32", "i64", "u8", "u16"];
/// One more that does, with another format, and those that do not.
const OTHERS: [&str; 6] = ["u32", "u64", "usize", "isize", "u128", "i128"];

/// The enum as numbers, if it is written so; `None`, if serde's own derives write its names.
pub(super) fn read(input: &DeriveInput, said: Option<&LitStr>, errors: &mut Errors) -> Option<Data> {
    let syn::Data::Enum(data) = &input.data else {
        if let Some(said) = said {
            errors.at(said.span(), "this is for enums without data; remove it");
        }
        return None;
    };
    let without_data = data.variants.iter().all(|variant| matches!(variant.fields, syn::Fields::Unit));
    let integer = integer(&input.attrs);
    match (said, integer) {
        (None, Some(integer)) if without_data && !data.variants.is_empty() => {
            let message = format!(
                "serde's derives write the names of this enum and serde_repr's its numbers, and `#[repr({integer})]` tells \
                 neither; add `#[crd(repr = \"number\")]` or `#[crd(repr = \"name\")]`"
            );
            errors.at(integer.span(), message);
            None
        }
        (None, _) => None,
        (Some(said), integer) => match (said.value().as_str(), integer) {
            ("name", _) => None,
            ("number", Some(integer)) if without_data => numbers(input, &integer, errors),
            ("number", _) => {
                let message = "numbers are written of an enum without data that has `#[repr(u8)]`, or another integer; add \
                               it, or write `repr = \"name\"`";
                errors.at(said.span(), message);
                None
            }
            _ => {
                errors.at(said.span(), "unknown word; write `repr = \"number\"` or `repr = \"name\"`");
                None
            }
        },
    }
}

fn numbers(input: &DeriveInput, integer: &Ident, errors: &mut Errors) -> Option<Data> {
    let syn::Data::Enum(data) = &input.data else { return None };
    let name = integer.to_string();
    if !FITTING.contains(&name.as_str()) && name != "u32" {
        errors.at(
            integer.span(),
            "JSON of Kubernetes has no room for all of these numbers; use `i64` or smaller",
        );
    }
    variant::refuse_below(input, errors);
    let format = if matches!(name.as_str(), "i64" | "u32") { "int64" } else { "int32" };
    let variants =
        data.variants.iter().map(|variant| (variant.ident.clone(), doc::text(&variant.attrs))).collect();
    Some(Data::NumberEnum { format, variants })
}

/// The integer in `#[repr(…)]`.
fn integer(attrs: &[Attribute]) -> Option<Ident> {
    let mut found = None;
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("repr")) {
        let read = attr.parse_nested_meta(|meta| {
            if let Some(ident) = meta.path.get_ident()
                && FITTING.iter().chain(&OTHERS).any(|name| ident == name)
            {
                found = Some(ident.clone());
            }
            // `align(8)` has something in parentheses.
            if meta.input.peek(syn::token::Paren) {
                let content;
                syn::parenthesized!(content in meta.input);
                content.parse::<proc_macro2::TokenStream>()?;
            }
            Ok(())
        });
        // rustc itself tells what is wrong with the attribute.
        if read.is_err() {
            return None;
        }
    }
    found
}
