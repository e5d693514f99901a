//! What does not go together, as far as syntax tells: one function for each rule.

mod extras;
mod kube;
mod union;

use proc_macro2::Span;
use syn::{Ident, Type, TypePath};

use crate::attr::marker::{Change, Markers};
use crate::attr::value::Constant;
use crate::attr::values::Values;
use crate::emit::{facets, keys};
use crate::errors::Errors;
use crate::model::{self, Container, Data, Field};
use crate::root::Source;

/// Everything that is wrong with the type.
pub(crate) fn container(container: &Container, errors: &mut Errors) {
    mutability_of_a_type(&container.markers, errors);
    competing_shapes(&container.markers, errors);
    extras::of(container, errors);
    values(&container.values, errors);
    if let Data::Newtype { type_: model::Target::Type(type_), .. } = &container.data {
        integers_without_schema(type_, errors);
    }
    for found in container.data.fields() {
        field(found, errors);
        recursion(&container.ident, found, errors);
    }
    if let Data::Union(found) = &container.data {
        union::all(found, errors);
    }
    let Data::Struct(fields) = &container.data else { return };
    doubled_names(fields, errors);
    columns(container, fields, errors);
    if container.root.as_ref().is_some_and(|root| matches!(root.source, Source::Written)) {
        for field in fields {
            resource_meta(field, errors);
        }
        kube::written_root(container, fields, errors);
    }
}

fn field(field: &Field, errors: &mut Errors) {
    competing_mutability(&field.markers, errors);
    competing_shapes(&field.markers, errors);
    unknown_values_of_nothing(field, errors);
    values(&field.values, errors);
    serde_default_that_is_none(field, errors);
    required_and_left_out(field, errors);
    flattened(field, errors);
    if let model::Target::Type(type_) = &field.target {
        integers_without_schema(type_, errors);
    }
}

/// A type may stand in lists and in optional places, where not every marker can; its fields say how they change.
fn mutability_of_a_type(markers: &Markers, errors: &mut Errors) {
    let keys = markers.immutable_keys.map(|(_, span)| span);
    let elements = markers.immutable_items.or(markers.immutable_values);
    let spans = [markers.immutable.map(|(_, span)| span), keys, elements];
    for span in spans.into_iter().flatten() {
        errors.at(span, "a type does not change, a field does; put this on the field that has this type");
    }
    if let Some(span) = markers.preserve_unknown_values {
        errors.at(span, "`values` is for fields that are maps or lists; write `#[preserve_unknown]`");
    }
}

/// The whole freezes its parts.
fn competing_mutability(markers: &Markers, errors: &mut Errors) {
    let Some((change, _)) = markers.immutable else { return };
    if let Some(span) = markers.immutable_items.or(markers.immutable_values) {
        errors.at(span, "`#[immutable]` freezes what is in the field too; keep one of the two");
    }
    if let Some((_, span)) = markers.immutable_keys {
        let message = match change {
            Change::Never => "`#[immutable]` freezes the keys too; keep one of the two",
            Change::AddOnly | Change::RemoveOnly => {
                "a field with keys is a list or map, where only `#[immutable]` can stand; keep `#[immutable_keys]`"
            }
        };
        errors.at(span, message);
    }
}

/// Each of these says what the value is.
fn competing_shapes(markers: &Markers, errors: &mut Errors) {
    if let Some(span) = markers.int_or_string {
        let others = [markers.preserve_unknown, markers.preserve_unknown_values, markers.embedded_resource];
        if others.iter().any(Option::is_some) {
            errors.at(span, "an integer or string is no object; keep `#[int_or_string]` alone, or remove it");
        }
    }
    if let (Some(_), Some(span)) = (markers.preserve_unknown, markers.preserve_unknown_values) {
        errors.at(span, "`#[preserve_unknown]` keeps the values too; keep one of the two");
    }
    if let (Some(_), Some(span)) = (markers.embedded_resource, markers.preserve_unknown_values) {
        errors.at(span, "an embedded resource is no map; write `#[preserve_unknown]`");
    }
}

