//! kube 5: root types for its client and its controllers, without schemars and without its derive.
//!
//! `#[crd(kube)]` on a root type, or on the spec of one, implements [`kube_core::Resource`],
//! [`kube_core::CustomResourceExt`], [`HasSpec`](kube_core::object::HasSpec) and
//! [`HasStatus`](kube_core::object::HasStatus); [`WithSchema`] gives types of kube's own derive a schema.
//!
//! Which version of Kubernetes k8s-openapi is built for is said by your program, with a feature of k8s-openapi.
//!
//! Source: `kube_core::crd`, `kube_core::resource`.

mod convert;
mod migrate;
#[doc(hidden)]
pub mod root;

pub use convert::{DefinitionError, definition, to_kube};
pub use k8s_openapi;
pub use k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition;
pub use k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta;
pub use kube_core;
pub use migrate::WithSchema;
