//! Paths that outlive the walk.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::num::NonZeroUsize;
use std::sync::Arc;

use super::record::Records;
use super::{PathStep, PathStyle, printed};

/// An owned path: typed steps, and a string by its `Display`.
///
/// ```
/// use crd_schema::path::{FieldPathBuf, PathStyle};
/// use crd_schema::FieldPath;
///
/// assert_eq!(FieldPath::ROOT.to_owned(PathStyle::Bracketed).to_string(), "<nil>");
/// let path = FieldPathBuf::from_properties(["spec", "replicas"]);
/// assert_eq!(path.to_string(), "spec.replicas");
/// ```
#[derive(Clone)]
pub struct FieldPathBuf {
    last: Option<Last>,
    style: PathStyle,
}

/// Where a path ends; what is above is shared by all paths that pass it.
#[derive(Clone)]
pub(super) enum Last {
    Link(Arc<Link>),
    /// The record with this number.
    Record(Arc<Records>, NonZeroUsize),
}

/// A step and what is above it.
pub(super) struct Link {
    above: Option<Last>,
    depth: usize,
    step: OwnedStep,
}

enum OwnedStep {
    Property(Box<str>),
    Key(Box<str>),
    Index(usize),
}

impl Link {
    pub(super) fn new(above: Option<Last>, step: PathStep<'_>) -> Self {
        let depth = above.as_ref().map_or(0, |last| last.stop().depth() + 1);
        let step = match step {
            PathStep::Property(name) => OwnedStep::Property(name.into()),
            PathStep::Key(key) => OwnedStep::Key(key.into()),
            PathStep::Index(index) => OwnedStep::Index(index),
        };
        Self { above, depth, step }
    }

    fn step(&self) -> PathStep<'_> {
        match &self.step {
            OwnedStep::Property(name) => PathStep::Property(name),
            OwnedStep::Key(key) => PathStep::Key(key),
            OwnedStep::Index(index) => PathStep::Index(*index),
        }
    }
}

impl Last {
    fn stop(&self) -> Stop<'_> {
        match self {
            Self::Link(link) => Stop::Link(link),
            Self::Record(records, number) => Stop::Record(records, *number),
        }
    }
}

/// A step on a path, from where one sees what is above it.
#[derive(Clone, Copy)]
pub(super) enum Stop<'p> {
    Link(&'p Link),
    Record(&'p Records, NonZeroUsize),
}

impl<'p> Stop<'p> {
    pub(super) fn step(self) -> PathStep<'p> {
        match self {
            Self::Link(link) => link.step(),
            Self::Record(records, number) => records.step(number),
        }
    }

    /// How many steps are above it.
    pub(super) fn depth(self) -> usize {
        match self {
            Self::Link(link) => link.depth,
            Self::Record(records, number) => records.depth(number),
        }
    }

    pub(super) fn above(self) -> Option<Self> {
        match self {
            Self::Link(link) => link.above.as_ref().map(Last::stop),
            Self::Record(records, number) => records.above(number).map(|above| Self::Record(records, above)),
        }
    }

    /// Whether it is the same one; another one may spell the same path.
    pub(super) fn is(self, other: Self) -> bool {
        match (self, other) {
            (Self::Link(one), Self::Link(other)) => std::ptr::eq(one, other),
            (Self::Record(one, number), Self::Record(other, others)) => {
                number == others && std::ptr::eq(one, other)
            }
            _ => false,
        }
    }

    /// The steps from the root down to here.
    pub(super) fn steps(self) -> Vec<PathStep<'p>> {
        let mut steps = Vec::with_capacity(self.depth() + 1);
        steps.extend(std::iter::successors(Some(self), |stop| stop.above()).map(Self::step));
        steps.reverse();
        steps
    }
}

impl FieldPathBuf {
    pub(super) fn ending(last: Option<Last>, style: PathStyle) -> Self {
        Self { last, style }
    }

    pub(super) fn last(&self) -> Option<&Last> {
        self.last.as_ref()
    }

