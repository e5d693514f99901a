//! Optional values.
//!
//! Source: cel-go `cel/library.go`.

use super::{Context, Row};
use crate::value::{Error, List, Map, Outcome, Value};

pub(super) const ROWS: &[Row] = &[
    Row::new("_?._", "select_optional_field", "(dyn, string) -> optional_type(V)").since(29, 0),
    Row::new("_[?_]", "list_optindex_optional_int", "(list(V), int) -> optional_type(V)").since(29, 0),
    Row::new(
        "_[?_]",
        "optional_list_optindex_optional_int",
        "(optional_type(list(V)), int) -> optional_type(V)",
    )
    .since(29, 0),
    Row::new("_[?_]", "map_optindex_optional_value", "(map(K, V), K) -> optional_type(V)").since(29, 0),
    Row::new(
        "_[?_]",
        "optional_map_optindex_optional_value",
        "(optional_type(map(K, V)), K) -> optional_type(V)",
    )
    .since(29, 0),
    Row::new("_[_]", "optional_list_index_int", "(optional_type(list(V)), int) -> optional_type(V)")
        .since(29, 0),
    Row::new("_[_]", "optional_map_index_value", "(optional_type(map(K, V)), K) -> optional_type(V)")
        .since(29, 0),
    Row::new("first", "list_first", "list(V).() -> optional_type(V)").run(first).since(33, 33),
    Row::new("hasValue", "optional_hasValue", "optional_type(V).() -> bool").run(has_value).since(29, 0),
    Row::new("last", "list_last", "list(V).() -> optional_type(V)").run(last).since(33, 33),
    Row::new("optional.none", "optional_none", "() -> optional_type(V)")
        .run(|_, _| Ok(Value::none()))
        .since(29, 0),
    Row::new("optional.of", "optional_of", "(V) -> optional_type(V)").run(of).since(29, 0),
    Row::new("optional.ofNonZeroValue", "optional_ofNonZeroValue", "(V) -> optional_type(V)")
        .run(of_non_zero)
        .since(29, 0),
    Row::new("optional.unwrap", "optional_unwrap", "(list(optional_type(V))) -> list(V)")
        .run(unwrap)
        .since(33, 33),
    Row::new("or", "optional_or_optional", "optional_type(V).(optional_type(V)) -> optional_type(V)")
        .since(29, 0),
    Row::new("orValue", "optional_orValue_value", "optional_type(V).(V) -> V").since(29, 0),
    Row::new("unwrapOpt", "optional_unwrapOpt", "list(optional_type(V)).() -> list(V)")
        .run(unwrap)
        .since(33, 33),
    Row::new("value", "optional_value", "optional_type(V).() -> V").run(value).since(29, 0),
];

fn end<'a>(args: &[Value<'a>], index: fn(usize) -> usize) -> Outcome<'a> {
    let [Value::List(list)] = args else { return Err(Error::NO_SUCH_OVERLOAD) };
    if list.is_empty() {
        return Ok(Value::none());
    }
    Ok(Value::some(Value::item(list.get(index(list.len())))))
}

fn first<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    end(args, |_| 0)
}

fn last<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    end(args, |count| count - 1)
}

fn has_value<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    let [Value::Optional(value)] = args else { return Err(Error::NO_SUCH_OVERLOAD) };
    Ok(Value::Bool(value.is_some()))
}

fn of<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    args.first().cloned().map(Value::some).ok_or(Error::NO_SUCH_OVERLOAD)
}

fn of_non_zero<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    let value = args.first().ok_or(Error::NO_SUCH_OVERLOAD)?;
    Ok(if is_zero(value) { Value::none() } else { Value::some(value.clone()) })
}

/// Source: cel-go `common/types`, the `IsZeroValue` of each type.
fn is_zero(value: &Value<'_>) -> bool {
    match value {
        Value::Null | Value::Bool(false) | Value::Int(0) | Value::Uint(0) | Value::Optional(None) => true,
        Value::Double(double) => *double == 0.0,
        Value::String(string) => string.is_empty(),
        Value::Bytes(bytes) => bytes.is_empty(),
        Value::Duration(duration) => duration.nanoseconds() == 0,
        Value::Timestamp(time) => time.is_zero(),
        // **Quirk**: lists and maps of an object are never zero (`valuesunstructured.go` has no `IsZeroValue`).
        Value::List(List::Host(_)) | Value::Map(Map::Host(_)) => false,
        Value::List(list) => list.is_empty(),
        Value::Map(map) => map.is_empty(),
        _ => false,
    }
}

fn unwrap<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    let [Value::List(list)] = args else { return Err(Error::NO_SUCH_OVERLOAD) };
    let mut values = Vec::new();
    for item in list.iter() {
        match item? {
            Value::Optional(value) => values.extend(value.map(|value| (*value).clone())),
            other => return Err(Error::new(format!("value {other:?} is not optional"))),
        }
    }
    Ok(Value::items(values))
}

fn value<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    match args {
        [Value::Optional(Some(value))] => (**value).clone().outcome(),
        [Value::Optional(None)] => Err(Error::fixed("optional.none() dereference")),
        _ => Err(Error::NO_SUCH_OVERLOAD),
    }
}
