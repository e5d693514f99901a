//! Expressions by themselves: issues or type, value or error, cost.

use crd_schema_cel::{Env, Program, Rules, Type, Value as Cel};
use serde_json::{Value, json};

use super::known::CHANGED;
use super::values::tagged;
use super::{Case, compare, rows};

/// What one evaluation may cost.
const LIMIT: u64 = 1_000_000;

/// The environment of rules that a server has stored.
fn env<'o>() -> Env<'o> {
    Env::new(37).rules(Rules::Stored)
}

/// A type of a row: a name, or a name with parameters.
fn type_of(row: &Value) -> Type {
    let parameter = |index: usize| type_of(&row[index]);
    match row.as_str().or(row[0].as_str()) {
        Some("bool") => Type::Bool,
        Some("bytes") => Type::Bytes,
        Some("double") => Type::Double,
        Some("duration") => Type::Duration,
        Some("int") => Type::Int,
        Some("null") => Type::Null,
        Some("string") => Type::String,
        Some("timestamp") => Type::Timestamp,
        Some("uint") => Type::Uint,
        Some("list") => Type::list(parameter(1)),
        Some("map") => Type::map(parameter(1), parameter(2)),
        Some("optional") => Type::optional(parameter(1)),
        Some("type") => Type::Type(row.get(1).map(|_| parameter(1).into())),
        _ => Type::Dyn,
    }
}

fn ours(row: &Value) -> Value {
    let variables = row["variables"].as_array().into_iter().flatten();
    let declared = variables.fold(env(), |env, variable| {
        env.variable(variable["name"].as_str().unwrap_or_default(), type_of(&variable["type"]))
    });
    let program = match declared.program(row["expression"].as_str().unwrap_or_default()) {
        Err(issues) => return json!({"issues": issues.to_string()}),
        Ok(program) => program.cost_limit(LIMIT),
    };
    let of = program.compiled().output_type().to_string();
    if let Some(error) = program.compiled().plan_error() {
        return json!({"type": of, "program": error});
    }
    let bindings: Vec<_> = row["bindings"].as_object().into_iter().flatten().map(bound).collect();
    let values: Vec<_> = bindings.iter().map(|(name, value)| (*name, value_of(value))).collect();
    let evaluated = program.evaluate(&values);
    match evaluated.result {
        Ok(value) => json!({"type": of, "value": tagged(value), "cost": evaluated.cost}),
        Err(error) => json!({"type": of, "error": error.to_string(), "cost": evaluated.cost}),
    }
}

/// A variable with the expression that gives its value.
fn bound<'r>((name, expression): (&'r String, &Value)) -> (&'r str, Program) {
    let program = env().program(expression.as_str().unwrap_or_default());
    (name, program.unwrap_or_else(|issues| panic!("{name}: {issues}")))
}

fn value_of(program: &Program) -> Cel<'_> {
    program.evaluate(&[]).result.unwrap_or_else(|error| panic!("{error}"))
}

fn case(row: &Value) -> Case {
    let name = format!("{}: {} {} {}", row["source"], row["expression"], row["variables"], row["bindings"]);
    let theirs = row["answers"].as_array().cloned().unwrap_or_default();
    // Where Kubernetes panics there is nothing to compare with.
    let is_answered = theirs.iter().all(|answer| answer.get("panic").is_none());
    Case { name, theirs, ours: is_answered.then(|| ours(row)) }
}

fn compared(table: &str, least: usize) {
    let Some(rows) = rows(table) else { return };
    compare(table, least, &rows.iter().map(case).collect::<Vec<_>>());
}

#[test]
fn expressions_of_cel_spec() {
    compared("spec.ndjson", 1_500);
}

#[test]
fn expressions_of_cel_go() {
    compared("expressions.ndjson", 4_000);
}

#[test]
fn expressions_of_the_library() {
    compared("library.ndjson", 1_500);
}

/// Behind the first syntax error others may be reported: of expressions that are broken at random only that there is one counts.
fn without_strings_of_syntax(mut answer: Value) -> Value {
    let is_syntax = answer["issues"].as_str().is_some_and(|issues| issues.contains("Syntax error: "));
    if is_syntax {
        answer["issues"] = "a syntax error".into();
    }
    answer
}

#[test]
fn changed_expressions() {
    let Some(rows) = rows(CHANGED) else { return };
    let reduced = |mut case: Case| {
        case.theirs = case.theirs.into_iter().map(without_strings_of_syntax).collect();
        case.ours = case.ours.map(without_strings_of_syntax);
        case
    };
    compare(CHANGED, 500, &rows.iter().map(|row| reduced(case(row))).collect::<Vec<_>>());
}
