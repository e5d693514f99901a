//! Sums and differences of times and durations.
//!
//! Source: cel-go `common/types/overflow.go`, `timestamp.go`.

use crd_schema_go::time::{Duration, Time};

use super::Error;

/// The first and the last second: years 1 to 9999.
const SECONDS: std::ops::RangeInclusive<i64> = -62_135_596_800..=253_402_300_799;

/// Whether the year is one of 1 to 9999.
pub(crate) fn is_in_range(time: Time) -> bool {
    SECONDS.contains(&time.unix())
}

pub(crate) fn later(time: Time, length: Duration) -> Result<Time, Error> {
    time.checked_add(length).filter(|sum| is_in_range(*sum)).ok_or(Error::TIMESTAMP_OVERFLOW)
}

pub(crate) fn negated(length: Duration) -> Result<Duration, Error> {
    let nanoseconds = length.nanoseconds().checked_neg();
    nanoseconds.map(Duration::from_nanoseconds).ok_or(Error::INT_OVERFLOW)
}
