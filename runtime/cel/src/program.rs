//! An expression that can be evaluated.

use std::sync::Arc;

use crate::env::Compiled;
use crate::eval::{self, Evaluated};
use crate::plan::Plan;
use crate::value::{Error, Outcome, Value};

/// An expression that can be evaluated, as often as needed and on several threads.
///
/// ```
/// use crd_schema_cel::{Env, Type, Value};
///
/// let env = Env::new(37).variable("self", Type::String);
/// let program = env.program("self.startsWith('a')")?;
/// assert!(matches!(program.evaluate(&[("self", Value::str("abc"))]).result, Ok(Value::Bool(true))));
/// assert!(matches!(program.evaluate(&[("self", Value::str("xyz"))]).result, Ok(Value::Bool(false))));
/// # Ok::<(), crd_schema_cel::Issues>(())
/// ```
///
/// Source: cel-go `cel/program.go`.
#[derive(Clone, Debug)]
pub struct Program {
    compiled: Compiled,
    plan: Plan,
    variables: Vec<Arc<str>>,
    limit: u64,
}

impl Program {
    pub(crate) fn new(compiled: Compiled, plan: Plan, variables: Vec<Arc<str>>) -> Self {
        Self { compiled, plan, variables, limit: u64::MAX }
    }

    /// Ends each evaluation that costs more, in the units of a server's limits.
    ///
    /// ```
    /// use crd_schema_cel::Env;
    ///
    /// let program = Env::new(37).program("[1, 2].all(x, x > 0)")?.cost_limit(3);
    /// assert!(program.evaluate(&[]).result.unwrap_err().is_cancelled());
    /// # Ok::<(), crd_schema_cel::Issues>(())
    /// ```
    #[must_use]
    pub fn cost_limit(mut self, limit: u64) -> Self {
        self.limit = limit;
        self
    }

    /// What is known before any value is.
    pub fn compiled(&self) -> &Compiled {
        &self.compiled
    }

    /// Evaluates the expression on the values of its variables; the last one of a name counts, others are not bound.
    pub fn evaluate<'a>(&'a self, variables: &[(&str, Value<'a>)]) -> Evaluated<'a> {
        let variables: Vec<_> =
            variables.iter().map(|(name, value)| (*name, Some(Ok(value.clone())))).collect();
        self.evaluate_with(&variables)
    }

    /// Evaluates the expression on variables that may be missing, or be errors themselves where they are used.
    pub fn evaluate_with<'a>(&'a self, variables: &[(&str, Option<Outcome<'a>>)]) -> Evaluated<'a> {
        if let Some(error) = self.compiled.plan_error() {
            return Evaluated { result: Err(Error::new(error)), cost: 0 };
        }
        let bound = |name: &str| {
            let found = variables.iter().rfind(|(known, _)| *known == name);
            found.and_then(|(_, value)| value.clone())
        };
        let values = self.variables.iter().map(|name| bound(name)).collect();
        eval::evaluate(&self.plan, values, self.limit)
    }
}
