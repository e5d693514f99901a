//! What calls cost when they run.
//!
//! Source: cel-go `interpreter/runtimecost.go`, `costCall`; `apiserver pkg/cel/library/cost.go`, `CallCost`.

use crate::value::{List, Map, Value};

/// The cost of a call by its arguments and its result; an error is `None`.
pub(crate) type CostOf = fn(&[Option<&Value<'_>>], Option<&Value<'_>>) -> u64;

/// Which calls of a function cost more than 1.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Cost {
    One,
    /// Where the overload is known before the call runs.
    OfOverload(CostOf),
    OfFunction(CostOf),
    OfBoth {
        overload: CostOf,
        function: CostOf,
    },
}

impl Cost {
    pub(crate) fn of_call(self, is_settled: bool) -> Option<CostOf> {
        match self {
            Self::One => None,
            Self::OfOverload(cost) => is_settled.then_some(cost),
            Self::OfFunction(cost) => Some(cost),
            Self::OfBoth { overload, function } => Some(if is_settled { overload } else { function }),
        }
    }
}

/// The size of a value; 1 where it has none.
fn size(value: Option<&Value<'_>>) -> u64 {
    match value {
        Some(Value::Optional(Some(value))) => size(Some(value)),
        Some(value) => value.size().unwrap_or(1),
        None => 1,
    }
}

pub(super) fn size_of(args: &[Option<&Value<'_>>], index: usize) -> u64 {
    size(args.get(index).copied().flatten())
}

/// So many tenths, rounded up.
fn tenths(size: f64) -> u64 {
    (size * 0.1).ceil() as u64
}

/// A walk over the first argument.
pub(super) fn first(args: &[Option<&Value<'_>>], _: Option<&Value<'_>>) -> u64 {
    tenths(size_of(args, 0) as f64)
}

/// A walk over the second argument.
pub(super) fn second(args: &[Option<&Value<'_>>], _: Option<&Value<'_>>) -> u64 {
    tenths(size_of(args, 1) as f64)
}

/// A walk over the first argument, and one to make the result.
pub(super) fn first_twice(args: &[Option<&Value<'_>>], _: Option<&Value<'_>>) -> u64 {
    ((size_of(args, 0) as f64) * 2.0 * 0.1).ceil() as u64
}

/// Two walks over the result.
pub(super) fn result_twice(_: &[Option<&Value<'_>>], result: Option<&Value<'_>>) -> u64 {
    ((size(result) as f64) * 2.0 * 0.1).ceil() as u64
}

/// All items of the second argument.
pub(super) fn items(args: &[Option<&Value<'_>>], _: Option<&Value<'_>>) -> u64 {
    size_of(args, 1)
}

/// The shorter one of two.
pub(super) fn shorter(args: &[Option<&Value<'_>>], _: Option<&Value<'_>>) -> u64 {
    tenths(size_of(args, 0).min(size_of(args, 1)) as f64)
}

/// Both of two.
pub(super) fn both(args: &[Option<&Value<'_>>], _: Option<&Value<'_>>) -> u64 {
    tenths(size_of(args, 0).wrapping_add(size_of(args, 1)) as f64)
}

/// A string in a string.
pub(super) fn product(args: &[Option<&Value<'_>>], _: Option<&Value<'_>>) -> u64 {
    tenths(size_of(args, 0) as f64) * tenths(size_of(args, 1) as f64)
}

/// A pattern over a string.
pub(super) fn pattern(args: &[Option<&Value<'_>>], _: Option<&Value<'_>>) -> u64 {
    ((1.0 + size_of(args, 0) as f64) * 0.1).ceil() as u64 * (size_of(args, 1) as f64 * 0.25).ceil() as u64
}

pub(super) fn one(_: &[Option<&Value<'_>>], _: Option<&Value<'_>>) -> u64 {
    1
}

/// Each element of a list: 1, or a tenth of a string.
pub(super) fn elements(args: &[Option<&Value<'_>>], _: Option<&Value<'_>>) -> u64 {
    args.first().copied().flatten().map_or(1, traversal)
}

/// **Quirk**: bytes of strings are counted, and rounded down (`cost.go`, `traversalCost`).
fn traversal(value: &Value<'_>) -> u64 {
    match value {
        Value::String(string) => (string.len() as f64 * 0.1) as u64,
        Value::Bytes(bytes) => (bytes.len() as f64 * 0.1) as u64,
        Value::List(list) => items_of(list),
        Value::Map(map) => entries_of(map),
        _ => 1,
    }
}

fn items_of(list: &List<'_>) -> u64 {
    list.iter().map(|item| item.map_or(1, |item| traversal(&item))).fold(0, u64::wrapping_add)
}

fn entries_of(map: &Map<'_>) -> u64 {
    let costs = map.keys().into_iter().map(|key| {
        let value = map.get(&key).map_or(1, |value| traversal(&value));
        traversal(&key).wrapping_add(value)
    });
    costs.fold(0, u64::wrapping_add)
}

/// What `==` and `!=` cost. Of Kubernetes' own values `==` costs 1.
pub(crate) fn equality_cost(left: Option<&Value<'_>>, right: Option<&Value<'_>>, is_equal: bool) -> u64 {
    match left {
        Some(Value::Library(_)) if is_equal => 1,
        _ => tenths(size(left).min(size(right)) as f64),
    }
}

/// The cost of a call at which upstream panics.
pub(crate) const PANIC: u64 = u64::MAX;

/// What is made of a list, and the list that is made.
const LIST: u64 = 11;

pub(super) fn made_list(_: &[Option<&Value<'_>>], result: Option<&Value<'_>>) -> u64 {
    LIST.wrapping_add(size(result))
}
