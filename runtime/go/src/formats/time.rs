//! Dates, times and durations.
//!
//! Source: `strfmt/{date,time,duration}.go`; Go `time`.

use crate::time::Duration;

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
    Duration::parse_words(text).is_ok()
}
