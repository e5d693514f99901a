//! Strings that a server accepts and a Rust type does not read, and the other way round.
//!
//! `docs/strings.md` has a row for each class of them. Hand-picked and generated strings show that there is no other class, that the
//! server's own code accepts what the validator accepts, and that each example of the page shows what its row says.

mod generated;
mod picked;
mod rows;
mod types;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use crd_schema_tests::oracle;
use serde_json::{Value, json};

use rows::{ROWS, Row};
use types::{Type, all};

/// How a type and its schema disagree about a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Disagreement {
    /// A server accepts it, and serde does not read it.
    NotRead,
    /// serde writes it, and a server does not accept it.
    NotAccepted,
    /// serde reads it, writes something else, and a server does not accept it.
    OnlyRead,
}

/// What disagrees when the value is sent, with the value that it is about.
fn disagreements(type_: &Type, sent: &Value) -> Vec<(Disagreement, Value)> {
    let accepts = type_.accepts(sent);
    let Some(written) = (type_.rewrite)(sent) else {
        return Vec::from_iter(accepts.then(|| (Disagreement::NotRead, sent.clone())));
    };
    let mut found = Vec::new();
    if !type_.accepts(&written) {
        found.push((Disagreement::NotAccepted, written.clone()));
    }
    if !accepts && written != *sent {
        found.push((Disagreement::OnlyRead, sent.clone()));
    }
    found
}

fn values(type_: &Type) -> Vec<Value> {
    let mut values = picked::values();
    values.extend(generated::values(type_.family).into_iter().map(Value::from));
    values
}

#[test]
fn every_disagreement_has_a_row() {
    let mut without = BTreeMap::<_, BTreeSet<String>>::new();
    let mut used = BTreeSet::new();
    for type_ in all() {
        for (how, value) in values(&type_).iter().flat_map(|value| disagreements(&type_, value)) {
            let row = ROWS.iter().find(|row| row.covers(type_.name, how, &value));
            match row {
                Some(row) => _ = used.insert((type_.name, row.what)),
                None => _ = without.entry((type_.name, how)).or_default().insert(value.to_string()),
            }
        }
    }
    let mut text = String::new();
    for ((name, how), values) in &without {
        let some: Vec<_> = values.iter().take(20).map(String::as_str).collect();
        writeln!(text, "{name}, {how:?}, {} values: {}", values.len(), some.join("  "))
            .expect("a string grows");
    }
    assert!(without.is_empty(), "in no row of docs/strings.md:\n{text}");
    let unused = ROWS.iter().flat_map(|row| row.types.iter().map(|name| (*name, row.what)));
    let unused: Vec<_> = unused.filter(|of_row| !used.contains(of_row)).collect();
    assert!(unused.is_empty(), "no generated value shows {unused:?}");
}

#[test]
fn examples_show_what_their_rows_say() {
    let types = all();
    for Row { types: names, how, what, example, .. } in ROWS {
        let example: Value = serde_json::from_str(example).expect("an example is JSON");
        for name in *names {
            let tested = types.iter().find(|tested| tested.name == *name).expect("the type of a row");
            // Some types write what they do not read, so that the example comes from another value.
            let sent = picked::values().into_iter().chain([example.clone()]);
            let mut found = sent.flat_map(|sent| disagreements(tested, &sent));
            assert!(found.any(|found| found == (*how, example.clone())), "{name}: {what}: {example}");
        }
    }
}

/// As the page has it.
fn line(row: &Row) -> String {
    let types: Vec<_> = row.types.iter().map(|name| format!("`{name}`")).collect();
    let how = match row.how {
        Disagreement::NotRead => "accepted, not read",
        Disagreement::NotAccepted => "written, not accepted",
        Disagreement::OnlyRead => "read, not accepted",
    };
    format!("| {} | {how} | {} | `{}` |", types.join(", "), row.what, row.example)
}

#[test]
fn the_page_has_these_rows() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/strings.md");
    let page = std::fs::read_to_string(path).expect("the page");
    let of_page: Vec<_> = page.lines().filter(|line| line.starts_with("| `")).collect();
    let of_test: Vec<_> = ROWS.iter().map(line).collect();
    assert_eq!(of_page, of_test, "the rows are\n{}\n", of_test.join("\n"));
}

#[test]
fn the_server_accepts_what_the_validator_accepts() {
    let types = all();
    let asked: Vec<_> = types
        .iter()
        .flat_map(|type_| {
            values(type_).into_iter().step_by(9).chain(picked::values()).map(move |value| (type_, value))
        })
        .collect();
    let requests: Vec<_> = asked
        .iter()
        .map(|(type_, value)| {
            json!({"op": "validate_object_create", "schema": type_.schema, "object": {"f": value}})
        })
        .collect();
    let Some(answers) = oracle::ask(&requests) else { return };
    let different = asked.iter().zip(&answers).filter_map(|((type_, value), answer)| {
        let errors = answer["errors"].as_array().unwrap_or_else(|| panic!("{answer}"));
        let accepts = type_.accepts(value);
        (errors.is_empty() != accepts).then(|| format!("{}: {value}: {accepts} here, {answer}", type_.name))
    });
    let different: Vec<_> = different.collect();
    assert!(different.is_empty(), "{} of {}:\n{}", different.len(), asked.len(), different.join("\n"));
}
