//! The wire types of `apiextensions.k8s.io/v1`: every field optional, serde in and out without loss.
//!
//! Source: `apiextensions-apiserver pkg/apis/apiextensions/v1/types.go`, `types_jsonschema.go`, `marshal.go`.
//!
//! Knows nothing of: structural schemas, the rules a CRD must keep.

mod crd;
mod either;
mod object;
mod object_meta;
mod props;
mod scale;

pub use crd::{
    ConversionSpec, CrdCondition, CrdNames, CrdSpec, CrdStatus, CrdSubresources, CrdValidation, CrdVersion,
    CustomResourceDefinition, PrinterColumn, ScaleSubresource, SelectableField, ServiceReference,
    StatusSubresource, WebhookClientConfig, WebhookConversion,
};
pub use either::{SchemaOrArray, SchemaOrBool, SchemaOrList, SchemaOrStrings};
pub use object_meta::{ManagedFieldsEntry, ObjectMeta, OwnerReference};
pub use props::{ExternalDocumentation, JsonSchemaProps, UnionProps, ValidationRule};
pub use scale::{Scale, ScaleSpec, ScaleStatus};

use crate::path::{FieldPath, FieldPathBuf, PathStep, PathStyle};
use object::Content;

/// A string of the wire, where none and the empty one are the same.
pub(crate) fn or_empty(field: Option<&String>) -> &str {
    field.map_or("", String::as_str)
}

/// The paths of all fields below `content` that no wire type knows, in the order of reading.
fn unknown_fields(content: &impl Content) -> Vec<FieldPathBuf> {
    let mut paths = Vec::new();
    content.unknown(&FieldPath::ROOT, &mut |path| paths.push(path.to_owned(PathStyle::Dotted)));
    paths
}

/// Where the schema of a version stands in a CRD.
pub(crate) fn schema_path(index: usize) -> FieldPathBuf {
    let name = PathStep::Property;
    let steps =
        [name("spec"), name("versions"), PathStep::Index(index), name("schema"), name("openAPIV3Schema")];
    FieldPathBuf::new(steps, PathStyle::Bracketed)
}
