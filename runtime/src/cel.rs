//! CEL rules of schemas: evaluate them, evaluate one expression, estimate what rules cost.
//!
//! | question | item |
//! |---|---|
//! | Which rules does an object break? | [`RuleValidator`] |
//! | What is the value of an expression, and why is it false? | [`Expression`] |
//! | What may the rules of a schema, or of a CRD, cost? | [`rule_costs`], [`definition_costs`] |
//!
//! The language itself is the crate `crd-schema-cel`.

pub use crate::costs::{RuleCost, rule_costs};
pub use crate::crd::definition_costs;
pub use crate::rules::{
    Expression, ExpressionError, ExpressionOutcome, ExpressionPart, ExpressionResult, RuleValidator,
    RuleVerdict, SchemaRule,
};
