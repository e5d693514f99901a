//! The steps of a request by themselves. [`ServedVersion`](crate::ServedVersion) runs all of them in the server's order.
//!
//! # Which function when
//!
//! | you have | you want | function | result |
//! |---|---|---|---|
//! | a request body | the object that a server would store | [`ServedVersion::create`](crate::ServedVersion::create) | [`Outcome`](crate::serve::Outcome) |
//! | an object | what its schema does not know removed, metadata kept | [`prune_resource`] | the paths |
//! | a value | the same, without a root that is a resource | [`prune()`] with [`PruneRoot::Value`] | the paths |
//! | the bytes of an object | the same without building the object | [`prune_json`], [`prune_json_noting`] | [`PrunedJson`] |
//! | a schema | its defaults pruned, as a server does when it compiles a CRD | [`prune_defaults`] | the schema |
//! | an object | defaults applied | [`apply_defaults`]; [`apply_defaults_noting`] with paths, [`apply_defaults_within`] with a limit | |
//! | an object | nulls that a default replaces removed | [`drop_nulls`] | |
//! | an object from a request | all of these in the server's order, and metadata coerced | [`canonicalize`] | [`Canonicalized`] |
//! | an object from the store | the same, leniently | [`canonicalize_stored`] | [`Canonicalized`] |
//! | two [`CanonicalObject`]s | the errors of markers | [`check_mutability`] | violations |
//! | an object | the errors of list types, of embedded resources | [`check_list_types`], [`check_embedded_resources`] | violations |
//! | an object | the errors of CEL rules | [`RuleValidator`](crate::cel::RuleValidator) | violations |
//! | a value | the errors of its values | `validation::Validator` | violations |
//!
//! Each step takes a [`CompiledSchema`]. Making one costs more than using it: keep it.

pub use crate::admission::{Canonicalized, canonicalize, canonicalize_stored, prune_resource};
pub use crate::canonical::CanonicalObject;
pub use crate::compiled::CompiledSchema;
pub use crate::default_pruning::{RootDefaultError, prune_defaults};
pub use crate::defaulting::{
    DefaultsTooLarge, apply_defaults, apply_defaults_noting, apply_defaults_within, drop_nulls,
};
pub use crate::list_types::{check_list_types, check_list_types_update};
pub use crate::mutability::check_mutability;
pub use crate::object_meta::check_embedded_resources;
pub use crate::prune::{PruneRoot, PrunedJson, Semantics, prune, prune_json, prune_json_noting};
