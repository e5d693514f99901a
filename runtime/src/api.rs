//! The types of `apiextensions.k8s.io/v1`, and the metadata of objects, as they are written in YAML and JSON.
//!
//! Every field is optional, and nothing is lost between reading and writing: unknown fields are kept apart.
//!
//! Source: `apiextensions-apiserver pkg/apis/apiextensions/v1/types.go`, `types_jsonschema.go`; `apimachinery
//! pkg/apis/meta/v1/types.go`.

pub use crate::wire::*;
