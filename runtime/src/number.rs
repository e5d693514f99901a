//! The only place that looks inside a JSON number.
//!
//! Other crates of the user's build may switch on `serde_json/arbitrary_precision`, which changes what a
//! number is; everything here gives the same answers with and without it.
//!
//! Knows nothing of: schemas, paths.

use std::sync::LazyLock;

use serde_json::{Number as JsonNumber, Value};

/// A JSON number as the API server holds it: a signed 64-bit integer or a finite float.
///
/// Source: `apimachinery pkg/util/json`, reference behaviour of `sigs.k8s.io/json`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Number {
    Integer(i64),
    Float(f64),
}

impl Number {
    /// Reads a number; what is too large for a float becomes the largest one of its sign.
    pub(crate) fn read(number: &JsonNumber) -> Self {
        if let Some(integer) = number.as_i64() {
            return Self::Integer(integer);
        }
        // A `u64` above `i64::MAX` is a float for the server, too.
        let float = number.as_f64().unwrap_or_else(|| out_of_range(number));
        Self::Float(float)
    }

    /// The number as it comes back from storage: whole floats are integers there.
    pub(crate) fn canonical(self) -> Self {
        match self {
            Self::Float(float) => rewritten(float).map_or(self, Self::Integer),
            Self::Integer(_) => self,
        }
    }

    pub(crate) fn to_json(self) -> Option<JsonNumber> {
        match self {
            Self::Integer(integer) => Some(integer.into()),
            Self::Float(float) => JsonNumber::from_f64(float),
        }
    }
}

impl Number {
    pub(crate) fn into_value(self) -> Value {
        self.to_json().map_or(Value::Null, Value::Number)
    }
}

/// Makes the integer 0 of each negative zero.
///
/// `serde_json` reads the integer `-0` as a float, and nothing tells it from `-0.0` then. Go writes both as `-0`, so that what
/// kubectl or a controller sends is the integer. Where the text itself is read, the two are two (`prune/reader.rs`).
///
/// Source: `sigs.k8s.io/json internal/golang/encoding/json/kubernetes_patch.go`, `convertNumber`.
pub(crate) fn drop_negative_zeros(value: &mut Value) {
    match value {
        Value::Number(number) if is_negative_zero(number) => *value = 0.into(),
        Value::Array(items) => items.iter_mut().for_each(drop_negative_zeros),
        Value::Object(fields) => fields.values_mut().for_each(drop_negative_zeros),
        _ => {}
    }
}

fn is_negative_zero(number: &JsonNumber) -> bool {
    // With `arbitrary_precision` a number is its text; then, too, both zeros are one.
    !number.is_u64() && number.as_f64().is_some_and(|float| float == 0.0 && float.is_sign_negative())
}

/// An integer without a sign: above the signed range it is a float for the server.
pub(crate) fn unsigned(integer: u64) -> Number {
    Number::read(&integer.into())
}

/// Whether a "field" is how `arbitrary_precision` hands out a number.
pub(crate) fn is_literal(name: &str) -> bool {
    static ARBITRARY: LazyLock<bool> = LazyLock::new(|| {
        serde_json::from_str::<JsonNumber>("1.00").is_ok_and(|number| number.to_string() == "1.00")
    });
    name == "$serde_json::private::Number" && *ARBITRARY
}

/// A number as it is written.
///
/// # Errors
/// When no float is as large.
pub(crate) fn literal<E: serde::de::Error>(text: &str) -> Result<Number, E> {
    if let Ok(integer) = text.parse() {
        return Ok(Number::Integer(integer));
    }
    let float = text.parse().ok().filter(|float: &f64| float.is_finite());
    float.map(Number::Float).ok_or_else(|| E::custom("number out of range"))
}

/// The integer that comes back when a float is written and read again.
///
/// **Quirk**: the way leads through the shortest decimal text, so `1152921504606846976.0`, which is 2^60, comes back
/// as 1152921504606847000 (Go `encoding/json`, `floatEncoder`).
fn rewritten(float: f64) -> Option<i64> {
    let without_exponent = float.abs() < 1e21;
    if float == 0.0 {
        Some(0)
    } else if without_exponent {
        crd_schema_go::number::format_f(float).parse().ok()
    } else {
        None
    }
}

/// Only `arbitrary_precision` gets here: it keeps literals that no float holds.
fn out_of_range(number: &JsonNumber) -> f64 {
    if number.to_string().starts_with('-') { f64::MIN } else { f64::MAX }
}

/// A bound of a schema as a JSON number: whole floats as integers, as Go writes them.
///
/// A negative zero stays one; Go writes it as `-0`, which here would be read as a float all the same.
pub(crate) fn bound_to_json(bound: f64) -> Option<JsonNumber> {
    if bound == 0.0 && bound.is_sign_negative() {
        return JsonNumber::from_f64(bound);
    }
    if let Some(integer) = rewritten(bound) {
        return Some(integer.into());
    }
    let large = bound.fract() == 0.0 && bound > 0.0;
    let digits = if large { format!("{bound}").parse::<u64>().ok() } else { None };
    digits.map_or_else(|| JsonNumber::from_f64(bound), |integer| Some(integer.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Number {
        Number::read(&serde_json::from_str(text).expect("a number"))
    }

    #[test]
    fn whole_floats_are_integers_only_when_canonical() {
        assert_eq!(read("1.0"), Number::Float(1.0));
        assert_eq!(read("1.0").canonical(), Number::Integer(1));
        assert_eq!(read("-0.0").canonical(), Number::Integer(0));
        assert_eq!(read("1e2").canonical(), Number::Integer(100));
        assert_eq!(read("1e20").canonical(), Number::Float(1e20));
        assert_eq!(read("1.5").canonical(), Number::Float(1.5));
        assert_eq!(read("1152921504606846976.0").canonical(), Number::Integer(1_152_921_504_606_847_000));
        let smallest = read("-9223372036854775808.0");
        assert_eq!(smallest.canonical(), smallest);
    }

    #[test]
    fn integers_beyond_the_signed_range_are_floats() {
        assert_eq!(read("9223372036854775807"), Number::Integer(i64::MAX));
        assert_eq!(read("9223372036854775808"), Number::Float(9_223_372_036_854_775_808.0));
        assert_eq!(read("9223372036854775808").canonical(), Number::Float(9_223_372_036_854_775_808.0));
    }

    #[test]
    fn a_negative_zero_is_an_integer() {
        for text in ["-0", "-0.0", "-0e1"] {
            let mut value = serde_json::from_str(&format!("[{text}]")).expect("a list");
            drop_negative_zeros(&mut value);
            assert_eq!(value, serde_json::json!([0]), "{text}");
        }
        let mut others = serde_json::json!([0, 0.0, -1, -0.5, "-0"]);
        drop_negative_zeros(&mut others);
        assert_eq!(others, serde_json::json!([0, 0.0, -1, -0.5, "-0"]));
    }

    #[test]
    fn bounds_print_as_go_prints_them() {
        let text = |bound| bound_to_json(bound).expect("finite").to_string();
        assert_eq!(text(1.0), "1");
        assert_eq!(text(0.5), "0.5");
        assert_eq!(text(-3.0), "-3");
        assert_eq!(text(1e19), "10000000000000000000");
        assert_eq!(text(-0.0), "-0.0");
    }
}
