//! What to do about errors of the server whose messages do not say it.

use crate::violation::{Cause, Violation};

pub(super) fn of(violation: &Violation) -> Option<&'static str> {
    Some(match violation.cause() {
        Cause::KeywordInNested => {
            "say it on the node itself: below allOf, anyOf, oneOf and not stand value validations only"
        }
        Cause::MissingType => {
            "give it a `type`, or `x-kubernetes-preserve-unknown-fields: true` when it may be anything"
        }
        Cause::UndeclaredNested => "declare it there with its `type`: a nested validation cannot do that",
        Cause::PropertiesAndAdditional => {
            "a server drops what `properties` does not name: leave `additionalProperties` out"
        }
        Cause::UniqueItems => "`x-kubernetes-list-type: set` keeps the items of a list apart",
        Cause::GranularSetItem => {
            "`x-kubernetes-list-type: map` with `x-kubernetes-list-map-keys` is the list of objects that differ"
        }
        Cause::Immutable => {
            "it stays for as long as the CRD is there: define another CRD and move the objects, or delete this one with all its \
             objects and create it again"
        }
        _ => return None,
    })
}
