//! The `OpenAPI` documents that a server publishes of a schema.
//!
//! Source: `apiextensions-apiserver pkg/controller/openapi/builder/builder.go`.

pub use crate::publish::{
    OpenApiDefinitions, openapi_metadata_v2, openapi_metadata_v3, openapi_v2, openapi_v3,
};
