//! Conversions from one type to another.
//!
//! Source: cel-go `common/types`, the `ConvertToType` of each type.

use std::rc::Rc;

use crate::functions::Context;
use crate::value::{Duration, Error, Outcome, Timestamp, Value, float, float_to_int, float_to_uint};

pub(super) fn same<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    args.first().cloned().ok_or(Error::NO_SUCH_OVERLOAD)
}

fn failed<'a>(from: &Value<'a>, to: &str) -> Outcome<'a> {
    Err(Error::new(format!("type conversion error from '{}' to '{to}'", from.type_name())))
}

pub(super) fn to_type<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    args.first().map(|value| Value::Type(value.type_of())).ok_or(Error::NO_SUCH_OVERLOAD)
}

pub(super) fn to_bool<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    match args {
        [Value::String(string)] => match &**string {
            "1" | "t" | "T" | "TRUE" | "true" | "True" => Ok(Value::Bool(true)),
            "0" | "f" | "F" | "FALSE" | "false" | "False" => Ok(Value::Bool(false)),
            _ => failed(&args[0], "bool"),
        },
        _ => Err(Error::NO_SUCH_OVERLOAD),
    }
}

pub(super) fn to_bytes<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    match args {
        [Value::String(string)] => Ok(Value::Bytes(Rc::from(string.as_bytes()))),
        _ => Err(Error::NO_SUCH_OVERLOAD),
    }
}

pub(super) fn to_double<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    match args {
        [Value::Int(int)] => Ok(Value::Double(*int as f64)),
        [Value::Uint(uint)] => Ok(Value::Double(*uint as f64)),
        [Value::String(string)] => match read_float(string) {
            Some(double) => Ok(Value::Double(double)),
            None => failed(&args[0], "double"),
        },
        _ => Err(Error::NO_SUCH_OVERLOAD),
    }
}

/// Go's `strconv.ParseFloat`.
fn read_float(string: &str) -> Option<f64> {
    let unsigned = string.strip_prefix(['+', '-']).unwrap_or(string);
    let is_named = ["inf", "infinity", "nan"].iter().any(|name| unsigned.eq_ignore_ascii_case(name));
    if is_named {
        // Go reads no sign before NaN.
        return (!unsigned.eq_ignore_ascii_case("nan") || unsigned.len() == string.len())
            .then(|| string.parse().ok())?;
    }
    if let Some(digits) = unsigned.strip_prefix("0x").or_else(|| unsigned.strip_prefix("0X")) {
        let value = read_hexadecimal(digits)?;
        return Some(if string.starts_with('-') { -value } else { value });
    }
    let value: f64 = string.parse().ok()?;
    // Out of range is an error.
    value.is_finite().then_some(value)
}

/// `1.8p3` behind `0x`: the exponent is required.
fn read_hexadecimal(digits: &str) -> Option<f64> {
    let (mantissa, exponent) = digits.split_once(['p', 'P'])?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let exponent: i32 = exponent.parse().ok()?;
    let mut value = 0.0_f64;
    for digit in whole.chars().chain(fraction.chars()) {
        value = value * 16.0 + f64::from(digit.to_digit(16)?);
    }
    let shift = exponent.checked_sub(4 * i32::try_from(fraction.len()).ok()?)?;
    let value = value * 2.0_f64.powi(shift);
    value.is_finite().then_some(value)
}

pub(super) fn to_duration<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    match args {
        [Value::String(string)] => match Duration::read(string) {
            Some(duration) => Ok(Value::Duration(duration)),
            None => failed(&args[0], "google.protobuf.Duration"),
        },
        // Minors up to 1.36 alone.
        [Value::Int(nanos)] => Ok(Value::Duration(Duration::from_nanos(*nanos))),
        _ => Err(Error::NO_SUCH_OVERLOAD),
    }
}

pub(super) fn to_int<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    match args {
        [Value::Double(double)] => float_to_int(*double).map(Value::Int).ok_or(Error::INT_OVERFLOW),
        [Value::Uint(uint)] => i64::try_from(*uint).map(Value::Int).map_err(|_| Error::INT_OVERFLOW),
        [Value::Duration(duration)] => Ok(Value::Int(duration.nanos())),
        [Value::Timestamp(timestamp)] => Ok(Value::Int(timestamp.seconds())),
        [Value::String(string)] => match string.parse() {
            Ok(int) => Ok(Value::Int(int)),
            Err(_) => failed(&args[0], "int"),
        },
        _ => Err(Error::NO_SUCH_OVERLOAD),
    }
}

pub(super) fn to_string<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    match args {
        [Value::Bool(bool)] => Ok(Value::owned(bool.to_string())),
        [Value::Int(int)] => Ok(Value::owned(int.to_string())),
        [Value::Uint(uint)] => Ok(Value::owned(uint.to_string())),
        [Value::Double(double)] => Ok(Value::owned(float(*double))),
        [Value::Timestamp(timestamp)] => Ok(Value::owned(timestamp.to_string())),
        [Value::Duration(duration)] => Ok(Value::owned(duration.to_string())),
        [Value::Bytes(bytes)] => match std::str::from_utf8(bytes) {
            Ok(string) => Ok(Value::owned(string)),
            Err(_) => Err(Error::fixed("invalid UTF-8 in bytes, cannot convert to string")),
        },
        _ => Err(Error::NO_SUCH_OVERLOAD),
    }
}

pub(super) fn to_timestamp<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    let time = match args {
        [Value::Int(seconds)] => Timestamp::new(*seconds, 0, 0),
        [Value::String(string)] => match Timestamp::read(string) {
            Some(time) => time,
            None => return failed(&args[0], "google.protobuf.Timestamp"),
        },
        _ => return Err(Error::NO_SUCH_OVERLOAD),
    };
    if time.is_in_range() { Ok(Value::Timestamp(time)) } else { Err(Error::TIMESTAMP_OVERFLOW) }
}

pub(super) fn to_uint<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    match args {
        [Value::Double(double)] => float_to_uint(*double).map(Value::Uint).ok_or(Error::UINT_OVERFLOW),
        [Value::Int(int)] => u64::try_from(*int).map(Value::Uint).map_err(|_| Error::UINT_OVERFLOW),
        [Value::String(string)] => match string.parse() {
            // Go reads no sign here.
            Ok(uint) if !string.starts_with('+') => Ok(Value::Uint(uint)),
            _ => failed(&args[0], "uint"),
        },
        _ => Err(Error::NO_SUCH_OVERLOAD),
    }
}
