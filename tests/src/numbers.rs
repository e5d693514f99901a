//! Numbers in JSON.

use serde_json::Value;

/// A number as people write it: whole ones without a point where an integer has room for them.
///
/// # Panics
/// When the number is not finite.
pub fn written(number: f64) -> Value {
    let text = number.to_string();
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
}
