//! Finding by regular expressions.
//!
//! Source: `apiserver pkg/cel/library/regex.go`.

use crd_schema_go::pattern::Pattern;

use super::{Context, Row, cost, estimate};
use crate::value::{Error, Outcome, Value};

pub(super) const ROWS: &[Row] = &[
    Row::new("find", "string_find_string", "string.(string) -> string")
        .estimate(estimate::found)
        .run(find)
        .costs(cost::pattern),
    Row::new("findAll", "string_find_all_string", "string.(string) -> list(string)")
        .estimate(estimate::found)
        .run(find_all)
        .costs(cost::pattern),
    Row::new("findAll", "string_find_all_string_int", "string.(string, int) -> list(string)")
        .estimate(estimate::found)
        .run(find_all)
        .costs(cost::pattern),
];

/// The pattern of the call, or the one that is given.
fn compiled(pattern: &str, context: &Context<'_>) -> Result<Pattern, Error> {
    match context.pattern {
        Some(pattern) => Ok(pattern.clone()),
        None => Pattern::compile(pattern).map_err(|error| Error::new(error.to_string())),
    }
}

/// What a pattern is matched with. **Quirk**: a type is its name, where nothing looked at the types of arguments before.
fn subject<'v>(value: &'v Value<'_>) -> Option<&'v str> {
    match value {
        Value::String(string) => Some(string),
        Value::Type(of) => Some(of.runtime_name()),
        _ => None,
    }
}

pub(super) fn matches<'a>(args: &[Value<'a>], context: &Context<'_>) -> Outcome<'a> {
    let [string, Value::String(pattern)] = args else { return Err(Error::NO_SUCH_OVERLOAD) };
    let string = subject(string).ok_or(Error::NO_SUCH_OVERLOAD)?;
    Ok(Value::Bool(compiled(pattern, context)?.is_match(string)))
}

fn illegal(error: &Error) -> Error {
    Error::new(format!("Illegal regex: {error}"))
}

fn find<'a>(args: &[Value<'a>], context: &Context<'_>) -> Outcome<'a> {
    let [string, Value::String(pattern)] = args else { return Err(Error::NO_SUCH_OVERLOAD) };
    let string = subject(string).ok_or(Error::NO_SUCH_OVERLOAD)?;
    let pattern = compiled(pattern, context).map_err(|error| illegal(&error))?;
    let found = pattern.find(string).and_then(|range| string.get(range)).unwrap_or_default();
    Ok(Value::owned(found))
}

fn find_all<'a>(args: &[Value<'a>], context: &Context<'_>) -> Outcome<'a> {
    let (string, pattern, most) = match args {
        [string, Value::String(pattern)] => (string, pattern, -1),
        [string, Value::String(pattern), Value::Int(most)] => (string, pattern, *most),
        _ => return Err(Error::NO_SUCH_OVERLOAD),
    };
    let string = subject(string).ok_or(Error::NO_SUCH_OVERLOAD)?;
    let pattern = compiled(pattern, context).map_err(|error| illegal(&error))?;
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    let found = pattern.find_all(string, most).into_iter().filter_map(|range| string.get(range));
    Ok(Value::items(found.map(Value::owned).collect()))
}
