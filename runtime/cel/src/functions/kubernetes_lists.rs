//! Kubernetes' functions of lists.
//!
//! Source: `apiserver pkg/cel/library/lists.go`.

use std::cmp::Ordering;

use super::standard::add;
use super::{Context, Row, cost, estimate};
use crate::value::{Duration, Error, List, Outcome, Trait, Value};

pub(super) const ROWS: &[Row] = &[
    Row::new("includes", "list_includes_dyn_dyn", "dyn.(dyn) -> bool")
        .estimate(estimate::includes)
        .run(includes)
        .costs(cost::elements)
        .since(38, 37),
    Row::new("indexOf", "list_a_index_of_int", "list(A).(A) -> int")
        .estimate(estimate::each_item)
        .run(index_of)
        .costs(cost::elements),
    Row::new("isSorted", "list_int_is_sorted_bool", "list(int).() -> bool")
        .estimate(estimate::each_item)
        .run(is_sorted)
        .costs(cost::elements),
    Row::new("isSorted", "list_uint_is_sorted_bool", "list(uint).() -> bool")
        .estimate(estimate::each_item)
        .run(is_sorted)
        .costs(cost::elements),
    Row::new("isSorted", "list_double_is_sorted_bool", "list(double).() -> bool")
        .estimate(estimate::each_item)
        .run(is_sorted)
        .costs(cost::elements),
    Row::new("isSorted", "list_bool_is_sorted_bool", "list(bool).() -> bool")
        .estimate(estimate::each_item)
        .run(is_sorted)
        .costs(cost::elements),
    Row::new("isSorted", "list_duration_is_sorted_bool", "list(duration).() -> bool")
        .estimate(estimate::each_item)
        .run(is_sorted)
        .costs(cost::elements),
    Row::new("isSorted", "list_timestamp_is_sorted_bool", "list(timestamp).() -> bool")
        .estimate(estimate::each_item)
        .run(is_sorted)
        .costs(cost::elements),
    Row::new("isSorted", "list_string_is_sorted_bool", "list(string).() -> bool")
        .estimate(estimate::each_item)
        .run(is_sorted)
        .costs(cost::elements),
    Row::new("isSorted", "list_bytes_is_sorted_bool", "list(bytes).() -> bool")
        .estimate(estimate::each_item)
        .run(is_sorted)
        .costs(cost::elements),
    Row::new("lastIndexOf", "list_a_last_index_of_int", "list(A).(A) -> int")
        .estimate(estimate::each_item)
        .run(last_index_of)
        .costs(cost::elements),
    Row::new("max", "list_int_max_int", "list(int).() -> int")
        .estimate(estimate::each_item)
        .run(max)
        .costs(cost::elements),
    Row::new("max", "list_uint_max_uint", "list(uint).() -> uint")
        .estimate(estimate::each_item)
        .run(max)
        .costs(cost::elements),
    Row::new("max", "list_double_max_double", "list(double).() -> double")
        .estimate(estimate::each_item)
        .run(max)
        .costs(cost::elements),
    Row::new("max", "list_bool_max_bool", "list(bool).() -> bool")
        .estimate(estimate::each_item)
        .run(max)
        .costs(cost::elements),
    Row::new("max", "list_duration_max_duration", "list(duration).() -> duration")
        .estimate(estimate::each_item)
        .run(max)
        .costs(cost::elements),
    Row::new("max", "list_timestamp_max_timestamp", "list(timestamp).() -> timestamp")
        .estimate(estimate::each_item)
        .run(max)
        .costs(cost::elements),
    Row::new("max", "list_string_max_string", "list(string).() -> string")
        .estimate(estimate::each_item)
        .run(max)
        .costs(cost::elements),
    Row::new("max", "list_bytes_max_bytes", "list(bytes).() -> bytes")
        .estimate(estimate::each_item)
        .run(max)
        .costs(cost::elements),
    Row::new("min", "list_int_min_int", "list(int).() -> int")
        .estimate(estimate::each_item)
        .run(min)
        .costs(cost::elements),
    Row::new("min", "list_uint_min_uint", "list(uint).() -> uint")
        .estimate(estimate::each_item)
        .run(min)
        .costs(cost::elements),
    Row::new("min", "list_double_min_double", "list(double).() -> double")
        .estimate(estimate::each_item)
        .run(min)
        .costs(cost::elements),
    Row::new("min", "list_bool_min_bool", "list(bool).() -> bool")
        .estimate(estimate::each_item)
        .run(min)
        .costs(cost::elements),
    Row::new("min", "list_duration_min_duration", "list(duration).() -> duration")
        .estimate(estimate::each_item)
        .run(min)
        .costs(cost::elements),
    Row::new("min", "list_timestamp_min_timestamp", "list(timestamp).() -> timestamp")
        .estimate(estimate::each_item)
        .run(min)
        .costs(cost::elements),
    Row::new("min", "list_string_min_string", "list(string).() -> string")
        .estimate(estimate::each_item)
        .run(min)
        .costs(cost::elements),
    Row::new("min", "list_bytes_min_bytes", "list(bytes).() -> bytes")
        .estimate(estimate::each_item)
        .run(min)
        .costs(cost::elements),
    Row::new("sum", "list_int_sum_int", "list(int).() -> int")
        .estimate(estimate::each_item)
        .run(sum_ints)
        .costs(cost::elements),
    Row::new("sum", "list_uint_sum_uint", "list(uint).() -> uint")
        .estimate(estimate::each_item)
        .run(sum_uints)
        .costs(cost::elements),
    Row::new("sum", "list_double_sum_double", "list(double).() -> double")
        .estimate(estimate::each_item)
        .run(sum_doubles)
        .costs(cost::elements),
    Row::new("sum", "list_duration_sum_duration", "list(duration).() -> duration")
        .estimate(estimate::each_item)
        .run(sum_durations)
        .costs(cost::elements),
];

