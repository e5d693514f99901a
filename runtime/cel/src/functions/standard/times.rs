//! Parts of times and durations.
//!
//! Source: cel-go `common/stdlib/standard.go`, `common/types/timestamp.go`, `duration.go`.

use crd_schema_go::time::{Fields, Zone};

use crate::functions::Context;
use crate::value::{Error, Outcome, Time, Value};

fn part<'a>(args: &[Value<'a>], part: fn(Fields, Time) -> i64) -> Outcome<'a> {
    match args {
        [Value::Timestamp(time)] => Ok(Value::Int(part(time.fields_at(0), *time))),
        [Value::Timestamp(time), Value::String(zone)] => {
            let zone = Zone::parse(zone).map_err(Error::new)?;
            Ok(Value::Int(part(time.fields_at(zone.offset_at(*time)), *time)))
        }
        _ => Err(Error::NO_SUCH_OVERLOAD),
    }
}

pub(super) fn year<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    part(args, |fields, _| fields.year)
}

/// From 0 on.
pub(super) fn month<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    part(args, |fields, _| fields.month - 1)
}

pub(super) fn day_of_year<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    part(args, |fields, _| fields.day_of_year - 1)
}

pub(super) fn day_of_month<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    part(args, |fields, _| fields.day - 1)
}

/// From 1 on.
pub(super) fn date<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    part(args, |fields, _| fields.day)
}

pub(super) fn day_of_week<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    part(args, |fields, _| fields.weekday)
}

pub(super) fn hours<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    match args {
        [Value::Duration(length)] => Ok(Value::Int(length.hours() as i64)),
        _ => part(args, |fields, _| fields.hour),
    }
}

pub(super) fn minutes<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    match args {
        [Value::Duration(length)] => Ok(Value::Int(length.minutes() as i64)),
        _ => part(args, |fields, _| fields.minute),
    }
}

pub(super) fn seconds<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    match args {
        [Value::Duration(length)] => Ok(Value::Int(length.seconds() as i64)),
        _ => part(args, |fields, _| fields.second),
    }
}

pub(super) fn milliseconds<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    match args {
        [Value::Duration(length)] => Ok(Value::Int(length.milliseconds())),
        _ => part(args, |_, time| i64::from(time.nanosecond() / 1_000_000)),
    }
}
