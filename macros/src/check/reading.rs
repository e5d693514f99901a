//! What the server would take and serde surely does not read.
//!
//! Of types of the standard library this is known by their names; what any other type reads is not, for its `Deserialize` may be
//! written by hand.

use syn::{Type, TypePath};

use crate::attr::marker::Markers;
use crate::attr::values::Values;
use crate::errors::Errors;
use crate::model::{Field, arguments, ungrouped};

/// Everything that serde does not read of what is said of the field.
pub(super) fn of(field: &Field, errors: &mut Errors) {
    if let Some(type_) = &field.read_as {
        null(type_, &field.values, errors);
        integer_or_text(type_, &field.markers, errors);
    }
}

fn null(type_: &Type, values: &Values, errors: &mut Errors) {
    if values.nullable.is_present()
        && let Some(name) = one_kind(type_)
    {
        errors.at(
            values.nullable.span(),
            format!("serde reads no null as {name}; make it an `Option`, or remove `nullable`"),
        );
    }
    if let Some(part) = values.items.as_ref().or(values.entries.as_ref())
        && let Some(element) = element(type_)
    {
        null(element, part, errors);
    }
}

fn integer_or_text(type_: &Type, markers: &Markers, errors: &mut Errors) {
    let (Some(span), None, None) =
        (markers.int_or_string, markers.preserve_unknown, markers.embedded_resource)
    else {
        return;
    };
    if let Some(name) = one_kind(present(type_)) {
        errors.at(
            span,
            format!(
                "serde does not read both integers and strings as {name}; use `IntOrString`, or remove this"
            ),
        );
    }
}

/// Types of the standard library that are of one kind in JSON, which is not null.
const ONE_KIND: [&str; 23] = [
    "BTreeMap",
    "BTreeSet",
    "HashMap",
    "HashSet",
    "Ipv4Addr",
    "Ipv6Addr",
    "LinkedList",
    "PathBuf",
    "String",
    "Vec",
    "VecDeque",
    "bool",
    "char",
    "f32",
    "f64",
    "i16",
    "i32",
    "i64",
    "i8",
    "str",
    "u16",
    "u32",
    "u8",
];

/// How the type is called, if it is known to be of one kind.
fn one_kind(type_: &Type) -> Option<String> {
    match ungrouped(type_) {
        Type::Array(_) | Type::Slice(_) => Some("a list".to_owned()),
        Type::Tuple(tuple) if !tuple.elems.is_empty() => Some("a list".to_owned()),
        type_ => match pointee(type_) {
            Some(inner) => one_kind(inner),
            None => standard(type_)
                .filter(|name| ONE_KIND.contains(&name.as_str()))
                .map(|name| format!("`{name}`")),
        },
    }
}

/// What is read in the place of a pointer.
fn pointee(type_: &Type) -> Option<&Type> {
    match type_ {
        Type::Reference(reference) => Some(&reference.elem),
        _ => match standard(type_)?.as_str() {
            "Arc" | "Box" | "Cow" | "Rc" => arguments(type_).last().copied(),
            _ => None,
        },
    }
}

/// The type in an `Option`, or the type.
fn present(type_: &Type) -> &Type {
    let type_ = ungrouped(type_);
    let inner = match standard(type_).as_deref() {
        Some("Option") => arguments(type_).last().copied(),
        _ => pointee(type_),
    };
    inner.map_or(type_, present)
}

/// The items of a list, or the values of a map.
fn element(type_: &Type) -> Option<&Type> {
    match present(type_) {
        Type::Array(array) => Some(&array.elem),
        Type::Slice(slice) => Some(&slice.elem),
        type_ => match standard(type_)?.as_str() {
            "BTreeMap" | "BTreeSet" | "HashSet" | "LinkedList" | "Vec" | "VecDeque" => {
                arguments(type_).last().copied()
            }
            "HashMap" => arguments(type_).get(1).copied(),
            _ => None,
        },
    }
}

/// The name of a type that is written as those of the standard library are; a path of the user's is another type.
fn standard(type_: &Type) -> Option<String> {
    let Type::Path(TypePath { qself: None, path, .. }) = type_ else { return None };
    let first = path.segments.first()?;
    let known = path.segments.len() == 1 || ["alloc", "core", "std"].iter().any(|krate| first.ident == krate);
    known.then(|| path.segments.last().map(|segment| segment.ident.to_string())).flatten()
}
