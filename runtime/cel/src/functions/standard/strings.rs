//! What the language itself asks of strings, and sizes.
//!
//! Source: cel-go `common/types/string.go`, `common/stdlib/standard.go`.

use crate::functions::Context;
use crate::value::{Error, Outcome, Value};

pub(super) fn size<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    let size = args.first().and_then(Value::size).ok_or(Error::NO_SUCH_OVERLOAD)?;
    i64::try_from(size).map(Value::Int).map_err(|_| Error::INT_OVERFLOW)
}

fn pair<'a>(args: &[Value<'a>], holds: fn(&str, &str) -> bool) -> Outcome<'a> {
    match args {
        [Value::String(string), Value::String(part)] => Ok(Value::Bool(holds(string, part))),
        _ => Err(Error::NO_SUCH_OVERLOAD),
    }
}

pub(super) fn contains<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    pair(args, |string, part| string.contains(part))
}

pub(super) fn ends_with<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    pair(args, |string, part| string.ends_with(part))
}

pub(super) fn starts_with<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    pair(args, |string, part| string.starts_with(part))
}
