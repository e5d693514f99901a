//! Rules that this crate has lowered markers to, judged as markers, and reported as a server tells the rules.
//!
//! Where a rule stands decides when it runs and what is blamed: a rule on a value runs while there is an old and a new
//! one, a rule on the struct above notices coming and going, and what no server pairs is said of the whole list or map. Rules
//! that keep keys apart are in `lowered_keys`.
//!
//! Source: `validateExpressions` in `apiextensions-apiserver pkg/apiserver/schema/cel/validation.go`.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::lowered_keys;
use crate::compiled::{CompiledSchema, ListKind, NodeRef};
use crate::limits::Reported;
use crate::lowering::{Contents, Pairs, Recognised, Sure, messages};
use crate::mutability::keys::{self, may_not_come, may_not_go};
use crate::mutability::{elements_changed, member, slot_refusal, sorted};
use crate::number::Number;
use crate::path::{FieldPath, PathStyle};
use crate::schema::{KeyMutability, Mutability, SchemaNode, SchemaType};
use crate::server_version::ServerVersion;
use crate::violation::{ErrorKind, Violation, Violations};

/// The markers that rules of a version stand for.
#[derive(Debug)]
pub(super) struct LoweredRules {
    recognised: Recognised,
    compiled: CompiledSchema,
}

impl LoweredRules {
    pub(super) fn new(recognised: Recognised) -> Self {
        let compiled = CompiledSchema::of_node(&recognised.root);
        Self { recognised, compiled }
    }

    /// What the rules say of an object, as it is written, that is created or replaces the old one.
    pub(super) fn check(&self, old: Option<&Value>, new: &Value, server: ServerVersion) -> OfRules {
        let (node, compiled) = (&self.recognised.root, self.compiled.root());
        let of_keys = lowered_keys::check(node, compiled, old, new, server);
        let Some(old) = old else {
            return OfRules {
                violations: of_keys.found.into_iter().map(|(_, violation)| violation).collect(),
                warnings: of_keys.warnings,
            };
        };
        let trusts = self.recognised.lowering.trusts_anchors();
        let mut walk = Walk {
            trusts,
            server,
            of_keys: HashMap::new(),
            of_anchor: Vec::new(),
            found: Vec::new(),
            reported: Reported::default(),
        };
        for (list, violation) in of_keys.found {
            walk.of_keys.entry(list).or_default().push(violation);
        }
        walk.anchored(Site { node, compiled, links: 0 }, Some(old), Some(new), &FieldPath::ROOT);
        let mut elsewhere: Vec<_> = walk.of_keys.into_values().flatten().collect();
        elsewhere.sort_by_cached_key(|violation| violation.path().to_string());
        let violations = walk.found.into_iter().chain(elsewhere).collect();
        OfRules { violations, warnings: of_keys.warnings }
    }
}

/// What rules say of a write.
#[derive(Debug, Default)]
pub(super) struct OfRules {
    pub(super) violations: Violations,
    /// What they say of a value that is what it was, which is accepted.
    pub(super) warnings: Vec<String>,
}

/// A node, and how many members are between it and the struct that cannot be missing.
#[derive(Clone, Copy)]
struct Site<'s> {
    node: &'s SchemaNode,
    compiled: NodeRef<'s>,
    links: usize,
}

/// The same place in both objects.
type Side<'v> = Option<&'v Value>;

struct Walk {
    /// Whether what the schema requires is taken to be there.
    trusts: bool,
    server: ServerVersion,
    /// What rules on list maps say of their keys, until the walk comes there.
    of_keys: HashMap<*const Value, Vec<Violation>>,
    /// What rules on the nearest struct say that cannot be missing: they come before those below it.
    of_anchor: Vec<Violation>,
    found: Vec<Violation>,
    /// The paths of all that is said.
    reported: Reported,
}

