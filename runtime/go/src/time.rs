//! Timestamps as Go's `time.Parse(time.RFC3339, …)` parses them and `Format` prints them.
//!
//! Written out because no library repeats what Go lets pass (one-digit hours, a comma before the fraction, offsets of
//! 24:00, years of five digits in the output) nor its error texts.
//!
//! Source: Go `time/format.go`.
//!
//! Knows nothing of: JSON.

use std::fmt::Write as _;
use std::ops::RangeInclusive;

const LAYOUT: &str = "2006-01-02T15:04:05Z07:00";
const SECONDS_PER_DAY: i64 = 86_400;

/// A point in time.
///
/// ```
/// use crd_schema_go::time::Time;
///
/// let time = Time::parse("2026-01-31T12:00:00.5+01:00").unwrap();
/// assert_eq!(time.to_utc(), "2026-01-31T11:00:00Z");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Time {
    /// Since 1970.
    seconds: i64,
    has_fraction: bool,
}

impl Time {
    /// `time.Parse(time.RFC3339, text)`.
    ///
    /// # Errors
    /// Go's message.
    ///
    /// ```
    /// use crd_schema_go::time::Time;
    ///
    /// assert_eq!(
    ///     Time::parse("2026-13-01T00:00:00Z").unwrap_err(),
    ///     "parsing time \"2026-13-01T00:00:00Z\": month out of range",
    /// );
    /// ```
    pub fn parse(text: &str) -> Result<Self, String> {
        Scanner { text, rest: text.as_bytes() }.instant()
    }

    /// `IsZero`: whether it is 0001-01-01T00:00:00Z.
    ///
    /// ```
    /// assert!(crd_schema_go::time::Time::parse("0001-01-01T00:00:00Z").unwrap().is_zero());
    /// ```
    pub fn is_zero(self) -> bool {
        !self.has_fraction && self.seconds == days_from_civil(1, 1, 1) * SECONDS_PER_DAY
    }

    /// `UTC().Format(time.RFC3339)`: cut to seconds.
    ///
    /// ```
    /// let time = crd_schema_go::time::Time::parse("2026-01-31T24:00:00Z");
    /// assert!(time.is_err());
    /// ```
    pub fn to_utc(self) -> String {
        let (days, second) =
            (self.seconds.div_euclid(SECONDS_PER_DAY), self.seconds.rem_euclid(SECONDS_PER_DAY));
        let (year, month, day) = civil_from_days(days);
        let sign = if year < 0 { "-" } else { "" };
        let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
        format!("{sign}{:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z", year.abs())
    }
}

struct Scanner<'t> {
    text: &'t str,
    rest: &'t [u8],
}

