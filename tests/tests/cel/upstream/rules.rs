//! Rules on objects: every error, and what is left of the budget.

use crd_schema::cel::RuleValidator;
use crd_schema::{JsonSchemaProps, ServerVersion, StructuralSchema};
use crd_schema_tests::rules::with_one_type_name;
use serde_json::{Value, json};

use super::{Case, by_question, compare, rows};

const TABLE: &str = "rules.ndjson";
/// The property that a root is validated as where it is no object.
const ROOT: &str = "root";
/// What an object may cost.
const BUDGET: i64 = 10_000_000;

/// What we say of a row; none where its schema is not structural.
fn ours(row: &Value) -> Option<Value> {
    let is_object = row["schema"]["type"] == "object";
    let below = |value: &Value| if is_object { value.clone() } else { json!({ROOT: value}) };
    let around = || json!({"type": "object", "properties": {ROOT: row["schema"]}});
    let schema = if is_object { row["schema"].clone() } else { around() };
    let props: JsonSchemaProps = serde_json::from_value(schema).ok()?;
    let schema = StructuralSchema::try_from(&props).ok()?;
    let is_resource = is_object && row["resource"] == true;
    let of = if is_resource { RuleValidator::new } else { RuleValidator::of_value };
    let Some(rules) = of(&schema, ServerVersion::NEWEST) else {
        return Some(json!({"errors": [], "remainingBudget": BUDGET}));
    };
    let old = Some(&row["old"]).filter(|old| !old.is_null()).map(below);
    let verdict = rules.validate(&below(&row["object"]), old.as_ref());
    // Without ratcheting what was wrong before is no warning.
    let warnings = verdict.warnings.iter().filter(|_| row["ratcheting"] == false);
    let errors = verdict.violations.iter().chain(warnings).map(ToString::to_string);
    let errors = errors.map(|error| with_one_type_name(&at(row["path"].as_str(), is_object, &error)));
    let mut errors: Vec<_> = errors.collect();
    errors.sort();
    Some(json!({"errors": errors, "remainingBudget": verdict.remaining_budget}))
}

/// An error below the path of a row.
fn at(path: Option<&str>, is_object: bool, error: &str) -> String {
    let path = path.unwrap_or_default();
    let (root, dot) = if is_object { ("<nil>", ".") } else { (ROOT, "") };
    match error.strip_prefix(root) {
        Some(rest) => format!("{path}{rest}"),
        None => format!("{path}{dot}{error}"),
    }
}

fn case((_, (row, theirs)): (String, (Value, Vec<Value>))) -> Case {
    Case { ours: ours(&row), name: row.to_string(), theirs }
}

#[test]
fn rules_of_objects() {
    let Some(rows) = rows(TABLE) else { return };
    let answer = |row: &mut Value| json!({"errors": row["errors"].take(), "remainingBudget": row["remainingBudget"].take()});
    let cases: Vec<_> = by_question(rows, answer).into_iter().map(case).collect();
    compare(TABLE, 1_000, &cases);
}
