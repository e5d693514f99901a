//! Attributes of other derives that describe values: of schemars, which reads those of validator and garde, too, and of kube.
//!
//! Each belongs to a derive that may stand beside this one, so that it is no error; what it says is not in the schema, unless a word
//! of ours says it, too.

mod bounds;
mod extend;

use proc_macro2::Span;
use quote::ToTokens as _;
use syn::{Attribute, Data, DeriveInput, Fields, Meta, Type};

use super::container::ContainerAttrs;
use super::field::FieldAttrs;
use super::marker::Markers;
use super::meta::Item;
use super::values::Values;
use super::{kube, serde, tokens};
use crate::model::{arguments, is_map};

/// One word of another derive, without ours beside it.
pub(crate) struct Foreign {
    pub(crate) span: Span,
    /// The attribute as a reader writes it.
    pub(crate) attribute: String,
    /// What to write instead.
    pub(crate) cure: String,
}

/// What is said at a place in words of ours, and what the place is.
struct Place<'p> {
    attrs: &'p [Attribute],
    values: &'p Values,
    markers: &'p Markers,
    type_: Option<&'p Type>,
    /// Whether another type or function describes the value.
    is_replaced: bool,
    is_required: bool,
    /// Whether kube's derive drops rules of the root here, and no word of ours says them.
    drops_root_rules: bool,
    /// Where words of ours stand, if not beside the attribute.
    elsewhere: &'static str,
}

/// What stands on a field.
pub(crate) fn of_field(field: &syn::Field, attrs: &FieldAttrs, markers: &Markers) -> Vec<Foreign> {
    let place = Place {
        attrs: &field.attrs,
        values: &attrs.values,
        markers,
        type_: Some(&field.ty),
        is_replaced: attrs.with.is_some() || attrs.schema_with.is_some() || attrs.schemars.is_present(),
        is_required: attrs.required.is_present(),
        drops_root_rules: false,
        elsewhere: "",
    };
    of(&place).collect()
}

/// What stands on a type, on its variants, and on the field that a newtype is written as.
pub(crate) fn of_container(input: &DeriveInput, attrs: &ContainerAttrs, markers: &Markers) -> Vec<Foreign> {
    let place = Place {
        attrs: &input.attrs,
        values: &attrs.values,
        markers,
        type_: None,
        is_replaced: false,
        is_required: false,
        drops_root_rules: kube::is_without_schema(&input.attrs) && attrs.root_rules.is_empty(),
        elsewhere: "",
    };
    let inner = inner(input).map(|field| Place {
        attrs: &field.attrs,
        type_: Some(&field.ty),
        elsewhere: " on the struct",
        ..place
    });
    let variants = match &input.data {
        Data::Enum(data) => data.variants.iter().collect(),
        _ => Vec::new(),
    };
    // Nothing of ours stands on a variant.
    let of_variants = variants.into_iter().flat_map(|variant| {
        let place = Place { attrs: &variant.attrs, ..place };
        of(&place).filter(|found| found.cure.contains("#[serde(")).collect::<Vec<_>>()
    });
    of(&place).chain(inner.iter().flat_map(of)).chain(of_variants).collect()
}

/// The field of a newtype.
fn inner(input: &DeriveInput) -> Option<&syn::Field> {
    let Data::Struct(data) = &input.data else { return None };
    let is_newtype = matches!(&data.fields, Fields::Unnamed(fields) if fields.unnamed.len() == 1);
    if is_newtype || serde::says(&input.attrs, "transparent") { data.fields.iter().next() } else { None }
}

fn of<'p>(place: &'p Place<'p>) -> impl Iterator<Item = Foreign> + 'p {
    place.attrs.iter().flat_map(move |attr| {
        let name = attr.path().get_ident().map(ToString::to_string).unwrap_or_default();
        let is_foreign = matches!(name.as_str(), "schemars" | "validate" | "garde" | "x_kube" | "kube");
        let items = if is_foreign { kube::items(attr) } else { Vec::new() };
        items.into_iter().filter_map(move |item| of_item(&name, &item, place)).collect::<Vec<_>>()
    })
}

