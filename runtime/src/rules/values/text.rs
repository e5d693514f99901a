//! Strings, and the formats that rules see as times, durations and bytes.
//!
//! Source: `kube-openapi pkg/validation/strfmt/{time,duration,default}.go`; Go `time.Parse`.

use std::rc::Rc;

use crd_schema_cel::{Duration, Error, Outcome, Timestamp, Value as Cel};
use serde_json::Value;

use super::expected;

pub(super) fn of_format<'a>(json: &'a Value, format: Option<&str>) -> Outcome<'a> {
    let Value::String(string) = json else { return expected("string", json) };
    let invalid = |what: &str, why: String| Err(Error::new(format!("Invalid {what} {string}: {why}")));
    match format {
        Some("duration") => match duration(string) {
            Ok(duration) => Ok(Cel::Duration(duration)),
            Err(why) => invalid("duration", why),
        },
        Some("date") => match Timestamp::read(&format!("{string}T00:00:00Z")) {
            Some(time) if !string.contains('T') => Ok(Cel::Timestamp(time)),
            _ => invalid("date formatted string", time_error(string, &DATE)),
        },
        Some("date-time") => match date_time(string) {
            Some(time) => Ok(Cel::Timestamp(time)),
            None => invalid("date-time formatted string", time_error(string, &DATE_TIME)),
        },
        Some("byte") => match crate::base64_text::decode(string) {
            Some(bytes) => Ok(Cel::Bytes(Rc::from(bytes))),
            None => {
                let place = broken_at(string);
                invalid("byte formatted string", format!("illegal base64 data at input byte {place}"))
            }
        },
        _ => Ok(Cel::str(string)),
    }
}

/// Where Go finds that a string is no base64.
fn broken_at(string: &str) -> usize {
    let is_symbol = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
    let mut symbols = 0_usize;
    for (at, byte) in string.bytes().enumerate() {
        match byte {
            b'\r' | b'\n' => {}
            b'=' => {
                // Two or three symbols may be in front of padding.
                if symbols % 4 < 2 {
                    return at;
                }
                let rest = string.as_bytes().get(at..).unwrap_or_default();
                return padding_error(rest, 4 - symbols % 4, at, string.len());
            }
            byte if is_symbol(byte) => symbols += 1,
            _ => return at,
        }
    }
    string.len() - symbols % 4
}

fn padding_error(rest: &[u8], missing: usize, at: usize, length: usize) -> usize {
    let mut found = 0;
    for (offset, byte) in rest.iter().enumerate() {
        match byte {
            b'\r' | b'\n' => {}
            b'=' if found < missing => found += 1,
            // What stands behind the padding, or in its place.
            _ => return at + offset,
        }
    }
    length
}

/// **Quirk**: an empty string is the epoch, and a time without a zone is UTC (`time.go`, `ParseDateTime`).
fn date_time(string: &str) -> Option<Timestamp> {
    if string.is_empty() {
        return Some(Timestamp::new(0, 0, 0));
    }
    Timestamp::read(string)
        .or_else(|| Timestamp::read(&format!("{string}Z")).filter(|_| !string.ends_with('Z')))
}

fn duration(string: &str) -> Result<Duration, String> {
    if let Some(duration) = Duration::read(string) {
        return Ok(duration);
    }
    let (mut rest, mut sum, mut found) = (string, 0_i64, false);
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let (digits, after) = split(&rest[start..], |c| c.is_ascii_digit());
        let unit = after.trim_start_matches(['\t', '\n', '\x0c', '\r', ' ']);
        let (unit, behind) = split(unit, |c| c.is_ascii_alphabetic() || c == 'µ');
        rest = if unit.is_empty() { after } else { behind };
        if unit.is_empty() {
            continue;
        }
        let count: i64 =
            digits.parse().map_err(|_| format!("strconv.Atoi: parsing \"{digits}\": value out of range"))?;
        for nanos in units(&unit.to_lowercase()) {
            found = true;
            sum = sum.wrapping_add(count.wrapping_mul(nanos));
        }
    }
    if found { Ok(Duration::from_nanos(sum)) } else { Err(format!("unable to parse {string} as duration")) }
}

fn split(string: &str, belongs: impl Fn(char) -> bool) -> (&str, &str) {
    string.split_at(string.find(|c| !belongs(c)).unwrap_or(string.len()))
}

/// The units that a word names.
fn units(word: &str) -> impl Iterator<Item = i64> {
    const UNITS: [(&[&str], &str, i64); 8] = [
        (&["ns"], "nano", 1),
        (&["us", "µs"], "micro", 1_000),
        (&["ms"], "milli", 1_000_000),
        (&["s"], "sec", 1_000_000_000),
        (&["m"], "min", 60_000_000_000),
        (&["h", "hr"], "hour", 3_600_000_000_000),
        (&["d"], "day", 86_400_000_000_000),
        (&["w", "wk"], "week", 604_800_000_000_000),
    ];
    let named =
        move |(short, long, _): &&(&[&str], &str, i64)| short.contains(&word) || word.starts_with(long);
    UNITS.iter().filter(named).map(|(.., nanos)| *nanos).collect::<Vec<_>>().into_iter()
}

/// A part of a layout: what stands before it, how Go writes it, how many digits it has, and its range.
type Part = (&'static str, &'static str, usize, Option<(&'static str, u32, u32)>);

const DATE: [Part; 3] = [("", "2006", 4, None), ("-", "01", 2, Some(("month", 1, 12))), ("-", "02", 2, None)];
const DATE_TIME: [Part; 6] = [
    DATE[0],
    DATE[1],
    DATE[2],
    ("T", "15", 0, Some(("hour", 0, 23))),
    (":", "04", 2, Some(("minute", 0, 59))),
    (":", "05", 2, Some(("second", 0, 59))),
];

/// What Go says of a string that is no time of a layout.
fn time_error(string: &str, layout: &[Part]) -> String {
    let written: String = layout.iter().flat_map(|(before, part, ..)| [*before, *part]).collect();
    let quoted = crate::go_text::quoted(string);
    let bad = |rest: &str, part: &str| {
        let rest = crate::go_text::quoted(rest);
        format!("parsing time {quoted} as \"{written}\": cannot parse {rest} as \"{part}\"")
    };
    let mut rest = string;
    for (before, part, digits, range) in layout {
        let Some(behind) = rest.strip_prefix(before) else { return bad(rest, before) };
        let count = match digits {
            // One digit is enough for an hour.
            0 => behind.bytes().take(2).take_while(u8::is_ascii_digit).count(),
            digits => *digits,
        };
        let number = behind.get(..count).filter(|number| !number.is_empty());
        let number = number.filter(|number| number.bytes().all(|byte| byte.is_ascii_digit()));
        let Some(number) = number.and_then(|number| number.parse::<u32>().ok()) else {
            return bad(behind, part);
        };
        rest = &behind[count..];
        if let Some((what, least, most)) = range
            && !(least..=most).contains(&&number)
        {
            return format!("parsing time {quoted}: {what} out of range");
        }
        if *part == "05" {
            rest = without_fraction(rest);
        }
    }
    if rest.is_empty() {
        return format!("parsing time {quoted}: day out of range");
    }
    format!("parsing time {quoted}: extra text: {}", crate::go_text::quoted(rest))
}

fn without_fraction(rest: &str) -> &str {
    match rest.strip_prefix(['.', ',']) {
        Some(fraction) if fraction.starts_with(|c: char| c.is_ascii_digit()) => {
            fraction.trim_start_matches(|c: char| c.is_ascii_digit())
        }
        _ => rest,
    }
}
