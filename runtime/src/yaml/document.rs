//! One document of a file, with the place of every node.

use std::fmt;

use serde_json::Value;

use super::decode::{Dialect, decode};
use super::entries::{Entries, Entry};
use super::position::{Position, ReadError};
use super::tree::{Kind, NodeId, Tree};

/// One step of the way from the root of a document to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step<'a> {
    /// The entry of a map with this key.
    Key(&'a str),
    /// The item of a list with this index, from 0.
    Index(usize),
}

/// A key that a map gives more than once. The value that stands last is the one that is read.
///
/// The message is the one of Go's strict decoder: `line 2: key "a" already set in map`
/// (`go.yaml.in/yaml/v2` `decode.go`, but with the line in the file, not in the part between two
/// `---` lines) or `duplicate field "a.b"` (`sigs.k8s.io/json` `kubernetes_patch.go`). As there, a
/// key that a merge `<<` overrides is one too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DuplicateKey {
    position: Position,
    key: String,
    message: String,
}

impl DuplicateKey {
    pub(super) fn new(position: Position, key: String, message: String) -> Self {
        Self { position, key, message }
    }

    /// The key as a string, as it is a name in JSON.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// Where the key is repeated.
    pub fn position(&self) -> Position {
        self.position
    }

    /// The message of Go's strict decoder.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for DuplicateKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.position, self.message)
    }
}

/// One document of a YAML or JSON file, as kubectl reads it.
///
/// ```
/// use crd_schema::yaml::{Step, read_stream};
///
/// let documents = read_stream(b"a: &x {b: 1}\nc: *x\nc: [2]\n")?;
/// let document = &documents[0];
/// assert_eq!(document.value()["c"][0], 2);
/// assert_eq!(document.duplicate_keys()[0].message(), "line 3: key \"c\" already set in map");
/// let place = document.locate(&[Step::Key("c"), Step::Index(0)]).unwrap();
/// assert_eq!((place.line, place.column), (3, 5));
/// # Ok::<(), crd_schema::yaml::ReadError>(())
/// ```
#[derive(Debug)]
pub struct Document {
    tree: Tree,
    value: Value,
    duplicates: Vec<DuplicateKey>,
    entries: Entries,
}

impl Document {
    pub(super) fn new(tree: Tree, dialect: Dialect) -> Result<Self, ReadError> {
        let (value, duplicates) = decode(&tree, dialect)?;
        Ok(Self { tree, value, duplicates, entries: Entries::default() })
    }

    /// The value, with numbers as `i64` or finite `f64`.
    pub fn value(&self) -> &Value {
        &self.value
    }

    /// The value; the document has null in its place, and still knows the place of every node.
    ///
    /// ```
    /// use crd_schema::yaml::{Step, read_stream};
    ///
    /// let mut document = read_stream(b"a: 1\n")?.remove(0);
    /// assert_eq!(document.take_value()["a"], 1);
    /// assert!(document.value().is_null());
    /// assert_eq!(document.locate(&[Step::Key("a")]).unwrap().to_string(), "1:4");
    /// # Ok::<(), crd_schema::yaml::ReadError>(())
    /// ```
    pub fn take_value(&mut self) -> Value {
        self.value.take()
    }

    /// The value alone.
    pub fn into_value(self) -> Value {
        self.value
    }

    /// Where the document's first node stands.
    pub fn position(&self) -> Position {
        self.tree.at(self.tree.root)
    }

    /// The keys that are given more than once, in the order in which Go reports them; for JSON at
    /// most 100 different ones, as there.
    pub fn duplicate_keys(&self) -> &[DuplicateKey] {
        &self.duplicates
    }

    /// Where the node at the end of `steps` stands: a scalar itself, but the key of a list or map.
    ///
    /// A scalar behind an alias or a merge is found at its anchor.
    pub fn locate(&self, steps: &[Step<'_>]) -> Option<Position> {
        self.find(steps).map(|found| self.position_of(found))
    }

    /// As [`locate`](Self::locate), of the last node on the way that there is.
    ///
    /// ```
    /// use crd_schema::yaml::{Step, read_stream};
    ///
    /// let document = read_stream(b"a: 1\nspec:\n  b: 2\n")?.remove(0);
    /// let missing = [Step::Key("spec"), Step::Key("c"), Step::Index(3)];
    /// assert_eq!(document.locate(&missing), None);
    /// assert_eq!(document.locate_nearest(&missing).to_string(), "2:1");
    /// # Ok::<(), crd_schema::yaml::ReadError>(())
    /// ```
    pub fn locate_nearest(&self, steps: &[Step<'_>]) -> Position {
        let mut here = self.root();
        for step in steps {
            let Some(next) = self.step(here, step) else { break };
            here = next;
        }
        self.position_of(here)
    }

    /// Where the key of the entry at the end of `steps` stands; nothing for the root and for items.
    pub fn locate_key(&self, steps: &[Step<'_>]) -> Option<Position> {
        self.find(steps)?.key.map(|key| self.tree.at(key))
    }

    fn find(&self, steps: &[Step<'_>]) -> Option<Found> {
        steps.iter().try_fold(self.root(), |here, step| self.step(here, step))
    }

    fn root(&self) -> Found {
        Found { key: None, value: self.tree.root }
    }

    fn step(&self, here: Found, step: &Step<'_>) -> Option<Found> {
        let target = self.tree.target(here.value);
        match (step, self.tree.kind(target)) {
            (Step::Key(name), Kind::Mapping(_)) => {
                let Entry { key, value } = self.entries.find(&self.tree, target, name)?;
                Some(Found { key: Some(key), value })
            }
            (Step::Index(index), Kind::Sequence(items)) => {
                items.get(*index).map(|&value| Found { key: None, value })
            }
            _ => None,
        }
    }

    fn position_of(&self, found: Found) -> Position {
        let target = self.tree.target(found.value);
        let place = match self.tree.kind(target) {
            Kind::Scalar(_) => target,
            _ => found.key.unwrap_or(found.value),
        };
        self.tree.at(place)
    }
}

#[derive(Clone, Copy)]
struct Found {
    key: Option<NodeId>,
    value: NodeId,
}
