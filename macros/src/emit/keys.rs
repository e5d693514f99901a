//! `keys(…)` of a map as a CEL rule: a CRD has no `propertyNames`.
//!
//! It is exact: CEL counts the characters of a string as `maxLength` does, and `matches` searches as `pattern` does.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Expr, ExprLit, Lit};

use crate::attr::value::Constant;
use crate::attr::values::Values;

/// The facet of the rule.
pub(crate) fn rule(keys: &Values) -> Option<TokenStream> {
    let conditions = conditions(keys);
    if conditions.is_empty() {
        return None;
    }
    let (tests, words): (Vec<_>, Vec<_>) = conditions.into_iter().unzip();
    let rule = format!("self.all(key, {})", tests.join(" && "));
    let message = format!("keys {}", words.join(" and "));
    Some(quote! {
        __crd::describe::Facet::Rule(__crd::describe::RuleDesc {
            rule: #rule,
            message: #message,
            ..__crd::describe::RuleDesc::EMPTY
        })
    })
}

fn conditions(keys: &Values) -> Vec<(String, String)> {
    let mut conditions = Vec::new();
    let (low, high) = literal_lengths(keys);
    if let Some(low) = low {
        conditions.push((format!("key.size() >= {low}"), format!("must have at least {low} characters")));
    }
    if let Some(high) = high {
        conditions.push((format!("key.size() <= {high}"), format!("must have at most {high} characters")));
    }
    if let Some(pattern) = keys.pattern.as_ref().and_then(text) {
        let quoted = quoted(&pattern);
        conditions.push((format!("key.matches({quoted})"), format!("must match {quoted}")));
    }
    conditions
}

/// The lengths, which stand in the text of the rule.
pub(crate) fn literal_lengths(keys: &Values) -> (Option<i64>, Option<i64>) {
    let range = keys.length.as_ref();
    let low = keys.min_length.as_ref().or_else(|| range?.start.as_ref());
    let end = || {
        let range = range?;
        range.end.as_ref()?.literal()?.checked_sub(i64::from(range.excludes_end))
    };
    let high = keys.max_length.as_ref().map_or_else(end, Constant::literal);
    (low.and_then(Constant::literal), high)
}

/// The text of a literal.
pub(crate) fn text(constant: &Constant) -> Option<String> {
    match &constant.0 {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
        _ => None,
    }
}

/// A string as CEL reads it.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}
