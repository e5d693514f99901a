//! Lists, version 3 of the extension.
//!
//! Source: cel-go `ext/lists.go`.

use std::cmp::Ordering;

use super::{Context, Row, Takes, cost, estimate};
use crate::value::{Error, List, Outcome, Trait, Value};

pub(super) const ROWS: &[Row] = &[
    Row::new("@sortByAssociatedKeys", "list_int_sortByAssociatedKeys", "list(T).(list(int)) -> list(T)")
        .estimate(estimate::keys)
        .any(Takes::A(Trait::Lister), sort_by)
        .cost(keys_compared)
        .since(35, 34),
    Row::new("@sortByAssociatedKeys", "list_uint_sortByAssociatedKeys", "list(T).(list(uint)) -> list(T)")
        .estimate(estimate::keys)
        .any(Takes::A(Trait::Lister), sort_by)
        .cost(keys_compared)
        .since(35, 34),
    Row::new(
        "@sortByAssociatedKeys",
        "list_double_sortByAssociatedKeys",
        "list(T).(list(double)) -> list(T)",
    )
    .estimate(estimate::keys)
    .any(Takes::A(Trait::Lister), sort_by)
    .cost(keys_compared)
    .since(35, 34),
    Row::new("@sortByAssociatedKeys", "list_bool_sortByAssociatedKeys", "list(T).(list(bool)) -> list(T)")
        .estimate(estimate::keys)
        .any(Takes::A(Trait::Lister), sort_by)
        .cost(keys_compared)
        .since(35, 34),
    Row::new(
        "@sortByAssociatedKeys",
        "list_google.protobuf.Duration_sortByAssociatedKeys",
        "list(T).(list(duration)) -> list(T)",
    )
    .estimate(estimate::keys)
    .any(Takes::A(Trait::Lister), sort_by)
    .cost(keys_compared)
    .since(35, 34),
    Row::new(
        "@sortByAssociatedKeys",
        "list_google.protobuf.Timestamp_sortByAssociatedKeys",
        "list(T).(list(timestamp)) -> list(T)",
    )
    .estimate(estimate::keys)
    .any(Takes::A(Trait::Lister), sort_by)
    .cost(keys_compared)
    .since(35, 34),
    Row::new(
        "@sortByAssociatedKeys",
        "list_string_sortByAssociatedKeys",
        "list(T).(list(string)) -> list(T)",
    )
    .estimate(estimate::keys_of_strings)
    .any(Takes::A(Trait::Lister), sort_by)
    .cost(keys_compared)
    .since(35, 34),
    Row::new("@sortByAssociatedKeys", "list_bytes_sortByAssociatedKeys", "list(T).(list(bytes)) -> list(T)")
        .estimate(estimate::keys_of_strings)
        .any(Takes::A(Trait::Lister), sort_by)
        .cost(keys_compared)
        .since(35, 34),
    Row::new("distinct", "list_distinct", "list(T).() -> list(T)")
        .estimate(estimate::pairs)
        .run(distinct)
        .cost(self_compared)
        .since(35, 34),
    Row::new("flatten", "list_flatten", "list(list(T)).() -> list(T)")
        .estimate(estimate::flatten)
        .any(Takes::Anything, flatten)
        .cost(flattened)
        .since(35, 34),
    Row::new("flatten", "list_flatten_int", "list(dyn).(int) -> list(dyn)")
        .estimate(estimate::flatten)
        .any(Takes::Anything, flatten)
        .cost(flattened)
        .since(35, 34),
    Row::new("lists.range", "lists_range", "(int) -> list(int)")
        .estimate(estimate::range)
        .run(range)
        .cost(cost::made_list)
        .since(35, 34),
    Row::new("reverse", "list_reverse", "list(T).() -> list(T)")
        .estimate(estimate::reverse)
        .run(reverse)
        .cost(cost::made_list)
        .since(35, 34),
    Row::new("slice", "list_slice", "list(T).(int, int) -> list(T)")
        .estimate(estimate::slice)
        .run(slice)
        .cost(cost::made_list)
        .since(35, 34),
    Row::new("sort", "list_int_sort", "list(int).() -> list(int)")
        .estimate(estimate::pairs)
        .any(Takes::A(Trait::Lister), sort)
        .cost(self_compared)
        .since(35, 34),
    Row::new("sort", "list_uint_sort", "list(uint).() -> list(uint)")
        .estimate(estimate::pairs)
        .any(Takes::A(Trait::Lister), sort)
        .cost(self_compared)
        .since(35, 34),
    Row::new("sort", "list_double_sort", "list(double).() -> list(double)")
        .estimate(estimate::pairs)
        .any(Takes::A(Trait::Lister), sort)
        .cost(self_compared)
        .since(35, 34),
    Row::new("sort", "list_bool_sort", "list(bool).() -> list(bool)")
        .estimate(estimate::pairs)
        .any(Takes::A(Trait::Lister), sort)
        .cost(self_compared)
        .since(35, 34),
    Row::new("sort", "list_google.protobuf.Duration_sort", "list(duration).() -> list(duration)")
        .estimate(estimate::pairs)
        .any(Takes::A(Trait::Lister), sort)
        .cost(self_compared)
        .since(35, 34),
    Row::new("sort", "list_google.protobuf.Timestamp_sort", "list(timestamp).() -> list(timestamp)")
        .estimate(estimate::pairs)
        .any(Takes::A(Trait::Lister), sort)
        .cost(self_compared)
        .since(35, 34),
    Row::new("sort", "list_string_sort", "list(string).() -> list(string)")
        .estimate(estimate::pairs_of_strings)
        .any(Takes::A(Trait::Lister), sort)
        .cost(self_compared)
        .since(35, 34),
    Row::new("sort", "list_bytes_sort", "list(bytes).() -> list(bytes)")
        .estimate(estimate::pairs_of_strings)
        .any(Takes::A(Trait::Lister), sort)
        .cost(self_compared)
        .since(35, 34),
];

