//! Rules of a schema, compiled: the error of each rule and that of the expression of its message.

use crd_schema::cel::rule_costs;
use crd_schema::crd::validate_crd;
use crd_schema::{CustomResourceDefinition, JsonSchemaProps, ServerVersion, StructuralSchema, Violation};
use crd_schema_tests::definition;
use crd_schema_tests::rules::with_one_type_name;
use serde_json::{Value, json};

use super::{Case, by_question, compare, rows};

const TABLE: &str = "compilations.ndjson";
/// What the details of errors of compiling have.
const COMPILING: [&str; 3] = ["compilation failed", "instantiation failed", "must evaluate to a"];

/// The errors of a definition with a schema at its root or, where it is none of whole objects, below it.
fn ours(row: &Value) -> Option<Value> {
    let mut schema = row["schema"].clone();
    let rules = schema["x-kubernetes-validations"].as_array_mut()?;
    // A server compiles nothing where a schema is not structural, and this never compiles.
    let count = rules.len();
    rules.push(json!({"rule": "nope"}));
    let is_root = row["resource"] == true;
    let at = if is_root { "openAPIV3Schema" } else { "openAPIV3Schema.properties[root]" };
    let violations = violations(&whole(schema, is_root))?;
    let errors = |index| errors(&violations, &format!("{at}.x-kubernetes-validations[{index}]"));
    errors(count)["error"].is_string().then(|| (0..count).map(errors).collect())
}

/// A schema of whole objects: another one is that of a property.
fn whole(schema: Value, is_root: bool) -> Value {
    if is_root { schema } else { json!({"type": "object", "properties": {"root": schema}}) }
}

fn violations(schema: &Value) -> Option<Vec<Violation>> {
    let crd: CustomResourceDefinition = serde_json::from_value(definition::of_schema(schema)).ok()?;
    Some(validate_crd(&crd).iter().cloned().collect())
}

fn errors(violations: &[Violation], rule: &str) -> Value {
    let of = |end: &str| {
        let end = format!("{rule}.{end}");
        let about = violations.iter().filter(|violation| violation.path().to_string().ends_with(&end));
        let mut details = about.map(Violation::detail);
        details.find(|detail| COMPILING.iter().any(|words| detail.contains(words))).map(with_one_type_name)
    };
    json!({"error": of("rule"), "messageError": of("messageExpression")})
}

/// The estimates of the rules at the root of a schema that compile, and those of the expressions of their messages.
fn estimates(row: &Value) -> Option<Vec<Option<[u64; 2]>>> {
    let is_root = row["resource"] == true;
    let props: JsonSchemaProps = serde_json::from_value(whole(row["schema"].clone(), is_root)).ok()?;
    let schema = StructuralSchema::try_from(&props).ok()?;
    let of_root =
        if is_root { "x-kubernetes-validations" } else { "properties[root].x-kubernetes-validations" };
    let costs = rule_costs(&schema, ServerVersion::NEWEST).into_iter();
    let costs = costs.filter(|cost| cost.path().to_string().starts_with(of_root));
    Some(costs.map(|cost| Some([cost.cost()?, cost.message_cost().unwrap_or(0)])).collect())
}

#[test]
#[expect(clippy::print_stderr, reason = "how much was compared belongs to the result")]
fn estimates_of_rules() {
    let Some(rows) = rows(TABLE) else { return };
    let (mut alike, mut different) = (0_usize, Vec::new());
    for row in rows {
        let Some(ours) = estimates(&row) else { continue };
        for (ours, theirs) in ours.into_iter().zip(row["rules"].as_array().into_iter().flatten()) {
            let is_compiled = theirs.get("error").is_none_or(Value::is_null);
            let Some(rule) = theirs["maxCost"].as_u64().filter(|_| is_compiled) else { continue };
            let theirs = [rule, theirs["messageExpressionMaxCost"].as_u64().unwrap_or(0)];
            if ours == Some(theirs) {
                alike += 1;
            } else {
                different.push(format!("{row}\n  ours {ours:?}, theirs {theirs:?}"));
            }
        }
    }
    eprintln!("{TABLE}: {alike} estimates alike, {} different", different.len());
    assert_eq!(different.iter().take(20).cloned().collect::<Vec<_>>().join("\n"), "");
    assert!(alike > 900, "{alike} estimates are compared");
}

/// Upstream's errors; its estimates are compared above.
fn theirs(row: &mut Value) -> Value {
    let rules = row["rules"].take();
    let errors = |rule: &Value| json!({"error": rule["error"], "messageError": rule["messageError"]});
    rules.as_array().into_iter().flatten().map(errors).collect()
}

fn case((_, (row, theirs)): (String, (Value, Vec<Value>))) -> Case {
    Case { ours: ours(&row), name: row.to_string(), theirs }
}

#[test]
fn rules_of_schemas() {
    let Some(rows) = rows(TABLE) else { return };
    let cases: Vec<_> = by_question(rows, theirs).into_iter().map(case).collect();
    compare(TABLE, 900, &cases);
}
