//! Types of Kubernetes itself, as k8s-openapi has them.

use k8s_openapi::api::core::v1 as core;
use k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::JSON;
use k8s_openapi::apimachinery::pkg::api::resource::Quantity;
use k8s_openapi::apimachinery::pkg::apis::meta::v1 as meta;
use k8s_openapi::apimachinery::pkg::runtime::RawExtension;
use k8s_openapi::apimachinery::pkg::util::intstr::IntOrString;

crd_schema_tests::field_shapes! {
    kubernetes_quantity: Quantity => ["100m", 5, "1.5Gi"]
        except [WrittenIsAccepted: "a Quantity reads any text", WrittenBackIsUnchanged: "a Quantity is written as a text"];
    kubernetes_int_or_string: IntOrString => [80, "http"];
    kubernetes_time: meta::Time => ["2020-01-02T03:04:05Z"] except [AcceptedIsRead: "a server lets an empty list pass where a format is"];
    kubernetes_micro_time: meta::MicroTime => ["2020-01-02T03:04:05.000007Z"] except [AcceptedIsRead: "a server lets an empty list pass where a format is"];
    kubernetes_json: JSON => [{"a": [1, null]}, 5, "a", null];
    kubernetes_raw_extension: RawExtension => [{"apiVersion": "v1", "kind": "Secret", "data": {"a": "b"}}]
        except [WrittenIsAccepted: "a RawExtension reads any value"];
    kubernetes_bytes: k8s_openapi::ByteString => ["aGk="]
        except [AcceptedIsRead: "a server lets an empty list pass where a format is", WrittenIsAccepted: "no bytes are no `byte` to a server"];
    kubernetes_object_meta: meta::ObjectMeta => [
        {"name": "a", "labels": {"a": "b"}, "annotations": {"c": "d"}, "finalizers": ["e.example.com/f"]},
        {"creationTimestamp": "2020-01-02T03:04:05Z", "managedFields": [{"manager": "m", "fieldsV1": {"f:a": {}}}],
         "ownerReferences": [{"apiVersion": "v1", "kind": "Pod", "name": "p", "uid": "u"}]}
    ] except [WrittenIsAccepted: "a FieldsV1 reads any value"];
    kubernetes_condition: meta::Condition => [
        {"type": "Ready", "status": "True", "reason": "AllGood", "message": "", "lastTransitionTime": "2020-01-02T03:04:05Z", "observedGeneration": 3}
    ] except [WrittenIsAccepted: "what is missing is read as an empty text"];
    kubernetes_label_selector: meta::LabelSelector => [
        {"matchLabels": {"app": "a"}}, {"matchExpressions": [{"key": "a", "operator": "In", "values": ["b"]}]}
    ];
    kubernetes_owner_reference: meta::OwnerReference => [{"apiVersion": "v1", "kind": "Pod", "name": "p", "uid": "u"}];
    kubernetes_object_reference: core::ObjectReference => [{"kind": "Pod", "namespace": "a", "name": "p"}];
    kubernetes_local_object_reference: core::LocalObjectReference => [{"name": "p"}];
    kubernetes_secret_key_selector: core::SecretKeySelector => [{"name": "p", "key": "k", "optional": true}];
    kubernetes_config_map_key_selector: core::ConfigMapKeySelector => [{"name": "p", "key": "k"}];
    kubernetes_resource_requirements: core::ResourceRequirements => [
        {"limits": {"cpu": "100m"}, "requests": {"memory": "1Gi", "cpu": 1}, "claims": [{"name": "gpu"}]}
    ] except [WrittenIsAccepted: "a Quantity reads any text", WrittenBackIsUnchanged: "a Quantity is written as a text"];
    kubernetes_env_var: core::EnvVar => [
        {"name": "A", "value": "b"}, {"name": "A", "valueFrom": {"secretKeyRef": {"name": "s", "key": "k"}}}
    ];
    kubernetes_toleration: core::Toleration => [{"key": "a", "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": 5}];
    kubernetes_affinity: core::Affinity => [
        {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [{"matchExpressions": [{"key": "a", "operator": "Exists"}]}]}}},
        {"podAntiAffinity": {"preferredDuringSchedulingIgnoredDuringExecution": [{"weight": 1, "podAffinityTerm": {"topologyKey": "zone"}}]}}
    ];
    kubernetes_volume: core::Volume => [
        {"name": "a", "configMap": {"name": "c", "items": [{"key": "k", "path": "p", "mode": 420}]}},
        {"name": "a", "persistentVolumeClaim": {"claimName": "c"}},
        {"name": "a", "emptyDir": {"sizeLimit": "1Gi"}}
    ];
    kubernetes_volume_mount: core::VolumeMount => [{"name": "a", "mountPath": "/a", "readOnly": true}];
    kubernetes_container: core::Container => [
        {"name": "a", "image": "b:c", "command": ["d"], "ports": [{"containerPort": 80, "name": "http"}]},
        {"name": "a", "livenessProbe": {"httpGet": {"path": "/", "port": "http"}, "periodSeconds": 3}, "securityContext": {"runAsUser": 5}}
    ];
    kubernetes_pod_template: core::PodTemplateSpec => [
        {"metadata": {"labels": {"app": "a"}}, "spec": {"containers": [{"name": "a", "image": "b:c"}], "restartPolicy": "Always"}},
        {"spec": {"containers": [], "volumes": [{"name": "a", "hostPath": {"path": "/"}}], "tolerations": [{"operator": "Exists"}]}}
    ];
    optional_kubernetes_pod_spec: @[#[serde(default, skip_serializing_if = "Option::is_none")]] Option<core::PodSecurityContext> => [
        {"runAsNonRoot": true, "fsGroup": 5, "sysctls": [{"name": "a", "value": "b"}]}
    ];
    list_of_kubernetes_conditions: @[#[crd(list_type = "map", list_map_keys = ["type"])]] Vec<meta::Condition> => [
        [{"type": "Ready", "status": "True", "reason": "AllGood", "message": "", "lastTransitionTime": "2020-01-02T03:04:05Z"}]
    ] except [WrittenIsAccepted: "what is missing is read as an empty text"];
}
