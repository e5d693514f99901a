//! Values with their types: validated, merged, compared, and cut.
//!
//! Source: `structured-merge-diff typed/`.
//!
//! Knows nothing of: managers, metadata, requests.

mod compare;
mod element;
mod errors;
mod fields;
mod lists;
mod merge;
mod reconcile;
mod remove;
mod validate;

pub(super) use compare::{Comparison, compare};
pub(super) use fields::{field_set, with_named_fields};
pub(super) use merge::merge;
pub(super) use reconcile::reconciled;
pub(super) use remove::remove;
pub(super) use validate::{Duplicates, validate};
