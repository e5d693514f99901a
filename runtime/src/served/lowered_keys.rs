//! Rules of this crate that keep the keys of list maps apart, reported as a server reports them.
//!
//! They ask for no old object: they run on creation, too, and wherever the list stands. What they say of a value that is what
//! it was becomes a warning.
//!
//! Source: `validateExpressions` in `apiextensions-apiserver pkg/apiserver/schema/cel/validation.go`; `apiserver
//! pkg/cel/common/{values,equality}.go`.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use serde_json::{Map, Value};

use crate::compiled::{ListKind, Member, NodeRef};
use crate::limits::Reported;
use crate::lowering::KeyGuard;
use crate::mutability::{member, sorted};
use crate::number::Number;
use crate::path::{FieldPath, PathStyle};
use crate::schema::SchemaNode;
use crate::server_version::ServerVersion;
use crate::violation::{ErrorKind, Violation};

/// What the rules say.
#[derive(Default)]
pub(super) struct OfKeys {
    /// Each with the list that it is about: to compare paths below a long key would take long.
    pub(super) found: Vec<(*const Value, Violation)>,
    pub(super) warnings: Vec<String>,
}

/// Runs the rules on an object as it is written.
pub(super) fn check(
    node: &SchemaNode,
    compiled: NodeRef<'_>,
    old: Option<&Value>,
    new: &Value,
    server: ServerVersion,
) -> OfKeys {
    // Before, errors of values that did not change count (`pkg/features/kube_features.go`, CRDValidationRatcheting).
    let old = old.filter(|_| server >= ServerVersion::V1_30);
    let walk = Walk {
        server,
        unchanged: HashMap::new(),
        reported: Reported::default(),
        warned: Reported::default(),
        said: OfKeys::default(),
    };
    walk.run(Site { node, compiled }, new, old.map_or(Old::Nowhere, Old::Here))
}

/// A node, and what is known of it.
#[derive(Clone, Copy)]
struct Site<'s> {
    node: &'s SchemaNode,
    compiled: NodeRef<'s>,
}

/// What a value was before.
#[derive(Clone, Copy)]
enum Old<'v> {
    /// The object is new.
    Nowhere,
    Here(&'v Value),
    /// No server pairs it; the nearest value above that is paired, and what that one was.
    Above {
        node: &'v SchemaNode,
        new: &'v Value,
        old: &'v Value,
    },
}

impl<'v> Old<'v> {
    /// That of something in the value.
    fn inside(
        self,
        node: &'v SchemaNode,
        new: &'v Value,
        find: impl FnOnce(&'v Value) -> Option<&'v Value>,
    ) -> Self {
        match self {
            Self::Here(old) => find(old).map_or(Self::Above { node, new, old }, Self::Here),
            Self::Nowhere | Self::Above { .. } => self,
        }
    }
}

struct Walk {
    server: ServerVersion,
    /// Which values are what they were, as far as it was asked.
    unchanged: HashMap<*const Value, bool>,
    /// The paths of all errors.
    reported: Reported,
    /// The paths of all warnings.
    warned: Reported,
    said: OfKeys,
}

impl Walk {
    fn run(mut self, site: Site<'_>, new: &Value, old: Old<'_>) -> OfKeys {
        self.below(site, new, old, &FieldPath::ROOT);
        self.said
    }

    fn below<'v>(&mut self, site: Site<'v>, new: &'v Value, old: Old<'v>, path: &FieldPath<'_>) {
        let known = site.compiled.node();
        if !known.has.markers || !known.has.list_types || site.node.mutability().is_some() {
            return;
        }
        match new {
            _ if known.is_misfit(new) => {}
            Value::Object(members) => self.members(site, new, members, old, path),
            Value::Array(items) => self.list(site, new, items, old, path),
            _ => {}
        }
    }

