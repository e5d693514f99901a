//! Values in the texts of upstream's validator.

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
    let texts: Vec<_> = values.iter().map(|value| Plain(value).to_string()).collect();
    format!("[{}]", texts.join(" "))
}

/// A value of an `enum` as it is offered: texts as they are, the rest as Go's JSON.
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
            Value::String(text) => f.write_str(text),
            Value::Array(items) => f.write_str(&list(items)),
            Value::Object(members) => {
                let mut members: Vec<_> = members.iter().collect();
                members.sort_unstable_by_key(|(name, _)| *name);
                let text = |(name, value)| format!("{name}:{}", Plain(value));
                f.write_str(&format!("map[{}]", members.into_iter().map(text).collect::<Vec<_>>().join(" ")))
            }
            scalar => go_text::write_value(f, scalar),
        }
    }
}
