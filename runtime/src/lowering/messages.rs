//! The texts of lowered rules; where Kubernetes has words of its own for the same, those.

use crate::schema::Mutability;

pub(crate) const REASON: &str = "FieldValueInvalid";
pub(crate) const IMMUTABLE: &str = "field is immutable";
pub(crate) const CANNOT_BE_MODIFIED: &str = "field cannot be modified once set";
pub(crate) const CANNOT_BE_CLEARED: &str = "field cannot be cleared once set";
pub(crate) const CANNOT_BE_SET: &str = "field cannot be set once created";
pub(crate) const CANNOT_BE_REMOVED: &str = "entries cannot be removed";
pub(crate) const CANNOT_BE_ADDED: &str = "entries cannot be added";
pub(crate) const FIXED_LENGTH: &str = "entries cannot be added or removed";
pub(crate) const ENTRIES: &str = "existing entries are immutable";
pub(crate) const KEYS_AS_STORED: &str = "keys must be written without a fraction";
pub(crate) const DISTINCT_KEYS: &str = "no two items may have the same key";

/// All of them.
pub(crate) const ALL: [&str; 10] = [
    IMMUTABLE,
    CANNOT_BE_MODIFIED,
    CANNOT_BE_CLEARED,
    CANNOT_BE_SET,
    CANNOT_BE_REMOVED,
    CANNOT_BE_ADDED,
    FIXED_LENGTH,
    ENTRIES,
    KEYS_AS_STORED,
    DISTINCT_KEYS,
];

/// What is said of a value that changed.
pub(crate) fn changed(mutability: Mutability) -> &'static str {
    match mutability {
        Mutability::Immutable => IMMUTABLE,
        Mutability::AddOnly | Mutability::RemoveOnly => CANNOT_BE_MODIFIED,
    }
}
