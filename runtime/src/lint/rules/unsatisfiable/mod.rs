//! Schemas that no value can satisfy, which a server accepts and then refuses every value for.

mod claims;
mod core;
mod empty;
mod help;
mod scalars;

use super::{Check, LintRule, Remark};
use crate::lint::Severity;
use crate::path::FieldPath;
use crate::schema::{SchemaNode, StructuralSchema};
use crate::server_version::ServerVersion;

pub(super) use claims::Claims;
pub(super) use empty::{Emptiness, Look};

use self::core::core;

pub(super) const RULE: LintRule = LintRule {
    id: "unsatisfiable",
    severity: Severity::Warning,
    summary: "no value satisfies the schema, so that a server refuses all of them",
    page: include_str!("../unsatisfiable.md"),
    check: Check::Schema(check),
};

fn check(schema: &StructuralSchema, path: &FieldPath<'_>) -> Vec<Remark> {
    let mut remarks = Vec::new();
    let always = Presence::Always;
    visit(&Claims::root(schema.root()), always, path, &mut |claims, presence, path| {
        remarks.extend(remark(claims, presence, path));
    });
    remarks
}

/// Whether every object has a value there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Presence {
    Always,
    Sometimes,
}

/// Visits every node with what is said of its values from above.
pub(super) fn visit(
    claims: &Claims<'_>,
    presence: Presence,
    path: &FieldPath<'_>,
    seen: &mut impl FnMut(&Claims<'_>, Presence, &FieldPath<'_>),
) {
    seen(claims, presence, path);
    let properties = path.property("properties");
    for (name, _) in claims.node.properties() {
        let Some(field) = claims.property(name) else { continue };
        let is_required = claims.node.value_validation().required.iter().any(|required| required == name);
        let below = if is_required && !field.node.is_nullable() { presence } else { Presence::Sometimes };
        visit(&field, below, &properties.key(name), seen);
    }
    if let Some(items) = claims.items() {
        visit(&items, Presence::Sometimes, &path.property("items"), seen);
    }
    if let Some(values) = claims.values() {
        visit(&values, Presence::Sometimes, &path.property("additionalProperties"), seen);
    }
}

fn remark(claims: &Claims<'_>, presence: Presence, path: &FieldPath<'_>) -> Option<Remark> {
    let since = refused_since(claims)?;
    let core = core(claims, since);
    let what = match (presence, claims.node.is_nullable()) {
        (_, true) => "no value but null is accepted",
        (Presence::Always, false) => "no object is accepted",
        (Presence::Sometimes, false) => "no value is accepted",
    };
    let from =
        if since == ServerVersion::OLDEST { String::new() } else { format!(" from Kubernetes {since} on") };
    let message = format!("{what}{from}: {}", help::reason(&core, claims));
    Some(Remark::at(core.place(path), &message, help::of(&core, claims)))
}

/// The oldest server that refuses every value, where the newest one does.
pub(super) fn refused_since(claims: &Claims<'_>) -> Option<ServerVersion> {
    let refuses = |server: &ServerVersion| Emptiness { server: *server, look: Look::Shallow }.of(claims);
    if !refuses(&ServerVersion::NEWEST) {
        return None;
    }
    ServerVersion::ALL.into_iter().find(refuses)
}

/// The node with a change.
fn with(node: &SchemaNode, change: impl FnOnce(&mut SchemaNode)) -> SchemaNode {
    let mut node = node.clone();
    change(&mut node);
    node
}
