//! Numbers as Go's `strconv` and `encoding/json` read and print them.

use serde_json::{Number, Value};

/// Go's `ParseInt(text, 0, 64)`, then `ParseUint(text, 0, 64)`, for a string without `_`.
pub(super) fn parse_int(text: &str) -> Option<Integer> {
    let (negative, signed, digits) = match text.as_bytes().first()? {
        b'-' => (true, true, &text[1..]),
        b'+' => (false, true, &text[1..]),
        _ => (false, false, text),
    };
    let magnitude = parse_magnitude(digits)?;
    if negative {
        let value = 0_i64.checked_sub_unsigned(magnitude)?;
        return Some(Integer::Signed(value));
    }
    match i64::try_from(magnitude) {
        Ok(value) => Some(Integer::Signed(value)),
        // ParseUint takes no sign, so `+` and 2^63 is no integer.
        Err(_) if signed => None,
        Err(_) => Some(Integer::Unsigned(magnitude)),
    }
}

/// An integer as Go's resolver holds it: `int`, or `uint64` where that is too small.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Integer {
    Signed(i64),
    Unsigned(u64),
}

fn parse_magnitude(digits: &str) -> Option<u64> {
    let (radix, digits) = match digits.as_bytes() {
        [b'0', b'b' | b'B', _, ..] => (2, &digits[2..]),
        [b'0', b'o' | b'O', _, ..] => (8, &digits[2..]),
        [b'0', b'x' | b'X', _, ..] => (16, &digits[2..]),
        // Quirk (strconv/atoi.go): after a leading 0 the rest is octal, and may be empty.
        [b'0'] => return Some(0),
        [b'0', ..] => (8, &digits[1..]),
        _ => (10, digits),
    };
    // Rust's parser takes a sign here, Go's does not.
    if !digits.bytes().all(|b| b.is_ascii_alphanumeric()) {
        return None;
    }
    u64::from_str_radix(digits, radix).ok()
}

/// A decimal float that is in range; infinity is a range error to Go.
pub(super) fn parse_float(text: &str) -> Option<f64> {
    text.parse().ok().filter(|value: &f64| value.is_finite())
}

/// The value that a float of YAML has once it went through JSON text and Kubernetes' JSON reader,
/// where whole floats look like integers (`encoding/json` `encode.go` `floatEncoder`).
pub(super) fn through_json(value: f64) -> Option<Number> {
    // Both print the shortest digits and pad with zeros; past 1e21 Go writes an exponent, and no
    // such number is an int64.
    if let Ok(whole) = value.to_string().parse::<i64>() {
        return Some(whole.into());
    }
    Number::from_f64(value)
}

/// An unsigned integer as Kubernetes' JSON reader holds it: `int64`, else `float64`.
pub(super) fn unsigned(value: u64) -> Value {
    match i64::try_from(value) {
        Ok(small) => small.into(),
        #[allow(clippy::cast_precision_loss)] // Go loses the same digits.
        Err(_) => (value as f64).into(),
    }
}

/// `strconv.FormatFloat(value, 'g', -1, 32)`: how `sigs.k8s.io/yaml` writes a float key.
pub(super) fn format_g32(value: f64) -> String {
    #[allow(clippy::cast_possible_truncation)] // Quirk (sigs.k8s.io/yaml yaml.go): 32 bits.
    let value = value as f32;
    format_g(&format!("{value:e}"))
}

/// `strconv.FormatFloat(value, 'g', -1, 64)`: how a strict error writes a float key.
pub(super) fn format_g64(value: f64) -> String {
    format_g(&format!("{value:e}"))
}

/// Go's `%g` from Rust's `{:e}`, both of the shortest digits.
fn format_g(scientific: &str) -> String {
    let Some((mantissa, exponent)) = scientific.split_once('e') else {
        return scientific.to_owned();
    };
    let (sign, mantissa) = match mantissa.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", mantissa),
    };
    let exponent: i32 = exponent.parse().unwrap_or_default();
    // strconv/ftoa.go: the shortest form switches to an exponent as if the precision were 6.
    if (-4..6).contains(&exponent) {
        return format!("{sign}{}", positional(mantissa, exponent));
    }
    let direction = if exponent < 0 { '-' } else { '+' };
    format!("{sign}{mantissa}e{direction}{:02}", exponent.unsigned_abs())
}

fn positional(mantissa: &str, exponent: i32) -> String {
    let digits = mantissa.replace('.', "");
    let shift = exponent.unsigned_abs() as usize;
    if exponent < 0 {
        return format!("0.{}{digits}", "0".repeat(shift.saturating_sub(1)));
    }
    let whole = shift + 1;
    match digits.split_at_checked(whole) {
        Some((before, "")) => before.to_owned(),
        Some((before, after)) => format!("{before}.{after}"),
        None => format!("{digits:0<whole$}"),
    }
}
