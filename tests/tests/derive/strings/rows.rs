//! The rows of the page, and what each of them covers.

use serde_json::Value;

use super::Disagreement::{self, NotAccepted, NotRead, OnlyRead};

/// A row of the page.
pub(super) struct Row {
    pub(super) types: &'static [&'static str],
    pub(super) how: Disagreement,
    pub(super) what: &'static str,
    /// JSON.
    pub(super) example: &'static str,
    is: fn(&Value) -> bool,
}

impl Row {
    pub(super) fn covers(&self, type_: &str, how: Disagreement, value: &Value) -> bool {
        self.how == how && self.types.contains(&type_) && (self.is)(value)
    }
}

const CHRONO_MOMENTS: &[&str] = &["chrono::DateTime<Utc>", "chrono::DateTime<FixedOffset>"];
const JIFF_MOMENTS: &[&str] = &["jiff::Timestamp", "Time", "MicroTime"];

pub(super) const ROWS: &[Row] = &[
    Row {
        types: &[
            "Ipv4Addr",
            "Ipv6Addr",
            "chrono::DateTime<Utc>",
            "chrono::DateTime<FixedOffset>",
            "chrono::NaiveDate",
            "jiff::Timestamp",
            "jiff::civil::Date",
            "Url",
            "Uuid",
            "Time",
            "MicroTime",
            "ByteString",
        ],
        how: NotRead,
        what: "any list: a server accepts it wherever the schema of a string has a format",
        example: "[]",
        is: Value::is_array,
    },
    Row {
        types: &["Url"],
        how: NotRead,
        what: "a host of `http`, `https`, `ws`, `wss` or `ftp`, or of `file`, that ends in a number and is no address",
        example: r#""http://1.2.3.256/""#,
        is: |value| url(value).is_some_and(|url| url.has_host() && url.ends_in_number()),
    },
    Row {
        types: &["Url"],
        how: NotRead,
        what: "a host with a label that begins with `xn--` and is no Punycode",
        example: r#""http://xn--a/""#,
        is: |value| url(value).is_some_and(|url| url.has_host() && url.host.to_lowercase().contains("xn--")),
    },
    Row {
        types: &["Url"],
        how: NotRead,
        what: "`http`, `https`, `ws`, `wss` and `ftp` without exactly two slashes: nothing asks what a host would be",
        example: r#""http:a:b""#,
        is: |value| url(value).is_some_and(|url| url.is_of_web() && url.slashes != "//"),
    },
    Row {
        types: &["Url"],
        how: NotRead,
        what: "`file` with a user or a port",
        example: r#""file://a:80/""#,
        is: |value| {
            url(value).is_some_and(|url| url.scheme == "file" && (url.has_user || url.port.is_some()))
        },
    },
    Row {
        types: CHRONO_MOMENTS,
        how: NotAccepted,
        what: "years below 0 and above 9999, in the offset that is written",
        example: r#""+10000-01-01T00:00:00Z""#,
        is: has_sign,
    },
    Row {
        types: CHRONO_MOMENTS,
        how: NotAccepted,
        what: "leap seconds",
        example: r#""2016-12-31T23:59:60Z""#,
        is: has_leap_second,
    },
    Row {
        types: &["chrono::NaiveDate"],
        how: NotAccepted,
        what: "years below 0 and above 9999",
        example: r#""+10000-01-01""#,
        is: has_sign,
    },
    Row {
        types: &["jiff::Timestamp"],
        how: NotAccepted,
        what: "years below 0, in UTC",
        example: r#""-000001-12-31T00:00:00Z""#,
        is: has_sign,
    },
    Row {
        types: &["jiff::civil::Date"],
        how: NotAccepted,
        what: "years below 0",
        example: r#""-000001-01-01""#,
        is: has_sign,
    },
    Row {
        types: &["Time"],
        how: NotAccepted,
        what: "years below 0, in UTC",
        example: r#""-001-12-31T00:00:00Z""#,
        is: has_sign,
    },
    Row {
        types: &["MicroTime"],
        how: NotAccepted,
        what: "years below 0, in UTC",
        example: r#""-001-12-31T00:00:00.000000Z""#,
        is: has_sign,
    },
    Row {
        types: &["Url"],
        how: NotAccepted,
        what: "a `%` without two hexadecimal digits, in front of a `?`",
        example: r#""http://a/%zz""#,
        is: |value| has_stray_percent(value),
    },
    Row {
        types: &["Url"],
        how: NotAccepted,
        what: "a host with escapes, braces or backquotes",
        example: r#""foo://a%41/""#,
        is: |value| {
            url(value).is_some_and(|url| url.slashes == "//" && url.host.contains(['%', '{', '}', '`']))
        },
    },
    Row {
        types: &["Url"],
        how: NotAccepted,
        what: "nothing but slashes behind the scheme, if that is not `file`",
        example: r#""foo:/""#,
        is: |value| url(value).is_some_and(|url| url.scheme != "file" && url.is_empty()),
    },
    Row {
        types: &["Url"],
        how: NotAccepted,
        what: "a backslash as the first character behind the scheme and its slashes",
        example: r#""foo:\\a""#,
        is: |value| url(value).is_some_and(|url| url.host.starts_with('\\') || url.user.starts_with('\\')),
    },
    Row {
        types: &["Url"],
        how: NotAccepted,
        what: "a fragment that follows the host",
        example: r#""foo://a#f""#,
        is: |value| url(value).is_some_and(|url| url.slashes == "//" && url.rest.starts_with('#')),
    },
    Row {
        types: &["Quantity"],
        how: NotAccepted,
        what: "any string that is no quantity, for the type holds any",
        example: r#""abc""#,
        is: |value| value.as_str().is_some_and(|text| !is_quantity(text)),
    },
    Row {
        types: &["ByteString"],
        how: NotAccepted,
        what: "no bytes",
        example: r#""""#,
        is: |value| value == "",
    },
    Row {
        types: CHRONO_MOMENTS,
        how: OnlyRead,
        what: "other spellings than RFC 3339 with `T` and `Z` in capitals, a point and at most nine digits behind it",
        example: r#""2020-01-02 03:04:05z""#,
        is: |value| !is_rfc_3339(value),
    },
    Row {
        types: JIFF_MOMENTS,
        how: OnlyRead,
        what: "other spellings than RFC 3339 with `T` and `Z` in capitals, a point and at most nine digits behind it",
        example: r#""2020-01-02 03:04:05z""#,
        is: |value| !is_rfc_3339(value),
    },
    Row {
        types: CHRONO_MOMENTS,
        how: OnlyRead,
        what: "leap seconds, in another spelling than chrono's",
        example: r#""2016-12-31T23:59:60.0Z""#,
        is: has_leap_second,
    },
    Row {
        types: JIFF_MOMENTS,
        how: OnlyRead,
        what: "leap seconds, which become the second before",
        example: r#""2016-12-31T23:59:60Z""#,
        is: has_leap_second,
    },
    Row {
        types: JIFF_MOMENTS,
        how: OnlyRead,
        what: "the last days, from 9999-12-29 on, with another offset than `Z`",
        example: r#""9999-12-29T00:00:00+01:00""#,
        is: |value| {
            let text = value.as_str().unwrap_or_default();
            ["9999-12-29", "9999-12-30", "9999-12-31"].iter().any(|day| text.starts_with(day))
                && !text.ends_with('Z')
        },
    },
    Row {
        types: &["chrono::NaiveDate"],
        how: OnlyRead,
        what: "other spellings than `YYYY-MM-DD`",
        example: r#"" 2020-1-2""#,
        is: |value| value.as_str().is_some_and(|text| !fits(text, "0000-00-00")),
    },
    Row {
        types: &["jiff::civil::Date"],
        how: OnlyRead,
        what: "other spellings than `YYYY-MM-DD`, also with a time",
        example: r#""2020-01-02T03:04:05""#,
        is: |value| value.as_str().is_some_and(|text| !fits(text, "0000-00-00")),
    },
    Row {
        types: &["Url"],
        how: OnlyRead,
        what: "white space and control characters that are removed, and spaces in a host",
        example: r#"" http://a""#,
        is: |value| {
            value.as_str().is_some_and(|text| text.contains(|c: char| c == ' ' || c.is_ascii_control()))
        },
    },
    Row {
        types: &["Url"],
        how: OnlyRead,
        what: "backslashes that become slashes",
        example: r#""http:\\\\a""#,
        is: |value| value.as_str().is_some_and(|text| text.contains('\\')),
    },
    Row {
        types: &["Url"],
        how: OnlyRead,
        what: "a user or host that is not ASCII or has escapes, braces or backquotes; a host is written in Punycode",
        example: r#""http://bücher.example/""#,
        is: |value| {
            let is_other = |c: char| !c.is_ascii() || "%{}`".contains(c);
            url(value).is_some_and(|url| url.host.contains(is_other) || url.user.contains(is_other))
        },
    },
    Row {
        types: &["Url"],
        how: OnlyRead,
        what: "a `%` without two hexadecimal digits, in front of a `?`",
        example: r#""HTTP://a/%zz""#,
        is: |value| has_stray_percent(value),
    },
    Row {
        types: &["Url"],
        how: OnlyRead,
        what: "a fragment that follows the host",
        example: r#""http://a#f""#,
        is: |value| url(value).is_some_and(|url| url.rest.starts_with('#')),
    },
    Row {
        types: &["Url"],
        how: OnlyRead,
        what: "nothing but slashes behind the scheme, if that is not `file`",
        example: r#""Foo:/""#,
        is: |value| url(value).is_some_and(|url| url.scheme != "file" && url.is_empty()),
    },
    Row {
        types: &["Url"],
        how: OnlyRead,
        what: "an empty user in front of no host",
        example: r#""foo://:@""#,
        is: |value| url(value).is_some_and(|url| url.has_user && url.user.len() <= 1 && url.host.is_empty()),
    },
    Row {
        types: &["Uuid"],
        how: OnlyRead,
        what: "braces, and `urn:uuid:`",
        example: r#""{6d0c2e9c-6f0a-4d43-8a38-1f6c2f0c6f21}""#,
        is: |value| value.as_str().is_some_and(|text| text.starts_with('{') || text.starts_with("urn:uuid:")),
    },
    Row {
        types: &["Quantity"],
        how: OnlyRead,
        what: "numbers that are no integers, or larger than integers of JSON are",
        example: "1.5",
        is: Value::is_f64,
    },
    Row {
        types: &["ByteString"],
        how: OnlyRead,
        what: "`null`, as no bytes; an `Option` of it accepts null",
        example: "null",
        is: Value::is_null,
    },
];

