//! From our definition to that of k8s-openapi.

use k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition as Crd;

use crate::crd::CustomResourceExt;
use crate::describe::CustomResource;
use crate::violation::Violations;
use crate::wire::CustomResourceDefinition;

/// Why there is no definition for kube.
///
/// ```
/// use crd_schema::kube_5::DefinitionError;
///
/// let text = "k8s-openapi has no place for a part of the definition; lower its markers first";
/// assert_eq!(DefinitionError::Lossy.to_string(), text);
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DefinitionError {
    /// There is no definition at all: a marker that no rule can stand for, a pattern that Go does not read.
    #[error(transparent)]
    Refused(#[from] Violations),
    /// k8s-openapi does not read what was written.
    #[error("k8s-openapi does not read the definition: {0}")]
    Unreadable(#[from] serde_json::Error),
    /// k8s-openapi has no place for something in the definition, mutability markers for example.
    #[error("k8s-openapi has no place for a part of the definition; lower its markers first")]
    Lossy,
}

/// The definition of a type for clusters, as kube applies it.
///
/// `kube_core::CustomResourceExt::crd` of a type with `#[crd(kube)]` is the same and panics where this is an error, for
/// kube's trait knows no errors; the generated test of the type finds that out first.
///
/// ```
/// # use crd_schema::describe::{ResourceDesc, Shape, TypeDesc};
/// # use crd_schema::CustomResource;
/// # struct Database;
/// # impl CustomResource for Database {
/// #     const RESOURCE: ResourceDesc = ResourceDesc {
/// #         group: "example.com",
/// #         version: "v1",
/// #         kind: "Database",
/// #         plural: "databases",
/// #         ..ResourceDesc::EMPTY
/// #     };
/// #     const SCHEMA: &'static TypeDesc = &TypeDesc { shape: Shape::Object(&[]), facets: &[] };
/// # }
/// let crd = crd_schema::kube_5::definition::<Database>()?;
/// assert_eq!(crd.spec.names.plural, "databases");
/// # Ok::<(), crd_schema::kube_5::DefinitionError>(())
/// ```
///
/// # Errors
/// As [`crate::crd::definition`]: a marker that cannot be lowered is one, and is never left out.
pub fn definition<K: CustomResource>() -> Result<Crd, DefinitionError> {
    to_kube(&K::crd()?)
}

/// A definition in the types of k8s-openapi.
///
/// ```
/// use crd_schema::CustomResourceDefinition;
/// use crd_schema::kube_5::{DefinitionError, to_kube};
/// use serde_json::json;
///
/// let with = |mutability: &str| json!({
///     "apiVersion": "apiextensions.k8s.io/v1",
///     "kind": "CustomResourceDefinition",
///     "metadata": {"name": "databases.example.com"},
///     "spec": {
///         "group": "example.com", "scope": "Namespaced",
///         "names": {"plural": "databases", "kind": "Database"},
///         "versions": [{"name": "v1", "served": true, "storage": true, "schema": {
///             "openAPIV3Schema": {"type": "object", mutability: "Immutable"},
///         }}],
///     },
/// });
/// let crd: CustomResourceDefinition = serde_json::from_value(with("description"))?;
/// assert_eq!(to_kube(&crd)?.spec.group, "example.com");
/// let crd: CustomResourceDefinition = serde_json::from_value(with("x-kubernetes-mutability"))?;
/// assert!(matches!(to_kube(&crd), Err(DefinitionError::Lossy)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// What k8s-openapi does not read, and what it would leave out.
pub fn to_kube(crd: &CustomResourceDefinition) -> Result<Crd, DefinitionError> {
    let read: Crd = serde_json::from_value(serde_json::to_value(crd)?)?;
    let back: CustomResourceDefinition = serde_json::from_value(serde_json::to_value(&read)?)?;
    // Whole numbers come back as floats; both are one number once they are in the wire types.
    if serde_json::to_value(&back)? == serde_json::to_value(crd)? {
        Ok(read)
    } else {
        Err(DefinitionError::Lossy)
    }
}
