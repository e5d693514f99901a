//! `'…'.format([…])`.
//!
//! Source: cel-go `ext/formatting.go`; floating-point numbers are printed as `golang.org/x/text/message` prints them in English.

use crd_schema_go::number::{fixed_english, format_fixed, format_g, scientific_english};
use crd_schema_go::quote::quoted;

use super::Context;
use crate::value::{Error, List, Map, Outcome, Printed, Value};

/// How many digits a floating-point number has behind the point where nothing is said.
const PRECISION: usize = 6;
/// How many bytes a string may have that is made here. A server has no bound but its memory.
const LARGEST: usize = 256 << 20;

/// A clause: its letter, and how many digits are asked for.
pub(crate) struct Clause {
    pub(crate) letter: char,
    precision: Option<usize>,
}

/// Reads a clause behind its `%`, and what stands behind it.
///
/// # Errors
///
/// It is none, in the server's words.
pub(crate) fn clause(string: &str) -> Result<(Clause, &str), String> {
    let (precision, string) = match string.strip_prefix('.') {
        Some(precise) => precision(precise)?,
        None => (None, string),
    };
    // **Quirk**: a clause is one byte (`parseFormattingClause`).
    let letter = string.bytes().next().map_or('\0', char::from);
    if !matches!(letter, 's' | 'd' | 'f' | 'e' | 'b' | 'x' | 'X' | 'o') {
        return Err(format!("unrecognized formatting clause \"{letter}\""));
    }
    Ok((Clause { letter, precision }, &string[1..]))
}

fn precision(string: &str) -> Result<(Option<usize>, &str), String> {
    let end = string.find(|char: char| !char.is_ascii_digit());
    let end = end.ok_or("error while parsing precision: could not find end of precision specifier")?;
    let (digits, rest) = string.split_at(end);
    let read = digits.parse::<i64>().map_err(|_| {
        let why = if digits.is_empty() { "invalid syntax" } else { "value out of range" };
        format!(
            "error while parsing precision: error while converting precision to integer: strconv.Atoi: parsing \"{digits}\": {why}"
        )
    })?;
    Ok((usize::try_from(read).ok(), rest))
}

pub(super) fn format<'a>(args: &[Value<'a>], _: &Context<'_>) -> Outcome<'a> {
    let [Value::String(format), Value::List(args)] = args else { return Err(Error::NO_SUCH_OVERLOAD) };
    let (mut made, mut rest, mut asked) = (String::new(), &**format, 0);
    while let Some((before, behind)) = rest.split_once('%') {
        made.push_str(before);
        if let Some(behind) = behind.strip_prefix('%') {
            made.push('%');
            rest = behind;
            continue;
        }
        if asked >= args.len() {
            return Err(Error::new(format!("index {asked} out of range")));
        }
        let arg = Value::item(args.get(asked));
        if behind.is_empty() {
            return Err(Error::fixed("unexpected end of string"));
        }
        let (clause, behind) = clause(behind)
            .map_err(|message| Error::new(format!("could not parse formatting clause: {message}")))?;
        let formatted = formatted(&clause, &arg)
            .map_err(|message| Error::new(format!("error during formatting: {message}")))?;
        made.push_str(&formatted);
        if made.len() > LARGEST {
            return Err(Error::CANCELLED);
        }
        (rest, asked) = (behind, asked + 1);
    }
    made.push_str(rest);
    Ok(Value::owned(made))
}

type Formatted = Result<String, String>;

fn formatted(clause: &Clause, arg: &Value<'_>) -> Formatted {
    let precision = clause.precision.unwrap_or(PRECISION);
    match clause.letter {
        's' => string(arg),
        'd' => decimal(arg),
        'f' => Ok(fixed_english(number(arg, "fixed-point")?, precision)),
        // **Quirk**: what is said of digits is a width here (`formatting.go`, `Scientific`).
        'e' => Ok(scientific_english(number(arg, "scientific")?, precision)),
        'b' => binary(arg),
        'o' => octal(arg),
        letter => hexadecimal(arg, letter == 'X'),
    }
}

fn string(arg: &Value<'_>) -> Formatted {
    Ok(match arg {
        Value::List(list) => return of_list(list),
        Value::Map(map) => return of_map(map),
        Value::Null => "null".to_owned(),
        Value::Bool(bool) => bool.to_string(),
        Value::Int(int) => int.to_string(),
        Value::Uint(uint) => uint.to_string(),
        Value::Double(double) => format_g(*double),
        Value::String(string) => string.to_string(),
        Value::Bytes(bytes) => {
            let error =
                "could not convert argument \"invalid UTF-8 in bytes, cannot convert to string\" to string";
            std::str::from_utf8(bytes).map_err(|_| error.to_owned())?.to_owned()
        }
        Value::Timestamp(time) => time.to_string(),
        Value::Duration(length) => length.to_string(),
        Value::Type(of) => of.runtime_name().to_owned(),
        other => {
            return Err(format!(
                "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps, was given {}",
                other.type_name()
            ));
        }
    })
}

