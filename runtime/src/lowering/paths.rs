//! The ways by which the estimate looks up sizes.
//!
//! **Quirk**: a way is a Go slice that grows by `append`, so that ways with one beginning may share what is behind it,
//! and the last one that was written counts (cel-go `checker/cost.go`, `costSelect`, `pushIterKey`). Estimates of loops in
//! loops depend on that.
//!
//! Knows nothing of: expressions.

use crate::declared::{Decl, Sizes};

/// The step to an item of a list or a value of a map.
pub(super) const ELEMENT: &str = "@items";
/// The step to a key of a map.
pub(super) const KEY: &str = "@keys";
/// The step to the position of an item, which nothing declares.
pub(super) const POSITION: &str = "@indices";

/// A way: the first steps of an array.
#[derive(Clone, Copy)]
pub(super) struct Path {
    array: usize,
    length: usize,
}

impl Path {
    /// That of what a function gives.
    pub(super) const NONE: Self = Self { array: 0, length: 0 };
}

/// All arrays of an estimate; each is as long as Go makes it.
pub(super) struct Paths<'s, 'e> {
    root: Decl<'s>,
    arrays: Vec<Vec<&'e str>>,
}

impl<'s, 'e> Paths<'s, 'e> {
    pub(super) fn new(root: Decl<'s>) -> Self {
        Self { root, arrays: vec![Vec::new()] }
    }

    /// The way with one more step.
    pub(super) fn append(&mut self, path: Path, step: &'e str) -> Path {
        let length = path.length.saturating_add(1);
        let here = self.arrays.get_mut(path.array);
        if let Some(free) = here.and_then(|array| array.get_mut(path.length)) {
            *free = step;
            return Path { length, ..path };
        }
        let mut grown: Vec<&'e str> = self.steps(path).to_vec();
        grown.push(step);
        grown.resize(length.next_power_of_two(), "");
        self.arrays.push(grown);
        Path { array: self.arrays.len().saturating_sub(1), length }
    }

    /// What the way leads to now.
    ///
    /// **Quirk**: the first step is dropped for the name of a variable, although the way of what a function gives begins
    /// without one (`compilation.go`, `EstimateSize`).
    pub(super) fn declared(&self, path: Path) -> Option<Decl<'s>> {
        let (_, steps) = self.steps(path).split_first()?;
        self.root.at(steps.iter().copied())
    }

    pub(super) fn size(&self, path: Path, sizes: Sizes<'_>) -> Option<u64> {
        self.declared(path).map(|decl| decl.largest(sizes))
    }

    fn steps(&self, path: Path) -> &[&'e str] {
        self.arrays.get(path.array).and_then(|array| array.get(..path.length)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::{Path, Paths};
    use crate::declared::Decl;

    /// Go doubles what is full: behind three steps there is room for one.
    #[test]
    fn what_is_written_last_behind_a_shared_beginning_counts() {
        let mut paths = Paths::new(Decl::String(0));
        let mut at = Path::NONE;
        let mut steps = Vec::new();
        for (step, others) in [("a", false), ("b", false), ("c", false), ("d", true), ("e", false)] {
            let (one, other) = (paths.append(at, step), paths.append(at, "other"));
            let expected = if others { "other" } else { step };
            assert_eq!(paths.steps(one).last(), Some(&expected), "behind {steps:?}");
            assert_eq!(paths.steps(other).last(), Some(&"other"));
            at = paths.append(at, step);
            steps.push(step);
        }
    }
}