impl Walk {
    /// The members of a struct that cannot be missing.
    fn anchored(&mut self, site: Site<'_>, old: Side<'_>, new: Side<'_>, path: &FieldPath<'_>) {
        let (above, before) = (std::mem::take(&mut self.of_anchor), std::mem::take(&mut self.found));
        self.members(site, old, new, path);
        let own = std::mem::replace(&mut self.of_anchor, above);
        let below = std::mem::replace(&mut self.found, before);
        self.found.extend(own);
        self.found.extend(below);
    }

    fn members(&mut self, site: Site<'_>, old: Side<'_>, new: Side<'_>, path: &FieldPath<'_>) {
        let misfit = |side: Side<'_>| side.is_some_and(|value| site.compiled.node().is_misfit(value));
        if misfit(old) || misfit(new) {
            return;
        }
        for (name, compiled) in site.compiled.properties() {
            let Some(node) = site.node.property(name).filter(|_| compiled.node().has.markers) else {
                continue;
            };
            let sure = site.links == 0 && self.trusts && Sure::of(site.node, name, node).is_some();
            let links = if sure { 0 } else { site.links.saturating_add(1) };
            let (old, new) = (old.and_then(|old| there(old, name)), new.and_then(|new| there(new, name)));
            self.slot(Site { node, compiled, links }, old, new, &path.property(name));
        }
    }

    /// A member or an element that a server pairs with its old self.
    fn slot(&mut self, site: Site<'_>, old: Side<'_>, new: Side<'_>, path: &FieldPath<'_>) {
        if site.links == 0 && (old.is_none() || new.is_none()) {
            // No rule above asks whether it is there, and those at and below it do not run.
            return;
        }
        if let Some(mutability) = site.node.mutability() {
            return self.value(site, mutability, (old, new), path);
        }
        if let Some(mutability) = site.node.key_mutability() {
            self.keys(site, mutability, (old, new), path);
        }
        match Contents::of(site.node) {
            Ok(Contents::Members) if site.links == 0 => self.anchored(site, old, new, path),
            Ok(Contents::Members) => self.members(site, old, new, path),
            Ok(Contents::Elements) => {
                if let (Some(old), Some(new)) = (old, new) {
                    self.elements(site, old, new, path);
                }
            }
            Err(_) => {}
        }
    }

    fn value(
        &mut self,
        site: Site<'_>,
        mutability: Mutability,
        (old, new): (Side<'_>, Side<'_>),
        path: &FieldPath<'_>,
    ) {
        let Some(detail) = slot_refusal(site.compiled, mutability, old, new) else { return };
        self.refuse(site.node, (old, new), path, detail);
    }

    fn keys(
        &mut self,
        site: Site<'_>,
        mutability: KeyMutability,
        (old, new): (Side<'_>, Side<'_>),
        path: &FieldPath<'_>,
    ) {
        let Some(change) = keys::change(site.compiled, old, new) else { return };
        let (gone, come) =
            (change.removed && may_not_go(mutability), !change.added.is_empty() && may_not_come(mutability));
        let sides = (old, new);
        let by_position =
            matches!(site.compiled.node().list, ListKind::Atomic) && !site.compiled.node().is_map();
        if by_position && mutability == KeyMutability::Immutable && old.is_some() && new.is_some() {
            if gone || come {
                self.refuse(site.node, sides, path, messages::FIXED_LENGTH);
            }
            return;
        }
        if gone {
            self.refuse(site.node, sides, path, messages::CANNOT_BE_REMOVED);
        }
        if come {
            self.refuse(site.node, sides, path, messages::CANNOT_BE_ADDED);
        }
    }

    /// What is in a list or map that is there on both sides.
    fn elements(&mut self, site: Site<'_>, old: &Value, new: &Value, path: &FieldPath<'_>) {
        if !self.of_keys.is_empty() {
            self.found.extend(self.of_keys.remove(&std::ptr::from_ref(new)).into_iter().flatten());
        }
        let pairs = Pairs::of(site.node);
        if pairs.need_an_expression() {
            if elements_changed(site.compiled, old, new) {
                self.refuse(site.node, (Some(old), Some(new)), path, messages::ENTRIES);
            }
            return;
        }
        match (old, new) {
            (Value::Object(old), Value::Object(new)) => self.entries(site, old, new, path),
            (Value::Array(old), Value::Array(new)) => self.items(site, old, new, path),
            _ => {}
        }
    }

