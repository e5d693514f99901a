//! Days, months and years.

use std::fmt;

const SECONDS_PER_DAY: i64 = 86_400;

/// That of the year 1: Go's zero time.
pub(super) const FIRST_SECOND: i64 = days_from_civil(1, 1, 1) * SECONDS_PER_DAY;

/// What a calendar and a clock show.
///
/// ```
/// let fields = crd_schema_go::time::Time::from_unix(86_400).fields_at(0);
/// assert_eq!((fields.day, fields.weekday, fields.day_of_year), (2, 5, 2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fields {
    /// May be negative.
    pub year: i64,
    /// From 1.
    pub month: i64,
    /// From 1.
    pub day: i64,
    /// From 0.
    pub hour: i64,
    /// From 0.
    pub minute: i64,
    /// From 0.
    pub second: i64,
    /// From 0, which is Sunday.
    pub weekday: i64,
    /// From 1.
    pub day_of_year: i64,
}

pub(super) fn fields(seconds: i64) -> Fields {
    let (days, second) = (seconds.div_euclid(SECONDS_PER_DAY), seconds.rem_euclid(SECONDS_PER_DAY));
    let (year, month, day) = civil_from_days(days);
    Fields {
        year,
        month,
        day,
        hour: second / 3600,
        minute: second / 60 % 60,
        second: second % 60,
        // 1970 began on a Thursday.
        weekday: (days + 4).rem_euclid(7),
        day_of_year: days - days_from_civil(year, 1, 1) + 1,
    }
}

/// As RFC 3339 begins.
impl fmt::Display for Fields {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { year, month, day, hour, minute, second, .. } = self;
        let sign = if *year < 0 { "-" } else { "" };
        write!(f, "{sign}{:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}", year.abs())
    }
}

pub(super) fn seconds(year: i64, month: i64, day: i64) -> i64 {
    days_from_civil(year, month, day) * SECONDS_PER_DAY
}

pub(super) fn days_in(year: i64, month: i64) -> i64 {
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
