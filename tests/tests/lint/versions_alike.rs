//! Versions of one resource of which only some say that a field must not change.

use crd_schema::crd::{Allow, Definition, Version, combine};
use crd_schema::describe::ResourceDesc;
use crd_schema::lint::Severity;
use crd_schema::path::FieldPathBuf;
use crd_schema::schema::{KeyMutability, Mutability};
use crd_schema::{CustomResourceDefinition, Profile, SchemaBuilder, Violations, lint};
use serde_json::{Value, json};

const STORED: ResourceDesc =
    ResourceDesc { group: "example.com", version: "v1", kind: "Job", plural: "jobs", ..ResourceDesc::EMPTY };
const OTHER: ResourceDesc = ResourceDesc { version: "v2", storage: false, ..STORED };

fn text() -> SchemaBuilder {
    SchemaBuilder::string().validate(|validation| validation.max_length = Some(9))
}

fn version(resource: &ResourceDesc, spec: SchemaBuilder) -> Version {
    let root = SchemaBuilder::object().required("spec", spec);
    Version::new(*resource, root.build().expect("it is structural"))
}

fn combined(stored: SchemaBuilder, other: Version) -> Result<Definition, Violations> {
    combine(&[version(&STORED, stored), other], Profile::Cluster)
}

fn refusals(stored: SchemaBuilder, other: SchemaBuilder) -> Vec<String> {
    combined(stored, version(&OTHER, other))
        .err()
        .into_iter()
        .flatten()
        .map(|found| {
            found.to_string().replace("spec.versions[1].schema.openAPIV3Schema.properties[spec]", "…")
        })
        .collect()
}

#[test]
fn each_marker_is_asked_for_in_both() {
    let object = || SchemaBuilder::object().required("a", text());
    let marked = || SchemaBuilder::object().required("a", text().mutability(Mutability::Immutable));
    let of =
        |word: &str| format!("is not bound by `{word}` of v1; say the same in all versions that are served");
    let expected =
        format!("….properties[a]: Forbidden: a write in v2 {}", of("x-kubernetes-mutability: Immutable"));
    assert_eq!(refusals(marked(), object()), [expected.as_str()]);
    assert_eq!(refusals(marked(), marked()), [""; 0]);
    let list = |items: SchemaBuilder| {
        let list = SchemaBuilder::array(items).validate(|validation| validation.max_items = Some(4));
        SchemaBuilder::object().required("l", list)
    };
    let expected = expected.replace("properties[a]", "properties[l].items.properties[a]");
    assert_eq!(refusals(list(marked()), list(object())), [expected]);
    let map = |keys: Option<KeyMutability>| {
        let map = SchemaBuilder::map(text()).validate(|validation| validation.max_properties = Some(4));
        SchemaBuilder::object().required("m", keys.iter().fold(map, |map, keys| map.key_mutability(*keys)))
    };
    let expected =
        format!("….properties[m]: Forbidden: a write in v2 {}", of("x-kubernetes-key-mutability: AddOnly"));
    assert_eq!(refusals(map(Some(KeyMutability::AddOnly)), map(None)), [expected]);
    assert_eq!(refusals(map(None), map(None)), [""; 0]);
}

/// The version that is not stored may be the one that says more.
#[test]
fn neither_version_is_the_one_that_counts() {
    let object = SchemaBuilder::object().required("a", text());
    let marked = SchemaBuilder::object().required("a", text().mutability(Mutability::AddOnly));
    let found = combined(object, version(&OTHER, marked)).expect_err("v1 does not say it");
    let expected = "spec.versions[0].schema.openAPIV3Schema.properties[spec].properties[a]: Forbidden: a write in v1 is not \
                    bound by `x-kubernetes-mutability: AddOnly` of v2; say the same in all versions that are served";
    assert_eq!(found.to_string(), expected);
}

