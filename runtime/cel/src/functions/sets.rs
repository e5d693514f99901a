//! Lists read as sets.
//!
//! Source: cel-go `ext/sets.go`.

use super::standard::contains as list_contains;
use super::{Context, Row, estimate};
use crate::value::{Error, List, Outcome, Value};

pub(super) const ROWS: &[Row] = &[
    Row::new("sets.contains", "list_sets_contains_list", "(list(T), list(T)) -> bool")
        .estimate(estimate::product)
        .run(contains)
        .cost(product)
        .since(30, 29),
    Row::new("sets.equivalent", "list_sets_equivalent_list", "(list(T), list(T)) -> bool")
        .estimate(estimate::two_products)
        .run(equivalent)
        .cost(two_products)
        .since(30, 29),
    Row::new("sets.intersects", "list_sets_intersects_list", "(list(T), list(T)) -> bool")
        .estimate(estimate::product)
        .run(intersects)
        .cost(product)
        .since(30, 29),
];

/// Whether all items of the second list are in the first one.
fn all_in<'a>(list: &List<'a>, part: &List<'a>) -> Result<bool, Error> {
    for item in part.iter() {
        // An error is in no list.
        if !list_contains(list, &item?)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn contains<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    let [Value::List(list), Value::List(part)] = args else { return Err(Error::NO_SUCH_OVERLOAD) };
    all_in(list, part).map(Value::Bool)
}

fn equivalent<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    let [Value::List(left), Value::List(right)] = args else { return Err(Error::NO_SUCH_OVERLOAD) };
    Ok(Value::Bool(all_in(left, right)? && all_in(right, left)?))
}

fn intersects<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    let [Value::List(left), Value::List(right)] = args else { return Err(Error::NO_SUCH_OVERLOAD) };
    let is_in = |item: Value<'a>| list_contains(right, &item) == Ok(true);
    Ok(Value::Bool(left.iter().flatten().any(is_in)))
}

fn sizes(args: &[Option<&Value<'_>>]) -> f64 {
    let size = |index: usize| args.get(index).copied().flatten().and_then(Value::size).unwrap_or(1);
    size(0).wrapping_mul(size(1)) as f64
}

fn product(args: &[Option<&Value<'_>>], _: Option<&Value<'_>>) -> u64 {
    1_u64.saturating_add(sizes(args) as u64)
}

fn two_products(args: &[Option<&Value<'_>>], _: Option<&Value<'_>>) -> u64 {
    1_u64.saturating_add((sizes(args) * 2.0) as u64)
}
