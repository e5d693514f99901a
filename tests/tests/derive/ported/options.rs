//! Each option for ports by itself.

use crd_schema::{CrdSchema, CustomResource, CustomResourceExt as _, Profile, ServedVersion};
use crd_schema_tests::oracle;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Nothing is asked.
#[derive(Clone, Debug, CrdSchema, Deserialize, Serialize)]
#[crd(group = "example.com", version = "v1", kind = "Plain", no_export_test)]
struct PlainSpec {
    size: i64,
    name: String,
}

/// The spec.
#[derive(Clone, Debug, PartialEq, CrdSchema, Deserialize, Serialize)]
#[crd(group = "example.com", version = "v1", kind = "Optional", status = OptionalStatus, derive(PartialEq))]
#[crd(optional_spec, column(name = "Size", path = ".spec.size", type = "integer"), no_export_test)]
struct OptionalSpec {
    size: i64,
}

#[derive(Clone, Debug, PartialEq, CrdSchema, Deserialize, Serialize)]
struct OptionalStatus {
    size: i64,
}

#[derive(Clone, Debug, CrdSchema, Deserialize, Serialize)]
#[crd(group = "example.com", version = "v1", kind = "Frozen", no_export_test, optional_spec)]
struct FrozenSpec {
    #[immutable]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[crd(max_length = 63)]
    engine: Option<String>,
}

#[derive(Clone, Debug, CrdSchema, Deserialize, Serialize)]
#[crd(group = "example.com", version = "v1", kind = "Kubed", no_export_test, kube, optional_spec)]
struct KubedSpec {
    size: i64,
}

#[derive(Clone, Debug, CrdSchema, Deserialize, Serialize)]
#[crd(group = "example.com", version = "v1", kind = "Declared", no_export_test)]
#[crd(meta_properties(required = ["metadata", "kind"]))]
struct DeclaredSpec {
    size: i64,
}

#[derive(Clone, Debug, CrdSchema, Deserialize, Serialize)]
#[crd(
    group = "example.com",
    version = "v1",
    kind = "Short",
    no_export_test,
    meta_properties,
    max_desc_len = 0
)]
struct ShortSpec {
    size: i64,
}

/// The spec.
#[derive(Clone, Debug, CrdSchema, Deserialize, Serialize)]
#[crd(group = "example.com", version = "v1", kind = "Sorted", no_export_test, sort_required)]
#[crd(root_doc = "The resource.")]
struct SortedSpec {
    size: i64,
    name: String,
    choice: Choice,
    parts: Vec<PlainSpec>,
}

#[derive(Clone, Debug, CrdSchema, Deserialize, Serialize)]
#[serde(tag = "type")]
enum Choice {
    Far { zone: String, area: String },
    Near { street: String },
}

#[derive(Clone, Debug, CrdSchema, Deserialize, Serialize)]
#[crd(group = "example.com", version = "v1", kind = "Number", no_export_test)]
struct NumberSpec {
    #[crd(no_format)]
    wide: i64,
    #[crd(no_format)]
    small: u16,
    #[crd(no_format, range = 0..=9)]
    bounded: i32,
    #[crd(no_format)]
    ratio: f64,
    #[crd(items(no_format))]
    list: Vec<i64>,
    #[crd(values(no_format))]
    map: std::collections::BTreeMap<String, i64>,
    count: Count,
}

#[derive(Clone, Debug, CrdSchema, Deserialize, Serialize)]
#[crd(no_format)]
struct Count(i64);

fn crd<K: CustomResource>() -> Value {
    serde_json::to_value(K::crd_for(Profile::Native).expect("a definition")).expect("JSON")
}

fn schema<K: CustomResource>() -> Value {
    crd::<K>()["spec"]["versions"][0]["schema"]["openAPIV3Schema"].take()
}

fn object(kind: &str) -> Value {
    json!({"apiVersion": "example.com/v1", "kind": kind, "metadata": {"name": "a"}})
}

#[test]
fn nothing_changes_where_nothing_is_asked() {
    let schema = schema::<Plain>();
    assert_eq!(schema["required"], json!(["spec"]));
    let names: Vec<_> = schema["properties"].as_object().expect("properties").keys().collect();
    assert_eq!(names, ["spec"]);
    assert_eq!(schema["properties"]["spec"]["required"], json!(["size", "name"]));
    assert_eq!(
        schema["properties"]["spec"]["properties"]["size"],
        json!({"type": "integer", "format": "int64"})
    );
}

#[test]
fn an_object_without_spec_is_accepted_and_read() {
    let schema = schema::<Optional>();
    assert_eq!(schema.get("required"), None);
    assert_eq!(schema["properties"]["spec"].get("nullable"), None);
    let without = object("Optional");
    let read: Optional = serde_json::from_value(without.clone()).expect("an object");
    assert_eq!((&read.spec, &read.status), (&None, &None));
    assert_eq!(serde_json::to_value(&read).expect("JSON"), without);

    let mut with = object("Optional");
    with["spec"] = json!({"size": 1});
    let read: Optional = serde_json::from_value(with.clone()).expect("an object");
    assert_eq!(read.spec, Some(OptionalSpec { size: 1 }));
    assert_eq!(serde_json::to_value(&read).expect("JSON"), with);

    let served = Optional::served().expect("it is served");
    served.create(without.clone()).expect("a server accepts it");
    let requests = [
        json!({"op": "validate_crd_create", "crd": crd::<Optional>()}),
        json!({"op": "strategy_create", "schema": schema, "object": without, "clusterScoped": true}),
        json!({"op": "strategy_create", "schema": schema, "object": with, "clusterScoped": true}),
    ];
    for answer in oracle::ask(&requests).into_iter().flatten() {
        assert!(answer["errors"].as_array().is_none_or(Vec::is_empty), "{answer}");
    }
}

