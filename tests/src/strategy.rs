//! What proptest draws; apart from what is made of it, which fuzzers use too.

use proptest::collection::vec;
use proptest::prelude::{Strategy, any};

/// The bytes of tapes, up to `longest` of them.
pub fn tape(longest: usize) -> impl Strategy<Value = Vec<u8>> {
    vec(any::<u8>(), 0..longest)
}
