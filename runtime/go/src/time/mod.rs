//! Points in time and durations as Go parses and prints them.
//!
//! Written out because no library repeats what Go lets pass (one-digit hours, a comma before the fraction, offsets of
//! 24:00, years of five digits in the output) nor its messages.
//!
//! Source: Go `time/{format,format_rfc3339,time,zoneinfo}.go`; cel-go `common/types/{timestamp,duration}.go` for zones and printing;
//! `kube-openapi pkg/validation/strfmt/{time,duration}.go`.
//!
//! Knows nothing of: JSON.

mod calendar;
mod duration;
mod scan;
mod zone;

use std::fmt::Write as _;

pub use calendar::Fields;
pub use duration::Duration;
pub use zone::Zone;

use scan::{Layout, parse};

/// A point in time, with the offset from UTC that it was written with.
///
/// ```
/// use crd_schema_go::time::Time;
///
/// let time = Time::parse("2026-01-31T12:00:00.5+01:00").unwrap();
/// assert_eq!(time.to_string(), "2026-01-31T12:00:00.5+01:00");
/// assert_eq!(time.to_utc(), "2026-01-31T11:00:00Z");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Time {
    /// Since 1970, in UTC.
    seconds: i64,
    nanoseconds: u32,
    /// In seconds.
    offset: i64,
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
        parse(text, Layout::Rfc3339)
    }

    /// `time.Parse(strfmt.RFC3339FullDate, text)`: a date, at its beginning in UTC.
    ///
    /// # Errors
    /// Go's message.
    ///
    /// ```
    /// use crd_schema_go::time::Time;
    ///
    /// assert_eq!(Time::parse_date("2026-01-31").unwrap().to_string(), "2026-01-31T00:00:00Z");
    /// ```
    pub fn parse_date(text: &str) -> Result<Self, String> {
        parse(text, Layout::Date)
    }

    /// `strfmt.ParseDateTime`: as RFC 3339 has it, or without an offset, which is UTC; empty is 1970.
    ///
    /// # Errors
    /// Go's message, that of the layout without an offset.
    ///
    /// ```
    /// use crd_schema_go::time::Time;
    ///
    /// assert_eq!(Time::parse_date_time("2026-01-31T12:00:00").unwrap().to_string(), "2026-01-31T12:00:00Z");
    /// assert_eq!(Time::parse_date_time("").unwrap().unix(), 0);
    /// ```
    pub fn parse_date_time(text: &str) -> Result<Self, String> {
        if text.is_empty() {
            return Ok(Self::from_unix(0));
        }
        let layouts = [Layout::Fraction(6), Layout::Fraction(3), Layout::Rfc3339];
        let parsed = layouts.into_iter().find_map(|layout| parse(text, layout).ok());
        parsed.map_or_else(|| parse(text, Layout::Local), Ok)
    }

    /// `time.Unix(seconds, 0).UTC()`.
    ///
    /// ```
    /// assert_eq!(crd_schema_go::time::Time::from_unix(60).to_string(), "1970-01-01T00:01:00Z");
    /// ```
    pub fn from_unix(seconds: i64) -> Self {
        Self { seconds, nanoseconds: 0, offset: 0 }
    }

    /// `Unix`: seconds since 1970.
    ///
    /// ```
    /// assert_eq!(crd_schema_go::time::Time::parse("1970-01-01T01:00:00+01:00").unwrap().unix(), 0);
    /// ```
    pub fn unix(self) -> i64 {
        self.seconds
    }

    /// `Nanosecond`: those behind the second.
    ///
    /// ```
    /// assert_eq!(crd_schema_go::time::Time::parse("1970-01-01T00:00:00,25Z").unwrap().nanosecond(), 250_000_000);
    /// ```
    pub fn nanosecond(self) -> u32 {
        self.nanoseconds
    }

    /// The offset from UTC in seconds.
    ///
    /// ```
    /// assert_eq!(crd_schema_go::time::Time::parse("1970-01-01T00:00:00-00:30").unwrap().offset(), -1800);
    /// ```
    pub fn offset(self) -> i64 {
        self.offset
    }

    /// `IsZero`: whether it is 0001-01-01T00:00:00Z.
    ///
    /// ```
    /// assert!(crd_schema_go::time::Time::parse("0001-01-01T00:00:00Z").unwrap().is_zero());
    /// ```
    pub fn is_zero(self) -> bool {
        self.nanoseconds == 0 && self.seconds == calendar::FIRST_SECOND
    }

    /// `Add`; `None` beyond what 64 bits count.
    ///
    /// ```
    /// use crd_schema_go::time::{Duration, Time};
    ///
    /// let hour = Duration::parse("1h").unwrap();
    /// assert_eq!(Time::from_unix(0).checked_add(hour).map(Time::unix), Some(3600));
    /// ```
    pub fn checked_add(self, duration: Duration) -> Option<Self> {
        let sum = i128::from(self.seconds) * 1_000_000_000
            + i128::from(self.nanoseconds)
            + i128::from(duration.nanoseconds());
        let seconds = i64::try_from(sum.div_euclid(1_000_000_000)).ok()?;
        let nanoseconds = u32::try_from(sum.rem_euclid(1_000_000_000)).ok()?;
        Some(Self { seconds, nanoseconds, ..self })
    }

    /// The time between two points; `None` beyond what a duration holds.
    ///
    /// ```
    /// use crd_schema_go::time::Time;
    ///
    /// let between = Time::from_unix(90).checked_sub(Time::from_unix(30)).unwrap();
    /// assert_eq!(between.to_string(), "60s");
    /// ```
    pub fn checked_sub(self, other: Self) -> Option<Duration> {
        let seconds = i128::from(self.seconds) - i128::from(other.seconds);
        let nanoseconds = i128::from(self.nanoseconds) - i128::from(other.nanoseconds);
        i64::try_from(seconds * 1_000_000_000 + nanoseconds).ok().map(Duration::from_nanoseconds)
    }

    /// The calendar's fields at an offset from UTC in seconds.
    ///
    /// ```
    /// let fields = crd_schema_go::time::Time::from_unix(0).fields_at(-3600);
    /// assert_eq!((fields.year, fields.month, fields.hour), (1969, 12, 23));
    /// ```
    pub fn fields_at(self, offset: i64) -> Fields {
        calendar::fields(self.seconds.saturating_add(offset))
    }

    /// `UTC().Format(time.RFC3339)`: cut to seconds.
    ///
    /// ```
    /// assert_eq!(crd_schema_go::time::Time::from_unix(0).to_utc(), "1970-01-01T00:00:00Z");
    /// ```
    pub fn to_utc(self) -> String {
        format!("{}Z", self.fields_at(0))
    }
}

/// Two are equal at one instant, whatever their offsets.
impl PartialEq for Time {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Time {}

impl PartialOrd for Time {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Time {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.seconds, self.nanoseconds).cmp(&(other.seconds, other.nanoseconds))
    }
}

/// `Format(time.RFC3339Nano)`, at the offset of the time.
impl std::fmt::Display for Time {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.fields_at(self.offset))?;
        if self.nanoseconds > 0 {
            let digits = format!("{:09}", self.nanoseconds);
            write!(f, ".{}", digits.trim_end_matches('0'))?;
        }
        if self.offset == 0 {
            return f.write_char('Z');
        }
        let (sign, minutes) = (if self.offset < 0 { '-' } else { '+' }, self.offset.abs() / 60);
        write!(f, "{sign}{:02}:{:02}", minutes / 60, minutes % 60)
    }
}
