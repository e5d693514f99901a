//! Floats as `golang.org/x/text/message` prints them in English, which `format` of CEL's strings does.
//!
//! Source: cel-go `ext/formatting.go`, `Fixed`, `Scientific`; `golang.org/x/text/internal/number/format.go`.

/// `message.NewPrinter(language.AmericanEnglish).Sprintf("%.*f", precision, float)`: with commas between thousands.
///
/// ```
/// assert_eq!(crd_schema_go::number::fixed_english(1234.5, 2), "1,234.50");
/// ```
pub fn fixed_english(float: f64, precision: usize) -> String {
    if !float.is_finite() {
        return not_finite(float).to_owned();
    }
    let text = format!("{:.precision$}", float.abs());
    let (whole, fraction) = text.split_once('.').map_or((text.as_str(), None), |(a, b)| (a, Some(b)));
    // Quirk: zero has no sign, what is rounded to it has.
    let mut printed = String::from(if float < 0.0 { "-" } else { "" });
    for (position, digit) in whole.char_indices() {
        if position > 0 && (whole.len() - position).is_multiple_of(3) {
            printed.push(',');
        }
        printed.push(digit);
    }
    if let Some(fraction) = fraction {
        printed.push('.');
        printed.push_str(fraction);
    }
    printed
}

/// `message.NewPrinter(language.AmericanEnglish).Sprintf("%*e", width, float)`: six digits and a power of ten.
///
/// **Quirk**: cel-go writes the precision where the width belongs.
///
/// ```
/// assert_eq!(crd_schema_go::number::scientific_english(1234.5, 0), "1.234500×10⁰³");
/// ```
pub fn scientific_english(float: f64, width: usize) -> String {
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
