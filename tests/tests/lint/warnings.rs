//! What clients are warned of, and numbers that `serde_json` reads. The strings are those of the real server and of Kubernetes'
//! own code (`tests/cases/apiserver-writes/warnings.yaml`, `strategy_create` of the oracle).

use crd_schema::serve::{FieldValidation, Rejection};
use crd_schema::{CustomResourceDefinition, ServedVersion};
use serde_json::{Value, json};

fn crd(versions: &Value) -> CustomResourceDefinition {
    let crd = json!({"spec": {
        "group": "example.com", "names": {"kind": "Job", "plural": "jobs"}, "versions": versions,
    }});
    serde_json::from_str(&crd.to_string()).expect("a definition")
}

fn served(versions: &Value, version: &str) -> ServedVersion {
    ServedVersion::new(&crd(versions), version).expect("it is structural")
}

fn version(name: &str, deprecated: bool) -> Value {
    json!({
        "name": name, "served": true, "deprecated": deprecated,
        "schema": {"openAPIV3Schema": {"type": "object", "properties": {"a": {"type": "string"}}}},
    })
}

fn job(version: &str, fields: &Value) -> Value {
    let mut job =
        json!({"apiVersion": format!("example.com/{version}"), "kind": "Job", "metadata": {"name": "a"}});
    let object = job.as_object_mut().expect("an object");
    object.extend(fields.as_object().expect("fields").clone());
    job
}

#[test]
fn a_deprecated_version_names_the_best_that_is_served() {
    let others = |names: &[&str]| names.iter().map(|name| version(name, false)).collect::<Vec<_>>();
    let cases = [
        (vec![], "example.com/v1beta1 Job is deprecated"),
        (others(&["v1alpha1", "foo"]), "example.com/v1beta1 Job is deprecated"),
        (
            others(&["v1beta2", "v1", "v2alpha1"]),
            "example.com/v1beta1 Job is deprecated; use example.com/v1 Job",
        ),
        (others(&["v1", "v10", "v2"]), "example.com/v1beta1 Job is deprecated; use example.com/v10 Job"),
        (vec![version("v1", true)], "example.com/v1beta1 Job is deprecated"),
        (vec![json!({"name": "v1", "served": false})], "example.com/v1beta1 Job is deprecated"),
    ];
    for (others, expected) in cases {
        let mut versions = others;
        versions.push(version("v1beta1", true));
        let served = served(&versions.into(), "v1beta1");
        assert_eq!(served.deprecation_warning(), Some(expected));
    }
}

#[test]
fn a_deprecated_version_is_warned_of_first_whatever_is_asked() {
    let mut deprecated = version("v1", true);
    deprecated["deprecationWarning"] = "drink tea".into();
    let served = served(&json!([deprecated]), "v1");
    let body = job("v1", &json!({"b": 1})).to_string();
    let decoded = served.decode_json(body.as_bytes(), FieldValidation::Warn).expect("it can be read");
    assert_eq!(decoded.warnings, ["drink tea", "unknown field \"b\""]);
    let decoded = served.decode_yaml(body.as_bytes(), FieldValidation::Ignore).expect("it can be read");
    assert_eq!(decoded.warnings, ["drink tea"]);
    let old = job("v1", &json!({}));
    for outcome in [
        served.create(old.clone()),
        served.update(&old, old.clone()),
        served.update_status(&old, old.clone()),
        served.apply_result(None, old.clone()),
    ] {
        assert_eq!(outcome.expect("it is valid").warnings, ["drink tea"]);
    }
    assert_eq!(super_served().deprecation_warning(), None);
}

fn super_served() -> ServedVersion {
    served(&json!([version("v1", false)]), "v1")
}

#[test]
fn owners_are_stored_once() {
    let owner = |uid: &str| json!({"apiVersion": "v1", "kind": "Pod", "name": "p", "uid": uid});
    let owners = [owner("u"), owner("v"), owner("u"), owner("v"), owner("u")];
    let object = job("v1", &json!({"metadata": {"name": "a", "ownerReferences": owners}}));
    let said = |after: &str| {
        format!(
            ".metadata.ownerReferences contains duplicate entries{after}; API server dedups owner references in 1.20+, and \
             may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: u, v, u"
        )
    };
    let stored = super_served().create(object.clone()).expect("it is valid");
    assert_eq!(stored.warnings, [said("")]);
    assert_eq!(stored.object.value()["metadata"]["ownerReferences"], json!([owner("u"), owner("v")]));
    let mut admitted = super_served().decode(job("v1", &json!({}))).expect("it can be read");
    admitted.object = object.clone();
    let admitted = super_served().after_admission(admitted).expect("it can be read");
    assert_eq!(admitted.warnings, [said(" after mutating admission happens")]);
    let applied = super_served().apply_result(None, object).expect("it is valid");
    assert_eq!(applied.warnings, [said(" after mutating admission happens")]);
}