fn is_sorted<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    let [Value::List(list)] = args else { return Err(Error::NO_SUCH_OVERLOAD) };
    let mut before: Option<Value<'a>> = None;
    for item in list.iter() {
        let item = comparable(item?)?;
        // **Quirk**: items that cannot be ordered count as sorted (`lists.go`, `isSorted`).
        if before.is_some_and(|before| before.compare(&item) == Ok(Ordering::Greater)) {
            return Ok(Value::Bool(false));
        }
        before = Some(item);
    }
    Ok(Value::Bool(true))
}

fn comparable(value: Value<'_>) -> Outcome<'_> {
    if value.has_trait(Trait::Comparer) { Ok(value) } else { Err(Error::NO_SUCH_OVERLOAD) }
}

fn min<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    extreme(args, Ordering::Greater, "min called on empty list")
}

fn max<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    extreme(args, Ordering::Less, "max called on empty list")
}

fn extreme<'a>(args: &[Value<'a>], replaced: Ordering, empty: &'static str) -> Outcome<'a> {
    let [Value::List(list)] = args else { return Err(Error::NO_SUCH_OVERLOAD) };
    let mut found: Option<Value<'a>> = None;
    for item in list.iter() {
        let item = comparable(item?)?;
        if found.as_ref().is_none_or(|found| found.compare(&item) == Ok(replaced)) {
            found = Some(item);
        }
    }
    found.ok_or(Error::fixed(empty))
}

fn sum<'a>(args: &[Value<'a>], zero: Value<'a>, context: &Context<'_>) -> Outcome<'a> {
    let [Value::List(list)] = args else { return Err(Error::NO_SUCH_OVERLOAD) };
    list.iter().try_fold(zero, |sum, item| add(&[sum, item?], context))
}

fn sum_ints<'a>(args: &[Value<'a>], context: &Context<'_>) -> Outcome<'a> {
    sum(args, Value::Int(0), context)
}

fn sum_uints<'a>(args: &[Value<'a>], context: &Context<'_>) -> Outcome<'a> {
    sum(args, Value::Uint(0), context)
}

fn sum_doubles<'a>(args: &[Value<'a>], context: &Context<'_>) -> Outcome<'a> {
    sum(args, Value::Double(0.0), context)
}

fn sum_durations<'a>(args: &[Value<'a>], context: &Context<'_>) -> Outcome<'a> {
    sum(args, Value::Duration(Duration::from_nanoseconds(0)), context)
}

fn place<'a>(mut places: impl Iterator<Item = usize>, list: &List<'a>, value: &Value<'a>) -> Value<'a> {
    let is_equal = |item: Value<'a>| item.equal_as_item(value) == Ok(true);
    let place = places.find(|&index| list.get(index).is_ok_and(is_equal));
    Value::Int(place.and_then(|place| i64::try_from(place).ok()).unwrap_or(-1))
}

fn index_of<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    let [Value::List(list), value] = args else { return Err(Error::NO_SUCH_OVERLOAD) };
    Ok(place(0..list.len(), list, value))
}

fn last_index_of<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    let [Value::List(list), value] = args else { return Err(Error::NO_SUCH_OVERLOAD) };
    Ok(place((0..list.len()).rev(), list, value))
}

/// **Quirk**: a value that is no list is compared itself (`lists.go`, `includes`).
fn includes<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    let [target, value] = args else { return Err(Error::NO_SUCH_OVERLOAD) };
    let is_equal = |item: Value<'a>| item.equal_as_item(value) == Ok(true);
    Ok(Value::Bool(match target {
        Value::List(list) => list.iter().flatten().any(is_equal),
        target => is_equal(target.clone()),
    }))
}