    fn members<'v>(
        &mut self,
        site: Site<'v>,
        new: &'v Value,
        members: &'v Map<String, Value>,
        old: Old<'v>,
        path: &FieldPath<'_>,
    ) {
        for (name, compiled) in site.compiled.properties() {
            if let (Some(node), Some(value)) = (site.node.property(name), member(new, name)) {
                let old = old.inside(site.node, new, |old| member(old, name));
                self.below(Site { node, compiled }, value, old, &path.property(name));
            }
        }
        let Some((node, values)) = site.node.map_values().zip(site.compiled.values()) else { return };
        if !values.node().has.markers {
            return;
        }
        for (key, value) in sorted(members) {
            if let Member::Entry(Some(compiled)) = site.compiled.member(key) {
                let old = old.inside(site.node, new, |old| member(old, key));
                self.below(Site { node, compiled }, value, old, &path.key(key));
            }
        }
    }

    fn list<'v>(
        &mut self,
        site: Site<'v>,
        new: &'v Value,
        items: &'v [Value],
        old: Old<'v>,
        path: &FieldPath<'_>,
    ) {
        let Some((node, compiled)) = site.node.items().zip(site.compiled.items()) else { return };
        let is_map = matches!(site.compiled.node().list, ListKind::Map(_));
        if !compiled.node().has.markers {
            return;
        }
        if is_map {
            for name in &site.node.list_map_keys {
                if let Some(guard) = KeyGuard::of(site.node, name) {
                    self.keys(guard, keys(items, name), (site.node, new, old), path);
                }
            }
        }
        if !compiled.node().has.list_types {
            return;
        }
        let before = match old {
            Old::Here(old) if is_map => OldItems::new(site.node, old),
            _ => OldItems::default(),
        };
        for (index, value) in items.iter().enumerate() {
            let old = old.inside(site.node, new, |_| before.of(site.node, value));
            self.below(Site { node, compiled }, value, old, &path.index(index));
        }
    }

    /// What the rule of one key says of all items.
    fn keys(
        &mut self,
        guard: KeyGuard,
        mut keys: impl Iterator<Item = Number>,
        (node, new, old): (&SchemaNode, &Value, Old<'_>),
        path: &FieldPath<'_>,
    ) {
        let error = match guard {
            KeyGuard::Integer => "invalid data, expected int, got float64",
            KeyGuard::IntOrString => {
                "invalid data, expected XIntOrString value to be either a string or integer"
            }
            KeyGuard::Distinct => {
                let mut seen = HashSet::new();
                if !keys.all(|key| seen.insert(as_double(key))) {
                    self.twice(guard, (node, new, old), path);
                }
                return;
            }
        };
        if keys.any(|key| matches!(key, Number::Float(_))) {
            let detail = format!("{error} evaluating rule: {}", guard.message());
            let found = self.reported.violation(Some("array".into()), &detail, path, self.server);
            self.said.found.extend(found.map(|found| (std::ptr::from_ref(new), found)));
        }
    }

    /// **Quirk**: only a rule that is false is excused where the value is what it was, one that cannot be evaluated is not.
    fn twice(
        &mut self,
        guard: KeyGuard,
        (node, new, old): (&SchemaNode, &Value, Old<'_>),
        path: &FieldPath<'_>,
    ) {
        let printed = (self.server < ServerVersion::V1_35).then(|| "array".into());
        let is_unchanged = match old {
            Old::Nowhere => false,
            Old::Here(old) => self.is_unchanged(node, new, old),
            Old::Above { node, new, old } => self.is_unchanged(node, new, old),
        };
        if is_unchanged {
            let warning = self.warned.violation(printed, guard.message(), path, self.server);
            self.said.warnings.extend(warning.map(|warning| warning.to_string()));
        } else {
            let found = self.reported.violation(printed, guard.message(), path, self.server);
            self.said.found.extend(found.map(|found| (std::ptr::from_ref(new), found)));
        }
    }

    fn is_unchanged(&mut self, node: &SchemaNode, new: &Value, old: &Value) -> bool {
        let compare = || is_unchanged(Some(node), new, old);
        *self.unchanged.entry(std::ptr::from_ref(new)).or_insert_with(compare)
    }
}

impl Reported {
    /// Nothing once enough was said: each path below a long key repeats the key.
    fn violation(
        &mut self,
        printed: Option<Value>,
        detail: &str,
        path: &FieldPath<'_>,
        server: ServerVersion,
    ) -> Option<Violation> {
        if self.is_full() {
            return None;
        }
        let path = path.to_owned(PathStyle::Bracketed);
        let is_told = self.takes(path.length());
        is_told.then(|| Violation::new(ErrorKind::Invalid, path, printed, detail).printed_by(server))
    }
}

/// The numbers among the keys; a value that cannot be a key is an error of its own.
fn keys<'v>(items: &'v [Value], name: &'v str) -> impl Iterator<Item = Number> + use<'v> {
    items.iter().filter_map(move |item| match member(item, name) {
        Some(Value::Number(number)) => Some(Number::read(number)),
        _ => None,
    })
}

/// CEL compares numbers as doubles where the schema says `number`; both zeros are one.
#[expect(clippy::cast_precision_loss, reason = "as CEL does")]
fn as_double(key: Number) -> u64 {
    let double = match key {
        Number::Integer(integer) => integer as f64,
        Number::Float(float) => float,
    };
    (double + 0.0).to_bits()
}

/// The old items of a list map by their keys, of several with the same the first.
#[derive(Default)]
struct OldItems<'v>(HashMap<String, &'v Value>);

