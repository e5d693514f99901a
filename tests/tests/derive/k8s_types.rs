//! The schemas of k8s-openapi's types beside those that controller-gen makes of Kubernetes' Go types.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crd_schema::convert::from_description;
use crd_schema::describe::{FieldDesc, Shape, TypeDesc};
use crd_schema::{CrdSchema, JsonSchemaProps};
use serde_json::{Value, json};

const CORE: &str = "k8s.io/api/core/v1";
const META: &str = "k8s.io/apimachinery/pkg/apis/meta/v1";

/// What controller-gen v0.23.0 makes of Kubernetes 1.37; `tests/k8s-types` writes it.
fn written_by_controller_gen() -> BTreeMap<String, Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/k8s-types/controller-gen.ndjson");
    let text = fs::read_to_string(path).expect("the file");
    let line = |line: &str| {
        let mut line: Value = serde_json::from_str(line).expect("a line of JSON");
        (line["type"].as_str().unwrap_or_default().to_owned(), line["schema"].take())
    };
    text.lines().map(line).collect()
}

/// The five places where controller-gen accepts what the types do not read.
fn narrowed(schema: &mut Value) {
    let Some(fields) = schema.as_object_mut() else { return };
    if fields.get("format") == Some(&json!("date-time")) {
        let pattern = concat!(
            r"^(((\d{3}[0-8]|\d\d[0-8]\d|\d[0-8]\d\d|[0-8]\d{3})-[\d-]{5}",
            r"|9999-((0\d|1[01])-\d\d|12-([01]\d|2[0-8])))T[\d:]{8}([.]\d{1,9})?(Z|[+-]([01]\d|2[0-5]):[0-5]\d)",
            r"|9999-12-(29T\d\d|30T([01]\d|2[01])):[\d:]{5}([.]\d{1,9})?Z",
            r"|9999-12-30T22:00:00([.]\d{1,9})?Z)$",
        );
        fields.insert("pattern".to_owned(), json!(pattern));
    }
    if fields.get("format") == Some(&json!("byte")) {
        let pattern = "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$";
        fields.insert("pattern".to_owned(), json!(pattern));
    }
    if fields.contains_key("x-kubernetes-int-or-string") && !fields.contains_key("pattern") {
        fields.insert("minimum".to_owned(), json!(i32::MIN));
        fields.insert("maximum".to_owned(), json!(i32::MAX));
    }
    if fields.len() == 1 && fields.contains_key("x-kubernetes-preserve-unknown-fields") {
        fields.insert("nullable".to_owned(), json!(true));
    }
    for below in ["items", "additionalProperties"] {
        fields.get_mut(below).into_iter().for_each(narrowed);
    }
    let properties = fields.get_mut("properties").and_then(Value::as_object_mut);
    properties.into_iter().flat_map(serde_json::Map::values_mut).for_each(narrowed);
}

/// As the wire types read and write it: numbers and the order of names are theirs.
fn normal(schema: Value) -> Value {
    let props: JsonSchemaProps = serde_json::from_value(schema).expect("a schema");
    serde_json::to_value(props).expect("JSON")
}

/// A schema is that of an object: the type is a field of one.
fn ours(type_: &'static TypeDesc) -> Value {
    let field = FieldDesc { name: "f", type_, ..FieldDesc::EMPTY };
    let root = TypeDesc::of(Shape::Object(Vec::leak(vec![field])));
    let schema =
        from_description(&root, crd_schema::convert::Descriptions::LeftOut).expect("a structural schema");
    let mut props = serde_json::to_value(JsonSchemaProps::from(&schema)).expect("JSON");
    props["properties"]["f"].take()
}

macro_rules! types {
    ($($package:expr => $of:path { $($name:ident),* $(,)? })*) => {
        [$({
            use $of as of;
            vec![$((format!("{}.{}", $package, stringify!($name)), <of::$name as CrdSchema>::SCHEMA)),*]
        }),*].concat()
    };
}

#[test]
fn schemas_are_those_of_controller_gen() {
    let types: Vec<(String, &'static TypeDesc)> = types! {
        META => k8s_openapi::apimachinery::pkg::apis::meta::v1 {
            Condition, FieldsV1, LabelSelector, LabelSelectorRequirement, ManagedFieldsEntry, MicroTime, ObjectMeta, OwnerReference, Time,
        }
        "k8s.io/apimachinery/pkg/api/resource" => k8s_openapi::apimachinery::pkg::api::resource { Quantity }
        "k8s.io/apimachinery/pkg/runtime" => k8s_openapi::apimachinery::pkg::runtime { RawExtension }
        "k8s.io/apimachinery/pkg/util/intstr" => k8s_openapi::apimachinery::pkg::util::intstr { IntOrString }
        "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1" => k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1 { JSON }
        "k8s.io/api/autoscaling/v2" => k8s_openapi::api::autoscaling::v2 { HorizontalPodAutoscalerBehavior, MetricSpec }
        CORE => k8s_openapi::api::core::v1 {
            Affinity, ConfigMapKeySelector, Container, EnvFromSource, EnvVar, EphemeralContainer, LocalObjectReference,
            NodeAddress, ObjectReference, PersistentVolumeClaimSpec, PersistentVolumeClaimStatus,
            PersistentVolumeClaimTemplate, PodSecurityContext, PodSpec, PodTemplateSpec, Probe, ResourceQuotaSpec,
            ResourceRequirements, SecretKeySelector, SecretReference, SecurityContext, ServicePort, ServiceSpec, Sysctl,
            Toleration, TopologySelectorTerm, TopologySpreadConstraint, TypedLocalObjectReference, Volume, VolumeMount,
        }
    };
    let mut expected = written_by_controller_gen();
    for (name, description) in types {
        let mut schema = expected.remove(&name).unwrap_or_else(|| panic!("controller-gen has no {name}"));
        narrowed(&mut schema);
        assert_eq!(ours(description), normal(schema), "{name}");
    }
}