fn has_sign(value: &Value) -> bool {
    value.as_str().is_some_and(|text| text.starts_with(['+', '-']))
}

fn has_leap_second(value: &Value) -> bool {
    is_rfc_3339(value) && value.as_str().is_some_and(|text| text.get(17..19) == Some("60"))
}

/// Whether it is the shape, with any digits for the zeros.
fn fits(text: &str, shape: &str) -> bool {
    let fits =
        |(byte, of_shape): (u8, u8)| if of_shape == b'0' { byte.is_ascii_digit() } else { byte == of_shape };
    text.len() == shape.len() && text.bytes().zip(shape.bytes()).all(fits)
}

/// By its characters alone: `2020-13-99T99:99:99Z` is, too.
fn is_rfc_3339(value: &Value) -> bool {
    let text = value.as_str().unwrap_or_default();
    let Some((clock, rest)) = text.split_at_checked(19) else { return false };
    let digits = rest.strip_prefix('.').map_or(0, |rest| rest.bytes().take_while(u8::is_ascii_digit).count());
    let rest = if digits > 0 { &rest[1 + digits..] } else { rest };
    let offset = rest == "Z" || fits(rest, "+00:00") || fits(rest, "-00:00");
    fits(clock, "0000-00-00T00:00:00") && digits <= 9 && offset
}

