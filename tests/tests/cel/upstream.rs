//! Upstream's own tests of CEL, as Kubernetes answers them and as we do.
//!
//! Skipped unless `CEL_TABLES` names the folder that `tests/cel-tables` wrote. What differs is in `known`, with its reason, and
//! nothing else may.

mod compilations;
mod expressions;
mod known;
mod rules;
mod values;

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

/// How many differences are shown.
const SHOWN: usize = 40;

/// One question with upstream's answers, of which there are several where it walks a map.
struct Case {
    /// What is asked, for the reader and for `known`.
    name: String,
    theirs: Vec<Value>,
    /// `None` where we cannot be asked, which is counted.
    ours: Option<Value>,
}

impl Case {
    fn is_equal(&self) -> bool {
        self.ours.as_ref().is_some_and(|ours| self.theirs.contains(ours))
    }

    fn shown(&self) -> String {
        let theirs: Vec<_> = self.theirs.iter().map(ToString::to_string).collect();
        let ours = self.ours.as_ref().map(ToString::to_string).unwrap_or_default();
        format!("{}\ntheirs: {}\nours:   {ours}", self.name, theirs.join("\n    or: "))
    }
}

/// The rows of a table; none where there are no tables.
fn rows(table: &str) -> Option<Vec<Value>> {
    let Some(folder) = std::env::var_os("CEL_TABLES") else {
        notice();
        return None;
    };
    let path = Path::new(&folder).join(table);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    Some(text.lines().map(|line| row(line).expect("JSON")).collect())
}

/// Some values are hundreds of lists deep.
fn row(line: &str) -> serde_json::Result<Value> {
    let mut reader = serde_json::Deserializer::from_str(line);
    reader.disable_recursion_limit();
    Value::deserialize(&mut reader)
}

#[expect(clippy::print_stderr, reason = "a test that is skipped must say so")]
fn notice() {
    eprintln!("skipped: CEL_TABLES names no tables");
}

/// Rows by what they ask: `split` takes the answer out of a row.
fn by_question(
    rows: Vec<Value>,
    split: impl Fn(&mut Value) -> Value,
) -> BTreeMap<String, (Value, Vec<Value>)> {
    let mut questions = BTreeMap::new();
    for mut row in rows {
        let answer = split(&mut row);
        questions.entry(row.to_string()).or_insert_with(|| (row, Vec::new())).1.push(answer);
    }
    questions
}

/// Compares a table, prints the counts, and fails on what is not known to differ.
#[expect(clippy::print_stderr, reason = "how much was compared belongs to the result")]
fn compare(table: &str, least: usize, cases: &[Case]) {
    let (asked, unasked): (Vec<_>, Vec<_>) = cases.iter().partition(|case| case.ours.is_some());
    let (equal, different): (Vec<_>, Vec<_>) = asked.into_iter().partition(|case| case.is_equal());
    let (known, new): (Vec<_>, Vec<_>) =
        different.into_iter().partition(|case| known::reason(table, &case.name).is_some());
    let (equal, unasked) = (equal.len(), unasked.len());
    eprintln!(
        "{table}: {equal} equal, {} known to differ, {} different, {unasked} not asked",
        known.len(),
        new.len()
    );
    let shown: Vec<_> = new.iter().take(SHOWN).map(|case| case.shown()).collect();
    assert!(shown.is_empty(), "{} differences\n{}", new.len(), shown.join("\n\n"));
    assert!(equal >= least, "{table} is there");
    let is_met = |name: &str| known.iter().any(|case| known::is_of(name, &case.name));
    let stale: Vec<_> = known::of(table).filter(|name| !is_met(name)).collect();
    assert!(stale.is_empty(), "these differ no longer: {stale:?}");
}
