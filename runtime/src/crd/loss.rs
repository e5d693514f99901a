//! What a round trip through the stored version loses.
//!
//! With the conversion strategy `None` a server changes the version in an object and nothing else, and prunes by the
//! schema of the version that it is stored in.
//!
//! Source: `pkg/apiserver/conversion/nop_converter.go`; `pkg/registry/customresource/etcd.go`.

use super::definition::schema_path;
use super::version::Version;
use crate::lowering::Note;
use crate::path::{FieldPath, FieldPathBuf};
use crate::schema::SchemaNode;

/// What of each version is lost, or cannot be read, in the version that is stored and the other way round.
pub(super) fn notes(versions: &[Version]) -> Vec<Note> {
    let webhook = versions.iter().any(|version| version.resource.conversion.is_some());
    let Some(stored) = versions.iter().position(|version| version.resource.storage) else {
        return Vec::new();
    };
    let mut notes = Vec::new();
    if webhook {
        return notes;
    }
    for (at, version) in versions.iter().enumerate().filter(|(at, _)| *at != stored) {
        notes.extend(lost(versions, (at, version), stored));
    }
    notes
}

fn lost(versions: &[Version], (at, version): (usize, &Version), stored: usize) -> Vec<Note> {
    let Some(kept) = versions.get(stored) else { return Vec::new() };
    let (Ok(of_version), Ok(of_stored)) = (&version.schema, &kept.schema) else { return Vec::new() };
    let (name, prefix) = (kept.resource.version, schema_path(versions, at));
    let mut walk = Walk { name, prefix: &prefix, notes: Vec::new() };
    walk.node(of_version.root(), of_stored.root(), &FieldPath::ROOT);
    walk.notes
}

struct Walk<'w> {
    /// The version that is stored.
    name: &'w str,
    prefix: &'w FieldPathBuf,
    notes: Vec<Note>,
}

impl Walk<'_> {
    fn node(&mut self, node: &SchemaNode, stored: &SchemaNode, path: &FieldPath<'_>) {
        if let (Some(type_), Some(other)) = (&node.type_, &stored.type_)
            && type_ != other
        {
            let text = format!(
                "is of type {type_} here and {other} in {}, and a server changes neither; give both one type, or convert \
                 with a webhook",
                self.name
            );
            return self.note(path, text);
        }
        let below = path.property("properties");
        for (name, property) in &node.properties {
            match stored.properties.get(name).or(stored.map_values()) {
                Some(other) => self.node(property, other, &below.key(name)),
                None if stored.preserve_unknown_fields => {}
                None => self.lost(&below.key(name)),
            }
        }
        if let Some(values) = node.map_values() {
            match stored.map_values() {
                Some(other) => self.node(values, other, &path.property("additionalProperties")),
                None if stored.preserve_unknown_fields => {}
                None => self.lost(&path.property("additionalProperties")),
            }
        }
        if let (Some(items), Some(other)) = (node.items(), stored.items()) {
            self.node(items, other, &path.property("items"));
        }
    }

    fn lost(&mut self, path: &FieldPath<'_>) {
        let name = self.name;
        let text = format!(
            "is lost when an object is stored, for {name} does not declare it; declare it there, or convert with a webhook"
        );
        self.note(path, text);
    }

    fn note(&mut self, path: &FieldPath<'_>, text: String) {
        self.notes.push(Note::new(path, text).below(self.prefix).of("lost-on-conversion"));
    }
}
