//! Quantities of resources.
//!
//! Source: `apiserver pkg/cel/library/quantity.go`.

use std::cmp::Ordering;

use crd_schema_go::quantity::{Quantity, TooManyDigits};

use super::{Context, Row, cost, estimate};
use crate::value::{Amount, Error, Library, Outcome, Value};

pub(super) const ROWS: &[Row] = &[
    Row::new("add", "quantity_add", "kubernetes.Quantity.(kubernetes.Quantity) -> kubernetes.Quantity")
        .run(add)
        .since(29, 0),
    Row::new("add", "quantity_add_int", "kubernetes.Quantity.(int) -> kubernetes.Quantity")
        .run(add)
        .since(29, 0),
    Row::new("asApproximateFloat", "quantity_get_float", "kubernetes.Quantity.() -> double")
        .run(as_approximate_float)
        .since(29, 0),
    Row::new("asInteger", "quantity_get_int", "kubernetes.Quantity.() -> int").run(as_integer).since(29, 0),
    Row::new("compareTo", "quantity_compare_to", "kubernetes.Quantity.(kubernetes.Quantity) -> int")
        .run(compare_to)
        .since(29, 0),
    Row::new(
        "isGreaterThan",
        "quantity_is_greater_than",
        "kubernetes.Quantity.(kubernetes.Quantity) -> bool",
    )
    .run(is_greater_than)
    .since(29, 0),
    Row::new("isInteger", "quantity_is_integer", "kubernetes.Quantity.() -> bool")
        .run(is_integer)
        .since(29, 0),
    Row::new("isLessThan", "quantity_is_less_than", "kubernetes.Quantity.(kubernetes.Quantity) -> bool")
        .run(is_less_than)
        .since(29, 0),
    Row::new("isQuantity", "is_quantity_string", "(string) -> bool")
        .estimate(estimate::first_from_30)
        .run(is_quantity)
        .costs(cost::first)
        .since(29, 0),
    Row::new("quantity", "string_to_quantity", "(string) -> kubernetes.Quantity")
        .estimate(estimate::first_from_30)
        .run(quantity)
        .costs(cost::first)
        .since(29, 0),
    Row::new("sign", "quantity_sign", "(kubernetes.Quantity) -> int").run(sign).since(29, 0),
    Row::new("sub", "quantity_sub", "kubernetes.Quantity.(kubernetes.Quantity) -> kubernetes.Quantity")
        .run(sub)
        .since(29, 0),
    Row::new("sub", "quantity_sub_int", "kubernetes.Quantity.(int) -> kubernetes.Quantity")
        .run(sub)
        .since(29, 0),
];

fn quantity<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    let [Value::String(string)] = args else { return Err(Error::NO_SUCH_OVERLOAD) };
    let quantity = Quantity::parse(string).map_err(|error| Error::new(error.to_string()))?;
    Ok(Value::Library(Library::Quantity(Amount::read(quantity))))
}

fn is_quantity<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    let [Value::String(string)] = args else { return Err(Error::NO_SUCH_OVERLOAD) };
    Ok(Value::Bool(Quantity::parse(string).is_ok()))
}

fn only<'v>(args: &'v [Value<'_>]) -> Result<&'v Amount, Error> {
    match args {
        [Value::Library(Library::Quantity(amount))] => Ok(amount),
        _ => Err(Error::NO_SUCH_OVERLOAD),
    }
}

fn is_integer<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    Ok(Value::Bool(only(args)?.quantity.borrow().as_integer().is_some()))
}

fn as_integer<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    let integer = only(args)?.quantity.borrow().as_integer();
    integer.map(Value::Int).ok_or(Error::fixed("cannot convert value to integer"))
}

fn as_approximate_float<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    Ok(Value::Double(only(args)?.quantity.borrow().as_approximate_float()))
}

fn sign<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    Ok(Value::Int(only(args)?.quantity.borrow().sign()))
}

/// **Quirk**: the left one may have another form afterwards, in which it is no integer (`quantity.go`, `Cmp`).
fn compared(args: &[Value<'_>]) -> Result<Ordering, Error> {
    let [Value::Library(Library::Quantity(left)), Value::Library(Library::Quantity(right))] = args else {
        return Err(Error::NO_SUCH_OVERLOAD);
    };
    let right = right.quantity.borrow().clone();
    let ordering = left.quantity.borrow().compare(&right);
    if left.quantity.borrow().is_changed_by_comparison_with(&right) {
        let changed = left.quantity.borrow().clone().into_decimal();
        *left.quantity.borrow_mut() = changed;
    }
    Ok(ordering)
}

fn compare_to<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    compared(args).map(|ordering| Value::Int(ordering as i64))
}

fn is_greater_than<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    compared(args).map(|ordering| Value::Bool(ordering.is_gt()))
}

fn is_less_than<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    compared(args).map(|ordering| Value::Bool(ordering.is_lt()))
}

fn computed<'a>(
    args: &[Value<'a>],
    compute: fn(&Quantity, &Quantity) -> Result<Quantity, TooManyDigits>,
) -> Outcome<'a> {
    let [Value::Library(Library::Quantity(left)), right] = args else { return Err(Error::NO_SUCH_OVERLOAD) };
    let right = match right {
        Value::Library(Library::Quantity(right)) => right.quantity.borrow().clone(),
        Value::Int(right) => Quantity::from_integer(*right),
        _ => return Err(Error::NO_SUCH_OVERLOAD),
    };
    // A server has no bound on digits but its memory.
    let made = compute(&left.quantity.borrow(), &right).map_err(|_| Error::CANCELLED)?;
    Ok(Value::Library(Library::Quantity(Amount::made(made))))
}

fn add<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    computed(args, Quantity::add)
}

fn sub<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    computed(args, Quantity::sub)
}