/// `apimachinery pkg/api/resource/quantity.go`: sign, digits with or without a point, and a suffix or exponent.
fn is_quantity(text: &str) -> bool {
    let number = |text: &str| {
        let digits = text.bytes().filter(u8::is_ascii_digit).count();
        digits > 0 && digits + text.matches('.').count() == text.len() && text.matches('.').count() <= 1
    };
    let unsigned = |text: &str| text.strip_prefix(['+', '-']).unwrap_or(text).to_owned();
    let text = unsigned(text);
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (significand, suffix) = text.split_at(end);
    let is_suffix = matches!(
        suffix,
        "" | "n" | "u" | "m" | "k" | "M" | "G" | "T" | "P" | "E" | "Ki" | "Mi" | "Gi" | "Ti" | "Pi" | "Ei"
    );
    let exponent = suffix.strip_prefix(['e', 'E']).is_some_and(|exponent| number(&unsigned(exponent)));
    number(significand) && (is_suffix || exponent)
}

/// In front of the query, which a server does not decode.
fn has_stray_percent(value: &Value) -> bool {
    let text = value.as_str().unwrap_or_default();
    let text = text.split('?').next().unwrap_or_default();
    let is_escape = |rest: &str| rest.bytes().take(2).filter(u8::is_ascii_hexdigit).count() == 2;
    text.split('%').skip(1).any(|rest| !is_escape(rest))
}

