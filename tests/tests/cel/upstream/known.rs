//! What is known to differ; `tests/KNOWN_DIFFERENCES.md` has the reasons, too.

/// A table, a part of the question, and why the answers differ. What is changed of the tables differs for the same reasons.
const DIFFERENCES: &[(&str, &str, &str)] = &[
    ("spec.ndjson", "google.protobuf.", MESSAGES),
    ("expressions.ndjson", "google.protobuf.", MESSAGES),
    (
        "expressions.ndjson",
        "[].flatten(dyn(",
        "Go panics where it counts the cost of a depth that is no number.",
    ),
    (
        "expressions.ndjson",
        "[{\"name\":\"type\",",
        "A variable with the name of a type that is not bound is the type in Go.",
    ),
    ("expressions.ndjson", "\"x{?.\"", "Beside a syntax error Go may report others."),
];
const MESSAGES: &str = "Messages of protobuf are no values here.";
/// The table of changed expressions.
pub(super) const CHANGED: &str = "changed.ndjson";

/// Why a case differs, if it is known to.
pub(super) fn reason(table: &str, name: &str) -> Option<&'static str> {
    let is_in = |of: &str| of == table || table == CHANGED;
    DIFFERENCES.iter().find(|(of, part, _)| is_in(of) && is_of(part, name)).map(|(.., reason)| *reason)
}

/// The known parts of questions of a table.
pub(super) fn of(table: &str) -> impl Iterator<Item = &'static str> {
    DIFFERENCES.iter().filter(move |(of, ..)| *of == table).map(|(_, part, _)| *part)
}

/// Whether a question has a part.
pub(super) fn is_of(part: &str, name: &str) -> bool {
    name.contains(part)
}
