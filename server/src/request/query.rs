//! The query: names with values.

/// Names and values in the order of the request.
#[derive(Clone, Debug, Default)]
pub(crate) struct Query(Vec<(String, String)>);

impl Query {
    pub(crate) fn parse(text: &str) -> Self {
        let pairs = form_urlencoded::parse(text.as_bytes());
        Self(pairs.map(|(name, value)| (name.into_owned(), value.into_owned())).collect())
    }

    /// The first value of a name; empty when there is none.
    pub(crate) fn get(&self, name: &str) -> &str {
        self.find(name).unwrap_or_default()
    }

    /// The first value of a name.
    pub(crate) fn find(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(found, _)| found == name).map(|(_, value)| value.as_str())
    }

    /// All values of a name.
    pub(crate) fn all<'q>(&'q self, name: &'q str) -> impl Iterator<Item = &'q str> {
        self.0.iter().filter(move |(found, _)| found == name).map(|(_, value)| value.as_str())
    }

    /// Quirk: whatever is neither `false` nor `0` is true, nothing at all included
    /// (`apimachinery pkg/runtime/conversion.go`, `Convert_Slice_string_To_bool`).
    pub(crate) fn flag(&self, name: &str) -> Option<bool> {
        self.find(name).map(|value| value != "0" && !value.eq_ignore_ascii_case("false"))
    }

    /// # Errors
    /// The value is not a number, in Go's words.
    pub(crate) fn integer(&self, name: &str) -> Result<Option<i64>, String> {
        self.find(name).map(parse_int).transpose()
    }
}

/// Source: Go's `strconv.ParseInt`.
fn parse_int(text: &str) -> Result<i64, String> {
    text.parse().map_err(|error| not_a_number("ParseInt", text, &error))
}

/// # Errors
/// The text is not a number, in Go's words.
///
/// Source: Go's `strconv.ParseUint`.
pub(crate) fn parse_uint(text: &str) -> Result<u64, String> {
    text.parse().map_err(|error| not_a_number("ParseUint", text, &error))
}

fn not_a_number(function: &str, text: &str, error: &std::num::ParseIntError) -> String {
    use std::num::IntErrorKind::{NegOverflow, PosOverflow};
    let why = match error.kind() {
        PosOverflow | NegOverflow => "value out of range",
        _ => "invalid syntax",
    };
    format!("strconv.{function}: parsing {}: {why}", crd_schema_go::quote::quoted(text))
}
