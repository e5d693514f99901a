//! The bare attributes: `#[immutable]`, `#[immutable_keys]`, `#[preserve_unknown]`, `#[int_or_string]`,
//! `#[embedded_resource]`.

use proc_macro2::Span;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Attribute, Ident, Meta, Token};

use crate::errors::Errors;

/// How something may change.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Change {
    Never,
    AddOnly,
    RemoveOnly,
}

/// Where each marker was said, if it was.
#[derive(Default)]
pub(crate) struct Markers {
    pub(crate) immutable: Option<(Change, Span)>,
    pub(crate) immutable_items: Option<Span>,
    pub(crate) immutable_values: Option<Span>,
    pub(crate) immutable_keys: Option<(Change, Span)>,
    pub(crate) preserve_unknown: Option<Span>,
    pub(crate) preserve_unknown_values: Option<Span>,
    pub(crate) int_or_string: Option<Span>,
    pub(crate) embedded_resource: Option<Span>,
}

const NAMES: [&str; 5] =
    ["immutable", "immutable_keys", "preserve_unknown", "int_or_string", "embedded_resource"];

/// Whether the attribute belongs to this derive.
pub(crate) fn is_ours(attr: &Attribute) -> bool {
    attr.path().is_ident("crd") || NAMES.iter().any(|name| attr.path().is_ident(name))
}

/// The attribute as a reader writes it.
pub(crate) fn name(attr: &Attribute) -> String {
    attr.path().get_ident().map(|ident| format!("#[{ident}]")).unwrap_or_default()
}

impl Markers {
    /// Reads all markers of one item.
    pub(crate) fn read(attrs: &[Attribute], errors: &mut Errors) -> Self {
        let mut markers = Self::default();
        for attr in attrs {
            let Some(name) = NAMES.iter().find(|name| attr.path().is_ident(name)) else { continue };
            let Some(words) = words(attr, errors) else { continue };
            markers.attribute(name, attr, &words, errors);
        }
        markers
    }

    fn attribute(&mut self, name: &str, attr: &Attribute, words: &[Ident], errors: &mut Errors) {
        match name {
            "immutable" => self.immutable(attr, words, errors),
            "immutable_keys" => {
                let change = change(words, errors, "write `add_only` or `remove_only`, or nothing");
                set(
                    &mut self.immutable_keys,
                    change.map(|change| (change, place(attr, words))),
                    attr,
                    errors,
                );
            }
            "preserve_unknown" => match words {
                [] => set(&mut self.preserve_unknown, Some(place(attr, words)), attr, errors),
                [word] if word == "values" => {
                    set(&mut self.preserve_unknown_values, Some(place(attr, words)), attr, errors);
                }
                [word, ..] => unknown(word, "write `values`, or nothing", errors),
            },
            "int_or_string" => plain(&mut self.int_or_string, attr, words, errors),
            _ => plain(&mut self.embedded_resource, attr, words, errors),
        }
    }

    fn immutable(&mut self, attr: &Attribute, words: &[Ident], errors: &mut Errors) {
        let elements = words.iter().find(|word| *word == "items" || *word == "values");
        let Some(element) = elements else {
            let change =
                change(words, errors, "write `add_only`, `remove_only`, `items` or `values`, or nothing");
            set(&mut self.immutable, change.map(|change| (change, place(attr, words))), attr, errors);
            return;
        };
        if let Some(other) = words.iter().find(|word| *word != element) {
            let message = match other.to_string().as_str() {
                "items" | "values" => {
                    "`items` is for lists and `values` is for maps; keep the one that fits the type".into()
                }
                "add_only" | "remove_only" => format!(
                    "`{element}` may come and go and never change; to say which may come or go, write \
                     `#[immutable_keys({other})]`"
                ),
                _ => format!("unknown `{other}`; write `#[immutable({element})]`"),
            };
            errors.at(other.span(), message);
            return;
        }
        let slot = if element == "items" { &mut self.immutable_items } else { &mut self.immutable_values };
        set(slot, Some(place(attr, words)), attr, errors);
    }
}

/// The words in the parentheses; `None` after an error.
fn words(attr: &Attribute, errors: &mut Errors) -> Option<Vec<Ident>> {
    match &attr.meta {
        Meta::Path(_) => Some(Vec::new()),
        Meta::List(list) => {
            let words = list.parse_args_with(Punctuated::<Ident, Token![,]>::parse_terminated);
            Some(errors.handle(words)?.into_iter().collect())
        }
        Meta::NameValue(pair) => {
            let name = name(attr);
            errors.push(syn::Error::new_spanned(
                pair,
                format!("this attribute takes no value; write `{name}`"),
            ));
            None
        }
    }
}

fn change(words: &[Ident], errors: &mut Errors, cure: &str) -> Option<Change> {
    match words {
        [] => Some(Change::Never),
        [word] if word == "add_only" => Some(Change::AddOnly),
        [word] if word == "remove_only" => Some(Change::RemoveOnly),
        [first, second, ..] if is_one_way(first) && is_one_way(second) => {
            errors
                .at(second.span(), "what may neither be added nor removed is immutable; write neither word");
            None
        }
        [word, ..] if !is_one_way(word) => {
            unknown(word, cure, errors);
            None
        }
        [_, word, ..] => {
            unknown(word, cure, errors);
            None
        }
        [_] => None,
    }
}

fn is_one_way(word: &Ident) -> bool {
    word == "add_only" || word == "remove_only"
}

fn unknown(word: &Ident, cure: &str, errors: &mut Errors) {
    errors.at(word.span(), format!("unknown `{word}`; {cure}"));
}

fn plain(slot: &mut Option<Span>, attr: &Attribute, words: &[Ident], errors: &mut Errors) {
    match words {
        [] => set(slot, Some(place(attr, words)), attr, errors),
        [word, ..] => unknown(word, &format!("write `{}`", name(attr)), errors),
    }
}

fn set<T>(slot: &mut Option<T>, value: Option<T>, attr: &Attribute, errors: &mut Errors) {
    if slot.is_some() && value.is_some() {
        errors.at(attr.path().span(), format!("`{}` is said twice; keep one", name(attr)));
    }
    *slot = value.or_else(|| slot.take());
}

/// The word that says most, or the name of the attribute.
fn place(attr: &Attribute, words: &[Ident]) -> Span {
    words.first().map_or_else(|| attr.path().span(), Ident::span)
}
