//! Things by the names of members: binary searches, which members that come in order do not need.
//!
//! Knows nothing of: everything.

use std::cmp::Ordering;

/// Things by name.
#[derive(Clone, Debug)]
pub(crate) struct ByName<T> {
    /// All names side by side, so that a search stays in few lines of the cache.
    names: Box<str>,
    /// Sorted by name; where each name ends.
    entries: Vec<(usize, T)>,
}

/// Where the next name is looked for first: behind the one that was found last.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Next(usize);

impl<T> Default for ByName<T> {
    fn default() -> Self {
        Self { names: Box::default(), entries: Vec::new() }
    }
}

impl<N: AsRef<str>, T> FromIterator<(N, T)> for ByName<T> {
    fn from_iter<I: IntoIterator<Item = (N, T)>>(things: I) -> Self {
        let mut things: Vec<_> = things.into_iter().collect();
        things.sort_by(|(one, _), (other, _)| one.as_ref().cmp(other.as_ref()));
        let mut names = String::new();
        let mut entry = |(name, thing): (N, T)| {
            names.push_str(name.as_ref());
            (names.len(), thing)
        };
        let entries = things.into_iter().map(&mut entry).collect();
        Self { names: names.into(), entries }
    }
}

impl<T> ByName<T> {
    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &T)> {
        self.entries.iter().enumerate().map(|(position, (_, thing))| (self.name(position), thing))
    }

    pub(crate) fn get(&self, name: &str) -> Option<&T> {
        self.entries.get(self.position(name)?).map(|(_, thing)| thing)
    }

    /// As [`Self::get`], sooner for names that come in order.
    pub(crate) fn get_next(&self, name: &str, next: &mut Next) -> Option<&T> {
        let is_next = next.0 < self.entries.len() && self.name(next.0) == name;
        let found = if is_next { next.0 } else { self.position(name)? };
        next.0 = found + 1;
        self.entries.get(found).map(|(_, thing)| thing)
    }

    fn position(&self, name: &str) -> Option<usize> {
        let (mut low, mut high) = (0, self.entries.len());
        while low < high {
            let middle = low.midpoint(high);
            match self.name(middle).cmp(name) {
                Ordering::Less => low = middle + 1,
                Ordering::Equal => return Some(middle),
                Ordering::Greater => high = middle,
            }
        }
        None
    }

    fn name(&self, position: usize) -> &str {
        let end = |position: usize| self.entries.get(position).map_or(0, |(end, _)| *end);
        let start = position.checked_sub(1).map_or(0, end);
        self.names.get(start..end(position)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::{ByName, Next};

    #[test]
    fn names_are_found_in_any_order() {
        let things: ByName<usize> = [("c", 2), ("a", 0), ("b", 1)].into_iter().collect();
        for order in [["a", "b", "c"], ["c", "b", "a"], ["b", "b", "c"], ["a", "x", "b"]] {
            let mut next = Next::default();
            for name in order {
                assert_eq!(things.get_next(name, &mut next), things.get(name), "{name} of {order:?}");
            }
        }
        assert_eq!(things.get("b"), Some(&1));
        assert_eq!(things.get("x"), None);
        assert!(things.iter().map(|(name, _)| name).eq(["a", "b", "c"]));
    }
}
