//! The messages of lowered rules; where Kubernetes has words of its own for the same, those.

use crate::schema::Mutability;

pub(super) const REASON: &str = "FieldValueInvalid";
pub(super) const IMMUTABLE: &str = "field is immutable";
pub(super) const CANNOT_BE_MODIFIED: &str = "field cannot be modified once set";
pub(super) const CANNOT_BE_CLEARED: &str = "field cannot be cleared once set";
pub(super) const CANNOT_BE_SET: &str = "field cannot be set once created";
pub(super) const CANNOT_BE_REMOVED: &str = "entries cannot be removed";
pub(super) const CANNOT_BE_ADDED: &str = "entries cannot be added";
pub(super) const FIXED_LENGTH: &str = "entries cannot be added or removed";
pub(super) const ENTRIES: &str = "existing entries are immutable";
pub(super) const KEYS_AS_STORED: &str = "keys must be written without a fraction";
pub(super) const DISTINCT_KEYS: &str = "no two items may have the same key";

/// What is said of a value that changed.
pub(super) fn changed(mutability: Mutability) -> &'static str {
    match mutability {
        Mutability::Immutable => IMMUTABLE,
        Mutability::AddOnly | Mutability::RemoveOnly => CANNOT_BE_MODIFIED,
    }
}