fn of_item(name: &str, item: &Item, place: &Place<'_>) -> Option<Foreign> {
    let word = kube::word(item)?;
    let cure = match name {
        "kube" => {
            (word == "validation" && place.drops_root_rules).then(|| ours("root_rule(\"…\")", place))?
        }
        "x_kube" => of_kube(&word, place)?,
        "schemars" => of_schemars(&word, item, place).or_else(|| of_validation(&word, item, place))?,
        _ => of_validation(&word, item, place)?,
    };
    let behind = match item {
        Item::Meta(Meta::List(_)) => "(…)",
        Item::Meta(Meta::NameValue(_)) | Item::Unreadable(..) => " = …",
        _ => "",
    };
    Some(Foreign { span: item.place(), attribute: format!("#[{name}({word}{behind})]"), cure })
}

/// The sentence with the words of ours.
fn ours(words: &str, place: &Place<'_>) -> String {
    format!("write `#[crd({words})]`{}", place.elsewhere)
}

fn of_kube(word: &str, place: &Place<'_>) -> Option<String> {
    let values = place.values;
    let is_merged = values.list_type.is_some() || values.list_map_keys.is_some() || values.map_type.is_some();
    match word {
        "validation" if values.rules.is_empty() => {
            Some(format!("{}, or `#[immutable]`", ours("rule(\"…\", message = \"…\")", place)))
        }
        "merge_strategy" if !is_merged => Some(
            "write `#[crd(list_type = \"…\")]`, `#[crd(list_map_keys = [\"…\"])]` or `#[crd(map_type = \"…\")]`"
                .to_owned(),
        ),
        _ => None,
    }
}

/// Words of serde that schemars reads instead of those in `#[serde(…)]`.
///
/// Source: `schemars_derive src/attr/schemars_to_serde.rs`.
const SERDE: [&str; 18] = [
    "rename",
    "rename_all",
    "rename_all_fields",
    "deny_unknown_fields",
    "tag",
    "content",
    "untagged",
    "skip",
    "skip_serializing",
    "skip_serializing_if",
    "skip_deserializing",
    "flatten",
    "remote",
    "transparent",
    "into",
    "from",
    "try_from",
    "alias",
];

/// What schemars alone reads.
///
/// Source: `schemars_derive src/attr/mod.rs`.
fn of_schemars(word: &str, item: &Item, place: &Place<'_>) -> Option<String> {
    let (values, markers) = (place.values, place.markers);
    let is_open = markers.int_or_string.is_some() || markers.preserve_unknown.is_some();
    let has_docs = || place.attrs.iter().any(|attr| attr.path().is_ident("doc"));
    let words = match word {
        "with" | "schema_with" if place.type_.is_none() => {
            return Some("write `#[crd(with = Type)]` on the fields that have this type".to_owned());
        }
        "with" if !(place.is_replaced || is_open) => format!("with = {}", argument(item)),
        "schema_with" | "serialize_with" if !(place.is_replaced || is_open) => "schema_with = …".to_owned(),
        "title" if values.title.is_none() => format!("title = {}", argument(item)),
        "example" | "examples" if values.example.is_none() => "example = …".to_owned(),
        "default" if values.default.is_none() && !values.default_from_serde.is_present() => {
            return Some(
                "write `#[crd(default = …)]`, or `#[crd(default_from_serde)]` beside `#[serde(default)]`"
                    .to_owned(),
            );
        }
        "description" if !has_docs() => return Some("write a doc comment, `/// …`".to_owned()),
        "transform" => return Some("write words of ours for what the function changes".to_owned()),
        "extend" => return extend::cure(item, place),
        word if SERDE.contains(&word) && !serde::says(place.attrs, word) => {
            return Some(format!("write it in `#[serde({word})]`, which is read here, too"));
        }
        _ => return None,
    };
    Some(ours(&words, place))
}