fn decimal(arg: &Value<'_>) -> Formatted {
    match arg {
        Value::Int(int) => Ok(int.to_string()),
        Value::Uint(uint) => Ok(uint.to_string()),
        other => Err(format!("decimal clause can only be used on integers, was given {}", other.type_name())),
    }
}

/// A value inside of a list or map; an error is a value without a format.
fn nested(value: Outcome<'_>) -> Formatted {
    let value = Value::item(value);
    match &value {
        Value::String(string) => Ok(quoted(string)),
        Value::Bytes(_) => Ok(format!("b{}", quoted(&string(&value)?))),
        Value::Double(double) if double.is_finite() => Ok(format_fixed(*double, PRECISION)),
        Value::Double(double) => Ok(quoted(&format_g(*double))),
        Value::Timestamp(time) => Ok(format!("timestamp({})", quoted(&time.to_string()))),
        Value::Duration(length) => Ok(format!("duration({})", quoted(&length.to_string()))),
        Value::Optional(_) | Value::Opaque(_) | Value::Library(_) | Value::Failed(_) => {
            Err(format!("no formatting function for {}", value.type_name()))
        }
        other => string(other),
    }
}

fn of_list(list: &List<'_>) -> Formatted {
    let items: Vec<_> = list.iter().map(nested).collect::<Result<_, _>>()?;
    Ok(format!("[{}]", items.join(", ")))
}

fn of_map(map: &Map<'_>) -> Formatted {
    let mut entries = Vec::new();
    for key in map.keys() {
        let printed = match &key {
            Value::String(string) => quoted(string),
            Value::Bool(_) | Value::Int(_) | Value::Uint(_) => string(&key)?,
            other => {
                return Err(format!("no formatting function for map key of type {}", other.type_name()));
            }
        };
        let found = map.find(&key).transpose();
        let value =
            found.ok_or_else(|| format!("could not find key: {}", quoted(&Printed(&key).to_string())))?;
        entries.push((printed, nested(value)?));
    }
    entries.sort_by(|left, right| left.0.cmp(&right.0));
    let entries: Vec<_> = entries.into_iter().map(|(key, value)| format!("{key}:{value}")).collect();
    Ok(format!("{{{}}}", entries.join(", ")))
}

fn number(arg: &Value<'_>, clause: &str) -> Result<f64, String> {
    match arg {
        Value::Double(double) => Ok(*double),
        Value::String(string) => match &**string {
            "NaN" => Ok(f64::NAN),
            "Infinity" => Ok(f64::INFINITY),
            "-Infinity" => Ok(f64::NEG_INFINITY),
            _ => Err(format!("{clause} clause can only be used on doubles, was given string")),
        },
        other => Err(format!("{clause} clause can only be used on doubles, was given {}", other.type_name())),
    }
}

/// Digits of a signed number, as Go prints them: with a sign.
fn signed(value: i64, digits: impl Fn(u64) -> String) -> String {
    let sign = if value < 0 { "-" } else { "" };
    format!("{sign}{}", digits(value.unsigned_abs()))
}

fn binary(arg: &Value<'_>) -> Formatted {
    match arg {
        Value::Int(int) => Ok(signed(*int, |value| format!("{value:b}"))),
        Value::Uint(uint) => Ok(format!("{uint:b}")),
        Value::Bool(bool) => Ok(if *bool { "1" } else { "0" }.to_owned()),
        other => Err(format!(
            "only integers and bools can be formatted as binary, was given {}",
            other.type_name()
        )),
    }
}

fn octal(arg: &Value<'_>) -> Formatted {
    match arg {
        Value::Int(int) => Ok(signed(*int, |value| format!("{value:o}"))),
        Value::Uint(uint) => Ok(format!("{uint:o}")),
        other => Err(format!("octal clause can only be used on integers, was given {}", other.type_name())),
    }
}

fn hexadecimal(arg: &Value<'_>, is_upper: bool) -> Formatted {
    let of_bytes = |bytes: &[u8]| {
        let digit = |nibble: u8| char::from_digit(u32::from(nibble), 16).unwrap_or_default();
        bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect::<String>()
    };
    let lower = match arg {
        Value::Int(int) => signed(*int, |value| format!("{value:x}")),
        Value::Uint(uint) => format!("{uint:x}"),
        Value::String(string) => of_bytes(string.as_bytes()),
        Value::Bytes(bytes) => of_bytes(bytes),
        other => {
            return Err(format!(
                "only integers, byte buffers, and strings can be formatted as hex, was given {}",
                other.type_name()
            ));
        }
    };
    Ok(if is_upper { lower.to_uppercase() } else { lower })
}
