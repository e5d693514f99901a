//! Points and lengths of time, and how Go reads and prints them.
//!
//! Source: Go `time.ParseDuration`, `time.Parse` with `RFC3339`; cel-go `common/types/timestamp.go`, `duration.go`, `overflow.go`.

use std::cmp::Ordering;
use std::fmt;

use super::Error;

const NANOS: i64 = 1_000_000_000;

/// A point in time, with the offset in which it was written.
///
/// Source: cel-go `common/types/timestamp.go`.
#[derive(Clone, Copy, Debug)]
pub struct Timestamp {
    seconds: i64,
    nanos: u32,
    offset: i32,
}

/// A length of time in nanoseconds.
///
/// Source: cel-go `common/types/duration.go`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Duration(i64);

impl Duration {
    /// So many nanoseconds.
    pub const fn from_nanos(nanos: i64) -> Self {
        Self(nanos)
    }

    /// The length in nanoseconds.
    pub const fn nanos(self) -> i64 {
        self.0
    }

    /// Reads a duration as Go does.
    ///
    /// ```
    /// use crd_schema_cel::Duration;
    ///
    /// assert_eq!(Duration::read("1.5s").map(Duration::nanos), Some(1_500_000_000));
    /// ```
    ///
    /// Source: Go `time.ParseDuration`.
    pub fn read(string: &str) -> Option<Self> {
        let unsigned = string.strip_prefix(['+', '-']).unwrap_or(string);
        if unsigned == "0" {
            return Some(Self(0));
        }
        let nanos = i128::try_from(nanoseconds(unsigned)?).ok()?;
        i64::try_from(if string.starts_with('-') { -nanos } else { nanos }).ok().map(Self)
    }

    /// The length in units of so many nanoseconds, as Go computes it.
    pub(crate) fn in_units(self, unit: i64) -> f64 {
        (self.0 / unit) as f64 + (self.0 % unit) as f64 / unit as f64
    }

    pub(crate) fn add(self, other: Self) -> Result<Self, Error> {
        self.0.checked_add(other.0).map(Self).ok_or(Error::INT_OVERFLOW)
    }

    pub(crate) fn subtract(self, other: Self) -> Result<Self, Error> {
        self.0.checked_sub(other.0).map(Self).ok_or(Error::INT_OVERFLOW)
    }

    pub(crate) fn negate(self) -> Result<Self, Error> {
        self.0.checked_neg().map(Self).ok_or(Error::INT_OVERFLOW)
    }
}

impl fmt::Display for Duration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}s", self.in_units(NANOS))
    }
}

impl PartialEq for Timestamp {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Timestamp {}

impl PartialOrd for Timestamp {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Timestamp {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.seconds, self.nanos).cmp(&(other.seconds, other.nanos))
    }
}

/// A point in time as a calendar and a clock show it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Calendar {
    pub(crate) year: i64,
    /// From 1 on.
    pub(crate) month: i64,
    /// From 1 on.
    pub(crate) day: i64,
    /// From 1 on.
    pub(crate) day_of_year: i64,
    /// 0 is Sunday.
    pub(crate) day_of_week: i64,
    pub(crate) hour: i64,
    pub(crate) minute: i64,
    pub(crate) second: i64,
}

impl Timestamp {
    /// A point in time: seconds since 1970, nanoseconds, the offset of its zone in seconds.
    pub const fn new(seconds: i64, nanos: u32, offset: i32) -> Self {
        Self { seconds, nanos, offset }
    }

    /// The seconds since 1970.
    pub const fn seconds(self) -> i64 {
        self.seconds
    }

    /// The nanoseconds behind the second.
    pub const fn nanos(self) -> u32 {
        self.nanos
    }

    /// Reads a time as Go does with the layout of RFC 3339, whatever its year.
    ///
    /// ```
    /// use crd_schema_cel::Timestamp;
    ///
    /// let time = Timestamp::read("1970-01-01T01:00:00+01:00").expect("it is a time");
    /// assert_eq!(time.seconds(), 0);
    /// ```
    ///
    /// Source: Go `time.Parse` with `RFC3339`.
    pub fn read(string: &str) -> Option<Self> {
        let mut reader = Reader { rest: string };
        let time = reader.time()?;
        reader.rest.is_empty().then_some(time)
    }

    /// Whether the year is one of 1 to 9999.
    pub(crate) fn is_in_range(self) -> bool {
        SECONDS.contains(&self.seconds)
    }

    pub(crate) fn in_zone(self, offset: i32) -> Self {
        Self { offset, ..self }
    }

