//! Types of `api::core::v1`. Written by `tests/k8s-types`: change that and not this.

use k8s_openapi::api::core::v1 as of;

use super::leaves::{BOOLEAN, INT_OR_STRING, INT32, QUANTITY, STRING};
use super::macros::{implement, list, map, object, with};
use crate::describe::{Facet, ListTypeDesc, Literal, MapTypeDesc, TypeDesc};

pub(super) const CLIENT_IP_CONFIG: &TypeDesc = object! {
    "timeoutSeconds" may INT32,
};

pub(super) const NODE_ADDRESS: &TypeDesc = object! {
    "address" must STRING,
    "type" must STRING,
};

pub(super) const RESOURCE_QUOTA_SPEC: &TypeDesc = object! {
    "hard" may map!(QUANTITY),
    "scopeSelector" may SCOPE_SELECTOR,
    "scopes" may list!(STRING, Facet::ListType(ListTypeDesc::Atomic)),
};

pub(super) const SCOPE_SELECTOR: &TypeDesc = object! {
    "matchExpressions" may list!(SCOPED_RESOURCE_SELECTOR_REQUIREMENT, Facet::ListType(ListTypeDesc::Atomic)),
    [Facet::MapType(MapTypeDesc::Atomic)]
};

pub(super) const SCOPED_RESOURCE_SELECTOR_REQUIREMENT: &TypeDesc = object! {
    "operator" must STRING,
    "scopeName" must STRING,
    "values" may list!(STRING, Facet::ListType(ListTypeDesc::Atomic)),
};

pub(super) const SERVICE_PORT: &TypeDesc = object! {
    "appProtocol" may STRING,
    "name" may STRING,
    "nodePort" may INT32,
    "port" must INT32,
    "protocol" may with!(STRING, Facet::Default(Literal::String("TCP"))),
    "targetPort" may INT_OR_STRING,
};

pub(super) const SERVICE_SPEC: &TypeDesc = object! {
    "allocateLoadBalancerNodePorts" may BOOLEAN,
    "clusterIP" may STRING,
    "clusterIPs" may list!(STRING, Facet::ListType(ListTypeDesc::Atomic)),
    "externalIPs" may list!(STRING, Facet::ListType(ListTypeDesc::Atomic)),
    "externalName" may STRING,
    "externalTrafficPolicy" may STRING,
    "healthCheckNodePort" may INT32,
    "internalTrafficPolicy" may STRING,
    "ipFamilies" may list!(STRING, Facet::ListType(ListTypeDesc::Atomic)),
    "ipFamilyPolicy" may STRING,
    "loadBalancerClass" may STRING,
    "loadBalancerIP" may STRING,
    "loadBalancerSourceRanges" may list!(STRING, Facet::ListType(ListTypeDesc::Atomic)),
    "ports" may list!(SERVICE_PORT, Facet::ListMapKeys(&["port", "protocol"]), Facet::ListType(ListTypeDesc::Map)),
    "publishNotReadyAddresses" may BOOLEAN,
    "selector" may map!(STRING, Facet::MapType(MapTypeDesc::Atomic)),
    "sessionAffinity" may STRING,
    "sessionAffinityConfig" may SESSION_AFFINITY_CONFIG,
    "trafficDistribution" may STRING,
    "type" may STRING,
};

pub(super) const SESSION_AFFINITY_CONFIG: &TypeDesc = object! {
    "clientIP" may CLIENT_IP_CONFIG,
};

pub(super) const TOPOLOGY_SELECTOR_LABEL_REQUIREMENT: &TypeDesc = object! {
    "key" must STRING,
    "values" must list!(STRING, Facet::ListType(ListTypeDesc::Atomic)),
};

pub(super) const TOPOLOGY_SELECTOR_TERM: &TypeDesc = object! {
    "matchLabelExpressions" may list!(TOPOLOGY_SELECTOR_LABEL_REQUIREMENT, Facet::ListType(ListTypeDesc::Atomic)),
    [Facet::MapType(MapTypeDesc::Atomic)]
};

implement! {
    ClientIPConfig: CLIENT_IP_CONFIG,
    NodeAddress: NODE_ADDRESS,
    ResourceQuotaSpec: RESOURCE_QUOTA_SPEC,
    ScopeSelector: SCOPE_SELECTOR,
    ScopedResourceSelectorRequirement: SCOPED_RESOURCE_SELECTOR_REQUIREMENT,
    ServicePort: SERVICE_PORT,
    ServiceSpec: SERVICE_SPEC,
    SessionAffinityConfig: SESSION_AFFINITY_CONFIG,
    TopologySelectorLabelRequirement: TOPOLOGY_SELECTOR_LABEL_REQUIREMENT,
    TopologySelectorTerm: TOPOLOGY_SELECTOR_TERM,
}