/// The type must not be named, so the container is known by its name.
fn unknown_values_of_nothing(field: &Field, errors: &mut Errors) {
    let Some(span) = field.markers.preserve_unknown_values else { return };
    if !model::is_list(&field.type_) && !model::is_map(&field.type_) {
        errors.at(
            span,
            "`values` is for fields of type `Vec`, `BTreeMap` or `HashMap`; write `#[preserve_unknown]` elsewhere",
        );
    }
}

fn serde_default_that_is_none(field: &Field, errors: &mut Errors) {
    let flag = &field.values.default_from_serde;
    if flag.is_present() && field.serde_default.is_none() {
        errors.at(flag.span(), "serde has no default for this field; add `#[serde(default)]`");
    }
}

fn required_and_left_out(field: &Field, errors: &mut Errors) {
    if let (Some(span), true) = (field.demanded, field.omits_null) {
        errors.at(span, "serde may leave this field out; remove `required`, or what lets serde skip it");
    }
}

/// The members stand elsewhere, so nothing can be said of all of them at once.
fn flattened(field: &Field, errors: &mut Errors) {
    let markers = &field.markers;
    let marked = [
        markers.immutable.map(|(_, span)| span),
        markers.immutable_keys.map(|(_, span)| span),
        markers.immutable_items,
        markers.immutable_values,
        markers.preserve_unknown_values,
        markers.int_or_string,
        markers.embedded_resource,
        field.column.as_ref().map(|column| column.span),
        field.demanded,
        (!field.values.is_silent()).then(|| field.span()),
    ];
    if let (true, Some(span)) = (field.flattened, marked.into_iter().flatten().next()) {
        errors.at(
            span,
            "a flattened field has no place of its own in JSON; say this of the fields of its type",
        );
    }
}

/// Longer cycles are left to rustc, which tells them as cycles of constants.
fn recursion(ident: &Ident, field: &Field, errors: &mut Errors) {
    let model::Target::Type(type_) = &field.target else { return };
    if let Some(span) = mention(type_, ident) {
        errors.at(
            span,
            "a structural schema cannot recur; put `#[preserve_unknown]` on the field where the recursion begins",
        );
    }
}

/// Where the type or one of its arguments is the name.
fn mention(type_: &Type, ident: &Ident) -> Option<Span> {
    match type_ {
        Type::Path(TypePath { qself: None, path, .. }) => {
            let last = path.segments.last()?;
            if path.segments.len() == 1 && (last.ident == *ident || last.ident == "Self") {
                return Some(last.ident.span());
            }
            let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
            arguments.args.iter().find_map(|argument| match argument {
                syn::GenericArgument::Type(type_) => mention(type_, ident),
                _ => None,
            })
        }
        Type::Group(group) => mention(&group.elem, ident),
        Type::Paren(paren) => mention(&paren.elem, ident),
        _ => None,
    }
}

/// Above 2^63-1 the server falls back to floats, and above 2^53 many clients do.
fn integers_without_schema(type_: &Type, errors: &mut Errors) {
    match type_ {
        Type::Path(TypePath { qself: None, path, .. }) => {
            let Some(last) = path.segments.last() else { return };
            let name = last.ident.to_string();
            if matches!(name.as_str(), "u64" | "usize" | "isize" | "i128" | "u128") {
                errors.at(
                    last.ident.span(),
                    format!(
                        "JSON of Kubernetes has no room for every `{name}`; use `i64` or `u32`, or write it as a \
                         text and say `#[crd(with = String)]`"
                    ),
                );
            }
            if let syn::PathArguments::AngleBracketed(arguments) = &last.arguments {
                for argument in &arguments.args {
                    if let syn::GenericArgument::Type(type_) = argument {
                        integers_without_schema(type_, errors);
                    }
                }
            }
        }
        Type::Group(group) => integers_without_schema(&group.elem, errors),
        Type::Paren(paren) => integers_without_schema(&paren.elem, errors),
        _ => {}
    }
}

