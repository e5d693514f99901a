//! From a string to a quantity.
//!
//! Source: `apimachinery pkg/api/resource/quantity.go`, `parseQuantityString`, `ParseQuantity`; `suffix.go`.

use std::cmp::Ordering;

use super::amount::Small;
use super::decimal::Decimal;
use super::{Amount, Format, ParseError, Quantity};

/// The smallest scale: nothing is less than a billionth.
const NANO: i32 = -9;

/// The parts of a quantity.
struct Parts<'t> {
    is_negative: bool,
    /// The number with its sign.
    value: &'t str,
    /// Digits before the point, without leading zeros.
    whole: &'t str,
    /// Digits behind it.
    fraction: &'t str,
    suffix: &'t str,
}

struct Suffix {
    /// Whether the exponent is one of 2, not of 10.
    is_binary: bool,
    exponent: i32,
    format: Format,
}

pub(super) fn parse(text: &str) -> Result<Quantity, ParseError> {
    if text.is_empty() {
        return Err(ParseError::Format);
    }
    if text == "0" {
        let amount = Amount::Small(Small { value: 0, scale: 0 });
        return Ok(Quantity { amount, format: Format::DecimalSi, written: Some("0".into()) });
    }
    let parts = split(text)?;
    let suffix = suffix(parts.suffix).ok_or(ParseError::Suffix)?;
    match small(text, &parts, &suffix)? {
        Some(quantity) => Ok(quantity),
        None => decimal(&parts, &suffix),
    }
}

fn split(text: &str) -> Result<Parts<'_>, ParseError> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let is_negative = text.starts_with('-');
    let significant = unsigned.trim_start_matches('0');
    if significant.is_empty() {
        return Ok(Parts { is_negative, value: "0", whole: "0", fraction: "", suffix: "" });
    }
    let (whole, rest) = digits(significant);
    let (fraction, rest) = rest.strip_prefix('.').map_or(("", rest), digits);
    let value = text.strip_suffix(rest).unwrap_or(text);
    let letters = rest.find(|c| !"eEinumkKMGTP".contains(c)).unwrap_or(rest.len());
    let exponent = rest.get(letters..).unwrap_or_default();
    if !digits(exponent.strip_prefix(['+', '-']).unwrap_or(exponent)).1.is_empty() {
        return Err(ParseError::Format);
    }
    let whole = if whole.is_empty() { "0" } else { whole };
    Ok(Parts { is_negative, value, whole, fraction, suffix: rest })
}

fn digits(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()))
}

fn suffix(text: &str) -> Option<Suffix> {
    let decimal = ["n", "u", "m", "", "k", "M", "G", "T", "P", "E"].iter().zip((-3..).map(|step| step * 3));
    let binary = ["Ki", "Mi", "Gi", "Ti", "Pi", "Ei"].iter().zip((1..).map(|step| step * 10));
    let named = |exponent, format| Suffix { is_binary: format == Format::BinarySi, exponent, format };
    let decimal = decimal.map(|(name, exponent)| (*name, named(exponent, Format::DecimalSi)));
    let binary = binary.map(|(name, exponent)| (*name, named(exponent, Format::BinarySi)));
    if let Some((_, suffix)) = decimal.chain(binary).find(|(name, _)| *name == text) {
        return Some(suffix);
    }
    let exponent: i64 = text.strip_prefix(['e', 'E'])?.parse().ok()?;
    // Quirk: only the lower 32 bits of the exponent count (`suffix.go`, `interpret`).
    #[expect(clippy::cast_possible_truncation, reason = "upstream truncates")]
    let exponent = exponent as i32;
    Some(Suffix { is_binary: false, exponent, format: Format::DecimalExponent })
}

/// The quantity, where 64 bits surely are enough.
fn small(text: &str, parts: &Parts<'_>, suffix: &Suffix) -> Result<Option<Quantity>, ParseError> {
    let count = |digits: &str| i64::try_from(digits.len()).unwrap_or(i64::MAX / 4);
    let (whole, fraction) = (count(parts.whole), count(parts.fraction));
    let (precision, exponent, factor) = match suffix.is_binary {
        false => (18 - whole - fraction, suffix.exponent, 1),
        true if fraction == 0 => {
            let bits = i64::from(suffix.exponent);
            (15 - whole - bits * 3 / 10 - 1, 0, 1_i64 << suffix.exponent.clamp(0, 62))
        }
        true => (-1, 0, 1),
    };
    if precision < 0 {
        return Ok(None);
    }
    let scale = exponent.wrapping_sub(i32::try_from(fraction).unwrap_or(i32::MAX));
    if scale < NANO {
        return Ok(None);
    }
    let shifted = format!("{}{}", parts.whole, parts.fraction);
    let value: i64 = shifted.parse().map_err(|_| ParseError::Number)?;
    let Some(magnitude) = value.checked_mul(factor) else { return Ok(None) };
    let is_canonical = if suffix.is_binary {
        suffix.exponent % 10 == 0 && value & 7 != 0
    } else {
        scale % 3 == 0 && !shifted.ends_with("000") && !shifted.starts_with('0')
    };
    let value = if parts.is_negative { -magnitude } else { magnitude };
    let written = is_canonical.then(|| text.into());
    Ok(Some(Quantity { amount: Amount::Small(Small { value, scale }), format: suffix.format, written }))
}

fn decimal(parts: &Parts<'_>, suffix: &Suffix) -> Result<Quantity, ParseError> {
    let number = Decimal::parse(parts.value).ok_or(ParseError::Number)?;
    let number = if suffix.is_binary {
        number.multiplied(1 << suffix.exponent.clamp(0, 62))
    } else {
        let scale = number.scale().wrapping_sub(suffix.exponent);
        number.with_scale(scale)
    };
    let is_negative = number.sign() < 0;
    let mut number = number.absolute();
    if number.sign() != 0 {
        number = number.rounded_up(-NANO);
    }
    let mut format = suffix.format;
    if format == Format::BinarySi {
        let most = Decimal::from_integer(i64::MAX, 0);
        if number.compare(&most).is_gt() {
            number = most;
        }
        // Below one there are no binary suffixes.
        if number.sign() != 0 && number.compare(&Decimal::from_integer(1, 0)) == Ordering::Less {
            format = Format::DecimalSi;
        }
    }
    let number = if is_negative { number.negated() } else { number };
    Ok(Quantity { amount: Amount::Decimal(number), format, written: None })
}
