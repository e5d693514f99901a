//! What the definitions of all kinds refer to: the metadata of objects and lists.
//!
//! `metadata.json` has the definitions of v3 without their descriptions.
//!
//! Source: `apimachinery pkg/apis/meta/v1/types.go`, as `pkg/generated/openapi` shows it.
//!
//! Knows nothing of: kinds.

use std::collections::BTreeMap;

use crate::wire::{JsonSchemaProps, SchemaOrArray, SchemaOrBool};

use super::OpenApiDefinitions;

const V3: &str = include_str!("metadata.json");

/// The definitions that those of [`openapi_v3`](super::openapi_v3) refer to, without the descriptions that servers
/// show.
///
/// ```
/// let definitions = crd_schema::openapi::openapi_metadata_v3();
/// let metadata = &definitions["io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"];
/// assert!(metadata.properties.as_ref().unwrap().contains_key("ownerReferences"));
/// ```
///
/// Source: `apimachinery pkg/apis/meta/v1/types.go`.
pub fn openapi_metadata_v3() -> OpenApiDefinitions {
    // The string is a part of this crate, and a test reads it.
    serde_json::from_str(V3).unwrap_or_default()
}

/// The definitions that those of [`openapi_v2`](super::openapi_v2) refer to, without the descriptions that servers
/// show.
///
/// ```
/// let definitions = crd_schema::openapi::openapi_metadata_v2();
/// let metadata = &definitions["io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"];
/// let time = &metadata.properties.as_ref().unwrap()["creationTimestamp"];
/// assert_eq!(time.reference.as_deref(), Some("#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.Time"));
/// ```
///
/// Source: `apimachinery pkg/apis/meta/v1/types.go`.
pub fn openapi_metadata_v2() -> OpenApiDefinitions {
    let mut definitions = openapi_metadata_v3();
    definitions.values_mut().for_each(to_v2);
    definitions
}

/// In v2 there are no defaults, and a reference stands by itself.
fn to_v2(props: &mut JsonSchemaProps) {
    props.default = None;
    let wrapped = props.all_of.take().into_iter().flatten().find_map(|wrapped| wrapped.reference);
    if let Some(reference) = wrapped.or(props.reference.take()) {
        props.reference = Some(reference.replacen("#/components/schemas/", "#/definitions/", 1));
    }
    props.properties.iter_mut().flat_map(BTreeMap::values_mut).for_each(|property| to_v2(property));
    if let Some(SchemaOrArray::Schema(items)) = &mut props.items {
        to_v2(items);
    }
    if let Some(SchemaOrBool::Schema(values)) = &mut props.additional_properties {
        to_v2(values);
    }
}
