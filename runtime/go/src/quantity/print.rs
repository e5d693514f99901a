//! The canonical form.
//!
//! Source: `apimachinery pkg/api/resource/quantity.go`, `CanonicalizeBytes`; `suffix.go`, `construct`.

use std::cmp::Ordering;
use std::fmt;

use super::decimal::Decimal;
use super::{Format, Quantity};

pub(super) fn write(quantity: &Quantity, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if quantity.is_zero() {
        return f.write_str("0");
    }
    let number = quantity.amount.decimal();
    let format = match quantity.format {
        Format::BinarySi if is_small(&number) || !number.is_whole() => Format::DecimalSi,
        format => format,
    };
    if format == Format::BinarySi {
        let (digits, times) = number.rounded_up(0).without_factors_of_1024();
        let suffix = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"].get(times as usize).unwrap_or(&"");
        return write!(f, "{digits}{suffix}");
    }
    let (digits, exponent) = digits_of_three(&number);
    match (format, exponent) {
        (_, 0) => f.write_str(&digits),
        (Format::DecimalExponent, exponent) => write!(f, "{digits}e{exponent}"),
        // Quirk: beyond the suffixes nothing is printed behind the digits.
        (_, exponent) => {
            let position = usize::try_from(exponent / 3 + 3).unwrap_or(usize::MAX);
            let suffix = ["n", "u", "m", "", "k", "M", "G", "T", "P", "E"].get(position).unwrap_or(&"");
            write!(f, "{digits}{suffix}")
        }
    }
}

/// Whether it lies between -1024 and 1024.
fn is_small(number: &Decimal) -> bool {
    let limit = Decimal::from_integer(1024, 0);
    number.clone().absolute().compare(&limit) == Ordering::Less
}

/// The number without trailing zeros, and the multiple of three that is the power of ten of its last digit.
fn digits_of_three(number: &Decimal) -> (String, i64) {
    let mut digits = number.digits();
    let mut exponent = i64::from(number.zeros()) - i64::from(number.scale());
    let kept = digits.trim_end_matches('0').len();
    exponent += i64::try_from(digits.len() - kept).unwrap_or(0);
    digits.truncate(kept);
    while exponent % 3 != 0 {
        digits.push('0');
        exponent -= 1;
    }
    (digits, exponent)
}
