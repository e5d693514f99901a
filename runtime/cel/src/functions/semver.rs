//! Semantic versions.
//!
//! Source: `apiserver pkg/cel/library/semverlib.go`.

use std::cmp::Ordering;
use std::rc::Rc;

use crd_schema_go::semver::Version;

use super::{Context, Row, cost, estimate};
use crate::value::{Error, Library, Outcome, Value};

pub(super) const ROWS: &[Row] = &[
    Row::new("compareTo", "semver_compare_to", "kubernetes.Semver.(kubernetes.Semver) -> int")
        .run(compare_to)
        .since(34, 33),
    Row::new("isGreaterThan", "semver_is_greater_than", "kubernetes.Semver.(kubernetes.Semver) -> bool")
        .run(is_greater_than)
        .since(34, 33),
    Row::new("isLessThan", "semver_is_less_than", "kubernetes.Semver.(kubernetes.Semver) -> bool")
        .run(is_less_than)
        .since(34, 33),
    Row::new("isSemver", "is_semver_string", "(string) -> bool")
        .estimate(estimate::first)
        .run(is_semver)
        .costs(cost::first)
        .since(34, 33),
    Row::new("isSemver", "is_semver_string_bool", "(string, bool) -> bool")
        .estimate(estimate::first)
        .run(is_semver)
        .costs(cost::first)
        .since(34, 33),
    Row::new("major", "semver_major", "kubernetes.Semver.() -> int").run(major).since(34, 33),
    Row::new("minor", "semver_minor", "kubernetes.Semver.() -> int").run(minor).since(34, 33),
    Row::new("patch", "semver_patch", "kubernetes.Semver.() -> int").run(patch).since(34, 33),
    Row::new("semver", "string_to_semver", "(string) -> kubernetes.Semver")
        .estimate(estimate::first)
        .run(semver)
        .costs(cost::first)
        .since(34, 33),
    Row::new("semver", "string_bool_to_semver", "(string, bool) -> kubernetes.Semver")
        .estimate(estimate::first)
        .run(semver)
        .costs(cost::first)
        .since(34, 33),
];

fn read(args: &[Value<'_>]) -> Result<Result<Version, String>, Error> {
    match args {
        [Value::String(string)] | [Value::String(string), Value::Bool(false)] => Ok(Version::parse(string)),
        [Value::String(string), Value::Bool(true)] => Ok(Version::parse_normalized(string)),
        _ => Err(Error::NO_SUCH_OVERLOAD),
    }
}

fn semver<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    let version = read(args)?.map_err(Error::new)?;
    Ok(Value::Library(Library::Semver(Rc::new(version))))
}

fn is_semver<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    Ok(Value::Bool(read(args)?.is_ok()))
}

/// **Quirk**: numbers beyond the range of integers wrap (`semverlib.go`, `types.Int(v.Major)`).
fn part<'a>(args: &[Value<'a>], part: fn(&Version) -> u64) -> Outcome<'a> {
    let [Value::Library(Library::Semver(version))] = args else { return Err(Error::NO_SUCH_OVERLOAD) };
    Ok(Value::Int(part(version).cast_signed()))
}

fn major<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    part(args, |version| version.major)
}

fn minor<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    part(args, |version| version.minor)
}

fn patch<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    part(args, |version| version.patch)
}

fn compared(args: &[Value<'_>]) -> Result<Ordering, Error> {
    match args {
        [Value::Library(Library::Semver(left)), Value::Library(Library::Semver(right))] => {
            Ok(left.cmp(right))
        }
        _ => Err(Error::NO_SUCH_OVERLOAD),
    }
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
