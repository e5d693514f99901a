//! What one served version says must not change, and another one does not say.
//!
//! A server validates a write by the version that it is sent in. With the conversion strategy `None` it also drops what that
//! version does not declare.
//!
//! Source: `pkg/apiserver/customresource_handler.go`, which has a strategy for each version;
//! `pkg/apiserver/conversion/nop_converter.go`.

use crate::allow::Allow;
use crate::lowering::Note;
use crate::path::{FieldPath, FieldPathBuf, PathStyle};
use crate::schema::{KEY_MUTABILITY, MUTABILITY, Mutability, SchemaNode};
use crate::violation::{Violation, Violations};
use crate::wire::schema_path;

/// The id by which an author accepts it.
pub(crate) const ID: &str = "immutable-in-one-version";

/// A version that is served.
#[derive(Clone, Copy)]
pub(crate) struct Served<'s> {
    pub(crate) index: usize,
    pub(crate) name: &'s str,
    pub(crate) root: &'s SchemaNode,
    pub(crate) storage: bool,
}

/// Who makes one version of another.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Conversion {
    None,
    /// What is declared in one version alone may stand elsewhere in the other.
    Webhook,
}

/// What a node says of its changes, as messages print it.
pub(crate) type Says<'f> = &'f dyn Fn(&SchemaNode) -> Vec<String>;

/// The places at which a version does not say what another one does, with the message.
///
/// Each is compared with the stored version, or the first one: if all are like that, they are alike.
pub(crate) fn unbound(versions: &[Served<'_>], conversion: Conversion, says: Says<'_>) -> Vec<Note> {
    let first = versions.iter().find(|version| version.storage).or(versions.first());
    let Some(first) = first else { return Vec::new() };
    let mut notes = Vec::new();
    for other in versions.iter().filter(|other| other.index != first.index) {
        for (one, another) in [(first, other), (other, first)] {
            let mut walk = Walk { one, another, conversion, says, notes: Vec::new() };
            walk.node((one.root, another.root), Frozen::No, &FieldPath::ROOT);
            let prefix = schema_path(another.index);
            notes.extend(walk.notes.into_iter().map(|note| note.below(&prefix)));
        }
    }
    notes
}

/// The keywords of the markers of a node.
pub(crate) fn markers(node: &SchemaNode) -> Vec<String> {
    let mutability = node.mutability().map(|word| format!("`{MUTABILITY}: {}`", word.name()));
    let of_keys = node.key_mutability().map(|word| format!("`{KEY_MUTABILITY}: {}`", word.name()));
    mutability.into_iter().chain(of_keys).collect()
}

/// Errors of the markers that are not those of all served versions, and notes of those that the author accepts.
pub(super) fn findings(
    versions: &[Served<'_>],
    conversion: Conversion,
    allows: &[Allow],
) -> (Violations, Vec<Note>) {
    let is_accepted = |note: &Note| allows.iter().any(|allow| allow.covers(ID, note.path()));
    let (accepted, refused): (Vec<_>, Vec<_>) =
        unbound(versions, conversion, &markers).into_iter().partition(is_accepted);
    let violation = |note: Note| Violation::forbidden(note.path().clone(), note.message());
    (refused.into_iter().map(violation).collect(), accepted)
}

/// Whether something above must not change, and so all that is in it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Frozen {
    No,
    Yes,
}

struct Walk<'w> {
    one: &'w Served<'w>,
    /// The version that may lack what `one` says.
    another: &'w Served<'w>,
    conversion: Conversion,
    says: Says<'w>,
    notes: Vec<Note>,
}

impl Walk<'_> {
    fn node(&mut self, (one, another): (&SchemaNode, &SchemaNode), above: Frozen, path: &FieldPath<'_>) {
        let frozen = match above {
            Frozen::Yes => Frozen::Yes,
            Frozen::No => self.said((one, another), path),
        };
        let properties = path.property("properties");
        for (name, field) in one.properties() {
            let path = properties.key(name);
            match another.property(name).or(another.map_values()) {
                Some(other) => self.node((field, other), frozen, &path),
                None => self.undeclared(field, another, frozen, &path),
            }
        }
        if let (Some(one), Some(another)) = (one.items(), another.items()) {
            self.node((one, another), frozen, &path.property("items"));
        }
        if let (Some(one), Some(another)) = (one.map_values(), another.map_values()) {
            self.node((one, another), frozen, &path.property("additionalProperties"));
        }
    }

    /// Reports what `one` says alone; whether both freeze the value.
    fn said(&mut self, (one, another): (&SchemaNode, &SchemaNode), path: &FieldPath<'_>) -> Frozen {
        let others = (self.says)(another);
        for words in (self.says)(one) {
            // Another word in the place of a marker is reported once.
            let keyword = words.split(':').next().unwrap_or_default();
            let is_replaced =
                words.starts_with("`x-kubernetes-") && others.iter().any(|other| other.starts_with(keyword));
            if others.contains(&words) || (is_replaced && self.one.index > self.another.index) {
                continue;
            }
            let (of, here) = (self.one.name, self.another.name);
            self.note(
                path,
                format!("a write in {here} is not bound by {words} of {of}; say the same in all versions that are served"),
            );
        }
        match (one.mutability(), another.mutability()) {
            (Some(Mutability::RemoveOnly) | None, _) | (_, None) => Frozen::No,
            (Some(_), Some(_)) => Frozen::Yes,
        }
    }

    /// A write in the version that does not declare the field drops it.
    fn undeclared(&mut self, field: &SchemaNode, another: &SchemaNode, above: Frozen, path: &FieldPath<'_>) {
        if another.preserves_unknown_fields() || self.conversion == Conversion::Webhook {
            return;
        }
        let is_bound = |node: &SchemaNode| {
            node.mutability() != Some(Mutability::RemoveOnly) && !(self.says)(node).is_empty()
        };
        if above == Frozen::No && !field.any(&is_bound) {
            return;
        }
        let (of, here) = (self.one.name, self.another.name);
        let what = if above == Frozen::Yes {
            "is part of what must not change"
        } else {
            "holds what must not change"
        };
        let message = format!(
            "a write in {here}, which does not declare it, drops what {what} in {of}; declare it in all versions that are \
             served, or convert with a webhook"
        );
        self.note(path, message);
    }

    fn note(&mut self, path: &FieldPath<'_>, message: String) {
        self.notes.push(Note::at(path_of(path), message).of(ID));
    }
}

fn path_of(path: &FieldPath<'_>) -> FieldPathBuf {
    path.to_owned(PathStyle::Bracketed)
}
