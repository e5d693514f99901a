//! Longer texts than the documentation of an item has room for.
//!
//! Knows nothing of: anything; there is no code here.

// The recipes are compiled and run by the examples, which have what they need.
#[cfg(feature = "serve")]
#[doc = include_str!("from_bytes_to_store.md")]
#[doc = "```ignore"]
#[doc = include_str!("recipe_axum.in")]
#[doc = "```\n"]
#[doc = include_str!("recipe_kube.md")]
#[doc = "```ignore"]
#[doc = include_str!("recipe_kube.in")]
#[doc = "```\n"]
#[doc = include_str!("after_recipes.md")]
pub mod from_bytes_to_store {}

#[doc = include_str!("unknown_minors.md")]
pub mod unknown_minors {}
