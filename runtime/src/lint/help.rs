//! What to do about errors of the server whose texts do not say it.

use crate::violation::{ErrorKind, Violation};

/// Texts as `pkg/apis/apiextensions/validation/validation.go` and `pkg/apiserver/schema/validation.go` write them.
pub(super) fn of(violation: &Violation) -> Option<&'static str> {
    use ErrorKind::{Forbidden, Invalid, Required};
    let detail = violation.detail();
    Some(match (violation.kind(), detail) {
        (Forbidden, "must be empty to be structural") => {
            "say it on the node itself: below allOf, anyOf, oneOf and not stand value validations only"
        }
        (Required, detail) if detail.starts_with("must not be empty for specified ") => {
            "give it a `type`, or `x-kubernetes-preserve-unknown-fields: true` when it may be anything"
        }
        (Required, detail) if detail.starts_with("because it is defined in ") => {
            "declare it there with its `type`: a nested validation cannot do that"
        }
        (Forbidden, "additionalProperties and properties are mutual exclusive") => {
            "a server drops what `properties` does not name: leave `additionalProperties` out"
        }
        (Forbidden, detail) if detail.starts_with("uniqueItems cannot be set to true") => {
            "`x-kubernetes-list-type: set` keeps the items of a list apart"
        }
        (Invalid, "must be atomic as item of a list with x-kubernetes-list-type=set") => {
            "`x-kubernetes-list-type: map` with `x-kubernetes-list-map-keys` is the list of objects that differ"
        }
        (Invalid, "field is immutable") => {
            "it stays for as long as the CRD is there: define another CRD and move the objects, or delete this one with all its \
             objects and create it again"
        }
        _ => return None,
    })
}
