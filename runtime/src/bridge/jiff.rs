//! jiff 1.

use jiff::Timestamp;
use jiff::civil::Date;

use super::time;
use crate::describe::{CrdSchema, TypeDesc};

impl CrdSchema for Timestamp {
    const SCHEMA: &'static TypeDesc = time::JIFF_MOMENT;
}

impl CrdSchema for Date {
    const SCHEMA: &'static TypeDesc = time::DAY;
}
