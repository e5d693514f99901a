//! The functions of the language itself.
//!
//! Source: cel-go `common/stdlib/standard.go`.

mod arithmetic;
mod compare;
mod convert;
mod strings;
mod times;

pub(super) use arithmetic::add;
pub(super) use compare::contains;
pub(super) use convert::to_string;

use super::{Row, Takes, cost, estimate};
use crate::value::{Error, Outcome, Trait, Value};

pub(super) const ROWS: &[Row] = &[
    Row::new("!_", "logical_not", "(bool) -> bool").any(Takes::Anything, compare::not),
    Row::new("-_", "negate_double", "(double) -> double").any(Takes::A(Trait::Negator), arithmetic::negate),
    Row::new("-_", "negate_int64", "(int) -> int").any(Takes::A(Trait::Negator), arithmetic::negate),
    Row::new("@in", "in_list", "(A, list(A)) -> bool")
        .estimate(estimate::items)
        .any(Takes::Anything, compare::is_in)
        .cost(cost::items),
    Row::new("@in", "in_map", "(A, map(A, B)) -> bool").any(Takes::Anything, compare::is_in),
    Row::new("@not_strictly_false", "not_strictly_false", "(bool) -> bool"),
    Row::new("_!=_", "not_equals", "(A, A) -> bool").estimate(estimate::compared),
    Row::new("_%_", "modulo_int64", "(int, int) -> int").any(Takes::A(Trait::Modder), arithmetic::modulo),
    Row::new("_%_", "modulo_uint64", "(uint, uint) -> uint").any(Takes::A(Trait::Modder), arithmetic::modulo),
    Row::new("_&&_", "logical_and", "(bool, bool) -> bool"),
    Row::new("_*_", "multiply_double", "(double, double) -> double")
        .any(Takes::A(Trait::Multiplier), arithmetic::multiply),
    Row::new("_*_", "multiply_int64", "(int, int) -> int")
        .any(Takes::A(Trait::Multiplier), arithmetic::multiply),
    Row::new("_*_", "multiply_uint64", "(uint, uint) -> uint")
        .any(Takes::A(Trait::Multiplier), arithmetic::multiply),
    Row::new("_+_", "add_bytes", "(bytes, bytes) -> bytes")
        .estimate(estimate::joined)
        .any(Takes::A(Trait::Adder), arithmetic::add)
        .cost(cost::both),
    Row::new("_+_", "add_double", "(double, double) -> double").any(Takes::A(Trait::Adder), arithmetic::add),
    Row::new("_+_", "add_duration_duration", "(duration, duration) -> duration")
        .any(Takes::A(Trait::Adder), arithmetic::add),
    Row::new("_+_", "add_duration_timestamp", "(duration, timestamp) -> timestamp")
        .any(Takes::A(Trait::Adder), arithmetic::add),
    Row::new("_+_", "add_timestamp_duration", "(timestamp, duration) -> timestamp")
        .any(Takes::A(Trait::Adder), arithmetic::add),
    Row::new("_+_", "add_int64", "(int, int) -> int").any(Takes::A(Trait::Adder), arithmetic::add),
    Row::new("_+_", "add_list", "(list(A), list(A)) -> list(A)")
        .estimate(estimate::appended)
        .any(Takes::A(Trait::Adder), arithmetic::add),
    Row::new("_+_", "add_string", "(string, string) -> string")
        .estimate(estimate::joined)
        .any(Takes::A(Trait::Adder), arithmetic::add)
        .cost(cost::both),
    Row::new("_+_", "add_uint64", "(uint, uint) -> uint").any(Takes::A(Trait::Adder), arithmetic::add),
    Row::new("_-_", "subtract_double", "(double, double) -> double")
        .any(Takes::A(Trait::Subtractor), arithmetic::subtract),
    Row::new("_-_", "subtract_duration_duration", "(duration, duration) -> duration")
        .any(Takes::A(Trait::Subtractor), arithmetic::subtract),
    Row::new("_-_", "subtract_int64", "(int, int) -> int")
        .any(Takes::A(Trait::Subtractor), arithmetic::subtract),
    Row::new("_-_", "subtract_timestamp_duration", "(timestamp, duration) -> timestamp")
        .any(Takes::A(Trait::Subtractor), arithmetic::subtract),
    Row::new("_-_", "subtract_timestamp_timestamp", "(timestamp, timestamp) -> duration")
        .any(Takes::A(Trait::Subtractor), arithmetic::subtract),
    Row::new("_-_", "subtract_uint64", "(uint, uint) -> uint")
        .any(Takes::A(Trait::Subtractor), arithmetic::subtract),
    Row::new("_/_", "divide_double", "(double, double) -> double")
        .any(Takes::A(Trait::Divider), arithmetic::divide),
    Row::new("_/_", "divide_int64", "(int, int) -> int").any(Takes::A(Trait::Divider), arithmetic::divide),
    Row::new("_/_", "divide_uint64", "(uint, uint) -> uint")
        .any(Takes::A(Trait::Divider), arithmetic::divide),
    Row::new("_<=_", "less_equals_bool", "(bool, bool) -> bool")
        .any(Takes::A(Trait::Comparer), compare::less_or_equal),
    Row::new("_<=_", "less_equals_int64", "(int, int) -> bool")
        .any(Takes::A(Trait::Comparer), compare::less_or_equal),
    Row::new("_<=_", "less_equals_int64_double", "(int, double) -> bool")
        .any(Takes::A(Trait::Comparer), compare::less_or_equal),
    Row::new("_<=_", "less_equals_int64_uint64", "(int, uint) -> bool")
        .any(Takes::A(Trait::Comparer), compare::less_or_equal),
    Row::new("_<=_", "less_equals_uint64", "(uint, uint) -> bool")
        .any(Takes::A(Trait::Comparer), compare::less_or_equal),
    Row::new("_<=_", "less_equals_uint64_double", "(uint, double) -> bool")
        .any(Takes::A(Trait::Comparer), compare::less_or_equal),
    Row::new("_<=_", "less_equals_uint64_int64", "(uint, int) -> bool")
        .any(Takes::A(Trait::Comparer), compare::less_or_equal),
    Row::new("_<=_", "less_equals_double", "(double, double) -> bool")
        .any(Takes::A(Trait::Comparer), compare::less_or_equal),
    Row::new("_<=_", "less_equals_double_int64", "(double, int) -> bool")
        .any(Takes::A(Trait::Comparer), compare::less_or_equal),
    Row::new("_<=_", "less_equals_double_uint64", "(double, uint) -> bool")
        .any(Takes::A(Trait::Comparer), compare::less_or_equal),
    Row::new("_<=_", "less_equals_string", "(string, string) -> bool")
        .estimate(estimate::compared)
        .any(Takes::A(Trait::Comparer), compare::less_or_equal)
        .cost(cost::shorter),
    Row::new("_<=_", "less_equals_bytes", "(bytes, bytes) -> bool")
        .estimate(estimate::compared)
        .any(Takes::A(Trait::Comparer), compare::less_or_equal)
        .cost(cost::shorter),
    Row::new("_<=_", "less_equals_timestamp", "(timestamp, timestamp) -> bool")
        .any(Takes::A(Trait::Comparer), compare::less_or_equal),
    Row::new("_<=_", "less_equals_duration", "(duration, duration) -> bool")
        .any(Takes::A(Trait::Comparer), compare::less_or_equal),
    Row::new("_<_", "less_bool", "(bool, bool) -> bool").any(Takes::A(Trait::Comparer), compare::less),
    Row::new("_<_", "less_int64", "(int, int) -> bool").any(Takes::A(Trait::Comparer), compare::less),
    Row::new("_<_", "less_int64_double", "(int, double) -> bool")
        .any(Takes::A(Trait::Comparer), compare::less),
    Row::new("_<_", "less_int64_uint64", "(int, uint) -> bool").any(Takes::A(Trait::Comparer), compare::less),
    Row::new("_<_", "less_uint64", "(uint, uint) -> bool").any(Takes::A(Trait::Comparer), compare::less),
    Row::new("_<_", "less_uint64_double", "(uint, double) -> bool")
        .any(Takes::A(Trait::Comparer), compare::less),
    Row::new("_<_", "less_uint64_int64", "(uint, int) -> bool").any(Takes::A(Trait::Comparer), compare::less),
    Row::new("_<_", "less_double", "(double, double) -> bool").any(Takes::A(Trait::Comparer), compare::less),
    Row::new("_<_", "less_double_int64", "(double, int) -> bool")
        .any(Takes::A(Trait::Comparer), compare::less),
    Row::new("_<_", "less_double_uint64", "(double, uint) -> bool")
        .any(Takes::A(Trait::Comparer), compare::less),
    Row::new("_<_", "less_string", "(string, string) -> bool")
        .estimate(estimate::compared)
        .any(Takes::A(Trait::Comparer), compare::less)
        .cost(cost::shorter),
    Row::new("_<_", "less_bytes", "(bytes, bytes) -> bool")
        .estimate(estimate::compared)
        .any(Takes::A(Trait::Comparer), compare::less)
        .cost(cost::shorter),
    Row::new("_<_", "less_timestamp", "(timestamp, timestamp) -> bool")
        .any(Takes::A(Trait::Comparer), compare::less),
    Row::new("_<_", "less_duration", "(duration, duration) -> bool")
        .any(Takes::A(Trait::Comparer), compare::less),
    Row::new("_==_", "equals", "(A, A) -> bool").estimate(estimate::equal),
    Row::new("_>=_", "greater_equals_bool", "(bool, bool) -> bool")
        .any(Takes::A(Trait::Comparer), compare::greater_or_equal),
    Row::new("_>=_", "greater_equals_int64", "(int, int) -> bool")
        .any(Takes::A(Trait::Comparer), compare::greater_or_equal),
    Row::new("_>=_", "greater_equals_int64_double", "(int, double) -> bool")
        .any(Takes::A(Trait::Comparer), compare::greater_or_equal),
    Row::new("_>=_", "greater_equals_int64_uint64", "(int, uint) -> bool")
        .any(Takes::A(Trait::Comparer), compare::greater_or_equal),
    Row::new("_>=_", "greater_equals_uint64", "(uint, uint) -> bool")
        .any(Takes::A(Trait::Comparer), compare::greater_or_equal),
    Row::new("_>=_", "greater_equals_uint64_double", "(uint, double) -> bool")
        .any(Takes::A(Trait::Comparer), compare::greater_or_equal),
    Row::new("_>=_", "greater_equals_uint64_int64", "(uint, int) -> bool")
        .any(Takes::A(Trait::Comparer), compare::greater_or_equal),
    Row::new("_>=_", "greater_equals_double", "(double, double) -> bool")
        .any(Takes::A(Trait::Comparer), compare::greater_or_equal),
    Row::new("_>=_", "greater_equals_double_int64", "(double, int) -> bool")
        .any(Takes::A(Trait::Comparer), compare::greater_or_equal),
    Row::new("_>=_", "greater_equals_double_uint64", "(double, uint) -> bool")
        .any(Takes::A(Trait::Comparer), compare::greater_or_equal),
    Row::new("_>=_", "greater_equals_string", "(string, string) -> bool")
        .estimate(estimate::compared)
        .any(Takes::A(Trait::Comparer), compare::greater_or_equal)
        .cost(cost::shorter),
    Row::new("_>=_", "greater_equals_bytes", "(bytes, bytes) -> bool")
        .estimate(estimate::compared)
        .any(Takes::A(Trait::Comparer), compare::greater_or_equal)
        .cost(cost::shorter),
    Row::new("_>=_", "greater_equals_timestamp", "(timestamp, timestamp) -> bool")
        .any(Takes::A(Trait::Comparer), compare::greater_or_equal),
    Row::new("_>=_", "greater_equals_duration", "(duration, duration) -> bool")
        .any(Takes::A(Trait::Comparer), compare::greater_or_equal),
    Row::new("_>_", "greater_bool", "(bool, bool) -> bool").any(Takes::A(Trait::Comparer), compare::greater),
    Row::new("_>_", "greater_int64", "(int, int) -> bool").any(Takes::A(Trait::Comparer), compare::greater),
    Row::new("_>_", "greater_int64_double", "(int, double) -> bool")
        .any(Takes::A(Trait::Comparer), compare::greater),
    Row::new("_>_", "greater_int64_uint64", "(int, uint) -> bool")
        .any(Takes::A(Trait::Comparer), compare::greater),
    Row::new("_>_", "greater_uint64", "(uint, uint) -> bool")
        .any(Takes::A(Trait::Comparer), compare::greater),
    Row::new("_>_", "greater_uint64_double", "(uint, double) -> bool")
        .any(Takes::A(Trait::Comparer), compare::greater),
    Row::new("_>_", "greater_uint64_int64", "(uint, int) -> bool")
        .any(Takes::A(Trait::Comparer), compare::greater),
    Row::new("_>_", "greater_double", "(double, double) -> bool")
        .any(Takes::A(Trait::Comparer), compare::greater),
    Row::new("_>_", "greater_double_int64", "(double, int) -> bool")
        .any(Takes::A(Trait::Comparer), compare::greater),
    Row::new("_>_", "greater_double_uint64", "(double, uint) -> bool")
        .any(Takes::A(Trait::Comparer), compare::greater),
    Row::new("_>_", "greater_string", "(string, string) -> bool")
        .estimate(estimate::compared)
        .any(Takes::A(Trait::Comparer), compare::greater)
        .cost(cost::shorter),
    Row::new("_>_", "greater_bytes", "(bytes, bytes) -> bool")
        .estimate(estimate::compared)
        .any(Takes::A(Trait::Comparer), compare::greater)
        .cost(cost::shorter),
    Row::new("_>_", "greater_timestamp", "(timestamp, timestamp) -> bool")
        .any(Takes::A(Trait::Comparer), compare::greater),
    Row::new("_>_", "greater_duration", "(duration, duration) -> bool")
        .any(Takes::A(Trait::Comparer), compare::greater),
    Row::new("_?_:_", "conditional", "(bool, A, A) -> A"),
    Row::new("_[_]", "index_list", "(list(A), int) -> A"),
    Row::new("_[_]", "index_map", "(map(A, B), A) -> B"),
    Row::new("_in_", "in_list", "(A, list(A)) -> bool")
        .estimate(estimate::items)
        .any(Takes::Anything, compare::is_in)
        .cost(cost::items),
    Row::new("_in_", "in_map", "(A, map(A, B)) -> bool").any(Takes::Anything, compare::is_in),
    Row::new("_||_", "logical_or", "(bool, bool) -> bool"),
    Row::new("bool", "bool_to_bool", "(bool) -> bool").run(convert::same),
    Row::new("bool", "string_to_bool", "(string) -> bool").run(convert::to_bool),
    Row::new("bytes", "bytes_to_bytes", "(bytes) -> bytes").run(convert::same),
    Row::new("bytes", "string_to_bytes", "(string) -> bytes")
        .estimate(estimate::to_bytes)
        .run(convert::to_bytes)
        .cost(cost::first),
    Row::new("contains", "contains_string", "string.(string) -> bool")
        .estimate(estimate::contains)
        .any(Takes::Anything, strings::contains)
        .cost(cost::product),
    Row::new("double", "double_to_double", "(double) -> double").run(convert::same),
    Row::new("double", "int64_to_double", "(int) -> double").run(convert::to_double),
    Row::new("double", "string_to_double", "(string) -> double").run(convert::to_double),
    Row::new("double", "uint64_to_double", "(uint) -> double").run(convert::to_double),
    Row::new("duration", "duration_to_duration", "(duration) -> duration").run(convert::same),
    Row::new("duration", "string_to_duration", "(string) -> duration").run(convert::to_duration),
    Row::new("dyn", "to_dyn", "(A) -> dyn").any(Takes::Anything, convert::same),
    Row::new("endsWith", "ends_with_string", "string.(string) -> bool")
        .estimate(estimate::second)
        .any(Takes::Anything, strings::ends_with)
        .cost(cost::second),
    Row::new("format", "string_format", "string.(list(dyn)) -> string")
        .estimate(estimate::first)
        .run(super::format::format)
        .cost(cost::first)
        .since(30, 29),
    Row::new("getDate", "timestamp_to_day_of_month_1_based", "timestamp.() -> int").run(times::date),
    Row::new("getDate", "timestamp_to_day_of_month_1_based_with_tz", "timestamp.(string) -> int")
        .run(times::date),
    Row::new("getDayOfMonth", "timestamp_to_day_of_month", "timestamp.() -> int").run(times::day_of_month),
    Row::new("getDayOfMonth", "timestamp_to_day_of_month_with_tz", "timestamp.(string) -> int")
        .run(times::day_of_month),
    Row::new("getDayOfWeek", "timestamp_to_day_of_week", "timestamp.() -> int").run(times::day_of_week),
    Row::new("getDayOfWeek", "timestamp_to_day_of_week_with_tz", "timestamp.(string) -> int")
        .run(times::day_of_week),
    Row::new("getDayOfYear", "timestamp_to_day_of_year", "timestamp.() -> int").run(times::day_of_year),
    Row::new("getDayOfYear", "timestamp_to_day_of_year_with_tz", "timestamp.(string) -> int")
        .run(times::day_of_year),
    Row::new("getFullYear", "timestamp_to_year", "timestamp.() -> int").run(times::year),
    Row::new("getFullYear", "timestamp_to_year_with_tz", "timestamp.(string) -> int").run(times::year),
    Row::new("getHours", "timestamp_to_hours", "timestamp.() -> int").run(times::hours),
    Row::new("getHours", "timestamp_to_hours_with_tz", "timestamp.(string) -> int").run(times::hours),
    Row::new("getHours", "duration_to_hours", "duration.() -> int").run(times::hours),
    Row::new("getMilliseconds", "timestamp_to_milliseconds", "timestamp.() -> int").run(times::milliseconds),
    Row::new("getMilliseconds", "timestamp_to_milliseconds_with_tz", "timestamp.(string) -> int")
        .run(times::milliseconds),
    Row::new("getMilliseconds", "duration_to_milliseconds", "duration.() -> int").run(times::milliseconds),
    Row::new("getMinutes", "timestamp_to_minutes", "timestamp.() -> int").run(times::minutes),
    Row::new("getMinutes", "timestamp_to_minutes_with_tz", "timestamp.(string) -> int").run(times::minutes),
    Row::new("getMinutes", "duration_to_minutes", "duration.() -> int").run(times::minutes),
    Row::new("getMonth", "timestamp_to_month", "timestamp.() -> int").run(times::month),
    Row::new("getMonth", "timestamp_to_month_with_tz", "timestamp.(string) -> int").run(times::month),
    Row::new("getSeconds", "timestamp_to_seconds", "timestamp.() -> int").run(times::seconds),
    Row::new("getSeconds", "timestamp_to_seconds_tz", "timestamp.(string) -> int").run(times::seconds),
    Row::new("getSeconds", "duration_to_seconds", "duration.() -> int").run(times::seconds),
    Row::new("in", "in_list", "(A, list(A)) -> bool")
        .estimate(estimate::items)
        .any(Takes::Anything, compare::is_in)
        .cost(cost::items),
    Row::new("in", "in_map", "(A, map(A, B)) -> bool").any(Takes::Anything, compare::is_in),
    Row::new("int", "int64_to_int64", "(int) -> int").run(convert::same),
    Row::new("int", "double_to_int64", "(double) -> int").run(convert::to_int),
    Row::new("int", "duration_to_int64", "(duration) -> int").run(convert::to_int),
    Row::new("int", "string_to_int64", "(string) -> int").run(convert::to_int),
    Row::new("int", "timestamp_to_int64", "(timestamp) -> int").run(convert::to_int),
    Row::new("int", "uint64_to_int64", "(uint) -> int").run(convert::to_int),
    Row::new("matches", "matches", "(string, string) -> bool")
        .any(Takes::A(Trait::Matcher), super::regex::matches)
        .until(36),
    // Before 1.37 it costs 1.
    Row::new("matches", "matches", "(string, string) -> bool")
        .estimate(estimate::matches)
        .any(Takes::A(Trait::Matcher), super::regex::matches)
        .cost(cost::pattern)
        .since(37, 37),
    Row::new("matches", "matches_string", "string.(string) -> bool")
        .estimate(estimate::matches)
        .any(Takes::A(Trait::Matcher), super::regex::matches)
        .cost(cost::pattern),
    Row::new("size", "size_bytes", "(bytes) -> int").any(Takes::A(Trait::Sizer), strings::size),
    Row::new("size", "bytes_size", "bytes.() -> int").any(Takes::A(Trait::Sizer), strings::size),
    Row::new("size", "size_list", "(list(A)) -> int").any(Takes::A(Trait::Sizer), strings::size),
    Row::new("size", "list_size", "list(A).() -> int").any(Takes::A(Trait::Sizer), strings::size),
    Row::new("size", "size_map", "(map(A, B)) -> int").any(Takes::A(Trait::Sizer), strings::size),
    Row::new("size", "map_size", "map(A, B).() -> int").any(Takes::A(Trait::Sizer), strings::size),
    Row::new("size", "size_string", "(string) -> int").any(Takes::A(Trait::Sizer), strings::size),
    Row::new("size", "string_size", "string.() -> int").any(Takes::A(Trait::Sizer), strings::size),
    Row::new("startsWith", "starts_with_string", "string.(string) -> bool")
        .estimate(estimate::second)
        .any(Takes::Anything, strings::starts_with)
        .cost(cost::second),
    Row::new("string", "string_to_string", "(string) -> string").run(convert::same),
    Row::new("string", "bool_to_string", "(bool) -> string").run(convert::to_string),
    Row::new("string", "bytes_to_string", "(bytes) -> string")
        .estimate(estimate::from_bytes)
        .run(convert::to_string)
        .cost(cost::first),
    Row::new("string", "double_to_string", "(double) -> string").run(convert::to_string),
    Row::new("string", "duration_to_string", "(duration) -> string").run(convert::to_string),
    Row::new("string", "int64_to_string", "(int) -> string").run(convert::to_string),
    Row::new("string", "timestamp_to_string", "(timestamp) -> string").run(convert::to_string),
    Row::new("string", "uint64_to_string", "(uint) -> string").run(convert::to_string),
    Row::new("strings.quote", "strings_quote", "(string) -> string")
        .estimate(estimate::quoted)
        .run(super::strings::quote)
        .cost(cost::first)
        .since(30, 29),
    Row::new("timestamp", "timestamp_to_timestamp", "(timestamp) -> timestamp").run(convert::same),
    Row::new("timestamp", "int64_to_timestamp", "(int) -> timestamp").run(convert::to_timestamp),
    Row::new("timestamp", "string_to_timestamp", "(string) -> timestamp").run(convert::to_timestamp),
    Row::new("type", "type", "(A) -> type(A)").any(Takes::Anything, convert::to_type),
    Row::new("uint", "uint64_to_uint64", "(uint) -> uint").run(convert::same),
    Row::new("uint", "double_to_uint64", "(double) -> uint").run(convert::to_uint),
    Row::new("uint", "int64_to_uint64", "(int) -> uint").run(convert::to_uint),
    Row::new("uint", "string_to_uint64", "(string) -> uint").run(convert::to_uint),
    // **Quirk**: came and went (cel-go 0.26).
    Row::new("duration", "int64_to_duration", "(int) -> duration")
        .run(convert::to_duration)
        .since(29, 29)
        .until(36),
];

/// What a value does with a function that no trait of it serves.
///
/// Source: cel-go `common/types`, the `Receive` of each type.
pub(crate) fn receive<'a>(function: &str, value: &Value<'a>, args: &[Value<'a>]) -> Outcome<'a> {
    if value.has_trait(Trait::Receiver) {
        return Err(Error::NO_SUCH_OVERLOAD);
    }
    Err(Error::new(match args.len() {
        0..=2 => format!("no such overload: {function}"),
        count => format!("no such overload: {function} {count}"),
    }))
}