    pub(crate) fn add(self, duration: Duration) -> Result<Self, Error> {
        let nanos = i64::from(self.nanos) + duration.0 % NANOS;
        let seconds = self.seconds + duration.0 / NANOS + nanos.div_euclid(NANOS);
        let nanos = u32::try_from(nanos.rem_euclid(NANOS)).unwrap_or(0);
        let sum = Self { seconds, nanos, ..self };
        if sum.is_in_range() { Ok(sum) } else { Err(Error::TIMESTAMP_OVERFLOW) }
    }

    pub(crate) fn since(self, other: Self) -> Result<Duration, Error> {
        let nanos = i64::from(self.nanos) - i64::from(other.nanos);
        let seconds = self.seconds.checked_sub(other.seconds).and_then(|seconds| seconds.checked_mul(NANOS));
        seconds.and_then(|seconds| seconds.checked_add(nanos)).map(Duration).ok_or(Error::INT_OVERFLOW)
    }

    pub(crate) fn calendar(self) -> Calendar {
        let local = self.seconds + i64::from(self.offset);
        let (day, second) = (local.div_euclid(86_400), local.rem_euclid(86_400));
        let (year, month, day_of_month) = date(day);
        Calendar {
            year,
            month,
            day: day_of_month,
            day_of_year: day - days(year, 1, 1) + 1,
            day_of_week: (day + 4).rem_euclid(7),
            hour: second / 3_600,
            minute: second / 60 % 60,
            second: second % 60,
        }
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Calendar { year, month, day, hour, minute, second, .. } = self.calendar();
        write!(f, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}")?;
        if self.nanos > 0 {
            let digits = format!("{:09}", self.nanos);
            write!(f, ".{}", digits.trim_end_matches('0'))?;
        }
        if self.offset == 0 {
            return f.write_str("Z");
        }
        let sign = if self.offset < 0 { '-' } else { '+' };
        let minutes = self.offset.unsigned_abs() / 60;
        write!(f, "{sign}{:02}:{:02}", minutes / 60, minutes % 60)
    }
}

/// The first and the last second: years 1 to 9999.
const SECONDS: std::ops::RangeInclusive<i64> = -62_135_596_800..=253_402_300_799;

fn nanoseconds(mut string: &str) -> Option<u128> {
    let mut sum = 0_u128;
    if string.is_empty() {
        return None;
    }
    while !string.is_empty() {
        let (whole, rest) = digits(string);
        let (fraction, rest, has_point) = match rest.strip_prefix('.') {
            Some(rest) => {
                let (fraction, rest) = digits(rest);
                (fraction, rest, true)
            }
            None => ("", rest, false),
        };
        if whole.is_empty() && (fraction.is_empty() || !has_point) {
            return None;
        }
        let end = rest.find(|char: char| char == '.' || char.is_ascii_digit()).unwrap_or(rest.len());
        let (unit, rest) = rest.split_at(end);
        let unit = unit_size(unit)?;
        let whole: u128 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
        sum = sum.checked_add(whole.checked_mul(unit)?)?.checked_add(part(fraction, unit))?;
        if sum > 1 << 63 {
            return None;
        }
        string = rest;
    }
    Some(sum)
}

fn digits(string: &str) -> (&str, &str) {
    string.split_at(string.find(|char: char| !char.is_ascii_digit()).unwrap_or(string.len()))
}

/// The nanoseconds of a fraction; more digits than count are left out.
fn part(fraction: &str, unit: u128) -> u128 {
    let counted = &fraction[..fraction.len().min(18)];
    let number: u128 = counted.parse().unwrap_or(0);
    number * unit / 10_u128.pow(u32::try_from(counted.len()).unwrap_or(0))
}

fn unit_size(unit: &str) -> Option<u128> {
    Some(match unit {
        "ns" => 1,
        "us" | "\u{b5}s" | "\u{3bc}s" => 1_000,
        "ms" => 1_000_000,
        "s" => 1_000_000_000,
        "m" => 60_000_000_000,
        "h" => 3_600_000_000_000,
        _ => return None,
    })
}

struct Reader<'s> {
    rest: &'s str,
}

