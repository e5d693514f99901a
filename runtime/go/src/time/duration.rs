//! Durations.

use std::fmt;

use super::scan::quoted;
use crate::number::{atoi, format_f};

/// `time.Duration`: nanoseconds in 64 bits.
///
/// ```
/// use crd_schema_go::time::Duration;
///
/// let duration = Duration::parse("1h30m").unwrap();
/// assert_eq!(duration.to_string(), "5400s");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Duration(i64);

/// One more nanosecond than the longest duration has; there is a negative one as long.
const LIMIT: u64 = 1 << 63;

const SECOND: i64 = 1_000_000_000;

impl Duration {
    /// A duration of so many nanoseconds.
    ///
    /// ```
    /// assert_eq!(crd_schema_go::time::Duration::from_nanoseconds(1500).nanoseconds(), 1500);
    /// ```
    pub fn from_nanoseconds(nanoseconds: i64) -> Self {
        Self(nanoseconds)
    }

    /// `Nanoseconds`.
    ///
    /// ```
    /// assert_eq!(crd_schema_go::time::Duration::parse("2us").unwrap().nanoseconds(), 2000);
    /// ```
    pub fn nanoseconds(self) -> i64 {
        self.0
    }

    /// `Milliseconds`.
    ///
    /// ```
    /// assert_eq!(crd_schema_go::time::Duration::parse("1.5s").unwrap().milliseconds(), 1500);
    /// ```
    pub fn milliseconds(self) -> i64 {
        self.0 / 1_000_000
    }

    /// `Seconds`.
    ///
    /// ```
    /// assert_eq!(crd_schema_go::time::Duration::parse("1500ms").unwrap().seconds(), 1.5);
    /// ```
    pub fn seconds(self) -> f64 {
        self.in_units(SECOND)
    }

    /// `Minutes`.
    ///
    /// ```
    /// assert_eq!(crd_schema_go::time::Duration::parse("90s").unwrap().minutes(), 1.5);
    /// ```
    pub fn minutes(self) -> f64 {
        self.in_units(60 * SECOND)
    }

    /// `Hours`.
    ///
    /// ```
    /// assert_eq!(crd_schema_go::time::Duration::parse("90m").unwrap().hours(), 1.5);
    /// ```
    pub fn hours(self) -> f64 {
        self.in_units(3600 * SECOND)
    }

    #[expect(clippy::cast_precision_loss, reason = "Go loses the same digits")]
    fn in_units(self, unit: i64) -> f64 {
        (self.0 / unit) as f64 + (self.0 % unit) as f64 / unit as f64
    }

    /// `time.ParseDuration`.
    ///
    /// # Errors
    /// Go's message.
    ///
    /// ```
    /// use crd_schema_go::time::Duration;
    ///
    /// assert_eq!(Duration::parse("1d").unwrap_err(), "time: unknown unit \"d\" in duration \"1d\"");
    /// ```
    pub fn parse(text: &str) -> Result<Self, String> {
        let failure = |message: &str| format!("time: {message} {}", quoted(text.as_bytes()));
        let invalid = || failure("invalid duration");
        let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
        if unsigned == "0" {
            return Ok(Self(0));
        }
        if unsigned.is_empty() {
            return Err(invalid());
        }
        let (mut rest, mut total) = (unsigned, 0_u64);
        while !rest.is_empty() {
            let (whole, fraction, behind) = number(rest).ok_or_else(invalid)?;
            let end = behind.find(|c: char| c == '.' || c.is_ascii_digit()).unwrap_or(behind.len());
            let (unit, after) = behind.split_at(end);
            if unit.is_empty() {
                return Err(failure("missing unit in duration"));
            }
            let Some(size) = unit_size(unit) else {
                return Err(failure(&format!("unknown unit {} in duration", quoted(unit.as_bytes()))));
            };
            let part = whole.checked_mul(size).filter(|part| *part <= LIMIT).ok_or_else(invalid)?;
            let part = part + fraction_of(fraction, size);
            // Quirk: the sum wraps, so that twice the limit is nothing.
            total = total.wrapping_add(part);
            if part > LIMIT || total > LIMIT {
                return Err(invalid());
            }
            rest = after;
        }
        if text.starts_with('-') {
            return Ok(Self(0_i64.wrapping_sub_unsigned(total)));
        }
        i64::try_from(total).map(Self).map_err(|_| invalid())
    }

    /// `strfmt.ParseDuration`: what Go parses, or numbers with units up to weeks anywhere in the string.
    ///
    /// # Errors
    /// The message of the library.
    ///
    /// ```
    /// use crd_schema_go::time::Duration;
    ///
    /// assert_eq!(Duration::parse_words("1 week, 2 days").unwrap().hours(), 216.0);
    /// assert_eq!(Duration::parse_words("soon").unwrap_err(), "unable to parse soon as duration");
    /// ```
    pub fn parse_words(text: &str) -> Result<Self, String> {
        if let Ok(duration) = Self::parse(text) {
            return Ok(duration);
        }
        let (mut rest, mut total) = (text, None);
        while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
            let (digits, after) = split_digits(rest.get(start..).unwrap_or_default());
            let unit = after.trim_start_matches(['\t', '\n', '\x0c', '\r', ' ']);
            let end = unit.find(|c: char| !c.is_ascii_alphabetic() && c != 'µ').unwrap_or(unit.len());
            let (unit, behind) = unit.split_at(end);
            rest = if unit.is_empty() { after } else { behind };
            if unit.is_empty() {
                continue;
            }
            // Quirk: a number that is too large spoils all.
            let factor = atoi(digits).map_err(|error| error.to_string())?;
            if let Some(size) = word_size(&unit.to_lowercase()) {
                total = Some(total.unwrap_or(0_i64).wrapping_add(factor.wrapping_mul(size)));
            }
        }
        total.map(Self).ok_or_else(|| format!("unable to parse {text} as duration"))
    }
}

/// A number, the digits behind its point, and what is behind these.
fn number(text: &str) -> Option<(u64, &str, &str)> {
    let (whole, rest) = split_digits(text);
    let (fraction, rest) = rest.strip_prefix('.').map_or(("", rest), split_digits);
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let whole = if whole.is_empty() { 0 } else { whole.parse().ok().filter(|whole| *whole <= LIMIT)? };
    Some((whole, fraction, rest))
}

fn split_digits(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()))
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

fn unit_size(unit: &str) -> Option<u64> {
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

/// The nanoseconds of an abbreviation, or of a word that begins as the last one of its line.
fn word_size(unit: &str) -> Option<i64> {
    const UNITS: [(&[&str], &str, i64); 8] = [
        (&["ns"], "nano", 1),
        (&["us", "µs"], "micro", 1_000),
        (&["ms"], "milli", 1_000_000),
        (&["s"], "sec", SECOND),
        (&["m"], "min", 60 * SECOND),
        (&["h", "hr"], "hour", 3600 * SECOND),
        (&["d"], "day", 24 * 3600 * SECOND),
        (&["w", "wk"], "week", 7 * 24 * 3600 * SECOND),
    ];
    let fits = |(short, word, _): &&(&[&str], &str, i64)| short.contains(&unit) || unit.starts_with(word);
    UNITS.iter().find(fits).map(|(.., size)| *size)
}

/// Seconds with all digits that they need, as cel-go prints a duration.
impl fmt::Display for Duration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}s", format_f(self.seconds()))
    }
}
