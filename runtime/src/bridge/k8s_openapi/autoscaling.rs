//! Types of `api::autoscaling::v2`. Written by `tests/k8s-types`: change that and not this.

use k8s_openapi::api::autoscaling::v2 as of;

use super::leaves::{INT32, QUANTITY, STRING};
use super::macros::{implement, list, object};
use super::meta::LABEL_SELECTOR;
use crate::describe::{Facet, ListTypeDesc, TypeDesc};

pub(super) const CONTAINER_RESOURCE_METRIC_SOURCE: &TypeDesc = object! {
    "container" must STRING,
    "name" must STRING,
    "target" must METRIC_TARGET,
};

pub(super) const CROSS_VERSION_OBJECT_REFERENCE: &TypeDesc = object! {
    "apiVersion" may STRING,
    "kind" must STRING,
    "name" must STRING,
};

pub(super) const EXTERNAL_METRIC_SOURCE: &TypeDesc = object! {
    "metric" must METRIC_IDENTIFIER,
    "target" must METRIC_TARGET,
};

pub(super) const HPA_SCALING_POLICY: &TypeDesc = object! {
    "periodSeconds" must INT32,
    "type" must STRING,
    "value" must INT32,
};

pub(super) const HPA_SCALING_RULES: &TypeDesc = object! {
    "policies" may list!(HPA_SCALING_POLICY, Facet::ListType(ListTypeDesc::Atomic)),
    "selectPolicy" may STRING,
    "stabilizationWindowSeconds" may INT32,
    "tolerance" may QUANTITY,
};

pub(super) const HORIZONTAL_POD_AUTOSCALER_BEHAVIOR: &TypeDesc = object! {
    "scaleDown" may HPA_SCALING_RULES,
    "scaleUp" may HPA_SCALING_RULES,
};

pub(super) const METRIC_IDENTIFIER: &TypeDesc = object! {
    "name" must STRING,
    "selector" may LABEL_SELECTOR,
};

pub(super) const METRIC_SPEC: &TypeDesc = object! {
    "containerResource" may CONTAINER_RESOURCE_METRIC_SOURCE,
    "external" may EXTERNAL_METRIC_SOURCE,
    "object" may OBJECT_METRIC_SOURCE,
    "pods" may EXTERNAL_METRIC_SOURCE,
    "resource" may RESOURCE_METRIC_SOURCE,
    "type" must STRING,
};

pub(super) const METRIC_TARGET: &TypeDesc = object! {
    "averageUtilization" may INT32,
    "averageValue" may QUANTITY,
    "type" must STRING,
    "value" may QUANTITY,
};

pub(super) const OBJECT_METRIC_SOURCE: &TypeDesc = object! {
    "describedObject" must CROSS_VERSION_OBJECT_REFERENCE,
    "metric" must METRIC_IDENTIFIER,
    "target" must METRIC_TARGET,
};

pub(super) const RESOURCE_METRIC_SOURCE: &TypeDesc = object! {
    "name" must STRING,
    "target" must METRIC_TARGET,
};

implement! {
    ContainerResourceMetricSource: CONTAINER_RESOURCE_METRIC_SOURCE,
    CrossVersionObjectReference: CROSS_VERSION_OBJECT_REFERENCE,
    ExternalMetricSource: EXTERNAL_METRIC_SOURCE,
    HPAScalingPolicy: HPA_SCALING_POLICY,
    HPAScalingRules: HPA_SCALING_RULES,
    HorizontalPodAutoscalerBehavior: HORIZONTAL_POD_AUTOSCALER_BEHAVIOR,
    MetricIdentifier: METRIC_IDENTIFIER,
    MetricSpec: METRIC_SPEC,
    MetricTarget: METRIC_TARGET,
    ObjectMetricSource: OBJECT_METRIC_SOURCE,
    PodsMetricSource: EXTERNAL_METRIC_SOURCE,
    ResourceMetricSource: RESOURCE_METRIC_SOURCE,
}
