//! From a [`Tree`] to the value: aliases, merges and repeated keys, as `go.yaml.in/yaml/v2`
//! `decode.go` treats them.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::MAX_DEPTH;
use super::compose::too_deep;
use super::document::DuplicateKey;
use super::go_text::go_quote;
use super::position::ReadError;
use super::scalar::{Key, Scalar};
use super::tree::{Kind, NodeId, Tree};

/// How much text aliases may copy; Go has no such bound, but its JSON text would be as large.
const ALIASED_TEXT_LIMIT: usize = 64 << 20;

/// How many findings `sigs.k8s.io/json` `kubernetes_patch.go` keeps; paths make them long.
const JSON_FINDINGS: usize = 100;

/// Whose strict decoder words the findings about repeated keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    Yaml,
    Json,
}

/// The value of a tree, and the keys that were given more than once.
///
/// # Errors
/// What Go refuses when it decodes the nodes, or decides at random.
pub(super) fn decode(tree: &Tree, dialect: Dialect) -> Result<(Value, Vec<DuplicateKey>), ReadError> {
    let mut decoder = Decoder {
        tree,
        dialect,
        // Go counts the document node.
        decoded: 1,
        aliased: 0,
        alias_depth: 0,
        aliased_text: 0,
        duplicates: Vec::new(),
    };
    let value = decoder.value(tree.root, &Place::ROOT)?;
    Ok((value, decoder.duplicates))
}

/// The way from the root to a node, linked backwards through the stack.
struct Place<'p> {
    parent: Option<&'p Place<'p>>,
    step: PlaceStep<'p>,
    depth: usize,
}

#[derive(Clone, Copy)]
enum PlaceStep<'p> {
    Root,
    Key(&'p str),
    Index(usize),
}

impl<'p> Place<'p> {
    const ROOT: Place<'static> = Place { parent: None, step: PlaceStep::Root, depth: 0 };

    fn child(&'p self, step: PlaceStep<'p>) -> Place<'p> {
        Place { parent: Some(self), step, depth: self.depth + 1 }
    }

    /// The path as `sigs.k8s.io/json` `kubernetes_patch.go` joins it, with `name` at its end.
    fn field_path(&self, name: &str) -> String {
        let mut places = Vec::new();
        let mut place = Some(self);
        while let Some(here) = place {
            places.push(&here.step);
            place = here.parent;
        }
        let mut path = String::new();
        let mut dot = "";
        for step in places.iter().rev().chain([&&PlaceStep::Key(name)]) {
            match step {
                PlaceStep::Root => continue,
                PlaceStep::Key(entry) => path.extend([dot, *entry]),
                PlaceStep::Index(index) => path.extend(["[", &index.to_string(), "]"]),
            }
            dot = ".";
        }
        path
    }
}

#[derive(Default)]
struct Entries<'t> {
    values: Map<String, Value>,
    /// The keys that are no strings to Go, by their text.
    typed: HashMap<String, Key<'t>>,
}

struct Decoder<'t> {
    tree: &'t Tree,
    dialect: Dialect,
    decoded: u64,
    aliased: u64,
    alias_depth: usize,
    aliased_text: usize,
    duplicates: Vec<DuplicateKey>,
}

impl<'t> Decoder<'t> {
    fn value(&mut self, id: NodeId, place: &Place<'_>) -> Result<Value, ReadError> {
        self.count(id)?;
        if place.depth > MAX_DEPTH {
            return Err(self.error(id, too_deep()));
        }
        match self.tree.kind(id) {
            Kind::Alias(target) => self.within_alias(|decoder| decoder.value(target, place)),
            Kind::Scalar(scalar) => self.scalar(id, scalar),
            Kind::Sequence(items) => {
                let mut values = Vec::with_capacity(items.len());
                for (index, item) in items.iter().enumerate() {
                    values.push(self.value(*item, &place.child(PlaceStep::Index(index)))?);
                }
                Ok(Value::Array(values))
            }
            Kind::Mapping(entries) => {
                let mut out = Entries::default();
                self.fill(entries, &mut out, place)?;
                Ok(Value::Object(out.values))
            }
        }
    }

