//! Durations and times as Go reads them.
//!
//! Source: Go `time.ParseDuration`, `time.Parse` with `RFC3339`; the bounds are those of cel-go `common/types/timestamp.go`.

/// The first and the last second: years 1 to 9999.
const SECONDS: std::ops::RangeInclusive<i64> = -62_135_596_800..=253_402_300_799;

/// Whether a time of so many seconds since 1970 exists.
pub(super) fn is_in_range(seconds: i64) -> bool {
    SECONDS.contains(&seconds)
}

/// Whether Go reads the text as a duration.
pub(super) fn is_duration(text: &str) -> bool {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    if unsigned == "0" {
        return true;
    }
    let most = if text.starts_with('-') { 1_u128 << 63 } else { (1_u128 << 63) - 1 };
    nanoseconds(unsigned).is_some_and(|nanoseconds| nanoseconds <= most)
}

fn nanoseconds(mut text: &str) -> Option<u128> {
    let mut sum = 0_u128;
    if text.is_empty() {
        return None;
    }
    while !text.is_empty() {
        let (whole, rest) = digits(text);
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
        text = rest;
    }
    Some(sum)
}

fn digits(text: &str) -> (&str, &str) {
    text.split_at(text.find(|char: char| !char.is_ascii_digit()).unwrap_or(text.len()))
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

/// Whether Go reads the text as a time, one of the years 1 to 9999.
pub(super) fn is_timestamp(text: &str) -> bool {
    seconds(text).is_some_and(is_in_range)
}

fn seconds(text: &str) -> Option<i64> {
    let mut reader = Reader { rest: text };
    let year = reader.number(4)?;
    reader.skip("-")?;
    let month = reader.number(2)?;
    reader.skip("-")?;
    let day = reader.number(2)?;
    reader.skip("T")?;
    let hour = reader.hour()?;
    reader.skip(":")?;
    let minute = reader.number(2)?;
    reader.skip(":")?;
    let second = reader.number(2)?;
    reader.fraction();
    let offset = reader.offset()?;
    let fits = (1..=12).contains(&month) && (1..=days_in(year, month)).contains(&day);
    let is_time = hour < 24 && minute < 60 && second < 60;
    (fits && is_time && reader.rest.is_empty())
        .then(|| days(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second - offset)
}

struct Reader<'t> {
    rest: &'t str,
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

    fn fraction(&mut self) {
        if let Some(rest) = self.rest.strip_prefix(['.', ',']) {
            let (fraction, rest) = digits(rest);
            if !fraction.is_empty() {
                self.rest = rest;
            }
        }
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

#[cfg(test)]
mod tests {
    use super::{is_duration, is_timestamp, seconds};

    #[test]
    fn reads_durations_as_go() {
        for text in
            ["0", "1h", "-1.5h", "1h30m", ".5s", "1.s", "9223372036854775807ns", "-9223372036854775808ns"]
        {
            assert!(is_duration(text), "{text}");
        }
        for text in ["", "1", "h", ".s", "1d", "9223372036854775808ns", "1h ", "+"] {
            assert!(!is_duration(text), "{text}");
        }
    }

    #[test]
    fn reads_times_as_go() {
        assert_eq!(seconds("1970-01-01T00:00:00Z"), Some(0));
        assert_eq!(seconds("2000-03-01T00:00:00+01:00"), Some(951_865_200));
        for text in ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z", "2024-02-29T1:02:03Z"] {
            assert!(is_timestamp(text), "{text}");
        }
        for text in [
            "0000-01-01T00:00:00Z",
            "2023-02-29T00:00:00Z",
            "2024-01-01",
            "2024-01-01t00:00:00Z",
            "2024-01-01T24:00:00Z",
        ] {
            assert!(!is_timestamp(text), "{text}");
        }
    }
}