fn slice<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    let [Value::List(list), Value::Int(start), Value::Int(end)] = args else {
        return Err(Error::NO_SUCH_OVERLOAD);
    };
    let refused = |why: String| Err(Error::new(format!("cannot slice({start}, {end}), {why}")));
    let (Ok(from), Ok(to)) = (usize::try_from(*start), usize::try_from(*end)) else {
        return refused("negative indexes not supported".to_owned());
    };
    if from > to {
        return refused("start index must be less than or equal to end index".to_owned());
    }
    if to > list.len() {
        return refused(format!("list is length {}", list.len()));
    }
    Ok(Value::items((from..to).map(|index| Value::item(list.get(index))).collect()))
}

/// How many items a list may have that `flatten` makes. A server has no bound but its memory.
const LARGEST: usize = 16 << 20;

fn flatten<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    let (list, depth) = match args {
        [Value::List(list)] => (list, 1),
        [Value::List(list), Value::Int(depth)] => (list, *depth),
        [other] => return Err(Error::new(format!("no such overload: {}.flatten()", type_of(other)))),
        [list, depth] => {
            let (list, depth) = (type_of(list), depth.type_name());
            return Err(Error::new(format!("no such overload: {list}.flatten({depth})")));
        }
        _ => return Err(Error::NO_SUCH_OVERLOAD),
    };
    let mut items = Vec::new();
    flat(list, depth, &mut items)?;
    Ok(Value::items(items))
}

/// **Quirk**: the type of a map is printed with its parameters (`ext/lists.go`, `list_flatten`).
fn type_of<'v>(value: &'v Value<'_>) -> &'v str {
    match value {
        Value::Map(_) => "map(dyn, dyn)",
        other => other.type_name(),
    }
}

fn flat<'a>(list: &List<'a>, depth: i64, items: &mut Vec<Value<'a>>) -> Result<(), Error> {
    if depth < 0 {
        return Err(Error::fixed("level must be non-negative"));
    }
    for item in list.iter() {
        match Value::item(item) {
            Value::List(inner) if depth > 0 => flat(&inner, depth - 1, items)?,
            other => items.push(other),
        }
        if items.len() > LARGEST {
            return Err(Error::CANCELLED);
        }
    }
    Ok(())
}