/// What schemars reads in attributes of validator and garde, too, and what else of theirs a schema can say.
///
/// Source: `schemars_derive src/attr/validation.rs`.
fn of_validation(word: &str, item: &Item, place: &Place<'_>) -> Option<String> {
    words_of(word, item, place).map(|words| ours(&words, place))
}

fn words_of(word: &str, item: &Item, place: &Place<'_>) -> Option<String> {
    let values = place.values;
    match word {
        "length" => bounds::length(item, place),
        "range" => bounds::range(item, values),
        "regex" | "pattern" if values.pattern.is_none() => Some(format!("pattern = {}", pattern(item))),
        "contains"
        | "does_not_contain"
        | "prefix"
        | "suffix"
        | "ascii"
        | "alphanumeric"
        | "phone"
        | "phone_number"
        | "credit_card"
        | "non_control_character"
            if values.pattern.is_none() =>
        {
            Some("pattern = \"…\"".to_owned())
        }
        "email" if values.format.is_none() => Some("format = \"email\"".to_owned()),
        "url" if values.format.is_none() => Some("format = \"uri\"".to_owned()),
        "ipv4" if values.format.is_none() => Some("format = \"ipv4\"".to_owned()),
        "ipv6" if values.format.is_none() => Some("format = \"ipv6\"".to_owned()),
        "ip" if values.format.is_none() && values.pattern.is_none() => {
            Some("with = std::net::IpAddr".to_owned())
        }
        "required" if !place.is_required => Some("required".to_owned()),
        "inner" => inner_words(item, place),
        _ => None,
    }
}

/// What is said of the items of a list or the values of a map.
fn inner_words(item: &Item, place: &Place<'_>) -> Option<String> {
    let type_ = place.type_;
    let (word, of) = match type_ {
        Some(type_) if is_map(type_) => ("values", &place.values.entries),
        _ => ("items", &place.values.items),
    };
    let (silent, nothing) = (Values::default(), Markers::default());
    let inner = Place {
        attrs: &[],
        values: of.as_deref().unwrap_or(&silent),
        markers: &nothing,
        type_: type_.and_then(|type_| arguments(type_).last().copied()),
        ..*place
    };
    let cure = |item: &Item| words_of(&kube::word(item)?, item, &inner);
    let words: Vec<String> = within(item).iter().filter_map(cure).collect();
    (!words.is_empty()).then(|| format!("{word}({})", words.join(", ")))
}

/// The items in the parentheses behind a word.
fn within(item: &Item) -> Vec<Item> {
    match item {
        Item::Meta(Meta::List(list)) => Item::within(list).unwrap_or_default(),
        _ => Vec::new(),
    }
}

/// What stands behind `=`.
fn argument(item: &Item) -> String {
    let Item::Meta(Meta::NameValue(pair)) = item else { return "…".to_owned() };
    match tokens::type_(&pair.value) {
        // A type needs no quotes here.
        Some(type_) => type_.to_string().trim_matches('"').to_owned(),
        None => pair.value.to_token_stream().to_string(),
    }
}

/// The text of a pattern; what only the program knows is left open.
fn pattern(item: &Item) -> String {
    let strings = within(item).into_iter().filter_map(|item| match item {
        Item::Lit(lit @ syn::Lit::Str(_)) => Some(lit.to_token_stream().to_string()),
        Item::Meta(Meta::NameValue(pair)) if pair.path.is_ident("pattern") => {
            Some(pair.value.to_token_stream().to_string())
        }
        _ => None,
    });
    strings.into_iter().find(|text| text.ends_with(['"', '#'])).unwrap_or_else(|| "\"…\"".to_owned())
}

#[cfg(test)]
mod tests;
