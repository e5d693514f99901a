//! Whatever Go's grammar takes can be matched, and a quoted text matches itself and nothing longer.
#![no_main]

use crd_schema::validation::Pattern;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (&str, &str)| {
    let (pattern, text) = input;
    if let Ok(pattern) = Pattern::compile(pattern) {
        pattern.is_match(text);
    }
    let Ok(itself) = Pattern::compile(&format!("^{}$", quoted(text))) else { return };
    assert!(itself.is_match(text));
    assert!(!itself.is_match(&format!("{text}x")));
});

/// As Go's `regexp.QuoteMeta` quotes.
fn quoted(text: &str) -> String {
    let quote = |c: char| {
        let backslash = r"\.+*?()|[]{}^$".contains(c).then_some('\\');
        backslash.into_iter().chain([c])
    };
    text.chars().flat_map(quote).collect()
}
