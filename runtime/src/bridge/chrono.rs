//! chrono 0.4.

use chrono::{DateTime, FixedOffset, NaiveDate, Utc};

use super::time;
use crate::describe::{CrdSchema, TypeDesc};

impl CrdSchema for DateTime<Utc> {
    const SCHEMA: &'static TypeDesc = time::CHRONO_MOMENT;
}

impl CrdSchema for DateTime<FixedOffset> {
    const SCHEMA: &'static TypeDesc = time::CHRONO_MOMENT;
}

impl CrdSchema for NaiveDate {
    const SCHEMA: &'static TypeDesc = time::DAY;
}
