//! Go's reading of scalars: `go.yaml.in/yaml/v2` `resolve.go` and the scalar part of `decode.go`.

use std::borrow::Cow;

use crd_schema_go::base64;
use serde_json::Value;

use super::go_number::{Integer, format_g32, format_g64, parse_float, parse_int, through_json, unsigned};
use super::go_text::{go_quote, is_timestamp, to_valid_utf8};

const CORE: &str = "tag:yaml.org,2002:";

/// A scalar as Go's resolver holds it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Scalar<T> {
    Null,
    Bool(bool),
    Int(i64),
    Uint(u64),
    /// A float; infinite and not-a-number are legal keys only.
    Float(f64),
    /// A float of a JSON file, which keeps its kind although it is whole.
    JsonFloat(f64),
    Str(T),
    /// A key `<<` that merges; as a value it is a string.
    Merge,
    /// `!!binary`: a string to Go as a value; as a key it is refused.
    Binary(T),
}

impl<'t> Scalar<Cow<'t, str>> {
    /// A scalar that may be resolved: plain, or with the tag `tag` in its long form.
    ///
    /// # Errors
    /// Go's message when the text does not fit the tag.
    pub(super) fn resolve(tag: &str, text: Cow<'t, str>) -> Result<Self, String> {
        match tag {
            "" | "!" if text == "<<" => return Ok(Self::Merge),
            "" => return Ok(resolve_plain(text)),
            _ => {}
        }
        let Some(kind) = tag.strip_prefix(CORE) else {
            return Ok(Self::Str(text));
        };
        match kind {
            "merge" if text == "<<" => Ok(Self::Merge),
            "binary" => base64::decode(&text)
                .map(|bytes| Self::Binary(to_valid_utf8(&bytes).into()))
                .map_err(|_| "!!binary value contains invalid base64 data".to_owned()),
            "bool" | "int" | "float" | "null" | "timestamp" => resolve_as(kind, text),
            // Also `!!str`: any text is a string.
            _ => Ok(Self::Str(text)),
        }
    }

    /// The scalar without its text, and the text.
    pub(super) fn split(&self) -> (Scalar<()>, &str) {
        match self {
            Self::Str(text) => (Scalar::Str(()), text),
            Self::Binary(text) => (Scalar::Binary(()), text),
            Self::Null => (Scalar::Null, ""),
            Self::Bool(value) => (Scalar::Bool(*value), ""),
            Self::Int(value) => (Scalar::Int(*value), ""),
            Self::Uint(value) => (Scalar::Uint(*value), ""),
            Self::Float(value) => (Scalar::Float(*value), ""),
            Self::JsonFloat(value) => (Scalar::JsonFloat(*value), ""),
            Self::Merge => (Scalar::Merge, ""),
        }
    }
}

impl Scalar<()> {
    /// The scalar with its text.
    pub(super) fn with_text(self, text: &str) -> Scalar<&str> {
        match self {
            Self::Str(()) => Scalar::Str(text),
            Self::Binary(()) => Scalar::Binary(text),
            Self::Null => Scalar::Null,
            Self::Bool(value) => Scalar::Bool(value),
            Self::Int(value) => Scalar::Int(value),
            Self::Uint(value) => Scalar::Uint(value),
            Self::Float(value) => Scalar::Float(value),
            Self::JsonFloat(value) => Scalar::JsonFloat(value),
            Self::Merge => Scalar::Merge,
        }
    }
}

impl<'t> Scalar<&'t str> {
    /// The JSON value that the API server sees.
    ///
    /// # Errors
    /// A message when JSON has no such value.
    pub(super) fn to_value(self) -> Result<Value, String> {
        Ok(match self {
            Self::Null => Value::Null,
            Self::Bool(value) => value.into(),
            Self::Int(value) => value.into(),
            Self::Uint(value) => unsigned(value),
            Self::Float(value) => through_json(value)
                .map(Value::Number)
                .ok_or_else(|| format!("json: unsupported value: {}", infinity(value)))?,
            Self::JsonFloat(value) => value.into(),
            Self::Str(text) | Self::Binary(text) => text.into(),
            Self::Merge => "<<".into(),
        })
    }

