//! Types of `api::core::v1`. Written by `tests/k8s-types`: change that and not this.

use k8s_openapi::api::core::v1 as of;

use super::container::{
    CONTAINER, EPHEMERAL_CONTAINER, HTTP_HEADER, POD_RESOURCE_CLAIM, POD_SECURITY_CONTEXT, RESOURCE_CLAIM,
};
use super::leaves::{BOOLEAN, INT32, INT64, QUANTITY, STRING};
use super::macros::{implement, list, map, object, with};
use super::meta::{LABEL_SELECTOR, LABEL_SELECTOR_REQUIREMENT, OBJECT_META};
use super::volume::VOLUME;
use crate::describe::{Facet, ListTypeDesc, Literal, MapTypeDesc, TypeDesc};

pub(super) const AFFINITY: &TypeDesc = object! {
    "nodeAffinity" may NODE_AFFINITY,
    "podAffinity" may POD_AFFINITY,
    "podAntiAffinity" may POD_AFFINITY,
};

pub(super) const EVICTION_RESPONDER: &TypeDesc = object! {
    "name" must with!(STRING, Facet::MinLength(1)),
    "priority" must with!(INT32, Facet::Maximum(100_000.0), Facet::Minimum(0.0)),
    [Facet::MapType(MapTypeDesc::Atomic)]
};

pub(super) const HOST_ALIAS: &TypeDesc = object! {
    "hostnames" may list!(STRING, Facet::ListType(ListTypeDesc::Atomic)),
    "ip" must STRING,
};

pub(super) const LOCAL_OBJECT_REFERENCE: &TypeDesc = object! {
    "name" may with!(STRING, Facet::Default(Literal::String(""))),
    [Facet::MapType(MapTypeDesc::Atomic)]
};

pub(super) const NODE_AFFINITY: &TypeDesc = object! {
    "preferredDuringSchedulingIgnoredDuringExecution" may list!(PREFERRED_SCHEDULING_TERM, Facet::ListType(ListTypeDesc::Atomic)),
    "requiredDuringSchedulingIgnoredDuringExecution" may NODE_SELECTOR,
};

pub(super) const NODE_SELECTOR: &TypeDesc = object! {
    "nodeSelectorTerms" must list!(NODE_SELECTOR_TERM, Facet::ListType(ListTypeDesc::Atomic)),
    [Facet::MapType(MapTypeDesc::Atomic)]
};

pub(super) const NODE_SELECTOR_TERM: &TypeDesc = object! {
    "matchExpressions" may list!(LABEL_SELECTOR_REQUIREMENT, Facet::ListType(ListTypeDesc::Atomic)),
    "matchFields" may list!(LABEL_SELECTOR_REQUIREMENT, Facet::ListType(ListTypeDesc::Atomic)),
    [Facet::MapType(MapTypeDesc::Atomic)]
};

pub(super) const OBJECT_REFERENCE: &TypeDesc = object! {
    "apiVersion" may STRING,
    "fieldPath" may STRING,
    "kind" may STRING,
    "name" may STRING,
    "namespace" may STRING,
    "resourceVersion" may STRING,
    "uid" may STRING,
    [Facet::MapType(MapTypeDesc::Atomic)]
};

pub(super) const POD_AFFINITY: &TypeDesc = object! {
    "preferredDuringSchedulingIgnoredDuringExecution" may list!(WEIGHTED_POD_AFFINITY_TERM, Facet::ListType(ListTypeDesc::Atomic)),
    "requiredDuringSchedulingIgnoredDuringExecution" may list!(POD_AFFINITY_TERM, Facet::ListType(ListTypeDesc::Atomic)),
};

pub(super) const POD_AFFINITY_TERM: &TypeDesc = object! {
    "labelSelector" may LABEL_SELECTOR,
    "matchLabelKeys" may list!(STRING, Facet::ListType(ListTypeDesc::Atomic)),
    "mismatchLabelKeys" may list!(STRING, Facet::ListType(ListTypeDesc::Atomic)),
    "namespaceSelector" may LABEL_SELECTOR,
    "namespaces" may list!(STRING, Facet::ListType(ListTypeDesc::Atomic)),
    "topologyKey" must STRING,
};

