//! What is known to differ; `tests/KNOWN_DIFFERENCES.md` has the reasons, too.

/// A table, a part of the question, and why the answers differ.
const DIFFERENCES: &[(&str, &str, &str)] = &[
    ("spec.ndjson", "google.protobuf.", MESSAGES),
    ("expressions.ndjson", "google.protobuf.", MESSAGES),
    (
        "expressions.ndjson",
        "[].flatten(dyn('1'))",
        "Go panics where it counts the cost of a depth that is no number.",
    ),
    (
        "expressions.ndjson",
        "\"type == 'string'\"",
        "A variable with the name of a type that is not bound is the type in Go.",
    ),
    ("expressions.ndjson", "\"x{?.\"", "Beside a syntax error Go may report others."),
];
const MESSAGES: &str = "Messages of protobuf are no values here.";

/// Why a case differs, if it is known to.
pub(super) fn reason(table: &str, name: &str) -> Option<&'static str> {
    DIFFERENCES.iter().find(|(of, part, _)| *of == table && is_of(part, name)).map(|(.., reason)| *reason)
}

/// The known parts of questions of a table.
pub(super) fn of(table: &str) -> impl Iterator<Item = &'static str> {
    DIFFERENCES.iter().filter(move |(of, ..)| *of == table).map(|(_, part, _)| *part)
}

/// Whether a question has a part.
pub(super) fn is_of(part: &str, name: &str) -> bool {
    name.contains(part)
}
