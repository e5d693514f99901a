//! Sets of code points. Surrogates are members like any other, as in Go.

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