pub(super) const POD_DNS_CONFIG: &TypeDesc = object! {
    "nameservers" may list!(STRING, Facet::ListType(ListTypeDesc::Atomic)),
    "options" may list!(POD_DNS_CONFIG_OPTION, Facet::ListType(ListTypeDesc::Atomic)),
    "searches" may list!(STRING, Facet::ListType(ListTypeDesc::Atomic)),
};

pub(super) const POD_DNS_CONFIG_OPTION: &TypeDesc = object! {
    "name" may STRING,
    "value" may STRING,
};

pub(super) const POD_OS: &TypeDesc = object! {
    "name" must STRING,
};

pub(super) const POD_READINESS_GATE: &TypeDesc = object! {
    "conditionType" must STRING,
};

pub(super) const POD_SCHEDULING_GROUP: &TypeDesc = object! {
    "podGroupName" may STRING,
};

pub(super) const POD_SPEC: &TypeDesc = object! {
    "activeDeadlineSeconds" may INT64,
    "affinity" may AFFINITY,
    "automountServiceAccountToken" may BOOLEAN,
    "containers" must list!(CONTAINER, Facet::ListMapKeys(&["name"]), Facet::ListType(ListTypeDesc::Map)),
    "dnsConfig" may POD_DNS_CONFIG,
    "dnsPolicy" may STRING,
    "enableServiceLinks" may BOOLEAN,
    "ephemeralContainers" may list!(EPHEMERAL_CONTAINER, Facet::ListMapKeys(&["name"]), Facet::ListType(ListTypeDesc::Map)),
    "evictionResponders" may list!(EVICTION_RESPONDER, Facet::MaxItems(10), Facet::ListMapKeys(&["name"]), Facet::ListType(ListTypeDesc::Map)),
    "hostAliases" may list!(HOST_ALIAS, Facet::ListMapKeys(&["ip"]), Facet::ListType(ListTypeDesc::Map)),
    "hostIPC" may BOOLEAN,
    "hostNetwork" may BOOLEAN,
    "hostPID" may BOOLEAN,
    "hostUsers" may BOOLEAN,
    "hostname" may STRING,
    "hostnameOverride" may STRING,
    "imagePullSecrets" may list!(LOCAL_OBJECT_REFERENCE, Facet::ListMapKeys(&["name"]), Facet::ListType(ListTypeDesc::Map)),
    "initContainers" may list!(CONTAINER, Facet::ListMapKeys(&["name"]), Facet::ListType(ListTypeDesc::Map)),
    "nodeName" may STRING,
    "nodeSelector" may map!(STRING, Facet::MapType(MapTypeDesc::Atomic)),
    "os" may POD_OS,
    "overhead" may map!(QUANTITY),
    "preemptionPolicy" may STRING,
    "priority" may INT32,
    "priorityClassName" may STRING,
    "readinessGates" may list!(POD_READINESS_GATE, Facet::ListType(ListTypeDesc::Atomic)),
    "resourceClaims" may list!(POD_RESOURCE_CLAIM, Facet::ListMapKeys(&["name"]), Facet::ListType(ListTypeDesc::Map)),
    "resources" may RESOURCE_REQUIREMENTS,
    "restartPolicy" may STRING,
    "runtimeClassName" may STRING,
    "schedulerName" may STRING,
    "schedulingGates" may list!(POD_OS, Facet::ListMapKeys(&["name"]), Facet::ListType(ListTypeDesc::Map)),
    "schedulingGroup" may POD_SCHEDULING_GROUP,
    "securityContext" may POD_SECURITY_CONTEXT,
    "serviceAccount" may STRING,
    "serviceAccountName" may STRING,
    "setHostnameAsFQDN" may BOOLEAN,
    "shareProcessNamespace" may BOOLEAN,
    "subdomain" may STRING,
    "terminationGracePeriodSeconds" may INT64,
    "tolerations" may list!(TOLERATION, Facet::ListType(ListTypeDesc::Atomic)),
    "topologySpreadConstraints" may list!(TOPOLOGY_SPREAD_CONSTRAINT, Facet::ListMapKeys(&["topologyKey", "whenUnsatisfiable"]), Facet::ListType(ListTypeDesc::Map)),
    "volumes" may list!(VOLUME, Facet::ListMapKeys(&["name"]), Facet::ListType(ListTypeDesc::Map)),
};

