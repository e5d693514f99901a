//! Values as the tables have them: a kind, and what is of it in JSON.

use std::fmt::Write;

use crd_schema_cel::{List, Map, Type, Value as Cel};
use serde_json::{Value, json};

pub(super) fn tagged(value: Cel<'_>) -> Value {
    match value {
        Cel::Null => json!({"null": null}),
        Cel::Bool(bool) => json!({"bool": bool}),
        Cel::Int(int) => json!({"int": int.to_string()}),
        Cel::Uint(uint) => json!({"uint": uint.to_string()}),
        Cel::Double(double) => json!({"double": shortest(double)}),
        Cel::String(string) => json!({"string": &*string}),
        Cel::Bytes(bytes) => json!({"bytes": hexadecimal(&bytes)}),
        Cel::Timestamp(time) => json!({"timestamp": format!("{}.{:09}", time.unix(), time.nanosecond())}),
        Cel::Duration(length) => json!({"duration": length.nanoseconds().to_string()}),
        Cel::Type(of) => json!({"type": name(&of)}),
        Cel::Optional(value) => json!({"optional": value.map(|value| tagged((*value).clone()))}),
        Cel::List(list) => json!({"list": items(&list)}),
        Cel::Map(map) => json!({"map": entries(&map)}),
        Cel::Failed(error) => json!({"error": error.to_string()}),
        other => json!({"other": other.type_name()}),
    }
}

/// A number as Go's `strconv.FormatFloat` has it with the verb `e`.
fn shortest(double: f64) -> String {
    if !double.is_finite() {
        let sign = if double < 0.0 { "-" } else { "+" };
        return if double.is_nan() { "NaN".to_owned() } else { format!("{sign}Inf") };
    }
    let text = format!("{double:e}");
    let (digits, exponent) = text.split_once('e').expect("an exponent");
    let exponent: i32 = exponent.parse().expect("a number");
    format!("{digits}e{exponent:+03}")
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("a string grows");
        text
    })
}

/// The name of a type at run time, which has no parameters.
fn name(of: &Type) -> String {
    match of {
        Type::Null => "null_type".to_owned(),
        Type::Timestamp => "google.protobuf.Timestamp".to_owned(),
        Type::Duration => "google.protobuf.Duration".to_owned(),
        other => other.to_string().split('(').next().unwrap_or_default().to_owned(),
    }
}

fn items(list: &List<'_>) -> Vec<Value> {
    list.iter().map(|item| tagged(Cel::item(item))).collect()
}

/// In the order of their JSON, because a map has none.
fn entries(map: &Map<'_>) -> Vec<Value> {
    let mut entries: Vec<_> =
        map.iter().map(|(key, value)| json!([tagged(key), tagged(Cel::item(value))])).collect();
    entries.sort_by_cached_key(Value::to_string);
    entries
}
