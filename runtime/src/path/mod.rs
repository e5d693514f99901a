//! Paths of fields: where in an object or a definition an error is.
//!
//! While walking, a path is a linked list of borrowed steps on the stack; it becomes owned only when a
//! violation or a removed field is recorded, and string only when that is displayed.
//!
//! Knows nothing of: schemas, violations.

mod buf;
mod printed;
mod record;

use std::cell::{Cell, OnceCell};
use std::sync::Arc;

pub use buf::FieldPathBuf;
#[cfg(feature = "serve")]
pub(crate) use record::Recorder;

use buf::{Last, Link};
use record::Recorded;

/// How a path is spelled: Kubernetes has several dialects that differ in map keys.
///
/// Source: `apimachinery pkg/util/validation/field/path.go` (bracketed) and the pruner's
/// `pkg/apiserver/schema/pruning/algorithm.go` (dotted).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PathStyle {
    /// `a[key]`: schema paths, embedded metadata, list types, mutability and CEL.
    Bracketed,
    /// `a.key`: pruned and unknown fields, value validation.
    Dotted,
}

/// One step of a path.
///
/// ```
/// use crd_schema::path::{FieldPathBuf, PathStep, PathStyle};
///
/// let steps = [PathStep::Property("ports"), PathStep::Index(2)];
/// let path = FieldPathBuf::new(steps, PathStyle::Dotted);
/// assert_eq!(path.to_string(), "ports[2]");
/// assert_eq!(path.steps(), steps);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum PathStep<'a> {
    /// A declared field: `.name`.
    Property(&'a str),
    /// A key of a map: `[key]` or `.key`.
    Key(&'a str),
    /// A position in a list: `[0]`.
    Index(usize),
}

impl PathStep<'_> {
    /// No step has more marks, nor an index more digits.
    fn length(self) -> usize {
        const MARKS: usize = 2;
        match self {
            Self::Property(name) | Self::Key(name) => name.len() + MARKS,
            Self::Index(index) => index.checked_ilog10().map_or(1, |digits| digits as usize + 1) + MARKS,
        }
    }
}

/// A borrowed path, one step longer than its parent.
///
/// ```
/// use crd_schema::path::PathStyle;
/// use crd_schema::FieldPath;
///
/// let root = FieldPath::ROOT;
/// let spec = root.property("spec");
/// let labels = spec.property("labels");
/// let entry = labels.key("a.b");
/// assert_eq!(entry.to_owned(PathStyle::Bracketed).to_string(), "spec.labels[a.b]");
/// assert_eq!(entry.to_owned(PathStyle::Dotted).to_string(), "spec.labels.a.b");
/// ```
#[derive(Debug)]
pub struct FieldPath<'a>(Place<'a>);

#[derive(Debug)]
enum Place<'a> {
    Root,
    /// Where an owned path leads to.
    At(&'a FieldPathBuf),
    Below(Here<'a>),
}

#[derive(Debug)]
struct Here<'a> {
    parent: &'a FieldPath<'a>,
    step: PathStep<'a>,
    /// Made when it is first asked for, so that the paths of siblings share what is above them.
    owned: OnceCell<Arc<Link>>,
    /// Where a recorder has it, for the same reason.
    recorded: Cell<Recorded>,
}

impl FieldPath<'static> {
    /// The empty path, printed as `<nil>` as upstream's nil path is.
    pub const ROOT: Self = Self(Place::Root);
}

impl<'a> FieldPath<'a> {
    /// The path of what the step leads to.
    pub(crate) fn child(&'a self, step: PathStep<'a>) -> Self {
        Self(Place::Below(Here { parent: self, step, owned: OnceCell::new(), recorded: Cell::default() }))
    }

    /// The path of a declared field.
    #[must_use]
    pub fn property(&'a self, name: &'a str) -> Self {
        self.child(PathStep::Property(name))
    }

    /// The path of an entry of a map.
    #[must_use]
    pub fn key(&'a self, key: &'a str) -> Self {
        self.child(PathStep::Key(key))
    }

    /// The path of an item of a list.
    #[must_use]
    pub fn index(&'a self, index: usize) -> Self {
        self.child(PathStep::Index(index))
    }

    /// Copies the path, to be printed in `style`.
    pub fn to_owned(&self, style: PathStyle) -> FieldPathBuf {
        FieldPathBuf::ending(self.last(), style)
    }

    /// Whether nothing is above.
    pub(crate) fn is_root(&self) -> bool {
        matches!(self.0, Place::Root)
    }

    fn last(&self) -> Option<Last> {
        match &self.0 {
            Place::Root => None,
            Place::At(path) => path.last().cloned(),
            Place::Below(here) => Some(Last::Link(Arc::clone(here.link()))),
        }
    }
}

impl Here<'_> {
    fn link(&self) -> &Arc<Link> {
        self.owned.get_or_init(|| Arc::new(Link::new(self.parent.last(), self.step)))
    }
}

impl<'a> From<&'a FieldPathBuf> for FieldPath<'a> {
    /// Goes on from an owned path.
    fn from(path: &'a FieldPathBuf) -> Self {
        Self(Place::At(path))
    }
}
