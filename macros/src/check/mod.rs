//! What does not go together, as far as syntax tells: one function for each rule.

mod cycles;
mod extras;
mod kube;
pub(crate) mod names;
mod reading;
pub(crate) mod root;
mod union;
mod values;

use proc_macro2::Span;
use syn::{Ident, Type, TypePath};

use crate::attr::marker::{Change, Markers};
use crate::attr::values::Values;
use crate::errors::Errors;
use crate::model::{self, Container, Data, Field};

/// Everything that is wrong with the type; what is wrong becomes anything, so that nothing else is reported of it.
pub(crate) fn container(container: &mut Container, errors: &mut Errors) {
    of_type(container, errors);
    let (ident, has_root) = (container.ident.clone(), container.root.is_some());
    let is_written_root = container.is_written_root();
    let is_struct = matches!(container.data, Data::Struct(_));
    for found in container.data.fields_mut() {
        let before = errors.count();
        field(found, errors);
        recursion(&ident, found, errors);
        column(found, has_root && is_struct, errors);
        if is_written_root {
            resource_meta(found, errors);
        }
        if found.is_broken || errors.count() > before {
            found.give_up();
        }
    }
    if let Data::Struct(fields) = &container.data {
        doubled_names(fields, errors);
    }
    if is_written_root {
        root::written(container, errors);
        kube::written_root(container, errors);
    }
    cycles::find(container);
}

fn of_type(container: &mut Container, errors: &mut Errors) {
    mutability_of_a_type(&container.markers, errors);
    competing_shapes(&container.markers, errors);
    open_and_closed(container, errors);
    extras::of(container, errors);
    values::rules_said_twice(&container.root_rules, errors);
    values::broken_expressions(&container.root_rules, errors);
    let before = errors.count();
    values::all(&container.values, errors);
    if errors.count() > before {
        container.values = Values::default();
    }
    let before = errors.count();
    match &container.data {
        Data::Newtype { type_: model::Target::Type(type_), .. } => types_without_schema(type_, errors),
        Data::Union(found) => union::all(found, errors),
        _ => {}
    }
    if errors.count() > before {
        container.data = Data::Anything;
    }
}

fn field(field: &Field, errors: &mut Errors) {
    competing_mutability(&field.markers, errors);
    competing_shapes(&field.markers, errors);
    unknown_values_of_nothing(field, errors);
    values::all(&field.values, errors);
    serde_default_that_is_none(field, errors);
    required_and_left_out(field, errors);
    left_out_and_needed(field, errors);
    flattened(field, errors);
    reading::of(field, errors);
    if let model::Target::Type(type_) = &field.target {
        types_without_schema(type_, errors);
    }
}

/// What serde refuses a server must not keep.
fn open_and_closed(container: &Container, errors: &mut Errors) {
    let strict_union = matches!(&container.data, Data::Union(union) if union.strict);
    if !(container.denies_unknown || strict_union) {
        return;
    }
    if let Some(span) = container.markers.preserve_unknown {
        errors.at(
            span,
            "a server keeps unknown fields here, and `deny_unknown_fields` lets serde read no object that has one; remove one \
             of the two",
        );
    }
    if let (Some(span), Data::Struct(fields)) = (container.markers.embedded_resource, &container.data) {
        let has = |name: &&str| fields.iter().any(|field| field.flattened || field.name.value() == **name);
        if !["apiVersion", "kind", "metadata"].iter().all(has) {
            errors.at(span, EMBEDDED_AND_CLOSED);
        }
    }
}

/// What to say where an embedded resource has no room for what every resource has.
pub(crate) const EMBEDDED_AND_CLOSED: &str = "every embedded resource has `apiVersion`, `kind` and `metadata`, and `deny_unknown_fields` lets serde read none that it \
     does not declare; add these fields, or remove `deny_unknown_fields`";

/// A function is never asked what a missing property is, not even for an `Option`.
fn left_out_and_needed(field: &Field, errors: &mut Errors) {
    let leaves_out = field.skipped_if || field.never_written;
    if leaves_out && field.has_reader && !field.flattened && !field.has_something_for_nothing() {
        let message = "serde may leave this field out, and with a function it reads no object without it, not even an \
                       `Option`; add `#[serde(default)]`";
        errors.at(field.span(), message);
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

/// The fields are declared elsewhere, so no check sees all of them at once.
fn flattened(field: &Field, errors: &mut Errors) {
    if !field.flattened {
        return;
    }
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
        field.allows.first().map(|allowed| allowed.rule.span()),
        (!field.values.is_silent()).then(|| field.span()),
    ];
    if let Some(span) = marked.into_iter().flatten().next() {
        errors.at(
            span,
            "a flattened field has no place of its own in JSON; say this of the fields of its type",
        );
    }
}

/// A field of the type itself; other cycles are found by [`cycles`].
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

/// Above 2^63-1 the server falls back to floats, and above 2^53 many clients do; `()` is null, which no schema has alone.
fn types_without_schema(type_: &Type, errors: &mut Errors) {
    match type_ {
        Type::Path(TypePath { qself: None, path, .. }) => {
            let Some(last) = path.segments.last() else { return };
            let name = last.ident.to_string();
            if matches!(name.as_str(), "u64" | "usize" | "isize" | "i128" | "u128") {
                errors.at(
                    last.ident.span(),
                    format!(
                        "JSON of Kubernetes has no room for every `{name}`; use `i64` or `u32`, or write it as a \
                         string and say `#[crd(with = String)]`"
                    ),
                );
            }
            if let syn::PathArguments::AngleBracketed(arguments) = &last.arguments {
                for argument in &arguments.args {
                    if let syn::GenericArgument::Type(type_) = argument {
                        types_without_schema(type_, errors);
                    }
                }
            }
        }
        Type::Tuple(tuple) if tuple.elems.is_empty() => {
            let message = "serde writes `()` as null, and no schema has null alone; remove the field, or use an empty struct \
                           `struct Nothing {}`, which is `{}`";
            errors.push(syn::Error::new_spanned(type_, message));
        }
        Type::Group(group) => types_without_schema(&group.elem, errors),
        Type::Paren(paren) => types_without_schema(&paren.elem, errors),
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
fn column(field: &Field, has_path: bool, errors: &mut Errors) {
    let Some(column) = &field.column else { return };
    let simple = |character: char| character.is_ascii_alphanumeric() || character == '_';
    if !has_path || !field.name.value().chars().all(simple) {
        errors.at(
            column.span,
            "where the field stands is not known or has no simple path; write `#[crd(column(name = \"…\", path = \
             \"…\", type = \"…\"))]` on the spec type",
        );
    }
}

/// Kubernetes describes these properties itself.
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