fn doubled_names(fields: &[Field], errors: &mut Errors) {
    let mut seen = std::collections::HashSet::new();
    for field in fields {
        let name = field.name.value();
        if !seen.insert(name.clone()) {
            errors.at(field.name.span(), format!("another field is `{name}` in JSON too; rename one"));
        }
    }
}

/// A field knows its path only where it is known where the type stands.
fn columns(container: &Container, fields: &[Field], errors: &mut Errors) {
    for (field, column) in fields.iter().filter_map(|field| Some((field, field.column.as_ref()?))) {
        let simple = |character: char| character.is_ascii_alphanumeric() || character == '_';
        if container.root.is_none() || !field.name.value().chars().all(simple) {
            errors.at(
                column.span,
                "where the field stands is not known or has no simple path; write `#[crd(column(name = \"…\", path = \
                 \"…\", type = \"…\"))]` on the spec type",
            );
        }
    }
}

/// Kubernetes describes these members itself.
fn resource_meta(field: &Field, errors: &mut Errors) {
    let name = field.name.value();
    let markers = &field.markers;
    let spans = [
        markers.immutable.map(|(_, span)| span),
        markers.immutable_keys.map(|(_, span)| span),
        markers.immutable_items,
        markers.immutable_values,
    ];
    let is_meta = matches!(name.as_str(), "apiVersion" | "kind" | "metadata");
    if is_meta && !field.values.is_silent() {
        errors.at(field.span(), format!("Kubernetes itself describes `{name}`; remove `#[crd(…)]`"));
    }
    let Some(span) = spans.into_iter().flatten().next() else { return };
    if is_meta {
        errors.at(span, format!("Kubernetes itself says how `{name}` changes; remove the attribute"));
    } else if name == "status" && !matches!(markers.immutable, Some((Change::AddOnly, _))) {
        errors.at(
            span,
            "the first write of a status adds it; write `#[immutable(add_only)]`, or mark what is in it",
        );
    }
}

fn values(said: &Values, errors: &mut Errors) {
    ends_without_bounds(said, errors);
    bounds_said_twice(said, errors);
    unknown_words(said, errors);
    list_type_and_keys(said, errors);
    empty_lists(said, errors);
    two_defaults(said, errors);
    key_rules(said, errors);
    if let (Some(_), Some(values)) = (&said.items, &said.entries) {
        errors.at(
            place(values),
            "`items(…)` is for lists and `values(…)` for maps; keep the one that fits the type",
        );
    }
    for part in [&said.items, &said.entries].into_iter().flatten() {
        defaults_of_serde_in_parts(part, errors);
        values(part, errors);
    }
}

fn place(values: &Values) -> Span {
    values.place.unwrap_or_else(Span::call_site)
}

fn ends_without_bounds(said: &Values, errors: &mut Errors) {
    let bounds = said.bounds();
    let ends = [(&said.exclusive_min, &bounds.low, "min"), (&said.exclusive_max, &bounds.high, "max")];
    for (flag, bound, name) in ends {
        if flag.is_present() && bound.is_none() {
            errors.at(flag.span(), format!("there is no bound to exclude; add `{name} = …`"));
        }
    }
}

fn bounds_said_twice(said: &Values, errors: &mut Errors) {
    if let Some(range) = &said.range
        && (said.min.is_some() || said.max.is_some())
    {
        errors.at(range.span, "`range` says both bounds; remove `min` and `max`, or `range`");
    }
    if let Some(range) = &said.length
        && (said.min_length.is_some() || said.max_length.is_some())
    {
        errors.at(range.span, "`length` says both limits; remove `min_length` and `max_length`, or `length`");
    }
}

fn unknown_words(said: &Values, errors: &mut Errors) {
    let mut check = |word: &Option<Constant>, words: &[(&'static str, &'static str)], cure: &str| {
        if let Some(word) = word
            && facets::variant(word, words).is_none()
        {
            errors.push(syn::Error::new_spanned(word, cure));
        }
    };
    check(
        &said.list_type,
        &facets::LIST_TYPES,
        "unknown list type; write `\"atomic\"`, `\"map\"` or `\"set\"`",
    );
    check(&said.map_type, &facets::MAP_TYPES, "unknown map type; write `\"atomic\"` or `\"granular\"`");
}

