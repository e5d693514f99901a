//! What a server declares of values to CEL: their types, how large they can be, and how often they occur.
//!
//! Source: `apiserver pkg/cel/common/schemas.go`, `apiextensions-apiserver pkg/apiserver/schema/cel/compilation.go`.
//!
//! Knows nothing of: expressions, mutability, profiles, values.

mod bounds;
mod decl;
mod names;
mod occurrences;
#[cfg(feature = "serve")]
mod site;
mod size;

pub(crate) use bounds::{Priced, REGIMES};
pub(crate) use decl::Decl;
#[cfg(feature = "serve")]
pub(crate) use names::unescaped;
pub(crate) use names::{breaks_equality, escaped, field_path_step};
pub(crate) use occurrences::occurrences;
#[cfg(feature = "serve")]
pub(crate) use site::{Site, Typed};
pub(crate) use size::{Bound, Sizes, is_typed};

/// What one rule may be estimated at, over all places where it can occur (`apis/apiextensions/validation`,
/// `StaticEstimatedCostLimit`).
pub(crate) const RULE_LIMIT: u64 = 10_000_000;
/// What all rules of one schema may be estimated at (`StaticEstimatedCRDCostLimit`).
pub(crate) const SCHEMA_LIMIT: u64 = 100_000_000;
/// What one evaluation may cost (`apiserver pkg/apis/cel/config.go`, `PerCallLimit`).
pub(crate) const CALL_LIMIT: u64 = 1_000_000;
/// What all evaluations for one object may cost (`RuntimeCELCostBudget`).
pub(crate) const OBJECT_LIMIT: u64 = 10_000_000;