#[test]
fn what_is_not_declared_is_dropped() {
    let whole = |parts: SchemaBuilder| {
        SchemaBuilder::object().required("whole", parts.mutability(Mutability::Immutable))
    };
    let (one, two) = (SchemaBuilder::object().property("a", text()), SchemaBuilder::object());
    let found = refusals(whole(one.clone().property("b", text())), whole(one));
    assert_eq!(found.len(), 1);
    assert!(found[0].starts_with(
        "….properties[whole].properties[b]: Forbidden: a write in v2, which does not declare it"
    ));
    let may_go = SchemaBuilder::object().property("a", text().mutability(Mutability::RemoveOnly));
    assert_eq!(refusals(may_go, two.clone()), [""; 0], "what may be removed may be dropped");
    assert_eq!(
        refusals(SchemaBuilder::object().property("a", text()), two),
        [""; 0],
        "nothing is said of it"
    );
}

#[test]
fn only_served_versions_count_and_the_author_may_allow_it() {
    let marked = || SchemaBuilder::object().required("a", text().mutability(Mutability::Immutable));
    let object = || SchemaBuilder::object().required("a", text());
    let unserved = version(&ResourceDesc { served: false, ..OTHER }, object());
    assert!(combined(marked(), unserved).is_ok());
    let allow = |place: &[&str]| {
        let place = FieldPathBuf::from_properties(place.iter().copied());
        Allow::rule("immutable-in-one-version").below(place).because("v2 is for tests alone")
    };
    let everywhere = Allow::rule("immutable-in-one-version");
    let definition =
        combined(marked(), version(&OTHER, object()).allow([everywhere])).expect("it is allowed");
    let notes: Vec<_> = definition.notes().iter().filter_map(crd_schema::crd::Note::rule).collect();
    assert_eq!(notes, ["immutable-in-one-version"]);
    assert!(combined(marked(), version(&OTHER, object()).allow([allow(&["elsewhere"])])).is_err());
}

fn crd(webhook: bool, rules: [&Value; 2]) -> CustomResourceDefinition {
    let version = |name: &str, rules: &Value| {
        let engine = json!({"type": "string", "maxLength": 9, "x-kubernetes-validations": rules});
        json!({"name": name, "served": true, "storage": name == "v1", "schema": {"openAPIV3Schema": {
            "type": "object", "required": ["engine"], "properties": {"engine": engine},
        }}})
    };
    let conversion = json!({"strategy": "Webhook", "webhook": {
        "conversionReviewVersions": ["v1"], "clientConfig": {"url": "https://example.com"},
    }});
    let mut crd = json!({"metadata": {"name": "jobs.example.com"}, "spec": {
        "group": "example.com", "scope": "Namespaced",
        "names": {"kind": "Job", "plural": "jobs", "singular": "job", "listKind": "JobList"},
        "versions": [version("v1", rules[0]), version("v2", rules[1])],
    }});
    if webhook {
        crd["spec"]["conversion"] = conversion;
    }
    serde_json::from_value(crd).expect("a definition")
}

/// Transition rules by hand are compared, too; others may differ.
#[test]
fn lint_compares_transition_rules() {
    let transition = json!([{"rule": "self == oldSelf"}]);
    let (other, none) = (json!([{"rule": "self != ''"}]), json!([]));
    for webhook in [false, true] {
        let found = |rules| {
            let findings = lint(&crd(webhook, rules));
            let is_one =
                |finding: &crd_schema::lint::Finding| finding.rule == Some("immutable-in-one-version");
            let ours: Vec<_> = findings.into_iter().filter(is_one).collect();
            assert!(ours.iter().all(|finding| finding.severity == Severity::Warning));
            ours.len()
        };
        assert_eq!(found([&transition, &none]), 1);
        assert_eq!(found([&other, &transition]), 1);
        assert_eq!(found([&transition, &transition]), 0);
        assert_eq!(found([&other, &none]), 0);
    }
}
