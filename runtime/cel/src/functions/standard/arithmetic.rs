//! Sums, differences, products.
//!
//! Source: cel-go `common/types`, the `Add`, `Subtract`, … of each type; `overflow.go`.

use std::rc::Rc;

use crate::functions::Context;
use crate::value::{Duration, Error, Outcome, Value, later, negated};

fn int<'a>(result: Option<i64>) -> Outcome<'a> {
    result.map(Value::Int).ok_or(Error::INT_OVERFLOW)
}

fn uint<'a>(result: Option<u64>) -> Outcome<'a> {
    result.map(Value::Uint).ok_or(Error::UINT_OVERFLOW)
}

fn length<'a>(nanoseconds: Option<i64>) -> Outcome<'a> {
    nanoseconds.map(|length| Value::Duration(Duration::from_nanoseconds(length))).ok_or(Error::INT_OVERFLOW)
}

pub(in crate::functions) fn add<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    match args {
        [Value::Int(left), Value::Int(right)] => int(left.checked_add(*right)),
        [Value::Uint(left), Value::Uint(right)] => uint(left.checked_add(*right)),
        [Value::Double(left), Value::Double(right)] => Ok(Value::Double(left + right)),
        [Value::String(left), Value::String(right)] => Ok(Value::owned([&**left, &**right].concat())),
        [Value::Bytes(left), Value::Bytes(right)] => Ok(Value::Bytes(Rc::from([&**left, &**right].concat()))),
        [Value::Duration(left), Value::Duration(right)] => {
            length(left.nanoseconds().checked_add(right.nanoseconds()))
        }
        [Value::Timestamp(time), Value::Duration(length)]
        | [Value::Duration(length), Value::Timestamp(time)] => later(*time, *length).map(Value::Timestamp),
        [Value::List(left), Value::List(right)] => left.join(right),
        _ => Err(Error::NO_SUCH_OVERLOAD),
    }
}

pub(super) fn subtract<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    match args {
        [Value::Int(left), Value::Int(right)] => int(left.checked_sub(*right)),
        [Value::Uint(left), Value::Uint(right)] => uint(left.checked_sub(*right)),
        [Value::Double(left), Value::Double(right)] => Ok(Value::Double(left - right)),
        [Value::Duration(left), Value::Duration(right)] => {
            length(left.nanoseconds().checked_sub(right.nanoseconds()))
        }
        [Value::Timestamp(time), Value::Duration(length)] => {
            later(*time, negated(*length)?).map(Value::Timestamp)
        }
        [Value::Timestamp(left), Value::Timestamp(right)] => {
            left.checked_sub(*right).map(Value::Duration).ok_or(Error::INT_OVERFLOW)
        }
        _ => Err(Error::NO_SUCH_OVERLOAD),
    }
}

pub(super) fn multiply<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    match args {
        [Value::Int(left), Value::Int(right)] => int(left.checked_mul(*right)),
        [Value::Uint(left), Value::Uint(right)] => uint(left.checked_mul(*right)),
        [Value::Double(left), Value::Double(right)] => Ok(Value::Double(left * right)),
        _ => Err(Error::NO_SUCH_OVERLOAD),
    }
}

pub(super) fn divide<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    match args {
        [Value::Int(_), Value::Int(0)] | [Value::Uint(_), Value::Uint(0)] => Err(Error::DIVISION_BY_ZERO),
        [Value::Int(left), Value::Int(right)] => int(left.checked_div(*right)),
        [Value::Uint(left), Value::Uint(right)] => uint(left.checked_div(*right)),
        [Value::Double(left), Value::Double(right)] => Ok(Value::Double(left / right)),
        _ => Err(Error::NO_SUCH_OVERLOAD),
    }
}

pub(super) fn modulo<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    match args {
        [Value::Int(_), Value::Int(0)] | [Value::Uint(_), Value::Uint(0)] => Err(Error::MODULUS_BY_ZERO),
        [Value::Int(left), Value::Int(right)] => int(left.checked_rem(*right)),
        [Value::Uint(left), Value::Uint(right)] => uint(left.checked_rem(*right)),
        _ => Err(Error::NO_SUCH_OVERLOAD),
    }
}

pub(super) fn negate<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    match args {
        [Value::Int(value)] => int(value.checked_neg()),
        [Value::Double(value)] => Ok(Value::Double(-value)),
        [Value::Duration(value)] => negated(*value).map(Value::Duration),
        _ => Err(Error::NO_SUCH_OVERLOAD),
    }
}