    fn within_alias<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        self.alias_depth += 1;
        let result = read(self);
        self.alias_depth -= 1;
        result
    }

    fn scalar(&mut self, id: NodeId, scalar: Scalar<&str>) -> Result<Value, ReadError> {
        if self.alias_depth > 0 {
            self.copy_text(id, scalar.text_len())?;
        }
        scalar.to_value().map_err(|message| self.error(id, message))
    }

    fn fill(
        &mut self,
        entries: &'t [[NodeId; 2]],
        out: &mut Entries<'t>,
        place: &Place<'_>,
    ) -> Result<(), ReadError> {
        for &[key, value] in entries {
            if self.tree.is_merge_key(key) {
                self.merge(value, out, place)?;
                continue;
            }
            let name = self.key(key)?;
            let text = name.text();
            let is_repeated = out.values.contains_key(text.as_ref());
            // Go's JSON decoder reports a key when it reads it, its YAML decoder after the value.
            if is_repeated && self.dialect == Dialect::Json {
                self.repeated(key, value, name, out, place)?;
            }
            let decoded = self.value(value, &place.child(PlaceStep::Key(&text)))?;
            if is_repeated && self.dialect == Dialect::Yaml {
                self.repeated(key, value, name, out, place)?;
            }
            if !matches!(name, Key::Str(_)) {
                out.typed.insert(text.clone().into_owned(), name);
            }
            out.values.insert(text.into_owned(), decoded);
        }
        Ok(())
    }

    /// `<<: value`, in the order of the document: what stands later wins, in a list what stands earlier.
    fn merge(&mut self, value: NodeId, out: &mut Entries<'t>, place: &Place<'_>) -> Result<(), ReadError> {
        match self.tree.kind(value) {
            Kind::Sequence(items) => {
                for item in items.iter().rev() {
                    self.merge_map(*item, out, place)?;
                }
                Ok(())
            }
            _ => self.merge_map(value, out, place),
        }
    }

    fn merge_map(&mut self, id: NodeId, out: &mut Entries<'t>, place: &Place<'_>) -> Result<(), ReadError> {
        let Kind::Mapping(entries) = self.tree.kind(self.tree.target(id)) else {
            let message = "map merge requires map or sequence of maps as the value";
            return Err(self.error(id, message));
        };
        self.count(id)?;
        // The entries land in this map, but the merged map is one level deeper in the text.
        let place = Place { depth: place.depth + 1, ..*place };
        if place.depth > MAX_DEPTH {
            return Err(self.error(id, too_deep()));
        }
        if self.tree.target(id) == id {
            return self.fill(entries, out, &place);
        }
        self.within_alias(|decoder| {
            decoder.count(id)?;
            decoder.fill(entries, out, &place)
        })
    }

    fn key(&mut self, id: NodeId) -> Result<Key<'t>, ReadError> {
        self.count(id)?;
        let target = self.tree.target(id);
        let tree = self.tree;
        let Kind::Scalar(scalar) = tree.kind(target) else {
            let message = "invalid map key: a list or a map (an unquoted {{ template }}?)";
            return Err(self.error(id, message));
        };
        if target != id {
            self.within_alias(|decoder| decoder.count(id))?;
        }
        if self.alias_depth > 0 || target != id {
            self.copy_text(id, scalar.text_len())?;
        }
        scalar.to_key().map_err(|message| self.error(id, message))
    }

    /// An entry that is set again: a finding if Go sees one key, an error if it sees two.
    fn repeated(
        &mut self,
        key: NodeId,
        value: NodeId,
        name: Key<'t>,
        out: &Entries<'t>,
        place: &Place<'_>,
    ) -> Result<(), ReadError> {
        let text = name.text();
        let before = out.typed.get(text.as_ref()).copied().unwrap_or(Key::Str(&text));
        if before != name {
            return Err(self.error(
                key,
                format!("key {text:?} is written twice, as values of different types, of which kubectl picks one at random"),
            ));
        }
        if self.dialect == Dialect::Json && self.duplicates.len() >= JSON_FINDINGS {
            return Ok(());
        }
        let message = match self.dialect {
            Dialect::Yaml => {
                format!("line {}: key {} already set in map", self.tree.go_line(value), name.go_syntax())
            }
            Dialect::Json => format!("duplicate field {}", go_quote(&place.field_path(&text))),
        };
        // `sigs.k8s.io/json` reports each path once.
        let is_known = |known: &DuplicateKey| known.message() == message;
        if self.dialect == Dialect::Yaml || !self.duplicates.iter().any(is_known) {
            let at = self.tree.at(key);
            self.duplicates.push(DuplicateKey::new(at, text.into_owned(), message));
        }
        Ok(())
    }

    /// The guard against alias bombs, a port of the formula of `decode.go` `unmarshal`.
    fn count(&mut self, id: NodeId) -> Result<(), ReadError> {
        self.decoded += 1;
        if self.alias_depth > 0 {
            self.aliased += 1;
        }
        #[allow(clippy::cast_precision_loss)] // Counts stay far below 2^52.
        let ratio = self.aliased as f64 / self.decoded as f64;
        if self.aliased > 100 && self.decoded > 1000 && ratio > allowed_alias_ratio(self.decoded) {
            return Err(self.error(id, "document contains excessive aliasing"));
        }
        Ok(())
    }

    fn copy_text(&mut self, id: NodeId, length: usize) -> Result<(), ReadError> {
        self.aliased_text = self.aliased_text.saturating_add(length);
        if self.aliased_text > ALIASED_TEXT_LIMIT {
            return Err(self.error(id, "document contains excessive aliasing of long strings"));
        }
        Ok(())
    }

    fn error(&self, id: NodeId, message: impl Into<String>) -> ReadError {
        ReadError::new(self.tree.at(id), message)
    }
}

fn allowed_alias_ratio(decoded: u64) -> f64 {
    const LOW: u64 = 400_000;
    const HIGH: u64 = 4_000_000;
    #[allow(clippy::cast_precision_loss)] // Both are below 2^22.
    match decoded {
        ..=LOW => 0.99,
        HIGH.. => 0.10,
        _ => 0.99 - 0.89 * ((decoded - LOW) as f64 / (HIGH - LOW) as f64),
    }
}
