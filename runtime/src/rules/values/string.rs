//! Strings, and the formats that rules see as times, durations and bytes.
//!
//! Source: `kube-openapi pkg/validation/strfmt/{time,duration,default}.go`.

use std::rc::Rc;

use crd_schema_cel::{Duration, Error, Outcome, Time, Value as Cel};
use crd_schema_go::base64;
use serde_json::Value;

use super::expected;

pub(super) fn of_format<'a>(json: &'a Value, format: Option<&str>) -> Outcome<'a> {
    let Value::String(string) = json else { return expected("string", json) };
    let invalid = |what: &str, why: String| Error::new(format!("Invalid {what} {string}: {why}"));
    match format {
        Some("duration") => {
            Duration::parse_words(string).map(Cel::Duration).map_err(|why| invalid("duration", why))
        }
        Some("date") => {
            Time::parse_date(string).map(Cel::Timestamp).map_err(|why| invalid("date formatted string", why))
        }
        Some("date-time") => Time::parse_date_time(string)
            .map(Cel::Timestamp)
            .map_err(|why| invalid("date-time formatted string", why)),
        // **Quirk**: of the alphabet for URLs, which no format checks (`default.go`, `Base64.UnmarshalString`).
        Some("byte") => base64::decode_url(string)
            .map(|bytes| Cel::Bytes(Rc::from(bytes)))
            .map_err(|why| invalid("byte formatted string", why.to_string())),
        _ => Ok(Cel::str(string)),
    }
}
