//! What expressions gave, as lines and as JSON.

use std::io;

use crd_schema::ServerVersion;
use crd_schema::cel::{ExpressionError, ExpressionOutcome, ExpressionPart, ExpressionResult};
use crd_schema::path::FieldPathBuf;
use serde_json::{Value, json};

use super::{BUDGET, Evaluated};
use crate::input::Object;
use crate::output::Output;
use crate::report;

const NO_OLD_VALUE: &str = "it uses oldSelf, and there is no old value";
const NO_VALUE: &str = "the object has no value there";
const INDENT: &str = "    ";

/// The rules of a schema, evaluated on an object.
pub(super) struct Report {
    pub(super) object: Object,
    pub(super) rules: Vec<Evaluated>,
}

/// An expression of the user: its type, its estimate, and what it gave for each value.
pub(super) fn single(evaluated: &Evaluated, out: &mut Output) -> io::Result<()> {
    let Ok(expression) = &evaluated.rule.expression else { return Ok(()) };
    writeln!(out, "type: {}", expression.type_name())?;
    writeln!(out, "estimate: {}", expression.estimate())?;
    let path = &evaluated.rule.path;
    let names_several = path.contains("[]") || path.contains("{}");
    if evaluated.results.is_empty() {
        writeln!(out, "not run: {NO_VALUE}")?;
    }
    for result in &evaluated.results {
        let indent = if names_several { INDENT } else { "" };
        if names_several {
            writeln!(out, "{}:", result.path)?;
        }
        match &result.outcome {
            ExpressionOutcome::Value(value) => writeln!(out, "{indent}value: {value}")?,
            ExpressionOutcome::Failed(error) => writeln!(out, "{indent}error: {error}")?,
            _ => {
                writeln!(out, "{indent}not run: {NO_OLD_VALUE}")?;
                continue;
            }
        }
        writeln!(out, "{indent}cost: {}", result.cost)?;
        if !result.parts.is_empty() {
            writeln!(out, "{indent}parts:")?;
        }
        reasons(result, &format!("{indent}{INDENT}"), out)?;
    }
    Ok(())
}

/// The parts; of a whole that is the only one, its sides.
fn reasons(result: &ExpressionResult, indent: &str, out: &mut Output) -> io::Result<()> {
    match &result.parts[..] {
        [whole] => sides(whole, indent, out),
        several => parts(several, indent, out),
    }
}

fn parts(parts: &[ExpressionPart], indent: &str, out: &mut Output) -> io::Result<()> {
    for part in parts {
        match &part.value {
            Ok(value) => writeln!(out, "{indent}{}: {value}", one_line(&part.source))?,
            Err(error) => writeln!(out, "{indent}{}: error: {error}", one_line(&part.source))?,
        }
        sides(part, &format!("{indent}{INDENT}"), out)?;
    }
    Ok(())
}

fn sides(part: &ExpressionPart, indent: &str, out: &mut Output) -> io::Result<()> {
    part.sides
        .iter()
        .filter(|side| !is_literal(side))
        .try_for_each(|side| parts(std::slice::from_ref(side), indent, out))
}

/// Whether the source says the value already.
fn is_literal(part: &ExpressionPart) -> bool {
    let said = match &part.value {
        Ok(Value::String(string)) if part.source.starts_with('\'') => format!("'{string}'"),
        Ok(value) => value.to_string(),
        Err(_) => return false,
    };
    part.source == said
}

fn one_line(source: &str) -> String {
    source.lines().map(str::trim).collect::<Vec<_>>().join(" ").trim().to_owned()
}

impl Report {
    /// A line for each rule and value, and below it what its parts are.
    pub(super) fn text(&self, out: &mut Output) -> io::Result<()> {
        for evaluated in &self.rules {
            let rule = one_line(&evaluated.rule.rule.rule);
            let start = format!("{}: {}", self.object.start(), named(&evaluated.rule.path));
            match &evaluated.rule.expression {
                Err(ExpressionError::Compile(error)) => {
                    for line in report::lines(&format!("{start}error: rule compile error: {error}")) {
                        writeln!(out, "{line}")?;
                    }
                }
                Err(error) => writeln!(out, "{start}not run: {error}: {rule}")?,
                Ok(_) if evaluated.results.is_empty() => {
                    writeln!(out, "{start}not run: {NO_VALUE}: {rule}")?;
                }
                Ok(_) => {}
            }
            for result in &evaluated.results {
                self.result(result, &rule, out)?;
            }
        }
        Ok(())
    }

    fn result(&self, result: &ExpressionResult, rule: &str, out: &mut Output) -> io::Result<()> {
        let start = format!("{}: {}", self.object.place(&result.path), named(&shown(&result.path)));
        match &result.outcome {
            ExpressionOutcome::Value(Value::Bool(true)) => writeln!(out, "{start}held: {rule}")?,
            ExpressionOutcome::Value(value) => writeln!(out, "{start}{value}: {rule}")?,
            ExpressionOutcome::Failed(error) => writeln!(out, "{start}error: {error}: {rule}")?,
            _ => writeln!(out, "{start}not run: {NO_OLD_VALUE}: {rule}")?,
        }
        reasons(result, INDENT, out)
    }

    pub(super) fn json(&self, server: ServerVersion, cost: u64, out: &mut Output) -> io::Result<()> {
        let rules: Vec<_> = self.rules.iter().map(|evaluated| self.rule_as_json(evaluated)).collect();
        out.json(&json!({"server": server.to_string(), "cost": cost, "limit": BUDGET, "rules": rules}))
    }

    fn rule_as_json(&self, Evaluated { rule, results }: &Evaluated) -> Value {
        let expression = rule.expression.as_ref().ok();
        json!({
            "path": rule.path,
            "rule": rule.rule.rule,
            "type": expression.map(crd_schema::cel::Expression::type_name),
            "estimate": expression.map(crd_schema::cel::Expression::estimate),
            "error": rule.expression.as_ref().err().map(ToString::to_string),
            "results": results.iter().map(|result| self.result_as_json(result)).collect::<Vec<_>>(),
        })
    }

    fn result_as_json(&self, result: &ExpressionResult) -> Value {
        let place = self.object.place(&result.path);
        let (outcome, value, error) = match &result.outcome {
            ExpressionOutcome::Value(value) => ("value", Some(value), None),
            ExpressionOutcome::Failed(error) => ("error", None, Some(error.as_str())),
            _ => ("notRun", None, Some(NO_OLD_VALUE)),
        };
        json!({
            "path": shown(&result.path),
            "file": place.file,
            "line": place.position.line,
            "column": place.position.column,
            "outcome": outcome,
            "value": value,
            "error": error,
            "cost": result.cost,
            "parts": result.parts.iter().map(part_as_json).collect::<Vec<_>>(),
        })
    }
}

fn part_as_json(part: &ExpressionPart) -> Value {
    json!({
        "source": part.source,
        "value": part.value.as_ref().ok(),
        "error": part.value.as_ref().err(),
        "sides": part.sides.iter().map(part_as_json).collect::<Vec<_>>(),
    })
}

/// The path before what is said of it; nothing for that of the whole object.
fn named(path: &str) -> String {
    if path.is_empty() { String::new() } else { format!("{path}: ") }
}

fn shown(path: &FieldPathBuf) -> String {
    if path.steps().is_empty() { String::new() } else { path.to_string() }
}