fn range<'a>(args: &[Value<'a>], context: &Context<'_>) -> Outcome<'a> {
    /// What servers allow from 1.37 on; before, the cost of the list ends the evaluation there at the latest.
    const MOST: i64 = 1_000_000;
    let [Value::Int(size)] = args else { return Err(Error::NO_SUCH_OVERLOAD) };
    if context.server.minor >= 37 && *size < 0 {
        return Err(Error::new(format!("lists.range: size must be non-negative, got {size}")));
    }
    if *size > MOST {
        return Err(if context.server.minor >= 37 {
            Error::new(format!("lists.range: size {size} exceeds maximum allowed ({MOST})"))
        } else {
            Error::CANCELLED
        });
    }
    Ok(Value::items((0..*size).map(Value::Int).collect()))
}

fn reverse<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    let [Value::List(list)] = args else { return Err(Error::NO_SUCH_OVERLOAD) };
    Ok(Value::items((0..list.len()).rev().map(|index| Value::item(list.get(index))).collect()))
}

fn distinct<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    let [Value::List(list)] = args else { return Err(Error::NO_SUCH_OVERLOAD) };
    if list.is_empty() {
        return Ok(Value::List(list.clone()));
    }
    let mut kept: Vec<Value<'a>> = Vec::new();
    for item in list.iter() {
        let item = Value::item(item);
        if !kept.iter().any(|other| item.equal_as_item(other) == Ok(true)) {
            kept.push(item);
        }
    }
    Ok(Value::items(kept))
}

fn sort<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    let [Value::List(list)] = args else { return Err(Error::NO_SUCH_OVERLOAD) };
    sorted(list, list)
}

fn sort_by<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    let [Value::List(list), Value::List(keys)] = args else { return Err(Error::NO_SUCH_OVERLOAD) };
    sorted(list, keys)
}

fn sorted<'a>(list: &List<'a>, keys: &List<'a>) -> Outcome<'a> {
    let (items, found) = (list.len(), keys.len());
    if items != found {
        return Err(Error::new(format!(
            "@sortByAssociatedKeys() expected a list of the same size as the associated keys list, but got {items} and {found} elements respectively"
        )));
    }
    if list.is_empty() {
        return Ok(Value::List(list.clone()));
    }
    let keys: Vec<Value<'a>> = keys.iter().map(Value::item).collect();
    if !keys[0].has_trait(Trait::Comparer) {
        return Err(Error::fixed("list elements must be comparable"));
    }
    if keys.len() > 1 && keys.iter().any(|key| key.type_name() != keys[0].type_name()) {
        return Err(Error::fixed("list elements must have the same type"));
    }
    let mut order: Vec<usize> = (0..items).collect();
    order.sort_by(|&left, &right| keys[left].compare(&keys[right]).unwrap_or(Ordering::Equal));
    Ok(Value::items(order.into_iter().map(|index| Value::item(list.get(index))).collect()))
}

/// A call that makes a list costs this besides.
const LIST: u64 = 11;

/// **Quirk**: a value that is not a list ends the evaluation with Go's panic (`lists.go`, `trackListSelfCompare`).
fn compared(list: Option<&Value<'_>>) -> u64 {
    let Some(Value::List(list)) = list else { return cost::PANIC };
    let size = list.len() as u64;
    let is_text = matches!(list.first(), Some(Ok(Value::String(_) | Value::Bytes(_))));
    let factor = if is_text { 2.1 } else { 2.0 };
    LIST.saturating_add((size.saturating_mul(size) as f64 * factor) as u64)
}

fn self_compared(args: &[Option<&Value<'_>>], _: Option<&Value<'_>>) -> u64 {
    compared(args.first().copied().flatten())
}

fn keys_compared(args: &[Option<&Value<'_>>], _: Option<&Value<'_>>) -> u64 {
    compared(args.get(1).copied().flatten())
}

fn flattened(args: &[Option<&Value<'_>>], _: Option<&Value<'_>>) -> u64 {
    let depth = match args.get(1) {
        Some(Some(Value::Int(depth))) if *depth < 0 => 1.0,
        Some(Some(Value::Int(depth))) => *depth as f64,
        _ => 1.0,
    };
    let size = args.first().copied().flatten().and_then(Value::size).unwrap_or(1);
    LIST.saturating_add((size as f64 * depth) as u64)
}
