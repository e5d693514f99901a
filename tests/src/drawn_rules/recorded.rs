//! Rules of the recorded cases with parts changed, alone and put together.

use std::sync::OnceLock;

use serde_json::Value;

use super::rarely;
use crate::generate::Tape;

/// The number of the schema whose fields are fields of the drawn one, too.
const SCHEMA: u64 = 0;

fn rules() -> &'static [String] {
    static RULES: OnceLock<Vec<String>> = OnceLock::new();
    RULES.get_or_init(|| {
        let mut rules: Vec<_> =
            include_str!("../../cases/cel/rules.ndjson").lines().filter_map(rule).collect();
        rules.dedup();
        rules
    })
}

/// The rule of a line if it compiles.
fn rule(line: &str) -> Option<String> {
    let row: Value = serde_json::from_str(line).ok()?;
    let is_broken = |error: &Value| error.as_str().is_some_and(|error| error.contains("compile error"));
    if row["schema"] != SCHEMA || row["errors"].as_array()?.iter().any(is_broken) {
        return None;
    }
    row["rules"][0]["rule"].as_str().map(str::to_owned)
}

const SWAPPED: &[(&str, &[&str])] = &[
    ("self.s", &["self.t", "dyn(self.s)", "self.nn", "self.e"]),
    ("self.t", &["self.s"]),
    ("self.i", &["self.j", "dyn(self.i)", "self.d"]),
    ("self.j", &["self.i"]),
    ("self.li", &["self.l", "self.si"]),
    ("self.l", &["self.set", "dyn(self.l)", "self.nl"]),
    ("self.o", &["dyn(self.o)", "self.no"]),
    ("self.m", &["dyn(self.m)", "self.mi", "self.nm"]),
    ("self.ios", &["self.i"]),
    ("self.lm", &["dyn(self.lm)", "self.lo", "self.lk"]),
    ("self.op", &["self.pu", "self.er"]),
    ("self.dt", &["self.da", "self.dm"]),
    ("'a'", &["'b'", "''", "'abc'", "'é'"]),
    ("1", &["2", "0", "3", "9223372036854775807"]),
    ("0", &["1", "5"]),
    ("9", &["0", "100"]),
    ("true", &["false"]),
    ("==", &["!=", "<"]),
    ("<", &[">=", ">"]),
    ("+", &["-", "*"]),
    ("&&", &["||"]),
    ("||", &["&&"]),
];

/// Swaps some parts, so that some rules are ill-typed.
fn changed(tape: &mut Tape<'_>, rule: &str) -> String {
    let mut rule = rule.to_owned();
    for _ in 0..tape.choose(4) {
        let (part, others) = SWAPPED[tape.choose(SWAPPED.len())];
        let other = tape.pick(others);
        let ends =
            |at: &usize| !rule[at + part.len()..].starts_with(|next: char| next.is_ascii_alphanumeric());
        let places: Vec<_> = rule.match_indices(part).map(|(at, _)| at).filter(ends).collect();
        if !places.is_empty() {
            let at = places[tape.choose(places.len())];
            rule.replace_range(at..at + part.len(), other);
        }
    }
    rule
}

fn one(tape: &mut Tape<'_>) -> String {
    let rules = rules();
    // More than a byte counts to.
    let at = tape.choose(256) * 2 + tape.choose(2);
    changed(tape, &rules[at % rules.len()])
}

/// A rule of the recorded ones, or some put together.
pub(super) fn rule_of_some(tape: &mut Tape<'_>) -> String {
    let first = one(tape);
    if tape.choose(2) == 0 {
        return first;
    }
    let second = one(tape);
    let rule = match tape.choose(8) {
        0 => format!("({first}) && ({second})"),
        1 => format!("({first}) || ({second})"),
        2 => format!("!({first})"),
        3 => format!("({first}) ? ({second}) : ({})", one(tape)),
        4 => format!("self.l.all(n, ({first}) || n == 'b')"),
        5 => format!("self.li.exists(n, n > 1 && ({first}))"),
        6 => format!("[{first}, {second}].exists_one(n, n)"),
        _ => format!("self.li.map(n, ({first}) ? n : -n).size() == self.li.filter(n, ({second})).size()"),
    };
    if rarely(tape, 4) { rule.replace("self.t", "oldSelf.s") } else { rule }
}