/// The parts of a URL, as they stand there.
struct Parts {
    scheme: String,
    slashes: String,
    has_user: bool,
    user: String,
    host: String,
    port: Option<String>,
    rest: String,
}

fn url(value: &Value) -> Option<Parts> {
    let (scheme, behind) = value.as_str()?.split_once(':')?;
    let behind_slashes = behind.trim_start_matches('/');
    let end = behind_slashes.find(['/', '?', '#']).unwrap_or(behind_slashes.len());
    let (authority, rest) = behind_slashes.split_at(end);
    let (user, address) =
        authority.rsplit_once('@').map_or((None, authority), |(user, rest)| (Some(user), rest));
    let colon = address.rfind(':').filter(|colon| !address[*colon..].contains(']'));
    Some(Parts {
        scheme: scheme.to_lowercase(),
        slashes: behind[..behind.len() - behind_slashes.len()].to_owned(),
        has_user: user.is_some(),
        user: user.unwrap_or_default().to_owned(),
        host: address[..colon.unwrap_or(address.len())].to_owned(),
        port: colon.map(|colon| address[colon + 1..].to_owned()),
        rest: rest.to_owned(),
    })
}

impl Parts {
    /// Of those schemes that have a host however many slashes there are.
    fn is_of_web(&self) -> bool {
        ["http", "https", "ws", "wss", "ftp"].contains(&self.scheme.as_str())
    }

    /// Whether the host is a name or an address of IPv4, not any text.
    fn has_host(&self) -> bool {
        self.slashes == "//" && (self.is_of_web() || self.scheme == "file")
    }

    fn ends_in_number(&self) -> bool {
        let host = self.host.strip_suffix('.').unwrap_or(&self.host);
        let label = host.rsplit('.').next().unwrap_or_default();
        let is_hex = label.get(..2).is_some_and(|start| start.eq_ignore_ascii_case("0x"))
            && label[2..].bytes().all(|byte| byte.is_ascii_hexdigit());
        !label.is_empty() && (label.bytes().all(|byte| byte.is_ascii_digit()) || is_hex)
    }

    fn is_empty(&self) -> bool {
        !self.has_user && self.host.is_empty() && self.port.is_none() && !self.rest.starts_with('/')
    }
}
