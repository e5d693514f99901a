//! Tables of definitions: a good one, changed in one place or two.
//!
//! `tests/cases/crd_validation/{create,update}.yaml` are written by hand, the `.ndjson` files beside them recorded.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{fs, io};

use serde::Deserialize;
use serde_json::Value;

use crate::crd_validation::oracle::Oracle;
use crate::crd_validation::verdict::Verdict;

const TABLES: [&str; 2] = ["create", "update"];

pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) crd: Value,
    pub(crate) old: Option<Value>,
    pub(crate) expected: Verdict,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    bases: BTreeMap<String, Value>,
    cases: Vec<Row>,
}

/// A case as it is written: what differs from the base.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    why: String,
    #[serde(default = "plain")]
    base: String,
    /// What the old definition, and then the new one, has otherwise; by JSON pointer, `null` removes.
    #[serde(default)]
    old: BTreeMap<String, Value>,
    #[serde(default)]
    set: BTreeMap<String, Value>,
}

fn plain() -> String {
    "plain".to_owned()
}

#[derive(Deserialize)]
struct Recorded {
    why: String,
    #[serde(flatten)]
    answer: BTreeMap<String, Value>,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/crd_validation")
}

fn table(name: &str) -> Table {
    let path = folder().join(format!("{name}.yaml"));
    let text = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let documents =
        crd_schema::yaml::read_stream(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let value = documents.into_iter().next().expect("a document").into_value();
    serde_json::from_value(value).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The new definition and, in the table of updates, the old one.
fn definitions(table: &Table, row: &Row, name: &str) -> (Value, Option<Value>) {
    let base = table.bases.get(&row.base).unwrap_or_else(|| panic!("{}: no base {}", row.why, row.base));
    let mut old = base.clone();
    changes(&mut old, &row.old, &row.why);
    let mut new = old.clone();
    changes(&mut new, &row.set, &row.why);
    (new, (name == "update").then_some(old))
}

fn changes(crd: &mut Value, changes: &BTreeMap<String, Value>, why: &str) {
    for (pointer, value) in changes {
        let (parent, field) = pointer.rsplit_once('/').unwrap_or_else(|| panic!("{why}: {pointer}"));
        let parent = crd.pointer_mut(parent).unwrap_or_else(|| panic!("{why}: {pointer} leads nowhere"));
        let field = field.replace("~1", "/").replace("~0", "~");
        match (parent, value) {
            (Value::Object(fields), Value::Null) => _ = fields.remove(&field),
            (Value::Object(fields), value) => _ = fields.insert(field, value.clone()),
            (Value::Array(items), value) if field == "-" => items.push(value.clone()),
            (Value::Array(items), value) => {
                let index: usize = field.parse().unwrap_or_else(|_| panic!("{why}: {pointer}"));
                items[index] = value.clone();
            }
            _ => panic!("{why}: {pointer} leads nowhere"),
        }
    }
}

pub(crate) fn load() -> Vec<Case> {
    let mut cases = Vec::new();
    for name in TABLES {
        let table = table(name);
        let recorded = recorded(name).unwrap_or_else(|error| panic!("{name}.ndjson: {error}"));
        for row in &table.cases {
            let expected =
                recorded.get(&row.why).unwrap_or_else(|| panic!("{name}: {} is not recorded", row.why));
            let (crd, old) = definitions(&table, row, name);
            cases.push(Case { name: format!("{name}: {}", row.why), crd, old, expected: expected.clone() });
        }
        assert_eq!(
            recorded.len(),
            table.cases.len(),
            "{name}: recorded cases without a row, or rows of one name"
        );
    }
    cases
}

fn recorded(name: &str) -> io::Result<HashMap<String, Verdict>> {
    let text = fs::read_to_string(folder().join(format!("{name}.ndjson")))?;
    let read = |line: &str| {
        let recorded: Recorded = serde_json::from_str(line)?;
        let answer = Value::Object(recorded.answer.into_iter().collect());
        Ok((recorded.why, Verdict::read(&answer)))
    };
    text.lines().map(read).collect()
}

/// Writes what the oracle says of every row.
pub(crate) fn record(oracle: &mut Oracle) {
    for name in TABLES {
        let table = table(name);
        let mut lines = String::new();
        for row in &table.cases {
            let (crd, old) = definitions(&table, row, name);
            let verdict = oracle.verdict(&crd, old.as_ref());
            let verdict =
                verdict.unwrap_or_else(|| panic!("{name}: the oracle has no verdict on {}", row.why));
            let mut line = verdict.to_json();
            line["why"] = row.why.clone().into();
            writeln!(lines, "{line}").expect("text can be written to");
        }
        let path = folder().join(format!("{name}.ndjson"));
        fs::write(&path, lines).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
}