#[test]
fn a_spec_that_is_demanded_is_an_error_where_it_is_missing() {
    let error = serde_json::from_value::<Plain>(object("Plain")).expect_err("there is no spec");
    assert_eq!(error.to_string(), "missing field `spec`");
}

/// In a frame a property is absent when a struct above it is: to remove the spec is to remove the property.
#[test]
fn what_is_immutable_in_an_optional_spec_stays() {
    let mut stored = object("Frozen");
    stored["spec"] = json!({"engine": "a"});
    let served = Frozen::served().expect("it is served");
    let without = served.create(object("Frozen")).expect("it is accepted");
    let with = served.create(stored.clone()).expect("it is accepted");
    served.update(with.object.value(), object("Frozen")).expect_err("the engine is gone");
    served.update(without.object.value(), stored).expect_err("the engine has come");
    let crd = serde_json::to_string(&Frozen::crd().expect("a definition")).expect("JSON");
    assert!(crd.contains("oldSelf"), "{crd}");
    let request = json!({"op": "validate_crd_create", "crd": Frozen::crd().expect("a definition")});
    for answer in oracle::ask(&[request]).into_iter().flatten() {
        assert!(answer["errors"].as_array().is_none_or(Vec::is_empty), "{answer}");
    }
}

#[test]
fn kube_knows_an_optional_spec() {
    use kube_core::object::HasSpec as _;

    assert_eq!(Kubed::new("a", None).spec().as_ref().map(|spec| spec.size), None);
    assert_eq!(Kubed::new("a", KubedSpec { size: 2 }).spec().as_ref().map(|spec| spec.size), Some(2));
}

/// The words are those that `controller-gen` v0.18.0 and v0.21.0 write.
#[test]
fn what_every_object_has_is_declared() {
    let schema = schema::<Declared>();
    let api_version = "APIVersion defines the versioned schema of this representation of an object.\nServers should convert \
                       recognized schemas to the latest internal value, and\nmay reject unrecognized values.\nMore info: \
                       https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#resources";
    assert_eq!(schema["properties"]["apiVersion"], json!({"type": "string", "description": api_version}));
    let kind = "Kind is a string value representing the REST resource this object represents.\nServers may infer this from the \
                endpoint the client submits requests to.\nCannot be updated.\nIn CamelCase.\nMore info: \
                https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds";
    assert_eq!(schema["properties"]["kind"], json!({"type": "string", "description": kind}));
    assert_eq!(schema["properties"]["metadata"], json!({"type": "object"}));
    assert_eq!(schema["required"], json!(["metadata", "kind", "spec"]));

    let crd = Declared::crd_for(Profile::Cluster).expect("a definition");
    let served = ServedVersion::new(&crd, "v1").expect("it is served");
    let mut sent = object("Declared");
    sent["spec"] = json!({"size": 1});
    sent["metadata"]["labels"] = json!({"a": "b"});
    let created = served.create(sent.clone()).expect("a server accepts it");
    assert_eq!(created.removed, []);
    assert_eq!(created.object.value()["metadata"]["labels"], json!({"a": "b"}));
    let requests = [
        json!({"op": "validate_crd_create", "crd": crd}),
        json!({"op": "strategy_create", "schema": schema, "object": sent, "clusterScoped": true}),
    ];
    for answer in oracle::ask(&requests).into_iter().flatten() {
        assert!(answer["errors"].as_array().is_none_or(Vec::is_empty), "{answer}");
    }
}

#[test]
fn declared_properties_lose_their_descriptions_as_all_others() {
    assert_eq!(schema::<Short>()["properties"]["kind"], json!({"type": "string"}));
}

#[test]
fn required_properties_are_sorted_everywhere() {
    let schema = schema::<Sorted>();
    let spec = &schema["properties"]["spec"];
    assert_eq!(spec["required"], json!(["choice", "name", "parts", "size"]));
    assert_eq!(spec["properties"]["parts"]["items"]["required"], json!(["name", "size"]));
    let branches = spec["properties"]["choice"]["oneOf"].as_array().expect("branches");
    let required: Vec<_> = branches.iter().map(|branch| branch["required"].clone()).collect();
    assert_eq!(required, [json!(["area", "zone"]), json!(["street"])]);
}

#[test]
fn the_resource_has_another_description_than_its_spec() {
    let schema = schema::<Sorted>();
    assert_eq!(schema["description"], "The resource.");
    assert_eq!(schema["properties"]["spec"]["description"], "The spec.");
}

#[test]
fn numbers_can_do_without_format() {
    let schema = schema::<Number>();
    let wanted = json!({
        "wide": {"type": "integer"},
        "small": {"type": "integer", "minimum": 0, "maximum": 65535},
        "bounded": {"type": "integer", "minimum": 0, "maximum": 9},
        "ratio": {"type": "number"},
        "list": {"type": "array", "items": {"type": "integer"}},
        "map": {"type": "object", "additionalProperties": {"type": "integer"}},
        "count": {"type": "integer"},
    });
    assert_eq!(schema["properties"]["spec"]["properties"], wanted);
}
