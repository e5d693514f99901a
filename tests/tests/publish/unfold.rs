//! What is written out of extensions, against the tables in `cases/unfold`.

use crd_schema::crd::{Unfold, publish, unfold, validate_crd};
use crd_schema::lint::Severity;
use crd_schema::{JsonSchemaProps, Profile, StructuralSchema, lint};
use crd_schema_tests::table::{Report, load};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    cases: Vec<Case>,
}

/// A schema, and what is added to it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    schema: Value,
    kep: Value,
    server: Value,
}

#[test]
fn unfolded() {
    let mut report = Report::default();
    for (file, table) in load::<Table>("unfold") {
        for case in table.cases {
            let props: JsonSchemaProps = serde_json::from_value(case.schema).expect("a schema");
            let schema = StructuralSchema::try_from(&props).expect("a structural schema");
            let name = format!("{file}: {}", case.name);
            report.expect(&format!("{name}: there and back"), &props, &JsonSchemaProps::from(&schema));
            for (how, expected) in [(Unfold::Kep, case.kep), (Unfold::Server, case.server)] {
                let unfolded = serde_json::to_value(unfold(&schema, how)).expect("JSON");
                report.expect(&format!("{name}: {how:?}"), &expected, &unfolded);
            }
        }
    }
    report.finish();
}

/// For clusters a union is what the KEP writes out, and the extension is gone; `native` keeps it.
#[test]
fn unions_are_published() {
    let (mut report, mut unions) = (Report::default(), 0);
    for (file, table) in load::<Table>("unfold") {
        let with_unions = |case: &Case| case.schema.get("x-kubernetes-unions").is_some();
        for mut case in table.cases.into_iter().filter(with_unions) {
            unions += 1;
            let props: JsonSchemaProps = serde_json::from_value(case.schema.clone()).expect("a schema");
            let schema = StructuralSchema::try_from(&props).expect("a structural schema");
            let published = |profile| {
                let published = publish(&schema, profile).expect("it has no markers");
                serde_json::to_value(published.schema()).expect("JSON")
            };
            case.kep.as_object_mut().map(|fields| fields.remove("x-kubernetes-unions"));
            let name = format!("{file}: {}", case.name);
            report.expect(&name, &case.kep, &published(Profile::Cluster));
            report.expect(&name, &case.schema, &published(Profile::Native));
        }
    }
    assert!(unions >= 3);
    report.finish();
}

fn crd_around(schema: &Value) -> crd_schema::CustomResourceDefinition {
    let crd = json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "jobs.example.com"},
        "spec": {
            "group": "example.com", "names": {"kind": "Job", "plural": "jobs"}, "scope": "Namespaced",
            "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": schema}}],
        },
    });
    serde_json::from_value(crd).expect("a definition")
}

/// A server does not know the extension, at any place; we do.
#[test]
fn unions_are_known_by_no_server() {
    let unions = json!([{"fields": {"a": "A"}}]);
    let good = json!({"type": "object", "x-kubernetes-unions": unions});
    let crd = crd_around(&good);
    assert!(validate_crd(&crd).is_empty());
    let findings = lint(&crd);
    let found: Vec<_> = findings.iter().map(|finding| (finding.rule, finding.at.to_string())).collect();
    let at = "spec.versions[0].schema.openAPIV3Schema.x-kubernetes-unions";
    assert_eq!(found, [(Some("kep-markers"), at.to_owned())]);

    let nested = json!({"type": "object", "not": {"x-kubernetes-unions": unions}});
    let props: JsonSchemaProps = serde_json::from_value(nested.clone()).expect("a schema");
    let refused = StructuralSchema::try_from(&props).expect_err("it is no value validation");
    assert_eq!(refused.to_string(), "not.x-kubernetes-unions: Forbidden: must be empty to be structural");
    let crd = crd_around(&nested);
    assert!(validate_crd(&crd).is_empty());
    assert!(lint(&crd).iter().any(|finding| finding.severity == Severity::Error));
}
