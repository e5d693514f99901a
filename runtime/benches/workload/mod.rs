//! Objects in the manner of a workload: containers with names, ports, variables; with the keywords that published CRDs have
//! most.

#![allow(dead_code, reason = "no bench needs everything")]

use crd_schema::serve::{Limits, ServeOptions};
use crd_schema::steps::CompiledSchema;
use crd_schema::{CustomResourceDefinition, JsonSchemaProps, ServedVersion, StructuralSchema};
use serde_json::{Value, json};

/// What is wrong with an object.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Objects {
    /// Nothing.
    Clean,
    /// More than a tenth of it is unknown.
    Unknown,
    /// One of twenty values is not valid.
    Faulty,
}

/// The schema.
pub(crate) fn schema() -> Value {
    let port = json!({
        "type": "object", "required": ["containerPort"],
        "properties": {
            "containerPort": {"type": "integer", "format": "int32", "minimum": 1, "maximum": 65535},
            "protocol": {"type": "string", "enum": ["TCP", "UDP", "SCTP"]},
        },
    });
    let variable = json!({
        "type": "object", "required": ["name"],
        "properties": {"name": {"type": "string", "maxLength": 63}, "value": {"type": "string"}},
        "anyOf": [{"required": ["value"]}, {"required": ["valueFrom"]}],
    });
    let container = json!({
        "type": "object", "required": ["name", "image"],
        "properties": {
            "name": {"type": "string", "pattern": "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$", "maxLength": 63},
            "image": {"type": "string", "minLength": 1},
            "memory": {"x-kubernetes-int-or-string": true},
            "ports": {
                "type": "array", "items": port,
                "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["containerPort"],
            },
            "env": {"type": "array", "items": variable, "maxItems": 64},
            "labels": {"type": "object", "additionalProperties": {"type": "string", "maxLength": 63}},
        },
    });
    json!({"type": "object", "properties": {
        "spec": {"type": "object", "properties": {"containers": {"type": "array", "items": container}}},
    }})
}

/// The schema for a builder of other things.
pub(crate) fn structural() -> StructuralSchema {
    let props: JsonSchemaProps = serde_json::from_value(schema()).expect("a schema");
    StructuralSchema::try_from(&props).expect("a structural schema")
}

/// The schema ready for requests.
pub(crate) fn compiled() -> CompiledSchema {
    CompiledSchema::new(&structural())
}

/// Larger bodies than a server reads are measured, too.
pub(crate) fn options() -> ServeOptions {
    ServeOptions::default().limits(Limits::default().body(usize::MAX))
}

/// The version ready for requests.
pub(crate) fn served() -> ServedVersion {
    let crd: CustomResourceDefinition = serde_json::from_value(definition()).expect("a definition");
    ServedVersion::with_options(&crd, "v1", options()).expect("it is structural")
}

/// The definition of version `v1`.
pub(crate) fn definition() -> Value {
    json!({"spec": {
        "group": "example.com",
        "names": {"kind": "Workload", "plural": "workloads"},
        "scope": "Namespaced",
        "versions": [{"name": "v1", "schema": {"openAPIV3Schema": schema()}, "subresources": {"status": {}}}],
    }})
}

fn container(index: usize, objects: Objects) -> Value {
    let mut container = json!({
        "name": format!("container-{index}"),
        "image": "registry.example.com/team/application:1.2.3",
        "memory": "128Mi",
        "ports": [{"containerPort": 8080, "protocol": "TCP"}, {"containerPort": 9090, "protocol": "TCP"}],
        "env": [{"name": "LOG_LEVEL", "value": "debug"}, {"name": "REGION", "value": "eu-central-1"}],
        "labels": {"app.kubernetes.io/name": "application", "app.kubernetes.io/part-of": "suite"},
    });
    match objects {
        Objects::Unknown => {
            container["privileged"] = json!(true);
            container["extra"] = json!({"a": [1, 2, 3], "b": {"c": "text"}});
            container["ports"][0]["nodePort"] = json!(30000);
            container["env"][1]["secret"] = json!("hidden");
        }
        Objects::Faulty if index.is_multiple_of(2) => {
            container["name"] = json!("Container");
            container["ports"][0]["containerPort"] = json!(0);
        }
        Objects::Faulty | Objects::Clean => {}
    }
    container
}

/// An object of about so many bytes.
pub(crate) fn text(bytes: usize, objects: Objects) -> Vec<u8> {
    let one = container(0, objects).to_string().len();
    let containers: Vec<_> = (0..(bytes / one).max(1)).map(|index| container(index, objects)).collect();
    let object = json!({
        "apiVersion": "example.com/v1",
        "kind": "Workload",
        "metadata": {"name": "a", "namespace": "b"},
        "spec": {"containers": containers},
    });
    serde_json::to_vec(&object).expect("JSON")
}
