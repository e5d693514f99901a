//! What a round trip through another version loses.
//!
//! With the conversion strategy `None` a server changes the version in an object and nothing else, and prunes by the
//! schema of the version that it comes in: the one that is stored when it is written, the one that is asked for when it is
//! read.
//!
//! Source: `pkg/apiserver/conversion/nop_converter.go`, `converter.go`; `pkg/registry/customresource/etcd.go`.

use super::definition::schema_path;
use super::version::Version;
use crate::lowering::Note;
use crate::path::FieldPath;
use crate::schema::{AdditionalProperties, SchemaNode, SchemaType};

/// What of each version is lost, or cannot be read, in the version that is stored and the other way round.
pub(super) fn notes(versions: &[Version]) -> Vec<Note> {
    let webhook = versions.iter().any(|version| version.resource.conversion.is_some());
    let Some(at) = versions.iter().position(|version| version.resource.storage).filter(|_| !webhook) else {
        return Vec::new();
    };
    let one = |index: usize| {
        let version = versions.get(index)?;
        let resource = &version.resource;
        let schema = version.schema.as_ref().ok()?.root();
        Some(OneVersion { name: resource.version, is_served: resource.served, schema })
    };
    let Some(stored) = one(at) else { return Vec::new() };
    let mut notes = Vec::new();
    for index in (0..versions.len()).filter(|index| *index != at) {
        let losses = one(index).map(|version| lost(&version, &stored)).unwrap_or_default();
        notes.extend(losses.into_iter().map(|Loss { side, note, .. }| {
            note.below(&schema_path(versions, if side == Side::Version { index } else { at }))
        }));
    }
    notes
}

/// A version and its schema.
#[derive(Clone, Copy)]
pub(crate) struct OneVersion<'v> {
    pub(crate) name: &'v str,
    pub(crate) is_served: bool,
    pub(crate) schema: &'v SchemaNode,
}

/// Which of two schemas a note is about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    /// That of the version.
    Version,
    /// That of the version that is stored.
    Stored,
}

/// What is lost, below the root of a schema.
pub(crate) struct Loss {
    pub(crate) side: Side,
    pub(crate) kind: LossKind,
    pub(crate) note: Note,
}

/// How something is lost.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum LossKind {
    /// It has two types.
    Type,
    /// One of the versions does not declare it.
    Undeclared,
}

/// What is lost between a version and the one that is stored.
pub(crate) fn lost(version: &OneVersion<'_>, stored: &OneVersion<'_>) -> Vec<Loss> {
    let (name, other) = (stored.name, version.name);
    let mut found = Vec::new();
    walk(version.schema, stored.schema, &FieldPath::ROOT, &mut |path, difference| {
        let kind = difference.kind();
        let message = match difference {
            Difference::Type(one, two) => format!(
                "is of type {one} here and {two} in {name}, and a server changes neither; give both one type, or \
                 convert with a webhook"
            ),
            Difference::Undeclared => format!(
                "is lost when an object is stored, for {name} does not declare it; declare it there, or convert with a \
                 webhook"
            ),
        };
        found.push(Loss {
            side: Side::Version,
            kind,
            note: Note::new(path, message).of("lost-on-conversion"),
        });
    });
    if version.is_served {
        walk(stored.schema, version.schema, &FieldPath::ROOT, &mut |path, difference| {
            // That is reported already.
            if difference.kind() == LossKind::Type {
                return;
            }
            let message = format!(
                "is lost when an object is read and written back in {other}, which does not declare it; declare it \
                 there, serve {other} no longer, or convert with a webhook"
            );
            found.push(Loss {
                side: Side::Stored,
                kind: LossKind::Undeclared,
                note: Note::new(path, message).of("lost-on-conversion"),
            });
        });
    }
    found
}

enum Difference {
    Undeclared,
    /// The type, and that in the other version.
    Type(String, String),
}

impl Difference {
    fn kind(&self) -> LossKind {
        match self {
            Self::Undeclared => LossKind::Undeclared,
            Self::Type(..) => LossKind::Type,
        }
    }
}

/// Tells where the other schema does not keep what the first one does.
fn walk(
    node: &SchemaNode,
    other: &SchemaNode,
    path: &FieldPath<'_>,
    found: &mut impl FnMut(&FieldPath<'_>, Difference),
) {
    if let (Some(one), Some(two)) = (type_of(node), type_of(other))
        && one != two
        && !(one == "integer" && two == "number")
    {
        return found(path, Difference::Type(one.to_owned(), two.to_owned()));
    }
    let below = path.property("properties");
    for (name, property) in &node.properties {
        match other.property(name).or(other.map_values()) {
            Some(other) => walk(property, other, &below.key(name), found),
            None if keeps_unknown(other) || is_meta(path, name) => {}
            None => found(&below.key(name), Difference::Undeclared),
        }
    }
    if let Some(values) = node.map_values() {
        match other.map_values() {
            Some(other) => walk(values, other, &path.property("additionalProperties"), found),
            None if keeps_unknown(other) => {}
            None => found(&path.property("additionalProperties"), Difference::Undeclared),
        }
    }
    if let (Some(items), Some(other)) = (node.items(), other.items()) {
        walk(items, other, &path.property("items"), found);
    }
}

fn type_of(node: &SchemaNode) -> Option<&str> {
    if node.int_or_string { Some("int-or-string") } else { node.type_.as_ref().map(SchemaType::name) }
}

fn keeps_unknown(node: &SchemaNode) -> bool {
    node.preserve_unknown_fields || matches!(node.additional_properties, Some(AdditionalProperties::Bool(_)))
}

/// What a server looks after itself, whatever a schema declares.
fn is_meta(path: &FieldPath<'_>, name: &str) -> bool {
    path.is_root() && matches!(name, "apiVersion" | "kind" | "metadata")
}