pub(super) const POD_TEMPLATE_SPEC: &TypeDesc = object! {
    "metadata" may OBJECT_META,
    "spec" may POD_SPEC,
};

pub(super) const PREFERRED_SCHEDULING_TERM: &TypeDesc = object! {
    "preference" must NODE_SELECTOR_TERM,
    "weight" must INT32,
};

pub(super) const RESOURCE_REQUIREMENTS: &TypeDesc = object! {
    "claims" may list!(RESOURCE_CLAIM, Facet::ListMapKeys(&["name"]), Facet::ListType(ListTypeDesc::Map)),
    "limits" may map!(QUANTITY),
    "requests" may map!(QUANTITY),
};

pub(super) const SECRET_REFERENCE: &TypeDesc = object! {
    "name" may STRING,
    "namespace" may STRING,
    [Facet::MapType(MapTypeDesc::Atomic)]
};

pub(super) const TOLERATION: &TypeDesc = object! {
    "effect" may STRING,
    "key" may STRING,
    "operator" may STRING,
    "tolerationSeconds" may INT64,
    "value" may STRING,
};

pub(super) const TOPOLOGY_SPREAD_CONSTRAINT: &TypeDesc = object! {
    "labelSelector" may LABEL_SELECTOR,
    "matchLabelKeys" may list!(STRING, Facet::ListType(ListTypeDesc::Atomic)),
    "maxSkew" must INT32,
    "minDomains" may INT32,
    "nodeAffinityPolicy" may STRING,
    "nodeTaintsPolicy" may STRING,
    "topologyKey" must STRING,
    "whenUnsatisfiable" must STRING,
};

pub(super) const WEIGHTED_POD_AFFINITY_TERM: &TypeDesc = object! {
    "podAffinityTerm" must POD_AFFINITY_TERM,
    "weight" must INT32,
};

implement! {
    Affinity: AFFINITY,
    HostAlias: HOST_ALIAS,
    LocalObjectReference: LOCAL_OBJECT_REFERENCE,
    NodeAffinity: NODE_AFFINITY,
    NodeSelector: NODE_SELECTOR,
    NodeSelectorRequirement: LABEL_SELECTOR_REQUIREMENT,
    NodeSelectorTerm: NODE_SELECTOR_TERM,
    ObjectReference: OBJECT_REFERENCE,
    PodAffinity: POD_AFFINITY,
    PodAffinityTerm: POD_AFFINITY_TERM,
    PodAntiAffinity: POD_AFFINITY,
    PodDNSConfig: POD_DNS_CONFIG,
    PodDNSConfigOption: POD_DNS_CONFIG_OPTION,
    PodOS: POD_OS,
    PodReadinessGate: POD_READINESS_GATE,
    PodSchedulingGate: POD_OS,
    PodSpec: POD_SPEC,
    PodTemplateSpec: POD_TEMPLATE_SPEC,
    PreferredSchedulingTerm: PREFERRED_SCHEDULING_TERM,
    ResourceRequirements: RESOURCE_REQUIREMENTS,
    SecretReference: SECRET_REFERENCE,
    Sysctl: HTTP_HEADER,
    Toleration: TOLERATION,
    TopologySpreadConstraint: TOPOLOGY_SPREAD_CONSTRAINT,
    WeightedPodAffinityTerm: WEIGHTED_POD_AFFINITY_TERM,
}
