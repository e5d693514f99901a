//! `crd-schema eval`.

mod print;

use std::slice;

use crd_schema::cel::{Expression, ExpressionError, ExpressionOutcome, ExpressionResult, SchemaRule};
use crd_schema::schema::Rule;
use crd_schema::serve::ServeOptions;
use crd_schema::{ServedVersion, StructuralSchema};
use serde_json::Value;

use super::check_update::{only_object, same_object};
use super::crds::at;
use super::served::Served;
use crate::cli::{Eval, TextFormat};
use crate::exit::{Failure, Outcome, say};
use crate::input::{self, Object};
use crate::output::{Output, say_error};
use crate::report;
use print::Report;

/// What all evaluations on one object may cost.
///
/// Source: `apiserver pkg/apis/cel/config.go`, `RuntimeCELCostBudget`.
const BUDGET: u64 = 10_000_000;

pub(crate) fn run(arguments: &Eval, out: &mut Output) -> Result<Outcome, Failure> {
    let old: Vec<_> = arguments.old.iter().cloned().collect();
    input::check_stdin(&[&arguments.crd, &old, slice::from_ref(&arguments.object)])?;
    let options = ServeOptions::default().server_version(arguments.server_version);
    let mut served = Served::with_options(&arguments.crd, options)?;
    let object = only_object(slice::from_ref(&arguments.object))?;
    let version = served.of(&object)?;
    let old = if old.is_empty() { None } else { Some(only_object(&old)?) };
    if let Some(old) = &old {
        same_object(&version, old, &object)?;
    }
    let new = decoded(&version, &object)?;
    let old = old.map(|old| stored(&version, &old)).transpose()?;
    let schema = served.schema(&version)?;
    let rules = match &arguments.expression {
        Some(expression) => vec![single(arguments, &schema, expression)?],
        None => Expression::rules_of(&schema, arguments.server_version),
    };
    let evaluated = rules.into_iter().map(|rule| Evaluated::of(rule, &new, old.as_ref())).collect();
    finish(arguments, &Report { object, rules: evaluated }, out)
}

/// A rule with what it gave.
struct Evaluated {
    rule: SchemaRule,
    results: Vec<ExpressionResult>,
}

impl Evaluated {
    fn of(rule: SchemaRule, new: &Value, old: Option<&Value>) -> Self {
        let results = rule.expression.as_ref().map(|expression| expression.evaluate(new, old));
        Self { results: results.unwrap_or_default(), rule }
    }

    /// Whether a server refuses an object for it.
    fn is_finding(&self) -> bool {
        let refused = |result: &ExpressionResult| match &result.outcome {
            ExpressionOutcome::Value(value) => *value == Value::Bool(false),
            ExpressionOutcome::Failed(_) => true,
            _ => false,
        };
        self.results.iter().any(refused) || matches!(self.rule.expression, Err(ExpressionError::Compile(_)))
    }

    fn cost(&self) -> u64 {
        self.results.iter().map(|result| result.cost).fold(0, u64::saturating_add)
    }
}

/// The object as rules see it: pruned, and with defaults.
fn decoded(version: &ServedVersion, object: &Object) -> Result<Value, Failure> {
    let decoded = version.decode(object.value().clone());
    let decoded = decoded.map_err(|error| Failure::unusable(format!("{}: {error}", at(object))))?;
    for (place, message) in object.duplicate_keys() {
        say(&format!("{place}: warning: {message}"));
    }
    for path in &decoded.removed {
        say(&format!("{}: warning: unknown field \"{path}\"", object.key_place(path)));
    }
    Ok(decoded.object)
}

fn stored(version: &ServedVersion, old: &Object) -> Result<Value, Failure> {
    let stored = version.read(old.value().clone());
    let stored = stored.map_err(|error| Failure::unusable(format!("{}: {error}", at(old))))?;
    Ok(stored.value().clone())
}

/// The expression of the user, at its node.
fn single(arguments: &Eval, schema: &StructuralSchema, expression: &str) -> Result<SchemaRule, Failure> {
    let mut rule = Rule::new(expression);
    rule.optional_old_self = arguments.optional_old_self.then_some(true);
    let path = arguments.at.as_deref().unwrap_or_default();
    match Expression::compile(schema, path, &rule, arguments.server_version) {
        Ok(expression) => Ok(expression.into()),
        Err(ExpressionError::Path(error)) => Err(Failure::unusable(format!("--at: {error}"))),
        Err(error) => {
            let text = error.to_string();
            let lines = report::lines(&text);
            let mut lines = lines.iter();
            lines.next().into_iter().for_each(|line| say_error(line));
            lines.for_each(|line| say(line));
            Err(Failure::Unusable(Vec::new()))
        }
    }
}

fn finish(arguments: &Eval, report: &Report, out: &mut Output) -> Result<Outcome, Failure> {
    let cost = report.rules.iter().map(Evaluated::cost).fold(0, u64::saturating_add);
    match (arguments.output, &report.rules[..]) {
        (TextFormat::Json, _) => report.json(arguments.server_version, cost, out)?,
        (TextFormat::Text, [only]) if arguments.expression.is_some() => print::single(only, out)?,
        (TextFormat::Text, _) => report.text(out)?,
    }
    if arguments.expression.is_none() {
        say(&summary(&report.rules, cost));
    }
    let is_finding = cost > BUDGET || report.rules.iter().any(Evaluated::is_finding);
    Ok(if is_finding { Outcome::Findings } else { Outcome::Fine })
}

fn summary(rules: &[Evaluated], cost: u64) -> String {
    let rules = match rules.len() {
        0 => return "the schema has no rules".to_owned(),
        1 => "1 rule".to_owned(),
        several => format!("{several} rules"),
    };
    if cost > BUDGET {
        return format!("{rules}, cost {cost}: a server stops at {BUDGET}, and refuses the object");
    }
    format!("{rules}, cost {cost} of {BUDGET}")
}