    /// The key that Go makes of it.
    ///
    /// # Errors
    /// A message when it cannot be a key, or when Go's choice of text cannot be followed safely.
    pub(super) fn to_key(self) -> Result<Key<'t>, String> {
        match self {
            Self::Bool(value) => Ok(Key::Bool(value)),
            Self::Int(value) => Ok(Key::Int(value)),
            // Go keeps -0 and 0 in one map entry whose name is whichever came last.
            Self::Float(value) if value == 0.0 && value.is_sign_negative() => {
                Err("the key is a negative zero; write it in quotes".to_owned())
            }
            Self::Float(value) | Self::JsonFloat(value) => Ok(Key::Float(value)),
            Self::Str(text) => Ok(Key::Str(text)),
            Self::Merge => Ok(Key::Str("<<")),
            Self::Null => Err("unsupported map key: null; write it in quotes".to_owned()),
            Self::Uint(value) => {
                Err(format!("unsupported map key of type: uint64, key: {value}; write it in quotes"))
            }
            Self::Binary(_) => Err("a map key cannot be !!binary".to_owned()),
        }
    }

    /// How many bytes of text a copy costs.
    pub(super) fn text_len(self) -> usize {
        match self {
            Self::Str(text) | Self::Binary(text) => text.len(),
            _ => 0,
        }
    }
}

/// A map key with its Go type: `1` and `0x1` are one key, `1` and `'1'` are two.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Key<'t> {
    Str(&'t str),
    Bool(bool),
    Int(i64),
    Float(f64),
}

impl<'t> Key<'t> {
    /// The key as a string (`sigs.k8s.io/yaml` `yaml.go` `convertToJSONableObject`).
    pub(super) fn text(self) -> Cow<'t, str> {
        match self {
            Self::Str(text) => text.into(),
            Self::Bool(value) => if value { "true" } else { "false" }.into(),
            Self::Int(value) => value.to_string().into(),
            Self::Float(value) => {
                let text = format_g32(value);
                match text.as_str() {
                    "inf" => ".inf".into(),
                    "-inf" => "-.inf".into(),
                    "NaN" => ".nan".into(),
                    _ => text.into(),
                }
            }
        }
    }

    /// Go's `%#v`, as strict errors show a key.
    pub(super) fn go_syntax(self) -> String {
        match self {
            Self::Str(text) => go_quote(text),
            Self::Float(value) if value.is_finite() => format_g64(value),
            Self::Float(value) => infinity(value).to_owned(),
            Self::Bool(_) | Self::Int(_) => self.text().into_owned(),
        }
    }
}

fn infinity(value: f64) -> &'static str {
    if value.is_nan() {
        "NaN"
    } else if value > 0.0 {
        "+Inf"
    } else {
        "-Inf"
    }
}