impl Scanner<'_> {
    fn instant(&mut self) -> Result<Time, String> {
        let year = self.number("2006", 4..=4)?;
        self.separator("-")?;
        let month = self.number("01", 2..=2)?;
        self.check(1..=12, month, "month")?;
        self.separator("-")?;
        let day = self.number("02", 2..=2)?;
        self.separator("T")?;
        let hour = self.number("15", 1..=2)?;
        self.check(0..=23, hour, "hour")?;
        self.separator(":")?;
        let minute = self.number("04", 2..=2)?;
        self.check(0..=59, minute, "minute")?;
        self.separator(":")?;
        let second = self.number("05", 2..=2)?;
        self.check(0..=59, second, "second")?;
        let has_fraction = self.fraction();
        let offset = self.offset()?;
        if !self.rest.is_empty() {
            return Err(self.failure(&format!("extra text: {}", quoted(self.rest))));
        }
        self.check(1..=days_in(year, month), day, "day")?;
        let seconds =
            days_from_civil(year, month, day) * SECONDS_PER_DAY + hour * 3600 + minute * 60 + second;
        Ok(Time { seconds: seconds - offset, has_fraction })
    }

    fn separator(&mut self, separator: &str) -> Result<(), String> {
        self.rest = self.rest.strip_prefix(separator.as_bytes()).ok_or_else(|| self.mismatch(separator))?;
        Ok(())
    }

    fn number(&mut self, layout: &str, digits: RangeInclusive<usize>) -> Result<i64, String> {
        let count = self.rest.iter().take(*digits.end()).take_while(|byte| byte.is_ascii_digit()).count();
        let (number, rest) = self.rest.split_at(count);
        if !digits.contains(&count) {
            return Err(self.mismatch(layout));
        }
        self.rest = rest;
        Ok(value_of(number))
    }

    /// Quirk: any number of digits, behind a point or a comma; nine of them count.
    fn fraction(&mut self) -> bool {
        let [b'.' | b',', digits @ ..] = self.rest else { return false };
        let count = digits.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if count == 0 {
            return false;
        }
        let (fraction, rest) = digits.split_at(count);
        self.rest = rest;
        fraction.iter().take(9).any(|digit| *digit != b'0')
    }

    /// Quirk: offsets go up to 24 hours and 60 minutes.
    fn offset(&mut self) -> Result<i64, String> {
        if let [b'Z', rest @ ..] = self.rest {
            self.rest = rest;
            return Ok(0);
        }
        let [sign, h1, h2, b':', m1, m2, rest @ ..] = self.rest else { return Err(self.mismatch("Z07:00")) };
        let two_digits = |digits: [u8; 2]| digits.iter().all(u8::is_ascii_digit).then(|| value_of(&digits));
        let hour = two_digits([*h1, *h2]);
        let minute = hour.and_then(|_| two_digits([*m1, *m2]));
        // The range is looked at first, and the minute last, which overrides the hour.
        self.check(0..=60, minute.unwrap_or(0), "time zone offset minute")?;
        self.check(0..=24, hour.unwrap_or(0), "time zone offset hour")?;
        let (Some(hour), Some(minute), b'+' | b'-') = (hour, minute, sign) else {
            return Err(self.mismatch("Z07:00"));
        };
        self.rest = rest;
        let seconds = (hour * 60 + minute) * 60;
        Ok(if *sign == b'-' { -seconds } else { seconds })
    }

    fn check(&self, range: RangeInclusive<i64>, number: i64, what: &str) -> Result<(), String> {
        if range.contains(&number) { Ok(()) } else { Err(self.failure(&format!("{what} out of range"))) }
    }

    fn mismatch(&self, layout: &str) -> String {
        let (text, rest) = (quoted(self.text.as_bytes()), quoted(self.rest));
        format!(
            "parsing time {text} as {}: cannot parse {rest} as {}",
            quoted(LAYOUT.as_bytes()),
            quoted(layout.as_bytes())
        )
    }

    fn failure(&self, message: &str) -> String {
        format!("parsing time {}: {message}", quoted(self.text.as_bytes()))
    }
}

/// The number that a few ASCII digits stand for.
fn value_of(digits: &[u8]) -> i64 {
    digits.iter().fold(0, |number, digit| number * 10 + i64::from(digit.wrapping_sub(b'0')))
}

/// Package time's own quoting: bytes that are not printable ASCII in hexadecimal, DEL excepted.
fn quoted(bytes: &[u8]) -> String {
    let mut out = String::from("\"");
    for byte in bytes {
        match byte {
            b'"' | b'\\' => out.extend(['\\', char::from(*byte)]),
            b' '..=0x7f => out.push(char::from(*byte)),
            // Writing to a `String` cannot fail.
            _ => _ = write!(out, "\\x{byte:02x}"),
        }
    }
    out.push('"');
    out
}

fn days_in(year: i64, month: i64) -> i64 {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days since 1970-01-01 in the Gregorian calendar; years begin in March, so that the leap day is the last one.
const fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let (era, year_of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
}

/// The way back: year, month, day.
const fn civil_from_days(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let (month, day) = ((shifted + 2) % 12 + 1, day_of_year - (153 * shifted + 2) / 5 + 1);
    let year = year_of_era + era * 400;
    (if month <= 2 { year + 1 } else { year }, month, day)
}
