//! A set of places of a program that is emptied in proportion to what is in it.
//!
//! Knows nothing of: programs, what is matched.

/// The places that were reached.
#[derive(Default)]
pub(super) struct Places {
    /// A bit for each place.
    reached: Vec<u64>,
    /// The places, so that their bits can be taken back one by one.
    marked: Vec<u32>,
}

impl Places {
    pub(super) fn make_room(&mut self, places: usize) {
        let words = places.div_ceil(u64::BITS as usize);
        if self.reached.len() < words {
            self.reached.resize(words, 0);
        }
    }

    /// Whether the place is a new one.
    #[inline]
    pub(super) fn mark(&mut self, place: u32) -> bool {
        let Some(word) = self.reached.get_mut((place / u64::BITS) as usize) else { return false };
        let bit = 1 << (place % u64::BITS);
        let is_new = *word & bit == 0;
        if is_new {
            *word |= bit;
            self.marked.push(place);
        }
        is_new
    }

    pub(super) fn clear(&mut self) {
        for place in self.marked.drain(..) {
            if let Some(word) = self.reached.get_mut((place / u64::BITS) as usize) {
                *word = 0;
            }
        }
    }

    pub(super) fn shrink_to(&mut self, kept: usize) {
        self.marked.shrink_to(kept);
    }
}
