//! `#[kube(…)]`, which is of kube's own derive.

use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, ExprLit, Lit, Meta, Token};

use super::meta::Item;
use super::{tokens, words};
use crate::errors::Errors;

/// Refuses the attribute where no derive of kube can be beside this one: that one needs a schema, and says where from.
///
/// kube's derive takes its schema from schemars unless `schema` is said; `#[crd(json_schema)]` gives it that of this derive.
pub(crate) fn refuse(attrs: &[Attribute], gives_json_schema: bool, errors: &mut Errors) {
    let kube: Vec<&Attribute> = attrs.iter().filter(|attr| attr.path().is_ident("kube")).collect();
    let items: Vec<Item> = kube.iter().flat_map(|attr| items(attr)).collect();
    if gives_json_schema || items.iter().any(|item| item.is("schema")) {
        return;
    }
    let Some(first) = kube.first() else { return };
    let written: Vec<String> = items.iter().filter_map(word).map(|word| ours(&word)).collect();
    let message = format!(
        "`#[kube(…)]` is of kube's derive. Without that derive write `#[crd({})]`; beside it add `schema = \"disabled\"`, and \
         ask for the definition with `crd_with_schema()`",
        if written.is_empty() {
            "group = \"…\", version = \"…\", kind = \"…\", kube".to_owned()
        } else {
            written.join(", ")
        }
    );
    errors.push(syn::Error::new_spanned(first.path(), message));
}

/// Whether kube's derive writes no schema, so that it drops the rules of the root in silence.
///
/// Source: `kube_derive src/custom_resource/mod.rs`, `schema_mode.derive()`.
pub(super) fn is_without_schema(attrs: &[Attribute]) -> bool {
    let kube = attrs.iter().filter(|attr| attr.path().is_ident("kube"));
    kube.flat_map(items).any(|item| match item {
        Item::Meta(Meta::NameValue(pair)) if pair.path.is_ident("schema") => {
            matches!(&pair.value, Expr::Lit(ExprLit { lit: Lit::Str(mode), .. }) if mode.value() == "disabled")
        }
        _ => false,
    })
}

pub(super) fn items(attr: &Attribute) -> Vec<Item> {
    let Meta::List(list) = &attr.meta else { return Vec::new() };
    let mut list = list.clone();
    list.tokens = tokens::as_expressions(list.tokens);
    let read = list.parse_args_with(Punctuated::<Item, Token![,]>::parse_terminated);
    read.map(|items| items.into_iter().collect()).unwrap_or_default()
}

pub(super) fn word(item: &Item) -> Option<String> {
    match item {
        Item::Meta(meta) => Some(meta.path().get_ident()?.to_string()),
        Item::Lit(_) => None,
        Item::Unreadable(path, _) => Some(path.get_ident()?.to_string()),
    }
}

/// What stands in `#[crd(…)]` for a word of kube.
fn ours(word: &str) -> String {
    match word {
        "group" | "version" | "kind" | "plural" | "singular" | "deprecated" => format!("{word} = \"…\""),
        "served" | "storage" => format!("{word} = …"),
        "scale" => "scale(…)".to_owned(),
        "status" => "status = Type".to_owned(),
        "derive" => "derive(…)".to_owned(),
        "label" | "annotation" => format!("{word}(\"…\", \"…\")"),
        "root" => "kind = \"…\"".to_owned(),
        "namespaced" => "scope = \"Namespaced\"".to_owned(),
        "attr" => "attrs(…)".to_owned(),
        "validation" => "root_rule(\"…\", message = \"…\")".to_owned(),
        "doc" => "a doc comment for `doc`".to_owned(),
        other => words::ours(other)
            .and_then(|cure| cure.split('`').nth(1))
            .map_or_else(|| format!("nothing for `{other}`"), ToOwned::to_owned),
    }
}
