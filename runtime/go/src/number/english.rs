//! Floats as `golang.org/x/text/message` prints them in English, which `format` of CEL's strings does.
//!
//! Source: cel-go `ext/formatting.go`, `Fixed`, `Scientific`; `golang.org/x/text/internal/number/format.go`.

/// What is printed for a width or precision that is not read.
///
/// Source: `golang.org/x/text/internal/format/parser.go`, `parsenum`.
const NOT_READ: &str = "%!(NOVERB)";

/// Whether a width or precision is read; what is checked is the number without its last digit.
fn is_read(number: usize) -> bool {
    number / 10 <= 1_000_000
}

/// `message.NewPrinter(language.AmericanEnglish).Sprintf("%.*f", precision, float)`: with commas between thousands.
///
/// **Quirk**: there are at least as many digits as the lowest byte of the precision says, and at most as many as its lowest
/// two bytes say, or the fewest that are read back where these are negative.
///
/// ```
/// use crd_schema_go::number::fixed_english;
///
/// assert_eq!(fixed_english(1234.5, 2), "1,234.50");
/// assert_eq!(fixed_english(1234.5, 256), "1,234.5");
/// assert_eq!(fixed_english(1234.5, 65_536), "1,234");
/// ```
///
/// Source: `golang.org/x/text/internal/number/pattern.go`, `SetScale`.
pub fn fixed_english(float: f64, precision: usize) -> String {
    if !is_read(precision) {
        return NOT_READ.to_owned();
    }
    if !float.is_finite() {
        return not_finite(float).to_owned();
    }
    let [.., high, least] = precision.to_be_bytes();
    let text = match usize::try_from(i16::from_be_bytes([high, least])) {
        Ok(most) => format!("{:.most$}", float.abs()),
        Err(_) => super::format_f(float.abs()),
    };
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    // Quirk: zero has no sign, what is rounded to it has.
    let sign = if float < 0.0 { "-" } else { "" };
    let fraction = format!("{:0<1$}", fraction.trim_end_matches('0'), usize::from(least));
    let point = if fraction.is_empty() { "" } else { "." };
    format!("{sign}{}{point}{fraction}", grouped(whole))
}

/// With commas between thousands.
fn grouped(whole: &str) -> String {
    let mut printed = String::new();
    for (position, digit) in whole.char_indices() {
        if position > 0 && (whole.len() - position).is_multiple_of(3) {
            printed.push(',');
        }
        printed.push(digit);
    }
    printed
}

/// `message.NewPrinter(language.AmericanEnglish).Sprintf("%*e", width, float)`: six digits and a power of ten.
///
/// **Quirk**: cel-go writes the precision where the width belongs, of which two bytes count.
///
/// ```
/// assert_eq!(crd_schema_go::number::scientific_english(1234.5, 0), "1.234500×10⁰³");
/// ```
pub fn scientific_english(float: f64, width: usize) -> String {
    if !is_read(width) {
        return NOT_READ.to_owned();
    }
    let width = width % (1 << 16);
    let text = if float.is_finite() { scientific(float) } else { not_finite(float).to_owned() };
    format!("{text:>width$}")
}

fn scientific(float: f64) -> String {
    // Quirk: zero has no sign.
    let text = format!("{:.6e}", if float == 0.0 { 0.0 } else { float });
    let Some((mantissa, exponent)) = text.split_once('e') else { return text };
    let (sign, digits) = exponent.strip_prefix('-').map_or(("", exponent), |digits| ("⁻", digits));
    let power: String = format!("{digits:0>2}").chars().map(superscript).collect();
    format!("{mantissa}×10{sign}{power}")
}

fn superscript(digit: char) -> char {
    let digits = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    digit.to_digit(10).and_then(|digit| digits.get(digit as usize)).copied().unwrap_or(digit)
}

fn not_finite(float: f64) -> &'static str {
    match float {
        f64::INFINITY => "∞",
        f64::NEG_INFINITY => "-∞",
        _ => "NaN",
    }
}