    fn entries(
        &mut self,
        site: Site<'_>,
        old: &Map<String, Value>,
        new: &Map<String, Value>,
        path: &FieldPath<'_>,
    ) {
        let (Some(node), Some(compiled)) = (site.node.map_values(), site.compiled.values()) else { return };
        for (key, new) in sorted(new) {
            if let Some(old) = old.get(key) {
                self.element(Site { node, compiled, links: 0 }, old, new, &path.key(key));
            }
        }
    }

    fn items(&mut self, site: Site<'_>, old: &[Value], new: &[Value], path: &FieldPath<'_>) {
        let (Some(node), Some(compiled)) = (site.node.items(), site.compiled.items()) else { return };
        let ListKind::Map(names) = &site.compiled.node().list else { return };
        // A server compares keys as they are sent: what it pairs with no old item has no rule but that of the keys.
        let is_sent_as_stored = |new: &Value| {
            let is_float = |name: &str| {
                let key = member(new, name).and_then(Value::as_number);
                matches!(key.map(Number::read), Some(key @ Number::Float(_)) if key.canonical() != key)
            };
            !names.iter().any(|name| is_float(name))
        };
        for (index, old, new) in keys::pairs(compiled, names, old, new) {
            if is_sent_as_stored(new) {
                self.element(Site { node, compiled, links: 0 }, old, new, &path.index(index));
            }
        }
    }

    fn element(&mut self, site: Site<'_>, old: &Value, new: &Value, path: &FieldPath<'_>) {
        if old.is_null() || new.is_null() {
            return;
        }
        if let Some(mutability) = site.node.mutability() {
            if slot_refusal(site.compiled, mutability, Some(old), Some(new)).is_some() {
                self.refuse(site.node, (Some(old), Some(new)), path, messages::ENTRIES);
            }
            return;
        }
        self.slot(site, Some(old), Some(new), path);
    }

    /// What a rule says of a node; where the node comes or goes, a rule on a struct above says it.
    ///
    /// **Quirk**: before 1.35 the type of the node is printed in the place of the value; since then a server prints no value of
    /// a struct, a list or a map.
    fn refuse(
        &mut self,
        node: &SchemaNode,
        (old, new): (Side<'_>, Side<'_>),
        path: &FieldPath<'_>,
        detail: &str,
    ) {
        // Each path below a long key repeats the key.
        if self.reported.is_full() {
            return;
        }
        let is_on_both = old.is_some() && new.is_some();
        let printed = if self.server < ServerVersion::V1_35 {
            let of_node = node.schema_type().map_or("", SchemaType::name);
            Some(if is_on_both { of_node } else { "object" }.into())
        } else {
            new.filter(|_| is_on_both && !is_container(node)).cloned()
        };
        let path = path.to_owned(PathStyle::Bracketed);
        if !self.reported.takes(path.length()) {
            return;
        }
        let violation = Violation::new(ErrorKind::Invalid, path, printed, detail).printed_by(self.server);
        let place = if is_on_both { &mut self.found } else { &mut self.of_anchor };
        place.push(violation);
    }
}

/// A member that is there and not null.
fn there<'v>(value: &'v Value, name: &str) -> Option<&'v Value> {
    member(value, name).filter(|value| !value.is_null())
}

fn is_container(node: &SchemaNode) -> bool {
    matches!(node.schema_type(), Some(SchemaType::Object | SchemaType::Array))
}

/// Whether a server looks at rules although this is wrong with the object.
///
/// Source: `hasBlockingErr` in `pkg/registry/customresource/strategy.go`.
pub(super) fn lets_rules_run(found: &Violations) -> bool {
    use ErrorKind::{NotSupported, Required, TooLong, TooMany, TypeInvalid};
    let blocks = |violation: &Violation| {
        matches!(violation.kind(), NotSupported | Required | TooLong | TooMany | TypeInvalid)
    };
    !found.iter().any(blocks)
}