fn resolve_plain(text: Cow<'_, str>) -> Scalar<Cow<'_, str>> {
    resolve_word(&text).or_else(|| resolve_number(&text)).unwrap_or(Scalar::Str(text))
}

/// Go's table of words. `=` is not in it.
fn resolve_word<T>(text: &str) -> Option<Scalar<T>> {
    Some(match text {
        "" | "~" | "null" | "Null" | "NULL" => Scalar::Null,
        "y" | "Y" | "yes" | "Yes" | "YES" | "true" | "True" | "TRUE" | "on" | "On" | "ON" => {
            Scalar::Bool(true)
        }
        "n" | "N" | "no" | "No" | "NO" | "false" | "False" | "FALSE" | "off" | "Off" | "OFF" => {
            Scalar::Bool(false)
        }
        ".nan" | ".NaN" | ".NAN" => Scalar::Float(f64::NAN),
        ".inf" | ".Inf" | ".INF" | "+.inf" | "+.Inf" | "+.INF" => Scalar::Float(f64::INFINITY),
        "-.inf" | "-.Inf" | "-.INF" => Scalar::Float(f64::NEG_INFINITY),
        _ => return None,
    })
}

fn resolve_number<T>(text: &str) -> Option<Scalar<T>> {
    match text.as_bytes().first()? {
        b'.' => dot_float(text).map(Scalar::Float),
        b'0'..=b'9' | b'+' | b'-' => {
            let plain = text.replace('_', "");
            parse_int(&plain)
                .or_else(|| signed_binary(&plain))
                .map(|integer| match integer {
                    Integer::Signed(value) => Scalar::Int(value),
                    Integer::Unsigned(value) => Scalar::Uint(value),
                })
                .or_else(|| yaml_float(&plain).map(Scalar::Float))
        }
        _ => None,
    }
}

/// Quirk (resolve.go): after `0b` or `-0b` the digits may carry a sign of their own.
fn signed_binary(plain: &str) -> Option<Integer> {
    let digits = match plain.strip_prefix("0b") {
        Some(digits) => digits.to_owned(),
        None => format!("-{}", plain.strip_prefix("-0b")?),
    };
    i64::from_str_radix(&digits, 2).ok().map(Integer::Signed)
}

/// The pattern `[-+]?(\.\d+|\d+(\.\d*)?)([eE][-+]?\d+)?` of resolve.go, read as a float.
fn yaml_float(plain: &str) -> Option<f64> {
    let has_digit = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let unsigned = plain.strip_prefix(['-', '+']).unwrap_or(plain);
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (unsigned, None),
    };
    let exponent_fits =
        exponent.is_none_or(|digits| has_digit(digits.strip_prefix(['-', '+']).unwrap_or(digits)));
    let mantissa_fits = match mantissa.split_once('.') {
        Some(("", fraction)) => has_digit(fraction),
        Some((whole, fraction)) => has_digit(whole) && (fraction.is_empty() || has_digit(fraction)),
        None => has_digit(mantissa),
    };
    (exponent_fits && mantissa_fits).then(|| parse_float(plain))?
}

/// Quirk (resolve.go): a number that begins with a dot goes to Go's `ParseFloat` as written, which
/// takes `_` between digits only.
fn dot_float(text: &str) -> Option<f64> {
    let bytes = text.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let separates = |at: usize| at > 0 && digit(at - 1) && digit(at + 1);
    let misplaced = (0..bytes.len()).any(|at| bytes[at] == b'_' && !separates(at));
    if misplaced {
        return None;
    }
    yaml_float(&text.replace('_', ""))
}

fn resolve_as<'t>(kind: &str, text: Cow<'t, str>) -> Result<Scalar<Cow<'t, str>>, String> {
    if kind == "timestamp" {
        return if is_timestamp(&text) {
            Ok(Scalar::Str(text))
        } else {
            Err(format!("cannot decode `{text}` as a !!timestamp"))
        };
    }
    match (kind, resolve_word(&text).or_else(|| resolve_number::<()>(&text))) {
        ("null", Some(Scalar::Null)) => Ok(Scalar::Null),
        ("bool", Some(Scalar::Bool(value))) => Ok(Scalar::Bool(value)),
        ("int", Some(Scalar::Int(value))) => Ok(Scalar::Int(value)),
        ("int", Some(Scalar::Uint(value))) => Ok(Scalar::Uint(value)),
        ("float", Some(Scalar::Float(value))) => Ok(Scalar::Float(value)),
        #[allow(clippy::cast_precision_loss)] // As Go's float64().
        ("float", Some(Scalar::Int(value))) => Ok(Scalar::Float(value as f64)),
        _ => Err(format!("cannot decode `{text}` as a !!{kind}")),
    }
}
