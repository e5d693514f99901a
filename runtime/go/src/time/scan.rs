//! The text of a time.

use std::fmt::Write as _;
use std::ops::RangeInclusive;

use super::Time;
use super::calendar::{days_in, seconds};
use crate::number::atoi;

/// How a time is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    Rfc3339,
    /// With exactly so many digits behind the second.
    Fraction(usize),
    /// Without an offset.
    Local,
    Date,
}

impl Layout {
    fn text(self) -> &'static str {
        match self {
            Self::Rfc3339 => "2006-01-02T15:04:05Z07:00",
            // Nobody sees what these report.
            Self::Fraction(_) => "2006-01-02T15:04:05.000Z07:00",
            Self::Local => "2006-01-02T15:04:05",
            Self::Date => "2006-01-02",
        }
    }
}

/// `time.Parse`.
///
/// # Errors
/// Go's message.
pub(super) fn parse(text: &str, layout: Layout) -> Result<Time, String> {
    Scanner { text, rest: text.as_bytes(), layout }.time()
}

struct Scanner<'t> {
    text: &'t str,
    rest: &'t [u8],
    layout: Layout,
}

impl Scanner<'_> {
    fn time(&mut self) -> Result<Time, String> {
        let year = self.number("2006", 4..=4)?;
        self.separator("-")?;
        let month = self.number("01", 2..=2)?;
        self.check(1..=12, month, "month")?;
        self.separator("-")?;
        let day = self.number("02", 2..=2)?;
        let (mut clock, mut nanoseconds, mut offset) = (0, 0, 0);
        if self.layout != Layout::Date {
            self.separator("T")?;
            (clock, nanoseconds) = self.clock()?;
        }
        if matches!(self.layout, Layout::Rfc3339 | Layout::Fraction(_)) {
            offset = self.offset()?;
        }
        if !self.rest.is_empty() {
            return Err(self.failure(&format!("extra text: {}", quoted(self.rest))));
        }
        self.check(1..=days_in(year, month), day, "day")?;
        Ok(Time { seconds: seconds(year, month, day) + clock - offset, nanoseconds, offset })
    }

    /// The second of the day, and the nanoseconds behind it.
    fn clock(&mut self) -> Result<(i64, u32), String> {
        let hour = self.number("15", 1..=2)?;
        self.check(0..=23, hour, "hour")?;
        self.separator(":")?;
        let minute = self.number("04", 2..=2)?;
        self.check(0..=59, minute, "minute")?;
        self.separator(":")?;
        let second = self.number("05", 2..=2)?;
        self.check(0..=59, second, "second")?;
        let nanoseconds = match self.layout {
            Layout::Fraction(digits) => self.exact_fraction(digits).ok_or_else(|| self.mismatch(".000"))?,
            _ => self.fraction(),
        };
        Ok((hour * 3600 + minute * 60 + second, nanoseconds))
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
    fn fraction(&mut self) -> u32 {
        let [b'.' | b',', digits @ ..] = self.rest else { return 0 };
        let count = digits.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if count == 0 {
            return 0;
        }
        let (fraction, rest) = digits.split_at(count);
        self.rest = rest;
        let counted = fraction.iter().chain([b'0'; 9].iter()).take(9);
        counted.fold(0, |number, digit| number * 10 + u32::from(digit.wrapping_sub(b'0')))
    }

    /// Quirk: the first digit may be a sign.
    fn exact_fraction(&mut self, digits: usize) -> Option<u32> {
        let (fraction, rest) = self.rest.split_at_checked(digits + 1)?;
        let digits =
            std::str::from_utf8(fraction.strip_prefix(b".").or_else(|| fraction.strip_prefix(b","))?);
        let number = u32::try_from(atoi(digits.ok()?).ok()?).ok()?;
        self.rest = rest;
        Some(number * 10_u32.pow(u32::try_from(10_usize.saturating_sub(fraction.len())).unwrap_or(0)))
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
            quoted(self.layout.text().as_bytes()),
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
pub(super) fn quoted(bytes: &[u8]) -> String {
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
