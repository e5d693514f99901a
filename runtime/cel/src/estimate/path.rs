//! Paths from a variable to the value of an expression.
//!
//! **Quirk**: a path is a Go slice that grows by `append`, so that paths with one beginning may share what follows it, and the
//! step that was written last counts (cel-go `checker/cost.go`, `costSelect`, `pushIterKey`). Estimates of nested loops depend
//! on that.

use std::sync::Arc;

pub(super) const ITEMS: &str = "@items";
pub(super) const VALUES: &str = "@values";
pub(super) const KEYS: &str = "@keys";
pub(super) const INDICES: &str = "@indices";

/// The first steps of an array.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Path {
    array: usize,
    length: usize,
}

impl Path {
    /// The path of a value that no variable leads to.
    pub(crate) const NONE: Self = Self { array: 0, length: 0 };
}

/// All arrays of an estimate; each is as long as Go makes it.
pub(super) struct Paths {
    arrays: Vec<Vec<Arc<str>>>,
}

impl Paths {
    pub(super) fn new() -> Self {
        Self { arrays: vec![Vec::new()] }
    }

    /// The path with one more step.
    pub(super) fn append(&mut self, path: Path, step: Arc<str>) -> Path {
        let length = path.length + 1;
        let here = self.arrays.get_mut(path.array);
        if let Some(free) = here.and_then(|array| array.get_mut(path.length)) {
            *free = step;
            return Path { length, ..path };
        }
        let mut grown = self.steps(path).to_vec();
        grown.push(step);
        grown.resize(length.next_power_of_two(), Arc::from(""));
        self.arrays.push(grown);
        Path { array: self.arrays.len() - 1, length }
    }

    pub(super) fn steps(&self, path: Path) -> &[Arc<str>] {
        self.arrays.get(path.array).and_then(|array| array.get(..path.length)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Path, Paths};

    /// Go doubles what is full: behind three steps there is room for one.
    #[test]
    fn the_step_written_last_behind_a_shared_beginning_counts() {
        let mut paths = Paths::new();
        let mut at = Path::NONE;
        for (step, others) in [("a", false), ("b", false), ("c", false), ("d", true), ("e", false)] {
            let (one, other) = (paths.append(at, Arc::from(step)), paths.append(at, Arc::from("other")));
            let expected = if others { "other" } else { step };
            assert_eq!(paths.steps(one).last().map(|step| &**step), Some(expected));
            assert_eq!(paths.steps(other).last().map(|step| &**step), Some("other"));
            at = paths.append(at, Arc::from(step));
        }
    }
}