fn list_type_and_keys(said: &Values, errors: &mut Errors) {
    let is_map = said.list_type.as_ref().map(|word| word.word().as_deref() == Some("map"));
    match (&said.list_type, is_map, &said.list_map_keys) {
        (Some(word), Some(true), None) => {
            let message = "the items of such a list are known by key fields; add `list_map_keys = [\"…\"]`";
            errors.push(syn::Error::new_spanned(word, message));
        }
        (Some(word), Some(false), Some(_)) => {
            let message = "`list_map_keys` makes the list type `map`; remove `list_type`, or the keys";
            errors.push(syn::Error::new_spanned(word, message));
        }
        _ => {}
    }
    let mut seen = std::collections::HashSet::new();
    for key in said.list_map_keys.iter().flat_map(|keys| &keys.0) {
        if !seen.insert(key.value()) {
            errors.at(key.span(), format!("`{}` is said twice; keep one", key.value()));
        }
    }
}

fn empty_lists(said: &Values, errors: &mut Errors) {
    if let Some(list) = said.enum_.as_ref().filter(|list| list.items.is_empty()) {
        errors.push(syn::Error::new_spanned(
            &list.source,
            "no value is allowed; write one or more, or remove `enum`",
        ));
    }
}

fn two_defaults(said: &Values, errors: &mut Errors) {
    if said.default.is_some() && said.default_from_serde.is_present() {
        errors.at(
            said.default_from_serde.span(),
            "there are two defaults; keep `default` or `default_from_serde`",
        );
    }
}

/// An item has no Rust field whose default it could take.
fn defaults_of_serde_in_parts(part: &Values, errors: &mut Errors) {
    if part.default_from_serde.is_present() {
        errors.at(part.default_from_serde.span(), "serde has no default for this; write `default = …`");
    }
    if let Some(crate::attr::value::Default::OfType(span)) = &part.default {
        errors.at(*span, "the type is not known here; write `default = …`");
    }
}

/// Keys become a CEL rule, whose text is written here and now.
fn key_rules(said: &Values, errors: &mut Errors) {
    let Some(of_keys) = &said.keys else { return };
    let others =
        Values { min_length: None, max_length: None, length: None, pattern: None, ..(**of_keys).clone() };
    let (low, high) = keys::literal_lengths(of_keys);
    let lengths = [
        (low, of_keys.min_length.as_ref().or_else(|| of_keys.length.as_ref()?.start.as_ref())),
        (high, of_keys.max_length.as_ref().or_else(|| of_keys.length.as_ref()?.end.as_ref())),
    ];
    for (_, said) in lengths.into_iter().filter(|(literal, said)| literal.is_none() && said.is_some()) {
        errors.push(syn::Error::new_spanned(said, "a rule is made of this; write a number"));
    }
    if let Some(pattern) = of_keys.pattern.as_ref().filter(|pattern| keys::text(pattern).is_none()) {
        errors.push(syn::Error::new_spanned(pattern, "a rule is made of this; write the pattern in quotes"));
    }
    if !others.is_silent() || low.or(high).is_none() && of_keys.pattern.is_none() {
        let cure = "of keys a CRD can ask the length and a pattern; write `length`, `min_length`, `max_length` or \
                    `pattern`, and the rest as a `rule` of the map";
        if of_keys.min_length.is_none() && of_keys.max_length.is_none() && of_keys.length.is_none()
            || !others.is_silent()
        {
            errors.at(place(of_keys), cure);
        }
    }
}

impl Values {
    /// Whether nothing is said.
    fn is_silent(&self) -> bool {
        facets::of_values(self, facets::Owner::default()).is_empty()
            && !self.default_from_serde.is_present()
            && self.default.is_none()
    }
}
