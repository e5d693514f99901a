//! Where in a document something stands.
//!
//! While walking, a path is a linked list of borrowed steps on the stack; it becomes owned only when a
//! violation or a removed field is recorded, and text only when that is displayed.
//!
//! Knows nothing of: schemas, violations.

use std::cell::OnceCell;
use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

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
    step: Step<'a>,
    /// Made when it is first asked for, so that the paths of siblings share what is above them.
    owned: OnceCell<Arc<Link>>,
}

#[derive(Clone, Copy, Debug)]
enum Step<'a> {
    Property(&'a str),
    Key(&'a str),
    Index(usize),
}

impl FieldPath<'static> {
    /// The empty path, printed as `<nil>` as upstream's nil path is.
    pub const ROOT: Self = Self(Place::Root);
}

impl<'a> FieldPath<'a> {
    fn child(&'a self, step: Step<'a>) -> Self {
        Self(Place::Below(Here { parent: self, step, owned: OnceCell::new() }))
    }

    /// The path of a declared member.
    #[must_use]
    pub fn property(&'a self, name: &'a str) -> Self {
        self.child(Step::Property(name))
    }

    /// The path of an entry of a map.
    #[must_use]
    pub fn key(&'a self, key: &'a str) -> Self {
        self.child(Step::Key(key))
    }

    /// The path of an item of a list.
    #[must_use]
    pub fn index(&'a self, index: usize) -> Self {
        self.child(Step::Index(index))
    }

    /// Copies the path, to be printed in `style`.
    pub fn to_owned(&self, style: PathStyle) -> FieldPathBuf {
        FieldPathBuf { last: self.link(), style }
    }

    /// Whether nothing is above.
    pub(crate) fn is_root(&self) -> bool {
        matches!(self.0, Place::Root)
    }

    fn link(&self) -> Option<Arc<Link>> {
        let here = match &self.0 {
            Place::Root => return None,
            Place::At(path) => return path.last.clone(),
            Place::Below(here) => here,
        };
        let link =
            here.owned.get_or_init(|| Arc::new(Link { parent: here.parent.link(), step: here.step.into() }));
        Some(Arc::clone(link))
    }
}

impl<'a> From<&'a FieldPathBuf> for FieldPath<'a> {
    /// Goes on from an owned path.
    fn from(path: &'a FieldPathBuf) -> Self {
        Self(Place::At(path))
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
    last: Option<Arc<Link>>,
    style: PathStyle,
}

/// A step and what is above it, shared by all paths that pass it.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Link {
    parent: Option<Arc<Link>>,
    step: PathStep,
}

impl FieldPathBuf {
    /// A path of the given steps.
    pub fn new(steps: impl IntoIterator<Item = PathStep>, style: PathStyle) -> Self {
        Self { last: extend(None, steps), style }
    }

    /// A path made of declared members only.
    pub fn from_properties<'s>(names: impl IntoIterator<Item = &'s str>) -> Self {
        let steps = names.into_iter().map(|name| PathStep::Property(name.to_owned()));
        Self::new(steps, PathStyle::Bracketed)
    }

    /// The steps from the root down.
    pub fn steps(&self) -> Vec<&PathStep> {
        self.links().into_iter().map(|link| &link.step).collect()
    }

    /// How the path is spelled.
    pub fn style(&self) -> PathStyle {
        self.style
    }

    /// `self` placed below `prefix`.
    #[must_use]
    pub fn below(&self, prefix: &Self) -> Self {
        let steps = self.steps().into_iter().cloned();
        Self { last: extend(prefix.last.clone(), steps), style: self.style }
    }
}

fn extend(start: Option<Arc<Link>>, steps: impl IntoIterator<Item = PathStep>) -> Option<Arc<Link>> {
    steps.into_iter().fold(start, |parent, step| Some(Arc::new(Link { parent, step })))
}

impl FieldPathBuf {
    /// The order of the texts, without making them: paths below one long key have long texts in common.
    pub(crate) fn cmp_text(&self, other: &Self) -> Ordering {
        if let (Some(one), Some(two)) = (&self.last, &other.last)
            && self.style == other.style
            && let Some(order) = cmp_where_they_part(one, two, self.style)
        {
            return order;
        }
        bytes(&self.links(), self.style).cmp(bytes(&other.links(), other.style))
    }

    fn links(&self) -> Vec<&Link> {
        let mut links = Vec::with_capacity(self.last.as_deref().map_or(0, Link::depth));
        links.extend(self.last.as_deref().into_iter().flat_map(Link::upwards));
        links.reverse();
        links
    }
}

