//! Parts of times and durations.
//!
//! Source: cel-go `common/stdlib/standard.go`, `common/types/timestamp.go`, `duration.go`.

use crate::functions::Context;
use crate::value::{Error, Outcome, Timestamp, Value};

const SECOND: i64 = 1_000_000_000;

fn part<'a>(args: &[Value<'a>], part: fn(Timestamp) -> i64) -> Outcome<'a> {
    match args {
        [Value::Timestamp(time)] => Ok(Value::Int(part(time.in_zone(0)))),
        [Value::Timestamp(time), Value::String(zone)] => {
            Ok(Value::Int(part(time.in_zone(offset(zone, *time)?))))
        }
        _ => Err(Error::NO_SUCH_OVERLOAD),
    }
}

/// The offset of a zone in seconds at a time.
fn offset(zone: &str, _time: Timestamp) -> Result<i32, Error> {
    let Some((hours, minutes)) = zone.split_once(':') else {
        return match zone {
            "" | "UTC" => Ok(0),
            _ => Err(Error::new(format!("unknown time zone {zone}"))),
        };
    };
    let number = |digits: &str| {
        let read = digits.parse::<i64>();
        read.map_err(|_| Error::new(format!("strconv.Atoi: parsing {digits:?}: invalid syntax")))
    };
    let (hours, minutes) = (number(hours)?, number(minutes)?);
    let minutes = if zone.starts_with('-') { -minutes } else { minutes };
    let seconds = hours.saturating_mul(60).saturating_add(minutes).saturating_mul(60);
    i32::try_from(seconds).map_err(|_| Error::INT_OVERFLOW)
}

pub(super) fn year<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    part(args, |time| time.calendar().year)
}

/// From 0 on.
pub(super) fn month<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    part(args, |time| time.calendar().month - 1)
}

pub(super) fn day_of_year<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    part(args, |time| time.calendar().day_of_year - 1)
}

pub(super) fn day_of_month<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    part(args, |time| time.calendar().day - 1)
}

/// From 1 on.
pub(super) fn date<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    part(args, |time| time.calendar().day)
}

pub(super) fn day_of_week<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    part(args, |time| time.calendar().day_of_week)
}

pub(super) fn hours<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    match args {
        [Value::Duration(length)] => Ok(Value::Int(length.in_units(3_600 * SECOND) as i64)),
        _ => part(args, |time| time.calendar().hour),
    }
}

pub(super) fn minutes<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    match args {
        [Value::Duration(length)] => Ok(Value::Int(length.in_units(60 * SECOND) as i64)),
        _ => part(args, |time| time.calendar().minute),
    }
}

pub(super) fn seconds<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    match args {
        [Value::Duration(length)] => Ok(Value::Int(length.in_units(SECOND) as i64)),
        _ => part(args, |time| time.calendar().second),
    }
}

pub(super) fn milliseconds<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    match args {
        [Value::Duration(length)] => Ok(Value::Int(length.nanos() / 1_000_000)),
        _ => part(args, |time| i64::from(time.nanos() / 1_000_000)),
    }
}
