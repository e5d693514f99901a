//! Expressions over a schema, and what a server estimates them at.
//!
//! A server refuses a definition whose rules may cost too much, and estimates them from the bounds of the schema. Here
//! is the same estimate for any expression, on any known minor.
//!
//! Source: `apiserver pkg/cel/common/schemas.go`, `apiextensions-apiserver pkg/apiserver/schema/cel/compilation.go`, cel-go
//! `checker/cost.go`.
//!
//! Knows nothing of: mutability, profiles, values.

mod bounds;
mod cost;
mod decl;
mod expr;
mod functions;
mod names;
mod occurrences;
mod parse;
mod paths;
mod report;
mod site;
mod size;
mod token;
mod value;

pub(crate) use bounds::{Priced, REGIMES};
pub(crate) use cost::{Old, Root, cost};
#[cfg(feature = "serve")]
pub(crate) use decl::Decl;
pub(crate) use expr::{Expr, Op};
#[cfg(feature = "serve")]
pub(crate) use names::unescaped;
pub(crate) use names::{breaks_equality, escaped, field_path_step};
pub(crate) use occurrences::occurrences;
pub(crate) use parse::{parse, syntax_error};
pub use report::{RuleCost, rule_costs};
#[cfg(feature = "lint")]
pub(crate) use report::{advice, each_rule, rule_cost};
#[cfg(feature = "lint")]
pub(crate) use site::Site;
#[cfg(feature = "lint")]
pub(crate) use site::Typed;
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
