//! Where in a document something stands.
//!
//! While walking, a path is a linked list of borrowed steps on the stack; it becomes owned only when a
//! violation or a removed field is recorded, and text only when that is displayed.
//!
//! Knows nothing of: schemas, violations.

use std::fmt;

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

/// One owned step of a [`FieldPathBuf`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum PathStep {
    /// A declared member: `.name`.
    Property(String),
    /// A key of a map: `[key]` or `.key`.
    Key(String),
    /// A position in a list: `[0]`.
    Index(usize),
}

/// A borrowed path, one step longer than its parent.
///
/// ```
/// use crd_schema::{FieldPath, PathStyle};
///
/// let root = FieldPath::ROOT;
/// let spec = root.property("spec");
/// let labels = spec.property("labels");
/// let entry = labels.key("a.b");
/// assert_eq!(entry.to_owned(PathStyle::Bracketed).to_string(), "spec.labels[a.b]");
/// assert_eq!(entry.to_owned(PathStyle::Dotted).to_string(), "spec.labels.a.b");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct FieldPath<'a> {
    parent: Option<&'a FieldPath<'a>>,
    step: Option<Step<'a>>,
}

#[derive(Clone, Copy, Debug)]
enum Step<'a> {
    Property(&'a str),
    Key(&'a str),
    Index(usize),
}

impl FieldPath<'static> {
    /// The empty path, printed as `<nil>` as upstream's nil path is.
    pub const ROOT: Self = Self { parent: None, step: None };
}

impl<'a> FieldPath<'a> {
    fn child(&'a self, step: Step<'a>) -> Self {
        Self { parent: Some(self), step: Some(step) }
    }

    /// The path of a declared member.
    pub fn property(&'a self, name: &'a str) -> Self {
        self.child(Step::Property(name))
    }

    /// The path of an entry of a map.
    pub fn key(&'a self, key: &'a str) -> Self {
        self.child(Step::Key(key))
    }

    /// The path of an item of a list.
    pub fn index(&'a self, index: usize) -> Self {
        self.child(Step::Index(index))
    }

    /// Copies the path, to be printed in `style`.
    pub fn to_owned(&self, style: PathStyle) -> FieldPathBuf {
        let mut steps = Vec::new();
        let mut at = Some(self);
        while let Some(path) = at {
            steps.extend(path.step.map(PathStep::from));
            at = path.parent;
        }
        steps.reverse();
        FieldPathBuf { steps, style }
    }
}

impl From<Step<'_>> for PathStep {
    fn from(step: Step<'_>) -> Self {
        match step {
            Step::Property(name) => Self::Property(name.to_owned()),
            Step::Key(key) => Self::Key(key.to_owned()),
            Step::Index(index) => Self::Index(index),
        }
    }
}

/// An owned path: typed steps, and text by its `Display`.
///
/// ```
/// use crd_schema::{FieldPath, FieldPathBuf, PathStyle};
///
/// assert_eq!(FieldPath::ROOT.to_owned(PathStyle::Bracketed).to_string(), "<nil>");
/// let path = FieldPathBuf::from_properties(["spec", "replicas"]);
/// assert_eq!(path.to_string(), "spec.replicas");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FieldPathBuf {
    steps: Vec<PathStep>,
    style: PathStyle,
}

impl FieldPathBuf {
    /// A path made of declared members only.
    pub fn from_properties<'s>(names: impl IntoIterator<Item = &'s str>) -> Self {
        let steps = names.into_iter().map(|name| PathStep::Property(name.to_owned())).collect();
        Self { steps, style: PathStyle::Bracketed }
    }

    /// The steps from the root down.
    pub fn steps(&self) -> &[PathStep] {
        &self.steps
    }

    /// How the path is spelled.
    pub fn style(&self) -> PathStyle {
        self.style
    }

    /// `self` placed below `prefix`.
    #[must_use]
    pub fn below(mut self, prefix: &Self) -> Self {
        self.steps.splice(0..0, prefix.steps.iter().cloned());
        self
    }
}

impl fmt::Display for FieldPathBuf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.steps.is_empty() {
            return f.write_str("<nil>");
        }
        for (position, step) in self.steps.iter().enumerate() {
            let dot = if position == 0 { "" } else { "." };
            match (step, self.style) {
                (PathStep::Index(index), _) => write!(f, "[{index}]")?,
                (PathStep::Key(key), PathStyle::Bracketed) => write!(f, "[{key}]")?,
                (PathStep::Property(name) | PathStep::Key(name), _) => write!(f, "{dot}{name}")?,
            }
        }
        Ok(())
    }
}
