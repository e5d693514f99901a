//! What kube asks of a root that the user wrote.

use crate::errors::Errors;
use crate::model::{Container, Data};

/// kube sends what serde writes, and a server wants to know what it is.
pub(super) fn written_root(container: &Container, errors: &mut Errors) {
    let Some(place) = container.root.as_ref().and_then(|root| root.kube) else { return };
    let Data::Struct(fields) = &container.data else { return };
    let has = |name: &str| fields.iter().any(|field| field.flattened || field.name.value() == name);
    if !(has("apiVersion") && has("kind")) {
        let message = "kube sends what serde writes, and a server asks for `apiVersion` and `kind`; add fields for both, \
                       or put this on the spec with `kind = \"…\"`, so that the root is written for you";
        errors.at(place, message);
    }
}