    /// A path of the given steps.
    ///
    /// ```
    /// use crd_schema::path::{FieldPathBuf, PathStep, PathStyle};
    ///
    /// let steps = [PathStep::Property("labels"), PathStep::Key("a.b")];
    /// assert_eq!(FieldPathBuf::new(steps, PathStyle::Bracketed).to_string(), "labels[a.b]");
    /// ```
    pub fn new<'s>(steps: impl IntoIterator<Item = PathStep<'s>>, style: PathStyle) -> Self {
        Self { last: extend(None, steps), style }
    }

    /// A path made of declared fields only.
    ///
    /// ```
    /// use crd_schema::path::FieldPathBuf;
    ///
    /// assert_eq!(FieldPathBuf::from_properties(["spec", "replicas"]).to_string(), "spec.replicas");
    /// ```
    pub fn from_properties<'s>(names: impl IntoIterator<Item = &'s str>) -> Self {
        Self::new(names.into_iter().map(PathStep::Property), PathStyle::Bracketed)
    }

    /// The steps from the root down.
    ///
    /// ```
    /// use crd_schema::path::{FieldPathBuf, PathStep};
    ///
    /// let path = FieldPathBuf::from_properties(["spec", "replicas"]);
    /// assert_eq!(path.steps(), [PathStep::Property("spec"), PathStep::Property("replicas")]);
    /// ```
    pub fn steps(&self) -> Vec<PathStep<'_>> {
        self.stop().map(Stop::steps).unwrap_or_default()
    }

    /// About how many bytes its string has: as many and some marks more, so that none is missed.
    pub(crate) fn length(&self) -> usize {
        let stops = std::iter::successors(self.stop(), |stop| stop.above());
        stops.map(|stop| stop.step().length()).fold(0, usize::saturating_add)
    }

    /// How the path is spelled.
    pub fn style(&self) -> PathStyle {
        self.style
    }

    /// `self` placed below `prefix`.
    #[must_use]
    pub fn below(&self, prefix: &Self) -> Self {
        Self { last: extend(prefix.last.clone(), self.steps()), style: self.style }
    }

    /// The order of the strings, without making them: paths below one long key have long strings in common.
    pub(crate) fn cmp_printed(&self, other: &Self) -> Ordering {
        match (self.stop(), other.stop()) {
            (Some(one), Some(two)) if self.style == other.style => printed::order(one, two, self.style),
            _ => self.to_string().cmp(&other.to_string()),
        }
    }

    /// Whether both share their memory, style apart.
    pub(super) fn is(&self, other: &Self) -> bool {
        match (self.stop(), other.stop()) {
            (Some(one), Some(other)) => one.is(other),
            (one, other) => one.is_none() && other.is_none(),
        }
    }

    fn stop(&self) -> Option<Stop<'_>> {
        self.last.as_ref().map(Last::stop)
    }
}

fn extend<'s>(start: Option<Last>, steps: impl IntoIterator<Item = PathStep<'s>>) -> Option<Last> {
    steps.into_iter().fold(start, |above, step| Some(Last::Link(Arc::new(Link::new(above, step)))))
}

impl PartialEq for FieldPathBuf {
    fn eq(&self, other: &Self) -> bool {
        self.style == other.style && self.steps() == other.steps()
    }
}

impl Eq for FieldPathBuf {}

impl Hash for FieldPathBuf {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.style, self.steps()).hash(state);
    }
}

impl fmt::Debug for FieldPathBuf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("FieldPathBuf").field(&format_args!("{self}")).finish()
    }
}

impl fmt::Debug for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Link").field("step", &self.step()).finish_non_exhaustive()
    }
}

impl fmt::Display for FieldPathBuf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(stop) = self.stop() else { return f.write_str("<nil>") };
        stop.steps().into_iter().enumerate().try_for_each(|(position, step)| {
            let (open, printed, close) = printed::spelled(step, position, self.style);
            f.write_str(open)?;
            match printed {
                printed::Spelled::Name(name) => f.write_str(name)?,
                printed::Spelled::Index(index) => write!(f, "{index}")?,
            }
            f.write_str(close)
        })
    }
}