impl Link {
    /// The link and those above it.
    fn upwards(&self) -> impl Iterator<Item = &Self> {
        std::iter::successors(Some(self), |link| link.parent.as_deref())
    }

    fn depth(&self) -> usize {
        self.upwards().count()
    }
}

/// The order of two paths by the first steps below what they share; `None` where these do not tell.
fn cmp_where_they_part(one: &Link, other: &Link, style: PathStyle) -> Option<Ordering> {
    let (depth, others) = (one.depth(), other.depth());
    let shared = depth.min(others);
    let (ours, theirs) = (one.upwards().skip(depth - shared), other.upwards().skip(others - shared));
    let is_other = |(our, their): &(&Link, &Link)| !std::ptr::eq(*our, *their);
    let mut apart = ours.zip(theirs).take_while(is_other).zip((0..shared).rev());
    let Some(((mut our, mut their), mut position)) = apart.next() else {
        return Some(depth.cmp(&others));
    };
    for (above, place) in apart {
        ((our, their), position) = (above, place);
    }
    let mut their = step_bytes(&their.step, position, style);
    for byte in step_bytes(&our.step, position, style) {
        match byte.cmp(&their.next()?) {
            Ordering::Equal => {}
            order => return Some(order),
        }
    }
    None
}

fn bytes<'l>(links: &'l [&'l Link], style: PathStyle) -> impl Iterator<Item = u8> + 'l {
    links.iter().enumerate().flat_map(move |(position, link)| step_bytes(&link.step, position, style))
}

/// The text of a step.
fn step_bytes(step: &PathStep, position: usize, style: PathStyle) -> impl Iterator<Item = u8> {
    let (open, text, close) = spelled(step, position, style);
    let (name, index) = match text {
        Text::Name(name) => (name, None),
        Text::Index(index) => ("", Some(index)),
    };
    open.bytes().chain(name.bytes()).chain(index.into_iter().flat_map(digits)).chain(close.bytes())
}

#[expect(clippy::cast_possible_truncation, reason = "a digit is a byte")]
fn digits(number: usize) -> impl Iterator<Item = u8> {
    let places = number.checked_ilog10().unwrap_or_default();
    (0..=places).rev().map(move |place| b'0' + (number / 10_usize.pow(place) % 10) as u8)
}

/// What stands in a step between its marks.
enum Text<'s> {
    Name(&'s str),
    Index(usize),
}

/// A step as it is printed, in three parts.
fn spelled(step: &PathStep, position: usize, style: PathStyle) -> (&'static str, Text<'_>, &'static str) {
    let dot = if position == 0 { "" } else { "." };
    match (step, style) {
        (PathStep::Index(index), _) => ("[", Text::Index(*index), "]"),
        (PathStep::Key(key), PathStyle::Bracketed) => ("[", Text::Name(key), "]"),
        (PathStep::Property(name) | PathStep::Key(name), _) => (dot, Text::Name(name), ""),
    }
}

impl fmt::Display for FieldPathBuf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.last.is_none() {
            return f.write_str("<nil>");
        }
        for (position, link) in self.links().into_iter().enumerate() {
            let (open, text, close) = spelled(&link.step, position, self.style);
            f.write_str(open)?;
            match text {
                Text::Name(name) => f.write_str(name)?,
                Text::Index(index) => write!(f, "{index}")?,
            }
            f.write_str(close)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What sorting by text would give.
    #[test]
    fn paths_are_ordered_as_their_texts() {
        let property = |name: &str| PathStep::Property(name.to_owned());
        let key = |name: &str| PathStep::Key(name.to_owned());
        let steps = [
            vec![property("a")],
            vec![property("a"), PathStep::Index(10)],
            vec![property("a"), PathStep::Index(2)],
            vec![property("a"), property("b")],
            vec![property("a"), key("b.c")],
            vec![property("a-b")],
            vec![property("a.b")],
            vec![PathStep::Index(0)],
            vec![],
        ];
        for style in [PathStyle::Bracketed, PathStyle::Dotted] {
            let paths = steps.iter().filter(|steps| !steps.is_empty());
            let mut paths: Vec<_> = paths.map(|steps| FieldPathBuf::new(steps.clone(), style)).collect();
            // These share what is above them.
            let below = paths.iter().flat_map(|prefix| paths.iter().map(|path| path.below(prefix)));
            paths.extend(below.collect::<Vec<_>>());
            for (one, other) in paths.iter().flat_map(|one| paths.iter().map(move |other| (one, other))) {
                assert_eq!(one.cmp_text(other), one.to_string().cmp(&other.to_string()), "{one} {other}");
            }
        }
    }
}
