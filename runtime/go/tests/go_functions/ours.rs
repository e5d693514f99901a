//! What our functions answer, in the form of the oracle's.

use std::cmp::Ordering;

use crd_schema_go::ip::{Addr, Prefix};
use crd_schema_go::names::{self, Name, Wording};
use crd_schema_go::pattern::Pattern;
use crd_schema_go::quantity::Quantity;
use crd_schema_go::semver::Version;
use crd_schema_go::time::{Duration, Time, Zone};
use crd_schema_go::url::Url;
use crd_schema_go::{base64, formats, number, quote};
use serde_json::{Value, json};

pub(crate) fn answer(function: &str, arguments: &[&str]) -> Value {
    match result(function, arguments) {
        Ok(result) => json!({ "result": result }),
        Err(error) => json!({ "error": error }),
    }
}

fn result(function: &str, arguments: &[&str]) -> Result<Value, String> {
    let text = arguments[0];
    Ok(match function {
        "atoi" => whole(number::atoi(text))?,
        "parse_int" => whole(number::parse_int(text))?,
        "parse_uint" => whole(number::parse_uint(text))?,
        "parse_bool" => number::parse_bool(text).map_err(|error| error.to_string())?.into(),
        "parse_float" => bits(number::parse_float(text).map_err(|error| error.to_string())?).into(),
        "format" => json!([number::format_g(float(text)), number::format_f(float(text))]),
        "format_precision" => {
            let precision = arguments[1].parse().unwrap();
            json!([
                number::format_fixed(float(text), precision),
                number::format_scientific(float(text), precision),
                number::fixed_english(float(text), precision),
                number::scientific_english(float(text), precision),
            ])
        }
        "quote" => quote::quoted(text).into(),
        "base64" => {
            let bytes = base64::decode(text).map_err(|error| error.to_string())?;
            hexadecimal(&bytes).into()
        }
        "addr" => addr(&Addr::parse(text)?),
        "prefix" => {
            let prefix = Prefix::parse(text)?;
            let (whole, masked) = (prefix.to_string(), prefix.masked().to_string());
            json!([whole, prefix.addr().to_string(), prefix.bits(), masked])
        }
        "prefix_contains" => {
            let (one, other) = (Prefix::parse(text)?, Prefix::parse(arguments[1])?);
            json!([one.contains(&other.addr()), one.overlaps(other)])
        }
        "url" => url(&Url::parse(text)?),
        "url_request" => url(&Url::parse_request(text)?),
        "duration" => duration(Duration::parse(text)?),
        "duration_words" => duration(Duration::parse_words(text)?),
        "time" => time(Time::parse(text)?),
        "date" => time(Time::parse_date(text)?),
        "date_time" => time(Time::parse_date_time(text)?),
        "time_fields" => time_fields(Time::parse(text)?, &Zone::parse(arguments[1])?),
        "quantity" => quantity(&parse_quantity(text)?),
        "quantities" => quantities(parse_quantity(text)?, &parse_quantity(arguments[1])?),
        "semver" => Version::parse(text)?.to_string().into(),
        "semver_normalize" => Version::parse_normalized(text)?.to_string().into(),
        "semver_compare" => order(Version::parse(text)?.cmp(&Version::parse(arguments[1])?)),
        "named_format" => named_format(text, arguments[1]),
        "find" => find(text, arguments[1], arguments[2])?,
        _ => panic!("no function {function}"),
    })
}

fn whole<T: ToString>(number: Result<T, number::NumError>) -> Result<Value, String> {
    number.map(|number| number.to_string().into()).map_err(|error| error.to_string())
}

