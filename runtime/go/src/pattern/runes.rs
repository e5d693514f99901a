//! Sets of code points. Surrogates are code points like any other, as in Go.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A code point; `char` cannot hold the surrogates that `\x{D800}` names.
pub(super) type Rune = u32;

pub(super) const MAX_RUNE: Rune = 0x10_FFFF;

/// Code points as sorted ranges that neither overlap nor touch.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct RuneSet(Vec<(Rune, Rune)>);

impl RuneSet {
    /// The set of what is in any of the ranges.
    pub(super) fn new(mut ranges: Vec<(Rune, Rune)>) -> Self {
        ranges.sort_unstable();
        let mut merged: Vec<(Rune, Rune)> = Vec::with_capacity(ranges.len());
        for (low, high) in ranges {
            match merged.last_mut() {
                Some((_, last)) if low <= last.saturating_add(1) => *last = high.max(*last),
                _ => merged.push((low, high)),
            }
        }
        Self(merged)
    }

    pub(super) fn ranges(&self) -> &[(Rune, Rune)] {
        &self.0
    }

    pub(super) fn into_ranges(self) -> Vec<(Rune, Rune)> {
        self.0
    }

    pub(super) fn negated(&self) -> Self {
        let mut gaps = Vec::with_capacity(self.0.len() + 1);
        let mut next = 0;
        for &(low, high) in &self.0 {
            if next < low {
                gaps.push((next, low - 1));
            }
            next = high.saturating_add(1);
        }
        if next <= MAX_RUNE {
            gaps.push((next, MAX_RUNE));
        }
        Self(gaps)
    }

    pub(super) fn contains(&self, rune: Rune) -> bool {
        let at = self.0.partition_point(|&(_, high)| high < rune);
        self.0.get(at).is_some_and(|&(low, _)| low <= rune)
    }

    pub(super) fn is_full(&self) -> bool {
        self.0 == [(0, MAX_RUNE)]
    }

    /// Whether this is everything but the line feed.
    pub(super) fn is_full_but_line_feed(&self) -> bool {
        self.0 == [(0, 0x09), (0x0B, MAX_RUNE)]
    }
}

/// A character class: its code points, and how the pattern writes them, which is shorter.
///
/// `[\pL_]` has 1,300 numbers and says them with a table that all patterns share and one range of its own.
#[derive(Debug, Clone)]
pub(super) struct Class {
    pub(super) set: RuneSet,
    /// The class is their union.
    pub(super) terms: Vec<Term>,
}

/// What one pair of brackets says, or one escape.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(super) struct Term {
    pub(super) negated: bool,
    /// Whether the case variants of its own ranges are in it, too.
    pub(super) folds: bool,
    pub(super) own: Vec<(Rune, Rune)>,
    pub(super) tables: Vec<Table>,
}

/// A set that `\p{…}` names; there is one of each name.
#[derive(Debug, Clone)]
pub(super) struct Table {
    pub(super) set: Arc<RuneSet>,
    pub(super) negated: bool,
}

impl PartialEq for Table {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.set, &other.set) && self.negated == other.negated
    }
}

impl Eq for Table {}

impl Hash for Table {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (Arc::as_ptr(&self.set), self.negated).hash(state);
    }
}

/// Two classes are the same when their code points are.
impl PartialEq for Class {
    fn eq(&self, other: &Self) -> bool {
        self.set == other.set
    }
}

impl Eq for Class {}

impl Class {
    /// A class that says its ranges one by one.
    pub(super) fn of_ranges(set: RuneSet) -> Self {
        let terms = vec![Term { own: set.ranges().to_vec(), ..Term::default() }];
        Self { set, terms }
    }

    pub(super) fn of_table(set: RuneSet, table: Table) -> Self {
        Self { set, terms: vec![Term { tables: vec![table], ..Term::default() }] }
    }

    /// The code points of both.
    pub(super) fn union(self, other: Self) -> Self {
        let mut ranges = self.set.0;
        ranges.extend(other.set.0);
        let mut terms = self.terms;
        for term in other.terms {
            let joins = |known: &&mut Term| !known.negated && !term.negated && known.folds == term.folds;
            match terms.iter_mut().find(joins) {
                Some(known) => known.add(term),
                None => terms.push(term),
            }
        }
        Self { set: RuneSet::new(ranges), terms }
    }
}

impl Term {
    pub(super) fn add(&mut self, other: Self) {
        self.own.extend(other.own);
        self.tables.extend(other.tables);
    }
}
