//! Whether many things are all different, in time and memory that grow with their number.
//!
//! Their hashes are sorted, and only those that have the same one are compared: a table of the things themselves is read and
//! written all over, which memory larger than the cache makes slow.
//!
//! Knows nothing of: everything.

use std::hash::{BuildHasher, Hash, RandomState};

/// Whether no two of the things are equal; each may be asked for more than once.
pub(crate) fn are_distinct<T: Hash + PartialEq>(count: usize, thing: impl Fn(usize) -> T) -> bool {
    /// So few are compared with each other sooner than hashed.
    const FEW: usize = 8;
    if count <= FEW {
        let few: Vec<_> = (0..count).map(thing).collect();
        return differ(few.len(), |index| few.get(index));
    }
    let random = RandomState::new();
    let mut hashes: Vec<_> = (0..count).map(|index| (random.hash_one(thing(index)), index)).collect();
    hashes.sort_unstable();
    let mut alike = hashes.chunk_by(|one, other| one.0 == other.0).filter(|alike| alike.len() > 1);
    alike.all(|alike| differ(alike.len(), |index| alike.get(index).map(|(_, index)| thing(*index))))
}

/// Compares each with each. Things of one hash are equal, but for an accident: the first two decide.
fn differ<T: PartialEq>(count: usize, thing: impl Fn(usize) -> T) -> bool {
    (0..count).all(|index| {
        let one = thing(index);
        (0..index).all(|other| thing(other) != one)
    })
}

#[cfg(test)]
mod tests {
    use std::hash::Hasher;

    use super::*;

    /// A thing, and how many hashes there are.
    #[derive(PartialEq)]
    struct Thing(usize, usize);

    impl Hash for Thing {
        fn hash<H: Hasher>(&self, state: &mut H) {
            state.write_usize(self.0 % self.1);
        }
    }

    #[test]
    fn two_that_are_equal_are_found_wherever_they_stand() {
        for (count, hashes) in (0..24).flat_map(|count| [1, 3, 99].map(|hashes| (count, hashes))) {
            assert!(are_distinct(count, |index| Thing(index, hashes)), "{count} {hashes}");
            for (one, other) in (0..count).flat_map(|one| (0..one).map(move |other| (one, other))) {
                let thing = |index| Thing(if index == one { other } else { index }, hashes);
                assert!(!are_distinct(count, thing), "{one} and {other} of {count}, {hashes}");
            }
        }
    }
}
