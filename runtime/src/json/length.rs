//! How long the JSON of a value is, without writing it.

use std::fmt::{self, Write};

use serde_json::{Number, Value};

/// The bytes of compact JSON.
pub(crate) fn json_length(value: &Value) -> usize {
    match value {
        Value::Null | Value::Bool(true) => 4,
        Value::Bool(false) => 5,
        Value::Number(number) => number_length(number),
        Value::String(text) => text_length(text),
        Value::Array(items) => list_length(items.iter().map(json_length)),
        Value::Object(fields) => {
            list_length(fields.iter().map(|(name, value)| text_length(name) + 1 + json_length(value)))
        }
    }
}

/// Brackets around, and commas between.
fn list_length(parts: impl Iterator<Item = usize>) -> usize {
    let mut length = 1_usize;
    for part in parts {
        length = length.saturating_add(part + 1);
    }
    length.max(2)
}

fn text_length(text: &str) -> usize {
    let escaped = text.bytes().map(|byte| match byte {
        b'"' | b'\\' | b'\n' | b'\r' | b'\t' | 0x08 | 0x0C => 1,
        ..0x20 => 5,
        _ => 0,
    });
    text.len() + 2 + escaped.sum::<usize>()
}

fn number_length(number: &Number) -> usize {
    /// Counts without keeping.
    struct Counter(usize);

    impl Write for Counter {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0 += text.len();
            Ok(())
        }
    }

    let mut counter = Counter(0);
    // Counting cannot fail.
    let _ = write!(counter, "{number}");
    counter.0
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::json_length;

    #[test]
    fn it_is_what_is_written() {
        let value = json!({
            "": [], "a\"b\\": {}, "n": [1, -20, 1.5, 1e300, u64::MAX], "t": "é\n\u{1}\u{7f}\u{8}\u{c}\r\t/",
            "w": [null, true, false, {"x": {"y": [[]]}}],
        });
        assert_eq!(json_length(&value), value.to_string().len());
    }
}