/// Asked of the oracle with the same text; its answers are those of an integer 0.
#[test]
fn a_negative_zero_that_serde_json_reads_is_an_integer() {
    let schema = r#"{"type": "object", "properties": {
        "v": {"type": "string", "enum": ["a", -0]},
        "f": {"type": "number", "enum": [-0, 1.5]},
        "s": {"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "integer"}},
        "n": {"type": "integer", "minimum": 1},
        "t": {"type": "string"},
        "d": {"type": "string", "default": -0}
    }}"#;
    let text = format!(
        r#"{{"spec": {{"group": "example.com", "names": {{"kind": "Job", "plural": "jobs"}}, "scope": "Cluster",
            "versions": [{{"name": "v1", "schema": {{"openAPIV3Schema": {schema}}}}}]}}}}"#
    );
    let object = r#"{"apiVersion": "example.com/v1", "kind": "Job", "metadata": {"name": "a"},
        "v": "b", "f": 2, "s": [0, -0], "n": -0, "t": -0}"#;
    let expected = [
        r#"d: Invalid value: "integer": d in body must be of type string: "integer""#,
        r#"f: Unsupported value: 2: supported values: "0", "1.5""#,
        r"n: Invalid value: 0: n in body should be greater than or equal to 1",
        r"s[1]: Duplicate value: 0",
        r#"t: Invalid value: "integer": t in body must be of type string: "integer""#,
        r#"v: Unsupported value: "b": supported values: "a", "0""#,
    ];
    let from_text: CustomResourceDefinition = serde_json::from_str(&text).expect("a definition");
    let value: Value = serde_json::from_str(&text).expect("JSON");
    let from_value: CustomResourceDefinition = serde_json::from_value(value).expect("a definition");
    for crd in [from_text, from_value] {
        let served = ServedVersion::new(&crd, "v1").expect("it is structural");
        let by_value = served.create(serde_json::from_str(object).expect("JSON"));
        let decoded = served.decode_json(object.as_bytes(), FieldValidation::Strict).expect("it can be read");
        for refused in [by_value, served.create_decoded(decoded)] {
            let Err(Rejection::Invalid(violations)) = refused else { panic!("{refused:?}") };
            let mut strings: Vec<_> = violations.iter().map(ToString::to_string).collect();
            strings.sort();
            assert_eq!(strings, expected);
        }
    }
}

/// Go's reader has decoded 512 bytes and more when it knows that the first document has ended.
#[test]
fn what_go_has_read_behind_the_first_document_must_be_readable() {
    let served = super_served();
    let head = "apiVersion: example.com/v1\nkind: Job\nmetadata: {name: a}\n";
    let read = |body: &[u8]| served.decode_yaml(body, FieldValidation::Strict).is_ok();
    let far = "x".repeat(600);
    for (behind, is_read) in [
        ("---\nb: 1\n".to_owned(), true),
        ("---\n{ [ ]\n".to_owned(), true),
        ("---\nb: \0\n".to_owned(), false),
        ("---\nb: \u{1}\n".to_owned(), false),
        ("---\nb: \u{7f}\n".to_owned(), false),
        ("---\nb: \u{ffff}\n".to_owned(), false),
        ("---\nb: \u{feff} \u{85}\u{2028}é\n".to_owned(), true),
        (format!("---\nb: {far}\nc: \0\n"), true),
        (format!("---\nb: {}\nc: \0\n", "é".repeat(300)), true),
    ] {
        assert_eq!(read(format!("{head}{behind}").as_bytes()), is_read, "{behind:?}");
    }
    let invalid = |behind: &[u8]| [head.as_bytes(), b"---\nb: ", behind, b"\xff\n"].concat();
    assert!(!read(&invalid(b"")));
    assert!(read(&invalid(far.as_bytes())));
}

#[test]
fn pieces_of_go_end_before_a_character_that_is_cut() {
    let served = super_served();
    let head = "apiVersion: example.com/v1\nkind: Job\nmetadata: {name: a}\n---\nb: ";
    // The piece ends at 512 bytes, or one before, where a character of two bytes is cut.
    for (letters, is_read) in [(511, false), (512, true)] {
        let filling = "x".repeat(letters - head.len());
        let body = format!("{head}{filling}\0\n");
        assert_eq!(served.decode_yaml(body.as_bytes(), FieldValidation::Warn).is_ok(), is_read, "{letters}");
    }
    let filling = "x".repeat(511 - head.len());
    let body = format!("{head}{filling}é\0\n");
    assert!(served.decode_yaml(body.as_bytes(), FieldValidation::Warn).is_ok());
}
