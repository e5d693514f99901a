//! The definition of a Rust type.

use super::definition::{Definition, assemble};
use super::version::Version;
use crate::describe::CustomResource;
use crate::publish::Profile;
#[cfg(feature = "serve")]
use crate::served::{ServeError, ServedVersion};
use crate::violation::Violations;
use crate::wire::CustomResourceDefinition;

/// The definition of a resource, with what is to be known about it.
///
/// ```
/// # use crd_schema::describe::{ResourceDesc, Shape, TypeDesc};
/// use crd_schema::crd::definition;
/// use crd_schema::{CustomResource, Profile};
///
/// struct Database;
///
/// // As `#[derive(CrdSchema)]` writes it.
/// impl CustomResource for Database {
///     const RESOURCE: ResourceDesc = ResourceDesc {
///         group: "example.com",
///         version: "v1",
///         kind: "Database",
///         plural: "databases",
///         ..ResourceDesc::EMPTY
///     };
///     const SCHEMA: &'static TypeDesc = &TypeDesc { shape: Shape::Object(&[]), facets: &[] };
/// }
///
/// let definition = definition::<Database>(Profile::Cluster)?;
/// assert_eq!(definition.warnings(), []);
/// let spec = definition.crd().spec.as_ref().unwrap();
/// assert_eq!(spec.names.as_ref().unwrap().list_kind.as_deref(), Some("DatabaseList"));
/// # Ok::<(), crd_schema::Violations>(())
/// ```
///
/// # Errors
/// What of the description is only known when the program runs, patterns and defaults for example; what a server
/// would say about names and columns, with the feature `lint` about all of it; and markers that the profile cannot publish.
pub fn definition<K: CustomResource>(profile: Profile) -> Result<Definition, Violations> {
    assemble(&[Version::of::<K>()], profile)
}

/// No type has it: the error names the feature that is off.
#[cfg(not(feature = "serve"))]
#[diagnostic::on_unimplemented(
    message = "the library is built without requests; turn on its feature `serve`: `cargo add crd-schema --features serve`"
)]
pub trait Serve {}

/// The definition of a type, in short; every [`CustomResource`] has it.
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
/// use crd_schema::CustomResourceExt;
///
/// let crd = Database::crd()?;
/// assert_eq!(crd.metadata.and_then(|metadata| metadata.name).as_deref(), Some("databases.example.com"));
/// # Ok::<(), crd_schema::Violations>(())
/// ```
pub trait CustomResourceExt: CustomResource {
    /// The definition for clusters.
    ///
    /// # Errors
    /// As [`definition`].
    fn crd() -> Result<CustomResourceDefinition, Violations> {
        Self::crd_for(Profile::Cluster)
    }

    /// The definition in one profile.
    ///
    /// # Errors
    /// As [`definition`].
    fn crd_for(profile: Profile) -> Result<CustomResourceDefinition, Violations>;

    /// The version ready for requests, with the markers enforced as they are.
    ///
    /// ```
    /// use crd_schema::serve::ServeError;
    /// use crd_schema::{CustomResource, CustomResourceExt};
    ///
    /// fn path_of_objects<K: CustomResource>() -> Result<String, ServeError> {
    ///     let served = K::served()?;
    ///     Ok(format!("/apis/{}", served.api_version()))
    /// }
    /// ```
    ///
    /// # Errors
    /// As [`definition`].
    #[cfg(feature = "serve")]
    fn served() -> Result<ServedVersion, ServeError> {
        ServedVersion::new(&Self::crd_for(Profile::Native)?, Self::RESOURCE.version)
    }

    #[cfg(not(feature = "serve"))]
    #[doc(hidden)]
    fn served() -> Result<std::convert::Infallible, Violations>
    where
        Self: Serve,
    {
        Err(Violations::new())
    }

    /// The definition as a YAML document.
    ///
    /// # Errors
    /// As [`definition`], and what YAML cannot carry.
    #[cfg(feature = "yaml")]
    fn crd_yaml(profile: Profile) -> Result<String, super::CrdYamlError>;
}

impl<K: CustomResource> CustomResourceExt for K {
    fn crd_for(profile: Profile) -> Result<CustomResourceDefinition, Violations> {
        definition::<K>(profile).map(Definition::into_crd)
    }

    #[cfg(feature = "yaml")]
    fn crd_yaml(profile: Profile) -> Result<String, super::CrdYamlError> {
        definition::<K>(profile)?.to_yaml()
    }
}
