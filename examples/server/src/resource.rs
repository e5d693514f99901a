//! The resource that is served.

use crd_schema::api::CrdNames;
use crd_schema::serve::ServeError;
use crd_schema::{CustomResourceDefinition, ServedVersion, Status};

use crate::openapi::Documents;

/// Why a definition cannot be served.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ResourceError {
    /// Its schema is missing or not structural, or it has no such version.
    #[error(transparent)]
    Schema(#[from] ServeError),
    /// A group, version or plural that does not fit into a path.
    #[error("{0:?} cannot stand in a path")]
    Name(String),
}

/// One version of a custom resource, ready to be served.
#[derive(Clone, Debug)]
pub struct Resource {
    served: ServedVersion,
    names: CrdNames,
    namespaced: bool,
    has_status: bool,
    has_scale: bool,
    documents: Documents,
}

impl Resource {
    /// Makes one version of a definition ready.
    ///
    ///
    /// # Errors
    /// There is no such version, its schema is not structural, or its names do not fit into a path.
    pub fn new(crd: &CustomResourceDefinition, version: &str) -> Result<Self, ResourceError> {
        let served = ServedVersion::new(crd, version)?;
        for name in [served.group(), served.version(), served.plural()] {
            check_segment(name)?;
        }
        let spec = crd.spec.as_ref();
        let versions = spec.and_then(|spec| spec.versions.as_deref()).unwrap_or_default();
        let version = versions.iter().find(|found| found.name.as_deref() == Some(version));
        let subresources = version.and_then(|version| version.subresources.as_ref());
        let mut resource = Self {
            has_status: subresources.is_some_and(|subresources| subresources.status.is_some()),
            has_scale: subresources.is_some_and(|subresources| subresources.scale.is_some()),
            namespaced: spec.and_then(|spec| spec.scope.as_deref()) != Some("Cluster"),
            names: spec.and_then(|spec| spec.names.clone()).unwrap_or_default(),
            documents: Documents::default(),
            served,
        };
        resource.documents = Documents::new(crd, &resource);
        Ok(resource)
    }

    /// The steps that requests go through.
    pub(crate) fn served(&self) -> &ServedVersion {
        &self.served
    }

    /// The names of the definition.
    pub(crate) fn names(&self) -> &CrdNames {
        &self.names
    }

    /// The documents of `OpenAPI`.
    pub(crate) fn documents(&self) -> &Documents {
        &self.documents
    }

    /// Whether objects live in namespaces.
    pub(crate) fn is_namespaced(&self) -> bool {
        self.namespaced
    }

    /// Whether `/status` is served.
    pub(crate) fn has_status(&self) -> bool {
        self.has_status
    }

    /// Whether `/scale` is served.
    pub(crate) fn has_scale(&self) -> bool {
        self.has_scale
    }

    /// The kind of lists of objects.
    pub(crate) fn list_kind(&self) -> String {
        let default = || format!("{}List", self.served.kind());
        self.names.list_kind.clone().unwrap_or_else(default)
    }

    /// The path of the version, without what is in it.
    pub(crate) fn path(&self) -> String {
        format!("/apis/{}", self.served.api_version())
    }

    /// The 404 for a name that does not exist.
    pub(crate) fn not_found(&self, name: &str) -> Status {
        Status::not_found(self.served.group(), self.served.plural(), name)
    }

    /// The 409 for a write that came too late.
    pub(crate) fn conflict(&self, name: &str, why: &str) -> Status {
        Status::conflict(self.served.group(), self.served.plural(), name, why)
    }
}

/// What is neither a letter, a digit, `-` nor `.` could be read as a pattern by the router.
fn check_segment(name: &str) -> Result<(), ResourceError> {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-.".contains(&byte);
    if !name.is_empty() && name.bytes().all(plain) { Ok(()) } else { Err(ResourceError::Name(name.into())) }
}
