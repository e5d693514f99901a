//! Text as Go's `time` and `strconv` treat it.

/// Go's `%q` of text without exotic unprintable characters.
pub(super) fn go_quote(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\u{7}' => quoted.push_str("\\a"),
            '\u{8}' => quoted.push_str("\\b"),
            '\t' => quoted.push_str("\\t"),
            '\n' => quoted.push_str("\\n"),
            '\u{b}' => quoted.push_str("\\v"),
            '\u{c}' => quoted.push_str("\\f"),
            '\r' => quoted.push_str("\\r"),
            '\0'..='\u{1f}' | '\u{7f}' => quoted.extend(["\\x", &format!("{:02x}", u32::from(c))]),
            _ if c.is_control() => quoted.extend(["\\u", &format!("{:04x}", u32::from(c))]),
            _ => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// A date or a date with time that all of Go's layouts take; rarer spellings that Go's
/// `time.Parse` takes too are refused.
pub(super) fn is_timestamp(text: &str) -> bool {
    let (date, time) = match text.split_once(['T', 't']) {
        Some((date, time)) => (date, Some(time)),
        None => match text.split_once(' ') {
            Some((date, time)) => return is_date(date) && is_clock(time),
            None => (text, None),
        },
    };
    is_date(date) && time.is_none_or(is_zoned_clock)
}

fn is_date(text: &str) -> bool {
    let mut parts = text.split('-');
    let (Some(year), Some(month), Some(day), None) = (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return false;
    };
    let (Some(year), Some(month), Some(day)) = (number(year, 4, 4), number(month, 1, 2), number(day, 1, 2))
    else {
        return false;
    };
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    (1..=days).contains(&day)
}

fn is_clock(text: &str) -> bool {
    let (clock, fraction) = match text.split_once('.') {
        Some((clock, fraction)) => (clock, fraction),
        None => (text, "0"),
    };
    let mut parts = clock.split(':');
    let (Some(hour), Some(minute), Some(second), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return false;
    };
    number(hour, 1, 2).is_some_and(|n| n < 24)
        && number(minute, 1, 2).is_some_and(|n| n < 60)
        && number(second, 1, 2).is_some_and(|n| n < 60)
        && number(fraction, 1, 9).is_some()
}

fn is_zoned_clock(text: &str) -> bool {
    if let Some(clock) = text.strip_suffix('Z') {
        return is_clock(clock);
    }
    let Some((clock, zone)) = text.rsplit_once(['+', '-']) else {
        return false;
    };
    let Some((hours, minutes)) = zone.split_once(':') else {
        return false;
    };
    is_clock(clock)
        && number(hours, 2, 2).is_some_and(|n| n < 24)
        && number(minutes, 2, 2).is_some_and(|n| n < 60)
}

fn number(text: &str, least: usize, most: usize) -> Option<u32> {
    let fits = (least..=most).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    fits.then(|| text.parse().ok())?
}

/// Each invalid byte becomes one U+FFFD, as in Go's JSON writer (Rust's own conversion makes fewer).
pub(super) fn to_valid_utf8(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| char::REPLACEMENT_CHARACTER));
    }
    text
}
