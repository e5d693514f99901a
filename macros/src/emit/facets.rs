//! What is said of a value, as facets.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use crate::attr::foreign::Foreign;
use crate::attr::marker::{Change, Markers};
use crate::attr::value::{Allowed, Constant, Default as DefaultValue, Range, Rule};
use crate::attr::values::Values;
use crate::model::{Data, Missing};

/// The bounds of a value: the two ends, and whether each end itself is refused.
pub(crate) struct Bounds {
    pub(crate) low: Option<Constant>,
    pub(crate) high: Option<Constant>,
    pub(crate) excludes_low: bool,
    pub(crate) excludes_high: bool,
}

impl Values {
    /// `min`, `max` and `range` as one.
    pub(crate) fn bounds(&self) -> Bounds {
        let range = self.range.as_ref();
        Bounds {
            low: self.min.clone().or_else(|| range?.start.clone()),
            high: self.max.clone().or_else(|| range?.end.clone()),
            excludes_low: self.exclusive_min.is_present(),
            excludes_high: self.exclusive_max.is_present()
                || range.is_some_and(|range| range.excludes_end && range.end.is_some()),
        }
    }

    /// `min_length`, `max_length` and `length` as one.
    pub(crate) fn lengths(&self) -> (Option<TokenStream>, Option<TokenStream>) {
        let range = self.length.as_ref();
        let low = self.min_length.as_ref().or_else(|| range?.start.as_ref());
        let high = self.max_length.as_ref().map(Constant::limit).or_else(|| last(range?));
        (low.map(Constant::limit), high)
    }
}

