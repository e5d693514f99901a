//! Dates, times and durations.
//!
//! Source: `strfmt/{date,time,duration}.go`; Go `time`.

/// A date of the calendar, `YYYY-MM-DD`.
pub(super) fn is_date(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_shaped = bytes.len() == 10
        && bytes.iter().enumerate().all(|(position, byte)| match position {
            4 | 7 => *byte == b'-',
            _ => byte.is_ascii_digit(),
        });
    let number = |from: usize, to: usize| text.get(from..to).and_then(|digits| digits.parse::<u32>().ok());
    match (number(0, 4), number(5, 7), number(8, 10)) {
        (Some(year), Some(month), Some(day)) => is_shaped && (1..=days(year, month)).contains(&day),
        _ => false,
    }
}

fn days(year: u32, month: u32) -> u32 {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    }
}

/// **Quirk**: the text is split at every `t`, and only the first two parts count.
pub(super) fn is_date_time(text: &str) -> bool {
    let mut parts = text.split(['t', 'T']);
    match (parts.next(), parts.next()) {
        (Some(date), Some(time)) => is_date(date) && is_time(time),
        _ => false,
    }
}

/// `HH:MM:SS`, any one character and digits, and `z` or an offset of any size.
fn is_time(text: &str) -> bool {
    let Some((clock, rest)) = text.split_at_checked(8) else { return false };
    let Some(clock) = clock_digits(clock) else { return false };
    let is_early = clock.iter().zip(["23", "59", "59"]).all(|(part, most)| *part <= most);
    let rest = fraction_end(rest).unwrap_or(rest);
    is_early && (matches!(rest, "z" | "Z") || is_offset(rest))
}

fn clock_digits(clock: &str) -> Option<[&str; 3]> {
    let parts: [&str; 3] = clock.split(':').collect::<Vec<_>>().try_into().ok()?;
    parts.iter().all(|part| is_two_digits(part)).then_some(parts)
}

fn is_two_digits(text: &str) -> bool {
    text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// What is behind a fraction; where its separator is a sign, an offset is tried instead.
fn fraction_end(rest: &str) -> Option<&str> {
    let mut chars = rest.chars();
    let separator = chars.next().filter(|separator| *separator != '\n')?;
    let digits = chars.as_str();
    let end = digits.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_offset = matches!(separator, '+' | '-') && end.starts_with(':');
    (end.len() < digits.len() && !is_offset).then_some(end)
}

fn is_offset(text: &str) -> bool {
    let parts = text.strip_prefix(['+', '-']).and_then(|offset| offset.split_once(':'));
    parts.is_some_and(|(hours, minutes)| is_two_digits(hours) && is_two_digits(minutes))
}

/// What Go takes, or anything that has a number with a unit in it.
pub(super) fn is_duration(text: &str) -> bool {
    is_go_duration(text) || has_scala_duration(text)
}

/// `time.ParseDuration`.
fn is_go_duration(text: &str) -> bool {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    if unsigned == "0" {
        return true;
    }
    let (mut rest, mut total) = (unsigned, 0_u64);
    while !rest.is_empty() {
        let Some((nanoseconds, after)) = go_component(rest) else { return false };
        rest = after;
        // Quirk: the sum wraps, so that twice the limit is nothing.
        total = total.wrapping_add(nanoseconds);
        if total > LIMIT {
            return false;
        }
    }
    !unsigned.is_empty() && (text.starts_with('-') || total < LIMIT)
}

/// One more nanosecond than the longest duration has; there is a negative one as long.
const LIMIT: u64 = 1 << 63;

/// A number with its unit, and what is behind it.
fn go_component(text: &str) -> Option<(u64, &str)> {
    let (whole, rest) = split_digits(text);
    let (fraction, rest) = rest.strip_prefix('.').map_or(("", rest), split_digits);
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let end = rest.find(|c: char| c == '.' || c.is_ascii_digit()).unwrap_or(rest.len());
    let (unit, after) = rest.split_at_checked(end)?;
    let unit = go_unit(unit)?;
    let whole: u64 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    let nanoseconds = whole.checked_mul(unit).filter(|nanoseconds| *nanoseconds <= LIMIT)?;
    let nanoseconds = nanoseconds.checked_add(fraction_of(fraction, unit))?;
    (nanoseconds <= LIMIT).then_some((nanoseconds, after))
}

fn split_digits(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    text.split_at_checked(end).unwrap_or((text, ""))
}

/// Digits behind the point, as many as Go takes into account.
#[expect(clippy::cast_precision_loss, reason = "Go counts so")]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is below a unit")]
fn fraction_of(digits: &str, unit: u64) -> u64 {
    let (mut value, mut scale) = (0_u64, 1.0_f64);
    for digit in digits.bytes().map(|byte| u64::from(byte - b'0')) {
        if value > (LIMIT - 1) / 10 || value * 10 + digit > LIMIT {
            break;
        }
        value = value * 10 + digit;
        scale *= 10.0;
    }
    (value as f64 * (unit as f64 / scale)) as u64
}

fn go_unit(unit: &str) -> Option<u64> {
    match unit {
        "ns" => Some(1),
        "us" | "µs" | "μs" => Some(1_000),
        "ms" => Some(1_000_000),
        "s" => Some(1_000_000_000),
        "m" => Some(60_000_000_000),
        "h" => Some(3_600_000_000_000),
        _ => None,
    }
}

/// **Quirk**: numbers and units are searched anywhere, and one too large spoils all.
fn has_scala_duration(text: &str) -> bool {
    let (mut rest, mut found) = (text, false);
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let (digits, after) = split_digits(rest.get(start..).unwrap_or_default());
        let unit = after.trim_start_matches(['\t', '\n', '\x0c', '\r', ' ']);
        let end = unit.find(|c: char| !c.is_ascii_alphabetic() && c != 'µ').unwrap_or(unit.len());
        let (unit, behind) = unit.split_at_checked(end).unwrap_or((unit, ""));
        rest = if unit.is_empty() { after } else { behind };
        if unit.is_empty() {
            continue;
        }
        if digits.parse::<i64>().is_err() {
            return false;
        }
        found |= is_scala_unit(&unit.to_lowercase());
    }
    found
}

/// An abbreviation, or a word that begins as the last one of its line.
fn is_scala_unit(unit: &str) -> bool {
    const UNITS: [(&[&str], &str); 8] = [
        (&["ns"], "nano"),
        (&["us", "µs"], "micro"),
        (&["ms"], "milli"),
        (&["s"], "sec"),
        (&["m"], "min"),
        (&["h", "hr"], "hour"),
        (&["d"], "day"),
        (&["w", "wk"], "week"),
    ];
    UNITS.iter().any(|(abbreviations, word)| abbreviations.contains(&unit) || unit.starts_with(word))
}
