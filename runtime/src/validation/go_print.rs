//! Values in the messages of upstream's validator.

use std::fmt;

use serde_json::Value;

use crate::go_text;
use crate::number::Number;

/// `%v` of a number.
pub(super) fn number(number: Number) -> String {
    Plain(&value(number)).to_string()
}

/// The number as a violation shows it.
pub(super) fn value(number: Number) -> Value {
    // Floats of JSON are finite.
    number.to_json().map_or(Value::Null, Value::Number)
}

/// `%v` of a list.
pub(super) fn list(values: &[Value]) -> String {
    let strings: Vec<_> = values.iter().map(|value| Plain(value).to_string()).collect();
    format!("[{}]", strings.join(" "))
}

/// A value of an `enum` as it is offered: messages as they are, the rest as Go's JSON.
pub(super) fn candidate(value: &Value) -> String {
    struct Json<'v>(&'v Value);

    impl fmt::Display for Json<'_> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            go_text::write_json(f, self.0)
        }
    }

    value.as_str().map_or_else(|| Json(value).to_string(), str::to_owned)
}

/// `%v`.
struct Plain<'v>(&'v Value);

impl fmt::Display for Plain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Value::Null => f.write_str("<nil>"),
            Value::String(string) => f.write_str(string),
            Value::Array(items) => f.write_str(&list(items)),
            Value::Object(fields) => {
                let mut fields: Vec<_> = fields.iter().collect();
                fields.sort_unstable_by_key(|(name, _)| *name);
                let string = |(name, value)| format!("{name}:{}", Plain(value));
                f.write_str(&format!("map[{}]", fields.into_iter().map(string).collect::<Vec<_>>().join(" ")))
            }
            scalar => go_text::write_value(f, scalar),
        }
    }
}