/// The last length of a range.
fn last(range: &Range) -> Option<TokenStream> {
    let end = range.end.as_ref()?.limit();
    Some(if range.excludes_end { quote!((#end - 1)) } else { end })
}

/// What the value belongs to, for defaults that the program makes.
#[derive(Clone, Copy, Default)]
pub(crate) struct Owner<'m> {
    /// The Rust type, as tokens.
    pub(crate) type_: Option<&'m TokenStream>,
    /// What serde takes when the property is missing.
    pub(crate) serde_default: Option<&'m Missing>,
}

/// The facets of `#[crd(…)]`.
pub(crate) fn of_values(values: &Values, owner: Owner<'_>) -> Vec<TokenStream> {
    let mut facets = Vec::new();
    strings(values, &mut facets);
    numbers(values, &mut facets);
    lists(values, &mut facets);
    defaults(values, owner, &mut facets);
    facets.extend(values.rules.iter().map(rule));
    facets.extend(values.keys.as_deref().and_then(super::keys::rule));
    if let Some(element) = values.items.as_deref().or(values.entries.as_deref()) {
        let element = of_values(element, Owner::default());
        facets.push(facet("Element", &quote!(&[#(#element),*])));
    }
    facets
}

fn facet(name: &str, value: &impl ToTokens) -> TokenStream {
    let name = syn::Ident::new(name, proc_macro2::Span::call_site());
    quote!(__crd::describe::Facet::#name(#value))
}

fn flag(name: &str) -> TokenStream {
    let name = syn::Ident::new(name, proc_macro2::Span::call_site());
    quote!(__crd::describe::Facet::#name)
}

fn strings(values: &Values, facets: &mut Vec<TokenStream>) {
    let strings = [("Title", &values.title), ("Format", &values.format), ("Pattern", &values.pattern)];
    for (name, text) in strings {
        facets.extend(text.as_ref().map(|text| facet(name, text)));
    }
    facets.extend(values.no_format.is_present().then(|| facet("Format", &"")));
    if let Some(list) = &values.enum_ {
        let items = &list.items;
        facets.push(facet("Enum", &quote!(&[#(#items),*])));
    }
    facets.extend(values.example.as_ref().map(|example| facet("Example", &example.0)));
    facets.extend(values.external_docs.as_ref().map(|docs| {
        let (url, text) =
            (&docs.url, docs.description.as_ref().map_or_else(|| quote!(""), ToTokens::to_token_stream));
        quote!(__crd::describe::Facet::ExternalDocs(#url, #text))
    }));
}

fn numbers(values: &Values, facets: &mut Vec<TokenStream>) {
    let bounds = values.bounds();
    facets.extend(bounds.low.as_ref().map(|bound| facet("Minimum", &bound.number())));
    facets.extend(bounds.high.as_ref().map(|bound| facet("Maximum", &bound.number())));
    facets.extend(bounds.excludes_low.then(|| flag("ExclusiveMinimum")));
    facets.extend(bounds.excludes_high.then(|| flag("ExclusiveMaximum")));
    facets.extend(values.multiple_of.as_ref().map(|factor| facet("MultipleOf", &factor.number())));
    let (shortest, longest) = values.lengths();
    facets.extend(shortest.map(|limit| facet("MinLength", &limit)));
    facets.extend(longest.map(|limit| facet("MaxLength", &limit)));
    let limits = [
        ("MinItems", &values.min_items),
        ("MaxItems", &values.max_items),
        ("MinProperties", &values.min_properties),
        ("MaxProperties", &values.max_properties),
    ];
    for (name, limit) in limits {
        facets.extend(limit.as_ref().map(|limit| facet(name, &limit.limit())));
    }
}

fn lists(values: &Values, facets: &mut Vec<TokenStream>) {
    let list_type = match (&values.list_type, &values.list_map_keys) {
        (None, Some(_)) => Some("Map"),
        (list_type, _) => list_type.as_ref().and_then(|word| variant(word, &LIST_TYPES)),
    };
    if let Some(name) = list_type {
        let name = syn::Ident::new(name, proc_macro2::Span::call_site());
        facets.push(facet("ListType", &quote!(__crd::describe::ListTypeDesc::#name)));
    }
    if let Some(keys) = &values.list_map_keys {
        let keys = &keys.0;
        facets.push(facet("ListMapKeys", &quote!(&[#(#keys),*])));
    }
    if let Some(name) = values.map_type.as_ref().and_then(|word| variant(word, &MAP_TYPES)) {
        let name = syn::Ident::new(name, proc_macro2::Span::call_site());
        facets.push(facet("MapType", &quote!(__crd::describe::MapTypeDesc::#name)));
    }
    facets.extend(values.nullable.is_present().then(|| flag("Nullable")));
}

/// The words of `list_type`, and the variants they stand for.
pub(crate) const LIST_TYPES: [(&str, &str); 3] = [("atomic", "Atomic"), ("map", "Map"), ("set", "Set")];
/// The words of `map_type`, and the variants they stand for.
pub(crate) const MAP_TYPES: [(&str, &str); 2] = [("atomic", "Atomic"), ("granular", "Granular")];

/// The variant of a word, which may be written with and without quotes.
pub(crate) fn variant(word: &Constant, words: &[(&'static str, &'static str)]) -> Option<&'static str> {
    let text = word.word()?;
    words.iter().find(|(word, _)| *word == text).map(|(_, variant)| *variant)
}

fn defaults(values: &Values, owner: Owner<'_>, facets: &mut Vec<TokenStream>) {
    let made = |value: &TokenStream| facet("DefaultFn", &quote!(|| __crd::__private::to_value(#value)));
    match &values.default {
        Some(DefaultValue::Json(json)) => facets.push(facet("Default", json)),
        Some(DefaultValue::Expr(expr)) => facets.push(made(&quote!(&(#expr)))),
        Some(DefaultValue::OfType(_)) => facets.extend(
            owner.type_.map(|type_| facet("DefaultFn", &quote!(__crd::__private::default_value::<#type_>))),
        ),
        None => {}
    }
    if values.default_from_serde.is_present() {
        facets.extend(owner.serde_default.map(|missing| match missing {
            Missing::Value(value) => made(value),
            Missing::OfContainer => flag("DefaultOfType"),
        }));
    }
}

fn rule(rule: &Rule) -> TokenStream {
    facet("Rule", &rule_desc(rule))
}

/// Rules of the whole object.
pub(crate) fn of_root_rules(rules: &[Rule]) -> impl Iterator<Item = TokenStream> {
    rules.iter().map(|rule| facet("RootRule", &rule_desc(rule)))
}

/// Attributes of other derives.
pub(crate) fn of_foreign(foreign: &[Foreign]) -> impl Iterator<Item = TokenStream> {
    foreign.iter().map(|Foreign { attribute, cure, .. }| {
        quote!(__crd::describe::Facet::Foreign { attribute: #attribute, cure: #cure })
    })
}

fn rule_desc(rule: &Rule) -> TokenStream {
    let (text, about) = (&rule.rule, &rule.about);
    let fields = [
        ("message", &about.message),
        ("message_expression", &about.message_expr),
        ("reason", &about.reason),
        ("field_path", &about.field_path),
    ];
    let fields = fields.into_iter().filter_map(|(name, value)| {
        let name = syn::Ident::new(name, proc_macro2::Span::call_site());
        value.as_ref().map(|value| quote!(#name: #value,))
    });
    let optional = about.optional_old_self.is_present().then(|| quote!(optional_old_self: true,));
    quote! {
        __crd::describe::RuleDesc { rule: #text, #(#fields)* #optional ..__crd::describe::RuleDesc::EMPTY }
    }
}

/// Warnings that the author accepts.
pub(crate) fn of_allows(allows: &[Allowed]) -> impl Iterator<Item = TokenStream> {
    allows.iter().map(
        |Allowed { rule, reason }| quote!(__crd::describe::Facet::Allow { rule: #rule, reason: #reason }),
    )
}

/// The facets of markers on a type.
pub(crate) fn of_markers(markers: &Markers, data: &Data) -> Vec<TokenStream> {
    let mut facets = Vec::new();
    if markers.preserve_unknown.is_some() && !matches!(data, Data::Anything) {
        facets.push(flag("PreserveUnknown"));
    }
    facets.extend(markers.embedded_resource.map(|_| flag("EmbeddedResource")));
    facets
}

/// The facets of markers on a field.
pub(crate) fn of_field_markers(markers: &Markers) -> Vec<TokenStream> {
    let mut facets = Vec::new();
    facets.extend(markers.embedded_resource.map(|_| flag("EmbeddedResource")));
    facets.extend(markers.immutable.map(|(how, _)| {
        let how = change(how);
        facet("Mutability", &quote!(__crd::describe::MutabilityDesc::#how))
    }));
    facets.extend(markers.immutable_keys.map(|(how, _)| {
        let how = change(how);
        facet("KeyMutability", &quote!(__crd::describe::KeyMutabilityDesc::#how))
    }));
    if markers.immutable_items.or(markers.immutable_values).is_some() {
        let immutable = facet("Mutability", &quote!(__crd::describe::MutabilityDesc::Immutable));
        facets.push(facet("Element", &quote!(&[#immutable])));
    }
    facets
}

fn change(change: Change) -> syn::Ident {
    let name = match change {
        Change::Never => "Immutable",
        Change::AddOnly => "AddOnly",
        Change::RemoveOnly => "RemoveOnly",
    };
    syn::Ident::new(name, proc_macro2::Span::call_site())
}
