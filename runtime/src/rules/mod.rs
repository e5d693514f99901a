//! The CEL rules of a schema, evaluated as a server evaluates them.
//!
//! Source: `apiextensions-apiserver pkg/apiserver/schema/cel/validation.go`.
//!
//! Knows nothing of: what expressions cost before they run, definitions, requests.

mod correlation;
mod evaluation;
mod expression;
mod prepared;
mod values;

use serde_json::Value;

use crate::path::FieldPath;
use crate::schema::{SchemaNode, StructuralSchema};
use crate::server_version::ServerVersion;
use crate::violation::Violations;
use correlation::Correlation;
use evaluation::Evaluation;
use prepared::Node;

pub use expression::{
    Expression, ExpressionError, ExpressionOutcome, ExpressionPart, ExpressionResult, SchemaRule,
};

/// What all evaluations on one object may cost.
///
/// Source: `apiserver pkg/apis/cel/config.go`, `RuntimeCELCostBudget`.
const BUDGET: i64 = 10_000_000;

/// The CEL rules of a schema, compiled for a server and ready to run.
///
/// [`ServedVersion`](crate::ServedVersion) runs them at their place among the other checks; this is the step by itself.
///
/// ```
/// use crd_schema::cel::RuleValidator;
/// use crd_schema::{ServerVersion, StructuralSchema};
/// use serde_json::json;
///
/// let props = serde_json::from_value(json!({"type": "object", "properties": {"spec": {
///     "type": "object",
///     "properties": {"replicas": {"type": "integer"}},
///     "x-kubernetes-validations": [{"rule": "self.replicas >= oldSelf.replicas", "message": "may only grow"}],
/// }}}))?;
/// let schema = StructuralSchema::try_from(&props)?;
/// let rules = RuleValidator::new(&schema, ServerVersion::default()).expect("there is a rule");
/// let object = |replicas: i32| json!({"spec": {"replicas": replicas}});
/// let verdict = rules.validate(&object(1), Some(&object(2)));
/// assert_eq!(verdict.violations.to_string(), "spec: Invalid value: may only grow");
/// assert!(rules.validate(&object(3), Some(&object(2))).violations.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Source: `apiextensions-apiserver pkg/apiserver/schema/cel/validation.go`, `Validator`.
#[derive(Debug)]
pub struct RuleValidator {
    schema: Box<SchemaNode>,
    node: Node,
    server: ServerVersion,
}

/// What rules say of an object.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RuleVerdict {
    /// What a server refuses the object for.
    pub violations: Violations,
    /// What is wrong and was so before: a server accepts it with a warning.
    pub warnings: Violations,
    /// What is left of the budget of an object, in the units of a server's limits; -1 where it did not suffice.
    pub remaining_budget: i64,
}

/// What the root of the values is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// A whole object, with metadata.
    Resource,
    /// A value of one.
    Value,
}

impl RuleValidator {
    /// Compiles the rules of the schema of whole objects; `None` if there are none.
    pub fn new(schema: &StructuralSchema, server: ServerVersion) -> Option<Self> {
        Self::of(schema.root(), Place::Resource, server)
    }

    /// Compiles the rules of the schema of a value that is no whole object; `None` if there are none.
    ///
    /// ```
    /// use crd_schema::cel::RuleValidator;
    /// use crd_schema::{ServerVersion, StructuralSchema};
    /// use serde_json::json;
    ///
    /// let props = serde_json::from_value(json!({
    ///     "type": "object",
    ///     "properties": {"min": {"type": "integer"}, "max": {"type": "integer"}},
    ///     "x-kubernetes-validations": [{"rule": "self.min <= self.max"}],
    /// }))?;
    /// let schema = StructuralSchema::try_from(&props)?;
    /// let rules = RuleValidator::of_value(&schema, ServerVersion::default()).expect("there is a rule");
    /// let verdict = rules.validate(&json!({"min": 3, "max": 2}), None);
    /// assert_eq!(verdict.violations.to_string(), "<nil>: Invalid value: failed rule: self.min <= self.max");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_value(schema: &StructuralSchema, server: ServerVersion) -> Option<Self> {
        Self::of(schema.root(), Place::Value, server)
    }

    fn of(schema: &SchemaNode, place: Place, server: ServerVersion) -> Option<Self> {
        if !schema.any(&|node| !node.rules().is_empty()) {
            return None;
        }
        let node = prepared::root(schema, place, server)?;
        Some(Self { schema: Box::new(schema.clone()), node, server })
    }

    /// Evaluates the rules on a value, and on the old one if there is one.
    ///
    /// Properties and entries are visited by name; upstream's order is random.
    pub fn validate(&self, new: &Value, old: Option<&Value>) -> RuleVerdict {
        // Unchanged values are ratcheted since 1.30 (`features/kube_features.go`, `CRDValidationRatcheting`).
        let ratcheted = old.filter(|_| self.server >= ServerVersion::V1_30);
        let correlation = Correlation::of(&self.schema, new, ratcheted);
        let verdict = self.evaluated(new, old, &correlation, &FieldPath::ROOT, BUDGET);
        RuleVerdict {
            violations: verdict.violations.printed_by(self.server),
            warnings: verdict.warnings.printed_by(self.server),
            ..verdict
        }
    }

    fn evaluated<'v>(
        &'v self,
        new: &'v Value,
        old: Option<&'v Value>,
        correlation: &Correlation<'v>,
        path: &FieldPath<'_>,
        budget: i64,
    ) -> RuleVerdict {
        let mut evaluation = Evaluation::new(self.server, budget);
        evaluation.node(&self.node, &self.schema, new, old.filter(|old| !old.is_null()), correlation, path);
        evaluation.verdict()
    }
}

/// Evaluates the rules of all defaults of a schema, which share a budget.
///
/// Source: `apiextensions-apiserver pkg/apiserver/schema/defaulting/validation.go`, `validate`.
#[derive(Debug)]
pub(crate) struct DefaultRules {
    server: ServerVersion,
    remaining: i64,
}

impl DefaultRules {
    pub(crate) fn new(server: ServerVersion) -> Self {
        Self { server, remaining: BUDGET }
    }

    /// Whether the budget is spent: a server looks at no further default.
    pub(crate) fn is_spent(&self) -> bool {
        self.remaining < 0
    }

    /// Evaluates the rules of a node on its default, as an update that changes nothing and, since 1.30, as a new value.
    pub(crate) fn check(
        &mut self,
        schema: &SchemaNode,
        place: Place,
        default: &Value,
        path: &FieldPath<'_>,
    ) -> Violations {
        let Some(rules) = RuleValidator::of(schema, place, self.server) else { return Violations::new() };
        let evaluated = |old| rules.evaluated(default, old, &Correlation::default(), path, self.remaining);
        let mut verdict = evaluated(Some(default));
        if verdict.violations.is_empty() && self.server >= ServerVersion::V1_30 {
            let as_new = evaluated(None);
            verdict.violations = as_new.violations;
            verdict.remaining_budget = verdict.remaining_budget.min(as_new.remaining_budget);
        }
        self.remaining = verdict.remaining_budget;
        verdict.violations
    }
}
