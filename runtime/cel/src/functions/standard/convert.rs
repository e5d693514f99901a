//! Conversions from one type to another.
//!
//! Source: cel-go `common/types`, the `ConvertToType` of each type.

use std::rc::Rc;

use crd_schema_go::number;

use crate::functions::Context;
use crate::value::{
    Duration, Error, Library, Outcome, Time, Value, float_to_int, float_to_uint, is_in_range,
};

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
        [Value::String(string)] => match number::parse_bool(string) {
            Ok(bool) => Ok(Value::Bool(bool)),
            Err(_) => failed(&args[0], "bool"),
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
        [Value::String(string)] => match number::parse_float(string).ok() {
            Some(double) => Ok(Value::Double(double)),
            None => failed(&args[0], "double"),
        },
        _ => Err(Error::NO_SUCH_OVERLOAD),
    }
}

pub(super) fn to_duration<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    match args {
        [Value::String(string)] => match Duration::parse(string) {
            Ok(duration) => Ok(Value::Duration(duration)),
            Err(_) => failed(&args[0], "google.protobuf.Duration"),
        },
        // Minors up to 1.36 alone.
        [Value::Int(nanos)] => Ok(Value::Duration(Duration::from_nanoseconds(*nanos))),
        _ => Err(Error::NO_SUCH_OVERLOAD),
    }
}

pub(super) fn to_int<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    match args {
        [Value::Double(double)] => float_to_int(*double).map(Value::Int).ok_or(Error::INT_OVERFLOW),
        [Value::Uint(uint)] => i64::try_from(*uint).map(Value::Int).map_err(|_| Error::INT_OVERFLOW),
        [Value::Duration(duration)] => Ok(Value::Int(duration.nanoseconds())),
        [Value::Timestamp(timestamp)] => Ok(Value::Int(timestamp.unix())),
        [Value::String(string)] => match number::parse_int(string) {
            Ok(int) => Ok(Value::Int(int)),
            Err(_) => failed(&args[0], "int"),
        },
        _ => Err(Error::NO_SUCH_OVERLOAD),
    }
}

pub(in crate::functions) fn to_string<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    match args {
        [Value::Library(value @ (Library::Ip(_) | Library::Cidr(_)))] => Ok(Value::owned(value.to_string())),
        [Value::Bool(bool)] => Ok(Value::owned(bool.to_string())),
        [Value::Int(int)] => Ok(Value::owned(int.to_string())),
        [Value::Uint(uint)] => Ok(Value::owned(uint.to_string())),
        [Value::Double(double)] => Ok(Value::owned(number::format_g(*double))),
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
        [Value::Int(seconds)] => Time::from_unix(*seconds),
        [Value::String(string)] => match Time::parse(string) {
            Ok(time) => time,
            Err(_) => return failed(&args[0], "google.protobuf.Timestamp"),
        },
        _ => return Err(Error::NO_SUCH_OVERLOAD),
    };
    if is_in_range(time) { Ok(Value::Timestamp(time)) } else { Err(Error::TIMESTAMP_OVERFLOW) }
}

pub(super) fn to_uint<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    match args {
        [Value::Double(double)] => float_to_uint(*double).map(Value::Uint).ok_or(Error::UINT_OVERFLOW),
        [Value::Int(int)] => u64::try_from(*int).map(Value::Uint).map_err(|_| Error::UINT_OVERFLOW),
        [Value::String(string)] => match number::parse_uint(string) {
            Ok(uint) => Ok(Value::Uint(uint)),
            Err(_) => failed(&args[0], "uint"),
        },
        _ => Err(Error::NO_SUCH_OVERLOAD),
    }
}
