//! The version, manager, time and subresource of a request.

/// The part of an object that a request writes.
///
/// ```
/// assert_eq!(crd_schema::apply::Subresource::default(), crd_schema::apply::Subresource::None);
/// ```
///
/// Source: `ManagedFieldsEntry.Subresource` in `apimachinery pkg/apis/meta/v1/types.go`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Subresource {
    /// The object.
    #[default]
    None,
    /// `/status`.
    Status,
    /// `/scale`, whose objects are those of [`ScaleManagers`](crate::apply::ScaleManagers).
    Scale,
}

impl Subresource {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Status => "status",
            Self::Scale => "scale",
        }
    }
}

/// The version, manager, time and subresource of a request.
///
/// ```
/// use crd_schema::apply::{Subresource, WriteRequest};
///
/// let request = WriteRequest::new("v1", "my-operator", 1_767_225_600).subresource(Subresource::Status);
/// assert_eq!(request.manager(), "my-operator");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct WriteRequest<'r> {
    version: &'r str,
    manager: &'r str,
    now: i64,
    subresource: Subresource,
}

impl<'r> WriteRequest<'r> {
    /// A request to a version, by a manager (`fieldManager`, or what the server makes of the user agent), at a time in
    /// seconds since 1970.
    ///
    /// ```
    /// crd_schema::apply::WriteRequest::new("v1", "kubectl", 1_767_225_600);
    /// ```
    pub fn new(version: &'r str, manager: &'r str, now: i64) -> Self {
        Self { version, manager, now, subresource: Subresource::None }
    }

    /// The request writes a subresource.
    ///
    /// ```
    /// use crd_schema::apply::{Subresource, WriteRequest};
    ///
    /// WriteRequest::new("v1", "kubectl", 1_767_225_600).subresource(Subresource::Status);
    /// ```
    #[must_use]
    pub fn subresource(self, subresource: Subresource) -> Self {
        Self { subresource, ..self }
    }

    pub(super) fn version(self) -> &'r str {
        self.version
    }

    pub(super) fn now(self) -> i64 {
        self.now
    }

    pub(super) fn part(self) -> Subresource {
        self.subresource
    }

    /// The manager.
    ///
    /// ```
    /// assert_eq!(crd_schema::apply::WriteRequest::new("v1", "kubectl", 0).manager(), "kubectl");
    /// ```
    pub fn manager(self) -> &'r str {
        self.manager
    }
}
