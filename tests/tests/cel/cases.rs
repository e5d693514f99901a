//! What a real server says of transition rules and of their cost, as Kubernetes' own code says it, and what estimates and
//! lints of ours say of the same rules.
//!
//! `cases/cel/transitions.ndjson` has a schema of `spec`, an update or not, and the verdict of a server at 1.35, with those of
//! older ones where they differ; `LOWERING_SERVER` says which minor the oracle is, when it is an older one.

use std::path::Path;

use crd_schema::cel::{RuleCost, rule_costs};
use crd_schema::steps::{CompiledSchema, Semantics, canonicalize};
use crd_schema::{JsonSchemaProps, ServerVersion, StructuralSchema};
use crd_schema_tests::oracle;
use serde_json::{Value, json};

fn cases() -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/cel/transitions.ndjson");
    let text = std::fs::read_to_string(path).expect("the table is readable");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// The root around the schema of a spec.
fn root(case: &Value) -> Value {
    json!({"type": "object", "required": ["spec"], "properties": {"spec": case["schema"]}})
}

fn structural(case: &Value) -> StructuralSchema {
    let props: JsonSchemaProps = serde_json::from_value(root(case)).expect("a schema");
    StructuralSchema::try_from(&props).expect("structural")
}

/// Pruned and defaulted, as a server has it before rules run.
fn object(case: &Value, side: &str) -> Value {
    let compiled = CompiledSchema::new(&structural(case));
    let stored = canonicalize(&compiled, json!({"spec": case[side]}), Semantics::Server).expect("it decodes");
    stored.object.into_value()
}

fn request(case: &Value) -> Value {
    match case["kind"].as_str() {
        Some("CRD") => json!({"op": "validate_crd_create", "crd": {
            "apiVersion": "apiextensions.k8s.io/v1",
            "kind": "CustomResourceDefinition",
            "metadata": {"name": "things.example.com"},
            "spec": {
                "group": "example.com",
                "names": {"kind": "Thing", "plural": "things"},
                "scope": "Namespaced",
                "versions": [{"name": "v1", "served": true, "storage": true,
                    "subresources": {"status": {}}, "schema": {"openAPIV3Schema": root(case)}}],
            },
        }}),
        kind => {
            let old = if kind == Some("update") { object(case, "old") } else { Value::Null };
            let update = json!({"object": object(case, "new"), "old": old});
            json!({"op": "cel_updates", "schema": root(case), "updates": [update]})
        }
    }
}

/// What the server says that the oracle is: that of 1.35, unless the case says more.
fn verdict(case: &Value) -> &str {
    let minor = std::env::var("LOWERING_SERVER").unwrap_or_default();
    let mut versions = case["versions"].as_str().into_iter().flat_map(|versions| versions.split(", "));
    let own = versions.find_map(|version| version.strip_prefix(&format!("{minor} ")));
    match own {
        Some("rejects") => "rejected",
        Some("denies") => "denied",
        _ => case["verdict"].as_str().expect("a verdict"),
    }
}

#[test]
fn kubernetes_says_the_same() {
    let cases = cases();
    let requests: Vec<_> = cases.iter().map(request).collect();
    let Some(answers) = oracle::ask(&requests) else { return };
    for (case, answer) in cases.iter().zip(&answers) {
        let errors = if case["kind"] == "CRD" { &answer["errors"] } else { &answer["updates"][0]["errors"] };
        let refused = !errors.as_array().expect("errors").is_empty();
        let said = match (case["kind"].as_str(), refused) {
            (Some("CRD"), true) => "rejected",
            (Some("CRD"), false) => "accepted",
            (_, true) => "denied",
            (_, false) => "allowed",
        };
        assert_eq!(verdict(case), said, "{}: {answer}", case["name"]);
    }
}

/// Where cost is why a definition is refused, the estimate is beyond the limit, and nowhere else.
#[test]
fn estimates_are_beyond_the_limit_where_cost_is_why() {
    // A reserved word that is not escaped compiles from 1.31 on, and nothing is known of its size.
    let too_dear = ["05", "07", "09", "19", "21"];
    let mut seen = 0;
    for case in cases() {
        let is_too_dear =
            too_dear.iter().any(|number| case["name"].as_str().is_some_and(|name| name.starts_with(number)));
        let costs = rule_costs(&structural(&case), ServerVersion::NEWEST);
        let beyond = costs.iter().any(|cost| cost.total() > Some(RuleCost::LIMIT));
        assert_eq!(beyond, is_too_dear, "{}", case["name"]);
        seen += usize::from(is_too_dear);
    }
    assert_eq!(seen, too_dear.len());
}
