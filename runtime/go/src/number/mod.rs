//! Numbers as Go's `strconv` and `fmt` parse and print them.
//!
//! Source: Go `internal/strconv/{atoi,atof,ftoa}.go`, `strconv/number.go`, `fmt/format.go`, `math/pow10.go`.
//!
//! Knows nothing of: JSON.

mod english;
mod hexadecimal;

use std::borrow::Cow;
use std::fmt;

pub use english::{fixed_english, scientific_english};

use crate::quote::quoted;

/// Why `strconv` parses no number.
///
/// ```
/// let error = crd_schema_go::number::parse_int("x").unwrap_err();
/// assert_eq!(error.to_string(), "strconv.ParseInt: parsing \"x\": invalid syntax");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumError {
    function: &'static str,
    text: Box<str>,
    kind: NumErrorKind,
}

/// What is wrong with a number.
///
/// ```
/// use crd_schema_go::number::{NumErrorKind, parse_uint};
///
/// assert_eq!(parse_uint("99999999999999999999").unwrap_err().kind(), NumErrorKind::Range);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NumErrorKind {
    /// The string is no number.
    Syntax,
    /// The number does not fit.
    Range,
}

impl NumError {
    fn new(function: &'static str, text: &str, kind: NumErrorKind) -> Self {
        Self { function, text: text.into(), kind }
    }

    /// What is wrong.
    ///
    /// ```
    /// use crd_schema_go::number::{NumErrorKind, parse_bool};
    ///
    /// assert_eq!(parse_bool("yes").unwrap_err().kind(), NumErrorKind::Syntax);
    /// ```
    pub fn kind(&self) -> NumErrorKind {
        self.kind
    }
}

impl fmt::Display for NumError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reason = match self.kind {
            NumErrorKind::Syntax => "invalid syntax",
            NumErrorKind::Range => "value out of range",
        };
        write!(f, "strconv.{}: parsing {}: {reason}", self.function, quoted(&self.text))
    }
}

impl std::error::Error for NumError {}

/// `strconv.ParseInt(text, 10, 64)`.
///
/// # Errors
/// When the string is no integer of 64 bits.
///
/// ```
/// assert_eq!(crd_schema_go::number::parse_int("+7"), Ok(7));
/// ```
pub fn parse_int(text: &str) -> Result<i64, NumError> {
    signed("ParseInt", text)
}

/// `strconv.Atoi`: [`parse_int`] with another name in its errors.
///
/// # Errors
/// When the string is no integer of 64 bits.
///
/// ```
/// let error = crd_schema_go::number::atoi("").unwrap_err();
/// assert_eq!(error.to_string(), "strconv.Atoi: parsing \"\": invalid syntax");
/// ```
pub fn atoi(text: &str) -> Result<i64, NumError> {
    signed("Atoi", text)
}

/// `strconv.ParseUint(text, 10, 64)`: digits without a sign.
///
/// # Errors
/// When the string is no integer of 64 bits.
///
/// ```
/// assert_eq!(crd_schema_go::number::parse_uint("007"), Ok(7));
/// assert!(crd_schema_go::number::parse_uint("+7").is_err());
/// ```
pub fn parse_uint(text: &str) -> Result<u64, NumError> {
    magnitude(text).map_err(|kind| NumError::new("ParseUint", text, kind))
}

/// `ParseUint`; **quirk**: what is too large already is out of range, whatever follows.
fn magnitude(digits: &str) -> Result<u64, NumErrorKind> {
    if digits.is_empty() {
        return Err(NumErrorKind::Syntax);
    }
    digits.bytes().try_fold(0_u64, |number, byte| {
        if !byte.is_ascii_digit() {
            return Err(NumErrorKind::Syntax);
        }
        let larger = number.checked_mul(10).and_then(|number| number.checked_add(u64::from(byte - b'0')));
        larger.ok_or(NumErrorKind::Range)
    })
}

