//! What an expression gives, or why it gives nothing.
//!
//! Knows nothing of: schemas, evaluation.

use serde_json::Value;

use crate::path::FieldPathBuf;

/// Why an expression cannot be evaluated.
///
/// ```
/// use crd_schema::cel::{Expression, ExpressionError};
/// use crd_schema::schema::Rule;
/// use crd_schema::{SchemaBuilder, ServerVersion};
///
/// let schema = SchemaBuilder::object().property("size", SchemaBuilder::integer()).build()?;
/// let compile = |path, source| Expression::compile(&schema, path, &Rule::new(source), ServerVersion::NEWEST);
/// assert!(matches!(compile("weight", "true"), Err(ExpressionError::Path(_))));
/// let error = compile("size", "self > ''").unwrap_err();
/// assert!(error.to_string().starts_with("compilation failed: ERROR: <input>:1:6: found no matching overload"));
/// # Ok::<(), crd_schema::Violations>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExpressionError {
    /// The path cannot be read, or leads to nothing that the schema has.
    #[error("{0}")]
    Path(String),
    /// A server looks for no rules there.
    #[error("a server evaluates no rules there: the value, or one above it, has no type")]
    Untyped,
    /// The expression does not compile, in the server's words.
    #[error("{0}")]
    Compile(String),
}

/// What an expression gave for one value.
///
/// ```
/// use crd_schema::cel::Expression;
/// use crd_schema::schema::Rule;
/// use crd_schema::{SchemaBuilder, ServerVersion};
///
/// let schema = SchemaBuilder::object().property("size", SchemaBuilder::integer()).build()?;
/// let expression = Expression::compile(&schema, "size", &Rule::new("self + 1"), ServerVersion::NEWEST)?;
/// let results = expression.evaluate(&serde_json::json!({"size": 2}), None);
/// assert_eq!((results[0].path.to_string(), results[0].cost), ("size".to_owned(), 2));
/// assert!(expression.evaluate(&serde_json::json!({}), None).is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ExpressionResult {
    /// Where the value stands.
    pub path: FieldPathBuf,
    /// The value of the expression, or why there is none.
    pub outcome: ExpressionOutcome,
    /// What the evaluation cost, in the units of a server's limits.
    pub cost: u64,
    /// What the parts gave that the top `&&` joins, where the expression is false or fails; none where there is only the
    /// whole and it is no comparison.
    pub parts: Vec<ExpressionPart>,
}

/// The value of an expression, or why there is none.
///
/// ```
/// use crd_schema::cel::{Expression, ExpressionOutcome};
/// use crd_schema::schema::Rule;
/// use crd_schema::{SchemaBuilder, ServerVersion};
///
/// let schema = SchemaBuilder::object().property("size", SchemaBuilder::integer()).build()?;
/// let expression = Expression::compile(&schema, "", &Rule::new("self == oldSelf"), ServerVersion::NEWEST)?;
/// let results = expression.evaluate(&serde_json::json!({"size": 2}), None);
/// assert_eq!(results[0].outcome, ExpressionOutcome::NoOldValue);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ExpressionOutcome {
    /// The value; durations, times, bytes, optional values and what else JSON cannot hold are strings. At most 16 MiB are
    /// shown.
    Value(Value),
    /// The evaluation failed, in the server's words.
    Failed(String),
    /// The expression did not run: it uses `oldSelf`, and there is no old value.
    NoOldValue,
}

/// A part of an expression, or a side of a comparison, and what it gave by itself.
///
/// ```
/// use crd_schema::cel::Expression;
/// use crd_schema::schema::Rule;
/// use crd_schema::{SchemaBuilder, ServerVersion};
///
/// let schema = SchemaBuilder::object().property("size", SchemaBuilder::integer()).build()?;
/// let rule = Rule::new("has(self.size) && self.size > 2");
/// let expression = Expression::compile(&schema, "", &rule, ServerVersion::NEWEST)?;
/// let results = expression.evaluate(&serde_json::json!({"size": 2}), None);
/// let part = &results[0].parts[1];
/// assert_eq!((part.source.as_str(), part.sides[0].source.as_str()), ("self.size > 2", "self.size"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ExpressionPart {
    /// The source.
    pub source: String,
    /// The value as in [`ExpressionOutcome::Value`], or the server's error.
    pub value: Result<Value, String>,
    /// The left and the right side of a comparison that is false or fails.
    pub sides: Vec<Self>,
}
