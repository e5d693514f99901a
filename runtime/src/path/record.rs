//! Many paths of one walk, in memory that they share: a step costs no allocation, and dropping all of them takes two.

use std::cmp::Ordering;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{self, AtomicUsize};

use super::buf::{Last, Stop};
use super::{FieldPath, FieldPathBuf, Here, PathStep, PathStyle, Place, printed};

/// Gathers the paths of what a walk finds.
pub(crate) struct Recorder {
    /// By which the paths of the walk know where they have been recorded.
    id: usize,
    records: Records,
    /// The ends of the paths; the root has none.
    found: Vec<Option<NonZeroUsize>>,
    /// The owned path that was met last, and where its copy ends.
    copied: Option<(FieldPathBuf, Option<NonZeroUsize>)>,
}

/// Where a path of a walk stands among the records.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Recorded {
    /// Whose records; 0 is none's.
    recorder: usize,
    number: Option<NonZeroUsize>,
}

/// Steps and what is above each.
#[derive(Default)]
pub(super) struct Records {
    records: Vec<Record>,
    names: String,
}

#[derive(Clone, Copy)]
struct Record {
    above: Option<NonZeroUsize>,
    depth: usize,
    step: Step,
}

#[derive(Clone, Copy)]
enum Step {
    Property(Name),
    Key(Name),
    Index(usize),
}

/// Where a name stands among the names.
#[derive(Clone, Copy)]
struct Name {
    start: usize,
    end: usize,
}

impl Default for Recorder {
    fn default() -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(1);
        let id = NEXT.fetch_add(1, atomic::Ordering::Relaxed);
        Self { id, records: Records::default(), found: Vec::new(), copied: None }
    }
}

impl Recorder {
    pub(crate) fn record(&mut self, path: &FieldPath<'_>) {
        let end = self.number(path);
        self.found.push(end);
    }

    /// All that were recorded, sorted by their strings.
    pub(crate) fn sorted(mut self, style: PathStyle) -> Vec<FieldPathBuf> {
        let records = &self.records;
        self.found.sort_by(|one, other| records.order(*one, *other, style));
        let records = Arc::new(self.records);
        let path = |end: NonZeroUsize| Last::Record(Arc::clone(&records), end);
        self.found.into_iter().map(|end| FieldPathBuf::ending(end.map(path), style)).collect()
    }

    fn number(&mut self, path: &FieldPath<'_>) -> Option<NonZeroUsize> {
        match &path.0 {
            Place::Root => None,
            Place::At(path) => self.copy(path),
            Place::Below(here) => self.below(here),
        }
    }

    fn below(&mut self, here: &Here<'_>) -> Option<NonZeroUsize> {
        let Recorded { recorder, number } = here.recorded.get();
        if recorder == self.id {
            return number;
        }
        let above = self.number(here.parent);
        let number = self.records.push(above, here.step);
        here.recorded.set(Recorded { recorder: self.id, number });
        number
    }

    /// A walk has one beginning, so that remembering one of them will do.
    fn copy(&mut self, path: &FieldPathBuf) -> Option<NonZeroUsize> {
        if let Some((copied, end)) = &self.copied
            && copied.is(path)
        {
            return *end;
        }
        let steps = path.steps().into_iter();
        let end = steps.fold(None, |above, step| self.records.push(above, step));
        self.copied = Some((path.clone(), end));
        end
    }
}

impl Records {
    /// Its number, which begins with one.
    fn push(&mut self, above: Option<NonZeroUsize>, step: PathStep<'_>) -> Option<NonZeroUsize> {
        let step = match step {
            PathStep::Property(name) => Step::Property(self.name(name)),
            PathStep::Key(key) => Step::Key(self.name(key)),
            PathStep::Index(index) => Step::Index(index),
        };
        let depth = above.map_or(0, |above| self.depth(above) + 1);
        self.records.push(Record { above, depth, step });
        NonZeroUsize::new(self.records.len())
    }

    fn name(&mut self, name: &str) -> Name {
        let start = self.names.len();
        self.names.push_str(name);
        Name { start, end: self.names.len() }
    }

    fn record(&self, number: NonZeroUsize) -> Option<&Record> {
        self.records.get(number.get() - 1)
    }

    pub(super) fn step(&self, number: NonZeroUsize) -> PathStep<'_> {
        let printed = |Name { start, end }| self.names.get(Range { start, end }).unwrap_or_default();
        match self.record(number).map(|record| record.step) {
            Some(Step::Property(name)) => PathStep::Property(printed(name)),
            Some(Step::Key(key)) => PathStep::Key(printed(key)),
            Some(Step::Index(index)) => PathStep::Index(index),
            // Numbers are given by `push` alone.
            None => PathStep::Index(0),
        }
    }

    pub(super) fn depth(&self, number: NonZeroUsize) -> usize {
        self.record(number).map_or(0, |record| record.depth)
    }

    pub(super) fn above(&self, number: NonZeroUsize) -> Option<NonZeroUsize> {
        self.record(number)?.above
    }

    fn order(&self, one: Option<NonZeroUsize>, other: Option<NonZeroUsize>, style: PathStyle) -> Ordering {
        match (one, other) {
            (Some(one), Some(other)) => {
                printed::order(Stop::Record(self, one), Stop::Record(self, other), style)
            }
            // The root, which has no steps, comes first.
            (one, other) => one.cmp(&other),
        }
    }
}
