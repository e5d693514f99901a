//! What the derive asks of the fields of a root type.

use k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta;

/// The metadata of a root type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the metadata that kube reads",
    label = "kube needs the `ObjectMeta` of k8s-openapi here",
    note = "write `metadata: crd_schema::kube_5::ObjectMeta`, or remove `kube` from `#[crd(…)]`"
)]
pub trait Metadata {
    /// The metadata.
    fn get(&self) -> &ObjectMeta;
    /// The metadata, to be changed.
    fn get_mut(&mut self) -> &mut ObjectMeta;
}

impl Metadata for ObjectMeta {
    fn get(&self) -> &ObjectMeta {
        self
    }

    fn get_mut(&mut self) -> &mut ObjectMeta {
        self
    }
}

/// The status of a root type.
#[diagnostic::on_unimplemented(
    message = "the status of an object may be missing, and `{Self}` cannot be",
    label = "kube needs an `Option` here",
    note = "write `status: Option<…>`, or remove `kube` from `#[crd(…)]`"
)]
pub trait Status {
    /// What is observed.
    type Of;
    /// The status, if there is one.
    fn get(&self) -> Option<&Self::Of>;
    /// The status, to be changed.
    fn get_mut(&mut self) -> &mut Option<Self::Of>;
}

impl<T> Status for Option<T> {
    type Of = T;

    fn get(&self) -> Option<&T> {
        self.as_ref()
    }

    fn get_mut(&mut self) -> &mut Option<T> {
        self
    }
}
