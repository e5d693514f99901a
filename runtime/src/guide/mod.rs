//! Longer texts than the documentation of an item has room for.
//!
//! Knows nothing of: anything; there is no code here.

#[doc = include_str!("from_bytes_to_store.md")]
pub mod from_bytes_to_store {}

#[doc = include_str!("unknown_minors.md")]
pub mod unknown_minors {}
