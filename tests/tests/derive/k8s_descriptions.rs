//! The descriptions of k8s-openapi's types, where they are asked for, beside those that controller-gen publishes.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crd_schema::convert::from_description;
use crd_schema::{CrdSchema, JsonSchemaProps};
use k8s_openapi::api::autoscaling::v2::{HorizontalPodAutoscalerBehavior, MetricSpec};
use k8s_openapi::api::core::v1 as core;
use k8s_openapi::apimachinery::pkg::apis::meta::v1 as meta;
use serde_json::Value;

/// FNV-1a of the words, as `tests/k8s-types` writes it.
fn sum(text: &str) -> String {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let step = |sum: u64, byte: u8| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    format!("{:016x}", words.bytes().fold(0xcbf2_9ce4_8422_2325, step))
}

/// The sums of Kubernetes 1.37 by the name of the type: that of the type, and those of its fields.
fn of_controller_gen() -> BTreeMap<String, (String, BTreeMap<String, String>)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/k8s-types/descriptions.ndjson");
    let text = fs::read_to_string(path).expect("the file");
    let line = |line: &str| {
        let line: Value = serde_json::from_str(line).expect("a line of JSON");
        let text = |value: &Value| value.as_str().expect("a string").to_owned();
        let fields = line["members"].as_object().expect("fields").iter();
        let fields = fields.map(|(name, sum)| (name.clone(), text(sum))).collect();
        (text(&line["type"]), (text(&line["text"]), fields))
    };
    text.lines().map(line).collect()
}

macro_rules! asked {
    ($($name:ident: $type_:ty = $go:literal,)*) => {
        #[derive(CrdSchema)]
        #[expect(dead_code, reason = "only the schema is wanted")]
        struct Asked {
            $(#[crd(descriptions)]
            $name: $type_,)*
        }

        const NAMES: &[(&str, &str)] = &[$((stringify!($name), $go)),*];
    };
}

asked! {
    affinity: core::Affinity = "k8s.io/api/core/v1.Affinity",
    behavior: HorizontalPodAutoscalerBehavior = "k8s.io/api/autoscaling/v2.HorizontalPodAutoscalerBehavior",
    condition: meta::Condition = "k8s.io/apimachinery/pkg/apis/meta/v1.Condition",
    container: core::Container = "k8s.io/api/core/v1.Container",
    env: core::EnvVar = "k8s.io/api/core/v1.EnvVar",
    metric: MetricSpec = "k8s.io/api/autoscaling/v2.MetricSpec",
    pod: core::PodSpec = "k8s.io/api/core/v1.PodSpec",
    probe: core::Probe = "k8s.io/api/core/v1.Probe",
    resources: core::ResourceRequirements = "k8s.io/api/core/v1.ResourceRequirements",
    security: core::SecurityContext = "k8s.io/api/core/v1.SecurityContext",
    selector: meta::LabelSelector = "k8s.io/apimachinery/pkg/apis/meta/v1.LabelSelector",
    service: core::ServiceSpec = "k8s.io/api/core/v1.ServiceSpec",
    template: core::PodTemplateSpec = "k8s.io/api/core/v1.PodTemplateSpec",
    toleration: core::Toleration = "k8s.io/api/core/v1.Toleration",
    volume: core::Volume = "k8s.io/api/core/v1.Volume",
}

fn schema<T: CrdSchema>() -> Value {
    let schema =
        from_description(T::SCHEMA, crd_schema::convert::Descriptions::Kept).expect("a structural schema");
    serde_json::to_value(JsonSchemaProps::from(&schema)).expect("JSON")
}

#[test]
fn strings_are_those_of_controller_gen() {
    let (ours, mut expected) = (schema::<Asked>(), of_controller_gen());
    let mut differing = Vec::new();
    let mut compared = 0;
    for (field, name) in NAMES {
        let ours = &ours["properties"][*field];
        let (text, fields) = expected.remove(*name).unwrap_or_else(|| panic!("controller-gen has no {name}"));
        let mut compare = |place: String, ours: &Value, theirs: String| {
            compared += 1;
            if sum(ours["description"].as_str().unwrap_or_default()) != theirs {
                differing.push(place);
            }
        };
        compare((*name).to_owned(), ours, text);
        for (property, theirs) in fields {
            compare(format!("{name} {property}"), &ours["properties"][&property], theirs);
        }
    }
    assert!(compared > 150, "only {compared} texts");
    assert_eq!(differing, [""; 0], "of {compared}");
}

#[derive(CrdSchema)]
#[expect(dead_code, reason = "only the schema is wanted")]
struct Wrapped {
    /// Ours.
    #[crd(descriptions)]
    one: Option<core::Toleration>,
    #[crd(descriptions)]
    list: Option<Vec<core::Toleration>>,
    #[crd(descriptions)]
    map: BTreeMap<String, Box<core::Toleration>>,
    silent: core::Toleration,
}

#[test]
fn strings_stand_where_they_were_asked_for_and_there_are_none() {
    let wrapped = &schema::<Wrapped>()["properties"];
    let key = |toleration: &Value| toleration["properties"]["key"]["description"].clone();
    let text = key(&wrapped["one"]);
    assert!(text.as_str().is_some_and(|text| text.starts_with("Key ")), "{text}");
    assert_eq!(wrapped["one"]["description"], "Ours.");
    assert_eq!(key(&wrapped["list"]["items"]), text);
    assert_eq!(key(&wrapped["map"]["additionalProperties"]), text);
    assert_eq!(key(&wrapped["silent"]), Value::Null);
}

/// Nothing but descriptions comes from the JSON Schema.
#[test]
fn strings_change_nothing_else() {
    let silent = from_description(Asked::SCHEMA, crd_schema::convert::Descriptions::LeftOut)
        .expect("a structural schema");
    let mut asked = schema::<Asked>();
    without_descriptions(&mut asked);
    assert_eq!(asked, serde_json::to_value(JsonSchemaProps::from(&silent)).expect("JSON"));
}

fn without_descriptions(schema: &mut Value) {
    let Some(fields) = schema.as_object_mut() else { return };
    fields.remove("description");
    for below in ["items", "additionalProperties"] {
        fields.get_mut(below).into_iter().for_each(without_descriptions);
    }
    let properties = fields.get_mut("properties").and_then(Value::as_object_mut);
    properties.into_iter().flat_map(serde_json::Map::values_mut).for_each(without_descriptions);
}