fn signed(function: &'static str, text: &str) -> Result<i64, NumError> {
    let number = magnitude(text.strip_prefix(['+', '-']).unwrap_or(text)).and_then(|magnitude| {
        let number = if text.starts_with('-') {
            0_i64.checked_sub_unsigned(magnitude)
        } else {
            i64::try_from(magnitude).ok()
        };
        number.ok_or(NumErrorKind::Range)
    });
    number.map_err(|kind| NumError::new(function, text, kind))
}

/// `strconv.ParseFloat(text, 64)`: decimal and hexadecimal floats, infinities and NaN.
///
/// # Errors
/// When the string is no float, or is beyond the largest one.
///
/// ```
/// use crd_schema_go::number::parse_float;
///
/// assert_eq!(parse_float("0x1p-2"), Ok(0.25));
/// assert_eq!(parse_float("+Infinity"), Ok(f64::INFINITY));
/// assert!(parse_float("1e999").is_err() && parse_float("1__0").is_err());
/// ```
pub fn parse_float(text: &str) -> Result<f64, NumError> {
    let error = |kind| NumError::new("ParseFloat", text, kind);
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let lower = unsigned.to_ascii_lowercase();
    let special = match lower.as_str() {
        "inf" | "infinity" => Some(if text.starts_with('-') { f64::NEG_INFINITY } else { f64::INFINITY }),
        "nan" if unsigned.len() == text.len() => Some(f64::NAN),
        _ => None,
    };
    if let Some(special) = special {
        return Ok(special);
    }
    let digits = without_underscores(&lower).ok_or_else(|| error(NumErrorKind::Syntax))?;
    let magnitude = if digits.starts_with("0x") {
        hexadecimal::parse(&digits)
    } else {
        let is_decimal = digits.starts_with(|c: char| c.is_ascii_digit() || c == '.');
        digits.parse().ok().filter(|_: &f64| is_decimal)
    };
    let magnitude = magnitude.ok_or_else(|| error(NumErrorKind::Syntax))?;
    let float = if text.starts_with('-') { -magnitude } else { magnitude };
    if float.is_finite() { Ok(float) } else { Err(error(NumErrorKind::Range)) }
}

/// `underscoreOK`: an underscore stands between digits, or behind a prefix.
fn without_underscores(text: &str) -> Option<Cow<'_, str>> {
    if !text.contains('_') {
        return Some(Cow::Borrowed(text));
    }
    let hexadecimal = text.strip_prefix("0x").map(str::as_bytes);
    let digits = hexadecimal.unwrap_or(text.as_bytes());
    let is_digit = |at: usize| {
        let byte = digits.get(at).copied().unwrap_or(b'_');
        byte.is_ascii_digit() || hexadecimal.is_some() && byte.is_ascii_hexdigit()
    };
    let fits = |at: usize| {
        let behind_digit = if at == 0 { hexadecimal.is_some() } else { is_digit(at - 1) };
        behind_digit && is_digit(at + 1)
    };
    let all_fit = digits.iter().enumerate().all(|(at, byte)| *byte != b'_' || fits(at));
    all_fit.then(|| Cow::Owned(text.replace('_', "")))
}

/// `strconv.ParseBool`.
///
/// # Errors
/// When the string is none of Go's words.
///
/// ```
/// assert_eq!(crd_schema_go::number::parse_bool("T"), Ok(true));
/// ```
pub fn parse_bool(text: &str) -> Result<bool, NumError> {
    match text {
        "1" | "t" | "T" | "true" | "TRUE" | "True" => Ok(true),
        "0" | "f" | "F" | "false" | "FALSE" | "False" => Ok(false),
        _ => Err(NumError::new("ParseBool", text, NumErrorKind::Syntax)),
    }
}

/// `strconv.FormatFloat(float, 'g', -1, 64)`: the shortest digits, with an exponent below 1e-4 and from 1e6 on.
///
/// ```
/// use crd_schema_go::number::format_g;
///
/// assert_eq!([1e21, 1_234_567.0, 123_456.0].map(format_g), ["1e+21", "1.234567e+06", "123456"]);
/// ```
pub fn format_g(float: f64) -> String {
    let size = float.abs();
    if size == 0.0 || (1e-4..1e6).contains(&size) { format_f(float) } else { format_e(float) }
}

