//! Things by the names of fields: binary searches, which fields that come in order do not need.
//!
//! Knows nothing of: everything.

use std::cmp::Ordering;
use std::ops::Range;

use serde_json::{Map, Value};

/// So few names are looked through sooner than searched.
const FEW: usize = 8;

/// Names side by side, so that a search stays in few lines of the cache.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    string: Box<str>,
    /// Where each name ends.
    ends: Box<[usize]>,
}

/// Where the next name is looked for first: behind the one that was found last.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Next(usize);

impl<N: AsRef<str>> FromIterator<N> for Names {
    fn from_iter<I: IntoIterator<Item = N>>(names: I) -> Self {
        let mut string = String::new();
        let mut end = |name: N| {
            string.push_str(name.as_ref());
            string.len()
        };
        let ends = names.into_iter().map(&mut end).collect();
        Self { string: string.into(), ends }
    }
}

impl Names {
    pub(crate) fn name(&self, position: usize) -> &str {
        self.string.get(self.place(position)).unwrap_or_default()
    }

    fn place(&self, position: usize) -> Range<usize> {
        let end = |position: usize| self.ends.get(position).copied().unwrap_or_default();
        position.checked_sub(1).map_or(0, end)..end(position)
    }

    /// Whether the name at this position is `name`.
    fn is(&self, position: usize, name: &str) -> bool {
        self.string.as_bytes().get(self.place(position)).is_some_and(|own| same(own, name.as_bytes()))
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Where the name stands in a range of names that are sorted.
    pub(crate) fn find(&self, within: Range<usize>, name: &str) -> Option<usize> {
        if within.len() <= FEW {
            return within.into_iter().find(|position| self.is(*position, name));
        }
        let Range { start: mut low, end: mut high } = within;
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

    /// As [`Self::find`], sooner for names that come in order.
    pub(crate) fn find_next(&self, within: Range<usize>, name: &str, next: &mut Next) -> Option<usize> {
        let (start, expected) = (within.start, within.start + next.0);
        let is_next = within.contains(&expected) && self.is(expected, name);
        let found = if is_next { expected } else { self.find(within, name)? };
        next.0 = found - start + 1;
        Some(found)
    }
}

/// Whether two names are the same: most are too short for a call of `memcmp` to pay.
#[inline]
pub(crate) fn same(one: &[u8], other: &[u8]) -> bool {
    if one.len() != other.len() {
        return false;
    }
    match one.len() {
        0..4 => one.iter().eq(other),
        // Two pieces that may overlap are the whole.
        4..8 => one.first_chunk::<4>() == other.first_chunk() && one.last_chunk::<4>() == other.last_chunk(),
        8..=16 => {
            one.first_chunk::<8>() == other.first_chunk() && one.last_chunk::<8>() == other.last_chunk()
        }
        _ => one == other,
    }
}

/// As `fields.get(name)`, sooner where there are few: names of another length differ without a look at them.
#[inline]
pub(crate) fn field<'v>(fields: &'v Map<String, Value>, name: &str) -> Option<&'v Value> {
    if fields.len() > FEW {
        return fields.get(name);
    }
    let is_it = |(own, _): &(&String, &Value)| same(own.as_bytes(), name.as_bytes());
    fields.iter().find(is_it).map(|(_, value)| value)
}

/// Things by name.
#[derive(Clone, Debug)]
pub(crate) struct ByName<T> {
    /// Sorted.
    names: Names,
    /// One for each name.
    things: Vec<T>,
}

impl<T> Default for ByName<T> {
    fn default() -> Self {
        Self { names: Names::default(), things: Vec::new() }
    }
}

impl<N: AsRef<str>, T> FromIterator<(N, T)> for ByName<T> {
    fn from_iter<I: IntoIterator<Item = (N, T)>>(things: I) -> Self {
        let mut things: Vec<_> = things.into_iter().collect();
        things.sort_by(|(one, _), (other, _)| one.as_ref().cmp(other.as_ref()));
        let names = things.iter().map(|(name, _)| name.as_ref()).collect();
        Self { names, things: things.into_iter().map(|(_, thing)| thing).collect() }
    }
}

impl<T> ByName<T> {
    pub(crate) fn is_empty(&self) -> bool {
        self.things.is_empty()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &T)> {
        self.things.iter().enumerate().map(|(position, thing)| (self.names.name(position), thing))
    }

    pub(crate) fn get(&self, name: &str) -> Option<&T> {
        self.things.get(self.names.find(0..self.things.len(), name)?)
    }

    /// As [`Self::get`], sooner for names that come in order.
    pub(crate) fn get_next(&self, name: &str, next: &mut Next) -> Option<&T> {
        self.things.get(self.names.find_next(0..self.things.len(), name, next)?)
    }
}

#[cfg(test)]
mod tests {
    use super::{ByName, Next, same};

    #[test]
    fn names_are_found_in_any_order() {
        let things: ByName<usize> = [("c", 2), ("a", 0), ("b", 1)].into_iter().collect();
        for order in [["a", "b", "c"], ["c", "b", "a"], ["b", "b", "c"], ["a", "x", "b"], ["a", "ab", "c"]] {
            let mut next = Next::default();
            for name in order {
                assert_eq!(things.get_next(name, &mut next), things.get(name), "{name} of {order:?}");
            }
        }
        assert_eq!(things.get("b"), Some(&1));
        assert_eq!(things.get("x"), None);
        assert!(things.iter().map(|(name, _)| name).eq(["a", "b", "c"]));
    }

    #[test]
    fn one_other_byte_makes_another_name() {
        let name: Vec<u8> = (b'a'..=b'z').collect();
        for length in 0..=name.len() {
            let name = &name[..length];
            assert!(same(name, &[name, b""].concat()), "{length}");
            assert!(!same(name, &[name, b"x"].concat()), "{length}");
            for position in 0..length {
                let mut other = name.to_vec();
                other[position] = b'-';
                assert!(!same(name, &other), "{position} of {length}");
            }
        }
    }

    #[test]
    fn names_that_begin_alike_are_distinguished() {
        let names = ["", "\0", "a", "a\0", "container", "containerPort", "containers", "é", "\u{ffff}"];
        let things: ByName<usize> = names.into_iter().zip(0..).collect();
        for (position, name) in names.iter().enumerate() {
            assert_eq!(things.get(name), Some(&position), "{name:?}");
            for from in 0..=names.len() {
                assert_eq!(things.get_next(name, &mut Next(from)), Some(&position), "{name:?} from {from}");
            }
        }
        for name in ["\0\0", "containe", "container\0", "containersX", "zzzzzzzzz"] {
            assert_eq!(things.get(name), None, "{name:?}");
        }
    }
}
