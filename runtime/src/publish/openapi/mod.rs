//! What a server shows of a version of a CRD in its documents of `OpenAPI`.
//!
//! The definitions are wire schemas: they are schemas with a few fields that CRDs do not have, the kind among them,
//! and those are kept in `unknown`, where they are written from. A server that is built with this crate merges the
//! definitions of all versions that it serves: those of one group and version below `components.schemas` of
//! `/openapi/v3/apis/<group>/<version>`, all of them below `definitions` of `/openapi/v2`, and in both what these refer
//! to. Paths are left to the server, which knows what it serves.
//!
//! Source: `pkg/controller/openapi/builder/builder.go`, `pkg/controller/openapi/v2/conversion.go`,
//! `pkg/controller/openapi/controller.go`.
//!
//! Knows nothing of: profiles, requests.

mod definition;
mod metadata;
mod printed;
mod reduce;

use std::collections::BTreeMap;

use crate::path::FieldPath;
use crate::schema::SchemaNode;
use crate::wire::{CrdVersion, CustomResourceDefinition, JsonSchemaProps};

use super::unfold;
use definition::Kind;

pub use metadata::{openapi_metadata_v2, openapi_metadata_v3};

/// Definitions by their names in a document.
pub type OpenApiDefinitions = BTreeMap<String, JsonSchemaProps>;

/// Which of the two documents a definition is for.
#[derive(Clone, Copy, PartialEq)]
enum Document {
    V2,
    V3,
}

/// The definitions that `/openapi/v2` shows of a version: of its kind and of the list of these.
///
/// They say less than the schema, because clients of this document know less: no junctors, no `nullable`, no defaults,
/// and nothing at all of a resource that keeps unknown fields. `None` when the CRD does not serve the version.
///
/// ```
/// use crd_schema::openapi::openapi_v2;
/// use crd_schema::CustomResourceDefinition;
/// use serde_json::json;
///
/// let crd: CustomResourceDefinition = serde_json::from_value(json!({"spec": {
///     "group": "example.com",
///     "names": {"kind": "Job", "plural": "jobs"},
///     "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": {
///         "type": "object",
///         "properties": {"size": {"type": "integer", "nullable": true, "default": 1}},
///     }}}],
/// }}))?;
/// let definitions = openapi_v2(&crd, "v1").unwrap();
/// let names: Vec<_> = definitions.keys().collect();
/// assert_eq!(names, ["com.example.v1.Job", "com.example.v1.JobList"]);
/// let job = serde_json::to_value(&definitions["com.example.v1.Job"])?;
/// assert_eq!(job["properties"]["size"], json!({}));
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// Source: `BuildOpenAPIV2` in `pkg/controller/openapi/builder/builder.go`.
pub fn openapi_v2(crd: &CustomResourceDefinition, version: &str) -> Option<OpenApiDefinitions> {
    definitions(crd, version, Document::V2)
}

/// The definitions that `/openapi/v3/apis/<group>/<version>` shows of a CRD: of its kind and of the list of these.
///
/// `None` when the CRD does not serve the version. A schema that is not structural is not shown. What the definitions
/// refer to is in [`openapi_metadata_v3`].
///
/// ```
/// use crd_schema::openapi::openapi_v3;
/// use crd_schema::CustomResourceDefinition;
/// use serde_json::json;
///
/// let crd: CustomResourceDefinition = serde_json::from_value(json!({"spec": {
///     "group": "example.com",
///     "names": {"kind": "Job", "plural": "jobs"},
///     "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": {
///         "type": "object",
///         "properties": {"size": {"x-kubernetes-int-or-string": true, "default": 1}},
///     }}}],
/// }}))?;
/// let job = serde_json::to_value(&openapi_v3(&crd, "v1").unwrap()["com.example.v1.Job"])?;
/// assert_eq!(job["properties"]["size"], json!({
///     "default": 1,
///     "anyOf": [{"type": "integer"}, {"type": "string"}],
///     "x-kubernetes-int-or-string": true,
/// }));
/// let metadata = &job["properties"]["metadata"]["allOf"][0]["$ref"];
/// assert_eq!(metadata, "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta");
/// assert_eq!(
///     job["x-kubernetes-group-version-kind"],
///     json!([{"group": "example.com", "version": "v1", "kind": "Job"}]),
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// Source: `BuildOpenAPIV3` in `pkg/controller/openapi/builder/builder.go`.
pub fn openapi_v3(crd: &CustomResourceDefinition, version: &str) -> Option<OpenApiDefinitions> {
    definitions(crd, version, Document::V3)
}

fn definitions(
    crd: &CustomResourceDefinition,
    version: &str,
    document: Document,
) -> Option<OpenApiDefinitions> {
    let spec = crd.spec.as_ref()?;
    let served = spec.versions.iter().flatten().find(|served| served.name.as_deref() == Some(version))?;
    if served.served != Some(true) {
        return None;
    }
    let kind = Kind::new(spec, served, document);
    let schema = shown_schema(served).filter(|root| {
        // Not even the type: clients would complain about what they do not find.
        let keeps = root.preserve_unknown_fields || spec.preserve_unknown_fields == Some(true);
        !(keeps && document == Document::V2)
    });
    let list = (kind.list_name(), kind.list());
    Some([(kind.name(), kind.definition(schema)), list].into())
}

/// The schema of a version, when it is structural.
fn shown_schema(version: &CrdVersion) -> Option<SchemaNode> {
    let props = version.schema.as_ref()?.open_api_v3_schema.as_ref()?;
    let schema = crate::convert::structural_schema(props, &FieldPath::ROOT).ok()?;
    let mut root = schema.into_root();
    unfold::for_servers(&mut root);
    Some(root)
}