impl Reader<'_> {
    fn skip(&mut self, part: &str) -> Option<()> {
        self.rest = self.rest.strip_prefix(part)?;
        Some(())
    }

    fn number(&mut self, count: usize) -> Option<i64> {
        let (number, rest) = self.rest.split_at_checked(count)?;
        self.rest = rest;
        number.bytes().all(|byte| byte.is_ascii_digit()).then(|| number.parse().ok())?
    }

    /// **Quirk**: Go reads an hour of one digit.
    fn hour(&mut self) -> Option<i64> {
        let count = digits(self.rest).0.len().min(2);
        if count == 0 { None } else { self.number(count) }
    }

    /// The nanoseconds; more digits than count are left out.
    fn fraction(&mut self) -> u32 {
        let Some(rest) = self.rest.strip_prefix(['.', ',']) else { return 0 };
        let (fraction, rest) = digits(rest);
        if fraction.is_empty() {
            return 0;
        }
        self.rest = rest;
        format!("{:0<9}", &fraction[..fraction.len().min(9)]).parse().unwrap_or(0)
    }

    fn time(&mut self) -> Option<Timestamp> {
        let year = self.number(4)?;
        self.skip("-")?;
        let month = self.number(2)?;
        self.skip("-")?;
        let day = self.number(2)?;
        self.skip("T")?;
        let hour = self.hour()?;
        self.skip(":")?;
        let minute = self.number(2)?;
        self.skip(":")?;
        let second = self.number(2)?;
        let nanos = self.fraction();
        let offset = self.offset()?;
        let fits = (1..=12).contains(&month) && (1..=days_in(year, month)).contains(&day);
        let seconds = days(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second - offset;
        (fits && hour < 24 && minute < 60 && second < 60).then(|| Timestamp {
            seconds,
            nanos,
            offset: i32::try_from(offset).unwrap_or(0),
        })
    }

    fn offset(&mut self) -> Option<i64> {
        if self.skip("Z").is_some() {
            return Some(0);
        }
        let sign = if self.rest.starts_with('-') { -1 } else { 1 };
        self.rest = self.rest.strip_prefix(['+', '-'])?;
        let hours = self.number(2)?;
        self.skip(":")?;
        let minutes = self.number(2)?;
        (hours <= 24 && minutes <= 60).then_some(sign * (hours * 3_600 + minutes * 60))
    }
}

fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

fn days_in(year: i64, month: i64) -> i64 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// The days from 1970 to a day.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let before = year - 1;
    let years = before * 365 + before / 4 - before / 100 + before / 400;
    let months: i64 = (1..month).map(|month| days_in(year, month)).sum();
    years + months + day - 1 - 719_162
}

/// Year, month and day of a day since 1970.
fn date(day: i64) -> (i64, i64, i64) {
    // Counted from the first of March of year 0, so that a leap day ends a year.
    let day = day + 719_468;
    let (era, day) = (day.div_euclid(146_097), day.rem_euclid(146_097));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day_of_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (era * 400 + year + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::{Duration, Timestamp};

    #[test]
    fn reads_durations_as_go() {
        for string in
            ["0", "1h", "-1.5h", "1h30m", ".5s", "1.s", "9223372036854775807ns", "-9223372036854775808ns"]
        {
            assert!(Duration::read(string).is_some(), "{string}");
        }
        for string in ["", "1", "h", ".s", "1d", "9223372036854775808ns", "1h ", "+"] {
            assert!(!Duration::read(string).is_some(), "{string}");
        }
    }

    #[test]
    fn reads_times_as_go() {
        let seconds = |string| Timestamp::read(string).map(Timestamp::seconds);
        assert_eq!(seconds("1970-01-01T00:00:00Z"), Some(0));
        assert_eq!(seconds("2000-03-01T00:00:00+01:00"), Some(951_865_200));
        for string in ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z", "2024-02-29T1:02:03Z"] {
            assert!(Timestamp::read(string).is_some_and(Timestamp::is_in_range), "{string}");
        }
        for string in [
            "0000-01-01T00:00:00Z",
            "2023-02-29T00:00:00Z",
            "2024-01-01",
            "2024-01-01t00:00:00Z",
            "2024-01-01T24:00:00Z",
        ] {
            assert!(!Timestamp::read(string).is_some_and(Timestamp::is_in_range), "{string}");
        }
    }

    #[test]
    fn prints_times_as_they_were_written() {
        for string in [
            "1970-01-01T00:00:00Z",
            "2020-02-29T23:59:59.5+02:00",
            "0001-01-01T00:00:00.000000001Z",
            "9999-12-31T23:59:59-11:30",
            "1969-12-31T23:59:59.999Z",
        ] {
            assert_eq!(Timestamp::read(string).map(|time| time.to_string()).as_deref(), Some(string));
        }
        assert_eq!(Duration::from_nanos(3_600_500_000_000).to_string(), "3600.5s");
    }
}
