//! Random tapes: the generator of pseudo-random numbers is `SplitMix64`, so that a seed means the same everywhere.

/// A stream of tapes.
pub struct Random(u64);

impl Random {
    /// Other tapes for each name.
    pub fn new(seed: u64, name: &str) -> Self {
        Self(name.bytes().fold(seed, |state, byte| state.wrapping_mul(31).wrapping_add(byte.into())))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() >> 40).unwrap_or(0) % limit
    }

    /// A tape of up to 1,200 bytes, short ones as often as long ones.
    pub fn tape(&mut self) -> Vec<u8> {
        let longest = [200, 600, 1200][self.below(3)];
        let length = 1 + self.below(longest);
        let mut tape = Vec::with_capacity(length + 8);
        while tape.len() < length {
            tape.extend(self.next().to_be_bytes());
        }
        tape
    }
}
