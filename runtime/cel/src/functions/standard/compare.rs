//! Order and membership.
//!
//! Source: cel-go `common/stdlib/standard.go`.

use std::cmp::Ordering;

use crate::functions::Context;
use crate::value::{Error, List, Map, Outcome, Value};

fn ordered<'a>(args: &[Value<'a>], is_so: fn(Ordering) -> bool) -> Outcome<'a> {
    match args {
        [left, right] => left.compare(right).map(|ordering| Value::Bool(is_so(ordering))),
        _ => Err(Error::NO_SUCH_OVERLOAD),
    }
}

pub(super) fn less<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    ordered(args, Ordering::is_lt)
}

pub(super) fn less_or_equal<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    ordered(args, Ordering::is_le)
}

pub(super) fn greater<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    ordered(args, Ordering::is_gt)
}

pub(super) fn greater_or_equal<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    ordered(args, Ordering::is_ge)
}

pub(super) fn is_in<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    match args {
        [value, Value::List(list)] => contains(list, value).map(Value::Bool),
        [Value::String(key), Value::Map(Map::Host(map))] => match map.find(key) {
            Ok(found) => Ok(Value::Bool(found.is_some())),
            Err(error) => Err(error),
        },
        [key, Value::Map(map)] => {
            // Without entries nothing is hashed (cel-go `common/types/map.go`, `refValMapAccessor`).
            if let Map::Entries(entries) = map
                && !map.is_empty()
            {
                entries.check(key, false)?;
            }
            map.find(key).map(|found| Value::Bool(found.is_some()))
        }
        _ => Err(Error::NO_SUCH_OVERLOAD),
    }
}

/// Whether an item is equal; an error counts where none is.
pub(in crate::functions) fn contains<'a>(list: &List<'a>, value: &Value<'a>) -> Result<bool, Error> {
    let is_host = matches!(list, List::Host(_));
    if let List::Host(list) = list
        && let Some(known) = list.contains(value)
    {
        return Ok(known);
    }
    let mut error = None;
    for item in list.iter() {
        let equal = match &item {
            // The item of the list decides in the lists of an object, the value in those of an expression.
            Ok(item) if is_host => item.equal_as_item(value),
            Ok(item) => value.equal_as_item(item).or(Ok(false)),
            Err(found) => Err(found.clone()),
        };
        match equal {
            Ok(true) => return Ok(true),
            Ok(false) => {}
            Err(found) => error = error.or(Some(found)),
        }
    }
    error.map_or(Ok(false), Err)
}

pub(super) fn not<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    match args {
        [Value::Bool(value)] => Ok(Value::Bool(!value)),
        _ => Err(Error::NO_SUCH_OVERLOAD),
    }
}