fn hexadecimal(bytes: &[u8]) -> String {
    let digit = |digit: u8| char::from_digit(digit.into(), 16).unwrap();
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

fn bits(float: f64) -> String {
    if float.is_nan() { "NaN".to_owned() } else { format!("{:x}", float.to_bits()) }
}

fn float(bits: &str) -> f64 {
    f64::from_bits(u64::from_str_radix(bits, 16).unwrap())
}

fn order(order: Ordering) -> Value {
    (order as i8).into()
}

fn addr(addr: &Addr) -> Value {
    json!([
        addr.to_string(),
        addr.zone().unwrap_or_default(),
        addr.bit_len(),
        addr.is_4_in_6(),
        addr.is_unspecified(),
        addr.is_loopback(),
        addr.is_link_local_multicast(),
        addr.is_link_local_unicast(),
        addr.is_global_unicast(),
    ])
}

fn url(url: &Url) -> Value {
    json!([
        url.scheme,
        url.host,
        url.hostname(),
        url.port(),
        url.escaped_path(),
        url.query,
        url.fragment,
        url.to_string(),
        url.query_values(),
    ])
}

#[expect(clippy::cast_possible_truncation, reason = "cel-go truncates, too")]
fn duration(duration: Duration) -> Value {
    let units = [
        duration.hours() as i64,
        duration.minutes() as i64,
        duration.seconds() as i64,
        duration.milliseconds(),
    ];
    let [hours, minutes, seconds, milliseconds] = units.map(|unit| unit.to_string());
    json!([duration.nanoseconds().to_string(), duration.to_string(), hours, minutes, seconds, milliseconds])
}

fn time(time: Time) -> Value {
    json!([time.unix(), time.nanosecond(), time.offset(), time.to_string(), time.is_zero()])
}

fn time_fields(time: Time, zone: &Zone) -> Value {
    let fields = time.fields_at(zone.offset_at(time));
    let fields = [
        fields.year,
        fields.month - 1,
        fields.day_of_year - 1,
        fields.day - 1,
        fields.day,
        fields.weekday,
        fields.hour,
        fields.minute,
        fields.second,
        i64::from(time.nanosecond() / 1_000_000),
    ];
    fields.map(|field| field.to_string()).to_vec().into()
}

fn parse_quantity(text: &str) -> Result<Quantity, String> {
    Quantity::parse(text).map_err(|error| error.to_string())
}

fn quantity(quantity: &Quantity) -> Value {
    let integer = quantity.as_integer();
    json!([
        quantity.to_string(),
        integer.is_some(),
        integer.unwrap_or(0).to_string(),
        bits(quantity.as_approximate_float()),
        quantity.sign(),
    ])
}

fn quantities(one: Quantity, other: &Quantity) -> Value {
    let sum = quantity(&one.add(other).unwrap());
    let difference = quantity(&one.sub(other).unwrap());
    let compared = order(one.compare(other));
    let one = if one.is_changed_by_comparison_with(other) { one.into_decimal() } else { one };
    json!([compared, sum, difference, quantity(&one)])
}

fn named_format(name: &str, text: &str) -> Value {
    let check = |format: &str, error: &str| {
        let is_valid = formats::check(format).unwrap()(text);
        if is_valid { Vec::new() } else { vec![error.to_owned()] }
    };
    let errors = match name {
        "dns1123Label" => names::label_1123(text),
        "dns1123Subdomain" => names::subdomain_1123(text),
        "dns1035Label" => names::label_1035(text),
        "dns1123LabelPrefix" => names::label_name(Name::Prefix(text)),
        "dns1123SubdomainPrefix" => names::subdomain_name(Name::Prefix(text)),
        "dns1035LabelPrefix" => names::label_1035_name(Name::Prefix(text)),
        "qualifiedName" => names::qualified_name(text, Wording::From1_35),
        "labelValue" => names::label_value(text, Wording::From1_35),
        "uri" => Url::parse_request(text).err().into_iter().collect(),
        "uuid" => check("uuid", "does not match the UUID format"),
        "byte" => check("byte", "invalid base64"),
        "date" => check("date", "invalid date"),
        "datetime" => check("datetime", "invalid datetime"),
        _ => panic!("no format {name}"),
    };
    // Go's list is nil where there is nothing to say, unless a list was made.
    if errors.is_empty() { Value::Null } else { errors.into() }
}

fn find(pattern: &str, text: &str, most: &str) -> Result<Value, String> {
    let pattern = Pattern::compile(pattern).map_err(|error| error.to_string())?;
    let most = most.parse::<i64>().unwrap();
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    let pair = |range: std::ops::Range<usize>| json!([range.start, range.end]);
    assert_eq!(pattern.is_match(text), pattern.find(text).is_some());
    let found = pattern.find(text).map_or(Value::Null, pair);
    let all: Vec<_> = pattern.find_all(text, most).into_iter().map(pair).collect();
    Ok(json!([found, if all.is_empty() { Value::Null } else { all.into() }]))
}
