//! Types of `apimachinery::pkg::apis::meta::v1`. Written by `tests/k8s-types`: change that and not this.

use k8s_openapi::apimachinery::pkg::apis::meta::v1 as of;

use super::leaves::{BOOLEAN, INT64, RAW_EXTENSION, STRING, TIME};
use super::macros::{implement, list, map, object, with};
use crate::describe::{Facet, ListTypeDesc, Literal, MapTypeDesc, TypeDesc};

pub(super) const CONDITION: &TypeDesc = object! {
    "lastTransitionTime" must TIME,
    "message" must with!(STRING, Facet::MaxLength(32_768)),
    "observedGeneration" may with!(INT64, Facet::Minimum(0.0)),
    "reason" must with!(STRING, Facet::MaxLength(1024), Facet::MinLength(1), Facet::Pattern("^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$")),
    "status" must with!(STRING, Facet::Enum(&[Literal::String("True"), Literal::String("False"), Literal::String("Unknown")])),
    "type" must with!(STRING, Facet::MaxLength(316), Facet::Pattern(r"^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$")),
};

pub(super) const LABEL_SELECTOR: &TypeDesc = object! {
    "matchExpressions" may list!(LABEL_SELECTOR_REQUIREMENT, Facet::ListType(ListTypeDesc::Atomic)),
    "matchLabels" may map!(STRING),
    [Facet::MapType(MapTypeDesc::Atomic)]
};

pub(super) const LABEL_SELECTOR_REQUIREMENT: &TypeDesc = object! {
    "key" must STRING,
    "operator" must STRING,
    "values" may list!(STRING, Facet::ListType(ListTypeDesc::Atomic)),
};

pub(super) const MANAGED_FIELDS_ENTRY: &TypeDesc = object! {
    "apiVersion" may STRING,
    "fieldsType" may STRING,
    "fieldsV1" may RAW_EXTENSION,
    "manager" may STRING,
    "operation" may STRING,
    "subresource" may STRING,
    "time" may TIME,
};

pub(super) const OBJECT_META: &TypeDesc = object! {
    "annotations" may map!(STRING),
    "creationTimestamp" may TIME,
    "deletionGracePeriodSeconds" may INT64,
    "deletionTimestamp" may TIME,
    "finalizers" may list!(STRING, Facet::ListType(ListTypeDesc::Set)),
    "generateName" may STRING,
    "generation" may INT64,
    "labels" may map!(STRING),
    "managedFields" may list!(MANAGED_FIELDS_ENTRY, Facet::ListType(ListTypeDesc::Atomic)),
    "name" may STRING,
    "namespace" may STRING,
    "ownerReferences" may list!(OWNER_REFERENCE, Facet::ListMapKeys(&["uid"]), Facet::ListType(ListTypeDesc::Map)),
    "resourceVersion" may STRING,
    "selfLink" may STRING,
    "uid" may STRING,
};

pub(super) const OWNER_REFERENCE: &TypeDesc = object! {
    "apiVersion" must STRING,
    "blockOwnerDeletion" may BOOLEAN,
    "controller" may BOOLEAN,
    "kind" must STRING,
    "name" must STRING,
    "uid" must STRING,
    [Facet::MapType(MapTypeDesc::Atomic)]
};

implement! {
    Condition: CONDITION,
    LabelSelector: LABEL_SELECTOR,
    LabelSelectorRequirement: LABEL_SELECTOR_REQUIREMENT,
    ManagedFieldsEntry: MANAGED_FIELDS_ENTRY,
    ObjectMeta: OBJECT_META,
    OwnerReference: OWNER_REFERENCE,
}
