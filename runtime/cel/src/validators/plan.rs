//! What fails when a server makes a program: literals are converted and patterns compiled there.
//!
//! Source: cel-go `interpreter/decorators.go`, `maybeOptimizeConstUnary`, `decRegexOptimizer`; `interpreter/attributes.go`,
//! `NewQualifier`.

use super::visit;
use crate::ast::{Call, Expr, ExprKind, Literal};
use crate::check::{Checked, Target};
use crate::value::{Duration, Time, is_in_range};

/// The first error, if there is one.
pub(crate) fn plan_error(checked: &Checked) -> Option<String> {
    let mut found = None;
    visit(&checked.root, &mut |expr| {
        if let (None, ExprKind::Call(call)) = (&found, &expr.kind) {
            found = of_call(call, checked.calls.get(expr.id).and_then(Option::as_ref));
        }
    });
    found
}

fn of_call(call: &Call, target: Option<&Target>) -> Option<String> {
    let literal = |index: usize| match call.args.get(index) {
        Some(Expr { kind: ExprKind::Literal(literal), .. }) => Some(literal),
        _ => None,
    };
    match (&*call.function, &call.target) {
        ("find" | "findAll", Some(_)) => pattern(literal(0)),
        ("matches", None) => pattern(literal(1)),
        ("_[_]" | "_[?_]", None) => match literal(1)? {
            Literal::Bytes(_) => Some("invalid qualifier type: types.Bytes".to_owned()),
            Literal::Null => Some("invalid qualifier type: types.Null".to_owned()),
            _ => None,
        },
        (function, None) if call.args.len() == 1 && target.is_some() => conversion(function, literal(0)?),
        _ => None,
    }
}

fn pattern(literal: Option<&Literal>) -> Option<String> {
    match literal {
        Some(Literal::Str(pattern)) => crd_schema_go::pattern::refusal(pattern),
        _ => None,
    }
}

/// Why a conversion of a literal fails.
fn conversion(function: &str, literal: &Literal) -> Option<String> {
    let failed =
        |from: &str| Some(format!("type conversion error from '{from}' to '{}'", runtime_name(function)));
    let overflow = |fits: bool| (!fits).then(|| "integer overflow".to_owned());
    match (function, literal) {
        ("int", Literal::Str(text)) if text.parse::<i64>().is_err() => failed("string"),
        ("uint", Literal::Str(text)) if text.starts_with('+') || text.parse::<u64>().is_err() => {
            failed("string")
        }
        ("bool", Literal::Str(text)) if !is_bool(text) => failed("string"),
        ("double", Literal::Str(text)) if !is_double(text) => failed("string"),
        ("duration", Literal::Str(text)) if Duration::parse(text).is_err() => failed("string"),
        ("timestamp", Literal::Str(text)) if !Time::parse(text).is_ok_and(is_in_range) => failed("string"),
        ("string", Literal::Bytes(bytes)) if std::str::from_utf8(bytes).is_err() => {
            Some("invalid UTF-8 in bytes, cannot convert to string".to_owned())
        }
        ("int", Literal::Double(double)) => overflow(-(2_f64.powi(63)) < *double && *double < 2_f64.powi(63)),
        ("int", Literal::Uint(uint)) => overflow(i64::try_from(*uint).is_ok()),
        ("uint", Literal::Int(int)) => (*int < 0).then(|| "unsigned integer overflow".to_owned()),
        ("uint", Literal::Double(double)) => {
            (!(0.0..2_f64.powi(64)).contains(double)).then(|| "unsigned integer overflow".to_owned())
        }
        _ => None,
    }
}

fn runtime_name(function: &str) -> &str {
    match function {
        "duration" => "google.protobuf.Duration",
        "timestamp" => "google.protobuf.Timestamp",
        other => other,
    }
}

/// Go's `strconv.ParseBool`.
fn is_bool(text: &str) -> bool {
    matches!(text, "1" | "t" | "T" | "TRUE" | "true" | "True" | "0" | "f" | "F" | "FALSE" | "false" | "False")
}

/// Go's `strconv.ParseFloat`, apart from hexadecimal floats and underscores.
fn is_double(text: &str) -> bool {
    let unsigned = text.trim_start_matches(['+', '-']);
    if unsigned.to_ascii_lowercase().starts_with("0x") {
        return true;
    }
    text.parse::<f64>()
        .is_ok_and(|double| double.is_finite() || !unsigned.starts_with(|char: char| char.is_ascii_digit()))
}
