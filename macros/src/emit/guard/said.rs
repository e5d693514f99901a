//! Guards of all that is said of one value together: literals that are no such value, and words that leave no value.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Ident;

use super::Guard;
use super::known::Subject;
use crate::attr::value::{Constant, Default as DefaultValue, Example};
use crate::attr::values::Values;

/// `place` is the description and the name that the library finds the value by.
pub(super) fn of(values: &Values, desc: &Subject<'_>, place: &TokenStream, guards: &mut Vec<Guard>) {
    let literals = |guard: Guard, word: &str| {
        let word = Ident::new(word, proc_macro2::Span::call_site());
        guard.calls("require_literals", quote!(#place, __crd::__private::guard::Word::#word))
    };
    if let Some(default @ DefaultValue::Json(_)) = &values.default {
        let guard = super::values::default(default, desc);
        guards.push(literals(guard, "Default"));
    }
    if let Some(Example(json)) = &values.example {
        guards.push(literals(super::values::example(json, desc), "Example"));
    }
    if let Some(list) = &values.enum_ {
        guards.push(literals(super::values::enum_(list, desc), "Enum"));
    }
    if let Some(words) = words_that_meet(values, desc) {
        guards.push(Guard::at(words.ends()).calls("require_some_value", quote!(#place)));
    }
    in_parts(values, place, guards);
}

/// Literals in `items(…)` and `values(…)` are found by the library.
fn in_parts(values: &Values, place: &TokenStream, guards: &mut Vec<Guard>) {
    for part in [&values.items, &values.entries].into_iter().flatten() {
        let found = [
            (part.default.is_some(), "Default"),
            (part.example.is_some(), "Example"),
            (part.enum_.is_some(), "Enum"),
        ];
        for (_, word) in found.into_iter().filter(|(said, _)| *said) {
            let span = part.place.unwrap_or_else(proc_macro2::Span::call_site);
            let word = Ident::new(word, span);
            let args = quote!(#place, __crd::__private::guard::Word::#word);
            guards.push(Guard::at_span(span).calls("require_literals", args));
        }
    }
}

/// A word that may leave no value together with others, or with what the type says.
fn words_that_meet<'v>(values: &'v Values, desc: &Subject<'_>) -> Option<&'v Constant> {
    let of_numbers = desc.answer("takes_bounds") != Some(false);
    let format = values.format.as_ref().filter(|_| of_numbers);
    let excludes = values.exclusive_min.is_present()
        || values.exclusive_max.is_present()
        || values.range.as_ref().is_some_and(|range| range.excludes_end);
    // What a type of the standard library says is known, and each bound is compared with it.
    let any = values.numbers().next().filter(|_| !desc.is_known() || excludes);
    let in_parts =
        [&values.items, &values.entries].into_iter().flatten().find_map(|part| part.numbers().next());
    format.or(values.multiple_of.as_ref()).or(any).or(in_parts)
}
