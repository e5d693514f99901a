//! Things by the names of members: binary searches, which members that come in order do not need.
//!
//! Knows nothing of: everything.

/// Things by name.
#[derive(Clone, Debug)]
pub(crate) struct ByName<T> {
    /// Sorted by name.
    entries: Vec<(Box<str>, T)>,
}

/// Where the next name is looked for first: behind the one that was found last.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Next(usize);

impl<T> Default for ByName<T> {
    fn default() -> Self {
        Self { entries: Vec::new() }
    }
}

impl<N: Into<Box<str>>, T> FromIterator<(N, T)> for ByName<T> {
    fn from_iter<I: IntoIterator<Item = (N, T)>>(things: I) -> Self {
        let mut entries: Vec<_> = things.into_iter().map(|(name, thing)| (name.into(), thing)).collect();
        entries.sort_by(|(one, _), (other, _)| one.cmp(other));
        Self { entries }
    }
}

impl<T> ByName<T> {
    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &T)> {
        self.entries.iter().map(|(name, thing)| (name.as_ref(), thing))
    }

    pub(crate) fn get(&self, name: &str) -> Option<&T> {
        self.entries.get(self.position(name)?).map(|(_, thing)| thing)
    }

    /// As [`Self::get`], sooner for names that come in order.
    pub(crate) fn get_next(&self, name: &str, next: &mut Next) -> Option<&T> {
        let found = match self.entries.get(next.0) {
            Some((guess, _)) if **guess == *name => next.0,
            _ => self.position(name)?,
        };
        next.0 = found + 1;
        self.entries.get(found).map(|(_, thing)| thing)
    }

    fn position(&self, name: &str) -> Option<usize> {
        self.entries.binary_search_by(|(candidate, _)| (**candidate).cmp(name)).ok()
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