/// `strconv.FormatFloat(float, 'e', -1, 64)`: the shortest digits, always with an exponent.
///
/// ```
/// assert_eq!(crd_schema_go::number::format_e(1234.5), "1.2345e+03");
/// ```
pub fn format_e(float: f64) -> String {
    if !float.is_finite() {
        return not_finite(float).to_owned();
    }
    let (mantissa, exponent) = shortest(float);
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{mantissa}e{sign}{:02}", exponent.unsigned_abs())
}

/// `strconv.FormatFloat(float, 'f', -1, 64)`: the shortest digits, never with an exponent.
///
/// ```
/// assert_eq!(crd_schema_go::number::format_f(1e21), "1000000000000000000000");
/// ```
pub fn format_f(float: f64) -> String {
    if !float.is_finite() {
        return not_finite(float).to_owned();
    }
    let (mantissa, exponent) = shortest(float);
    let sign = if mantissa.starts_with('-') { "-" } else { "" };
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    let Ok(whole) = usize::try_from(exponent + 1) else {
        let zeros = "0".repeat(exponent.unsigned_abs().saturating_sub(1) as usize);
        return format!("{sign}0.{zeros}{digits}");
    };
    match digits.split_at_checked(whole) {
        Some(("", fraction)) => format!("{sign}0.{fraction}"),
        Some((whole, "")) => format!("{sign}{whole}"),
        Some((whole, fraction)) => format!("{sign}{whole}.{fraction}"),
        None => format!("{sign}{digits:0<whole$}"),
    }
}

/// The fewest digits that are read back as the float, and the exponent of the first one.
///
/// In the middle between two of these Go takes the even one, the standard library the larger one.
fn shortest(float: f64) -> (String, i32) {
    let short = format!("{float:e}");
    let digits = short.bytes().take_while(|byte| *byte != b'e').filter(u8::is_ascii_digit).count();
    let nearest = format!("{float:.*e}", digits.saturating_sub(1));
    let text = if nearest.parse() == Ok(float) { nearest } else { short };
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    (mantissa.to_owned(), exponent.parse().unwrap_or_default())
}

/// `fmt.Sprintf("%.*f", precision, float)`.
///
/// ```
/// assert_eq!(crd_schema_go::number::format_fixed(2.5, 0), "2");
/// ```
pub fn format_fixed(float: f64, precision: usize) -> String {
    if !float.is_finite() {
        return not_finite(float).to_owned();
    }
    let exact = precision.min(MOST_DIGITS);
    format!("{float:.exact$}{}", "0".repeat(precision - exact))
}

/// No float has more digits; the standard library panics where 65,536 are asked for.
const MOST_DIGITS: usize = 1_100;

/// `fmt.Sprintf("%.*e", precision, float)`.
///
/// ```
/// assert_eq!(crd_schema_go::number::format_scientific(1234.5, 2), "1.23e+03");
/// ```
pub fn format_scientific(float: f64, precision: usize) -> String {
    if !float.is_finite() {
        return not_finite(float).to_owned();
    }
    let exact = precision.min(MOST_DIGITS);
    let (text, zeros) = (format!("{float:.exact$e}"), "0".repeat(precision - exact));
    let Some((mantissa, exponent)) = text.split_once('e') else { return text };
    let (sign, digits) = exponent.strip_prefix('-').map_or(('+', exponent), |digits| ('-', digits));
    format!("{mantissa}{zeros}e{sign}{digits:0>2}")
}

fn not_finite(float: f64) -> &'static str {
    match float {
        f64::INFINITY => "+Inf",
        f64::NEG_INFINITY => "-Inf",
        _ => "NaN",
    }
}

/// `math.Pow10`.
///
/// ```
/// assert_eq!(crd_schema_go::number::pow10(-2), 0.01);
/// ```
pub fn pow10(exponent: i64) -> f64 {
    let power = |exponent: i64| format!("1e{exponent}").parse().unwrap_or(f64::INFINITY);
    match exponent {
        0..=308 => power(exponent / 32 * 32) * power(exponent % 32),
        -323..0 => power(exponent / 32 * 32) / power(-exponent % 32),
        309.. => f64::INFINITY,
        _ => 0.0,
    }
}
