//! Types of `api::core::v1`. Written by `tests/k8s-types`: change that and not this.

use k8s_openapi::api::core::v1 as of;

use super::leaves::{BOOLEAN, QUANTITY, STRING, TIME};
use super::macros::{implement, list, map, object, with};
use super::meta::{LABEL_SELECTOR, OBJECT_META};
use crate::describe::{Facet, ListTypeDesc, Literal, MapTypeDesc, TypeDesc};

pub(super) const MODIFY_VOLUME_STATUS: &TypeDesc = object! {
    "status" must STRING,
    "targetVolumeAttributesClassName" may STRING,
};

pub(super) const PERSISTENT_VOLUME_CLAIM_CONDITION: &TypeDesc = object! {
    "lastProbeTime" may TIME,
    "lastTransitionTime" may TIME,
    "message" may STRING,
    "reason" may STRING,
    "status" must STRING,
    "type" must STRING,
};

pub(super) const PERSISTENT_VOLUME_CLAIM_SPEC: &TypeDesc = object! {
    "accessModes" may list!(STRING, Facet::ListType(ListTypeDesc::Atomic)),
    "dataSource" may TYPED_LOCAL_OBJECT_REFERENCE,
    "dataSourceRef" may TYPED_OBJECT_REFERENCE,
    "resources" may VOLUME_RESOURCE_REQUIREMENTS,
    "selector" may LABEL_SELECTOR,
    "storageClassName" may STRING,
    "volumeAttributesClassName" may STRING,
    "volumeMode" may STRING,
    "volumeName" may STRING,
};

pub(super) const PERSISTENT_VOLUME_CLAIM_STATUS: &TypeDesc = object! {
    "accessModes" may list!(STRING, Facet::ListType(ListTypeDesc::Atomic)),
    "allocatedResourceStatuses" may map!(STRING, Facet::MapType(MapTypeDesc::Granular)),
    "allocatedResources" may map!(QUANTITY),
    "capacity" may map!(QUANTITY),
    "conditions" may list!(PERSISTENT_VOLUME_CLAIM_CONDITION, Facet::ListMapKeys(&["type"]), Facet::ListType(ListTypeDesc::Map)),
    "currentVolumeAttributesClassName" may STRING,
    "healthStatus" may VOLUME_HEALTH_STATUS,
    "modifyVolumeStatus" may MODIFY_VOLUME_STATUS,
    "phase" may STRING,
};

pub(super) const PERSISTENT_VOLUME_CLAIM_TEMPLATE: &TypeDesc = object! {
    "metadata" may OBJECT_META,
    "spec" must PERSISTENT_VOLUME_CLAIM_SPEC,
};

pub(super) const PERSISTENT_VOLUME_CLAIM_VOLUME_SOURCE: &TypeDesc = object! {
    "claimName" must STRING,
    "readOnly" may BOOLEAN,
};

pub(super) const TYPED_LOCAL_OBJECT_REFERENCE: &TypeDesc = object! {
    "apiGroup" may STRING,
    "kind" must STRING,
    "name" must STRING,
    [Facet::MapType(MapTypeDesc::Atomic)]
};

pub(super) const TYPED_OBJECT_REFERENCE: &TypeDesc = object! {
    "apiGroup" may STRING,
    "kind" must STRING,
    "name" must STRING,
    "namespace" may STRING,
};

pub(super) const VOLUME_HEALTH_CONDITION: &TypeDesc = object! {
    "message" may STRING,
    "reason" must with!(STRING, Facet::MinLength(1)),
    "status" must with!(STRING, Facet::Enum(&[Literal::String("DataLoss"), Literal::String("Degraded"), Literal::String("Inaccessible")]), Facet::MinLength(1)),
};

pub(super) const VOLUME_HEALTH_STATUS: &TypeDesc = object! {
    "healthConditions" may list!(VOLUME_HEALTH_CONDITION, Facet::MaxItems(16), Facet::ListMapKeys(&["status", "reason"]), Facet::ListType(ListTypeDesc::Map)),
    "lastTransitionTime" may TIME,
};

pub(super) const VOLUME_RESOURCE_REQUIREMENTS: &TypeDesc = object! {
    "limits" may map!(QUANTITY),
    "requests" may map!(QUANTITY),
};

implement! {
    ModifyVolumeStatus: MODIFY_VOLUME_STATUS,
    PersistentVolumeClaimCondition: PERSISTENT_VOLUME_CLAIM_CONDITION,
    PersistentVolumeClaimSpec: PERSISTENT_VOLUME_CLAIM_SPEC,
    PersistentVolumeClaimStatus: PERSISTENT_VOLUME_CLAIM_STATUS,
    PersistentVolumeClaimTemplate: PERSISTENT_VOLUME_CLAIM_TEMPLATE,
    PersistentVolumeClaimVolumeSource: PERSISTENT_VOLUME_CLAIM_VOLUME_SOURCE,
    TypedLocalObjectReference: TYPED_LOCAL_OBJECT_REFERENCE,
    TypedObjectReference: TYPED_OBJECT_REFERENCE,
    VolumeResourceRequirements: VOLUME_RESOURCE_REQUIREMENTS,
}