impl<'v> OldItems<'v> {
    fn new(list: &SchemaNode, old: &'v Value) -> Self {
        let mut items = HashMap::new();
        for item in old.as_array().into_iter().flatten() {
            if let Some(key) = key(list, item) {
                items.entry(key).or_insert(item);
            }
        }
        Self(items)
    }

    fn of(&self, list: &SchemaNode, item: &Value) -> Option<&'v Value> {
        if self.0.is_empty() {
            return None;
        }
        self.0.get(&key(list, item)?).copied()
    }
}

/// The keys of an item as they are sent; scalars that are there.
fn key(list: &SchemaNode, item: &Value) -> Option<String> {
    let mut key = String::new();
    for name in &list.list_map_keys {
        // Writing to a `String` cannot fail.
        let _ = match member(item, name)? {
            Value::Bool(flag) => write!(key, "{flag};"),
            Value::String(string) => write!(key, "{}:{string};", string.len()),
            Value::Number(number) => match Number::read(number) {
                Number::Integer(integer) => write!(key, "i{integer};"),
                Number::Float(float) => write!(key, "f{:x};", (float + 0.0).to_bits()),
            },
            Value::Null | Value::Array(_) | Value::Object(_) => return None,
        };
    }
    Some(key)
}

/// Whether a server takes a value for what it was; without a schema all is compared as it is.
///
/// **Quirk**: an object with a member of which the schema knows nothing is never what it was.
fn is_unchanged(node: Option<&SchemaNode>, new: &Value, old: &Value) -> bool {
    match (new, old) {
        (Value::Array(new), Value::Array(old_items)) => {
            if new.len() != old_items.len() {
                return false;
            }
            let Some(list) = node.filter(|node| !node.list_map_keys.is_empty()) else {
                return new.iter().zip(old_items).all(|(new, old)| is_unchanged(None, new, old));
            };
            let before = OldItems::new(list, old);
            new.iter().all(|new| before.of(list, new).is_some_and(|old| is_unchanged(list.items(), new, old)))
        }
        (Value::Object(new), Value::Object(old)) => {
            let alike = |(name, new): (&String, &Value)| {
                let below = match node {
                    Some(node) => Some(node.property(name).or_else(|| node.map_values())?),
                    None => None,
                };
                Some(is_unchanged(below, new, old.get(name)?))
            };
            new.len() == old.len() && new.iter().all(|member| alike(member).unwrap_or(false))
        }
        (Value::Number(new), Value::Number(old)) => Number::read(new) == Number::read(old),
        (new, old) => new == old,
    }
}
