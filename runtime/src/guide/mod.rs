//! Pages that belong to no single item.
//!
//! Knows nothing of: anything; there is no code here.

// The recipes are compiled and run by the examples, which have what they need.
#[cfg(feature = "serve")]
#[doc = include_str!("from_bytes_to_store.md")]
#[doc = "```ignore"]
#[doc = include_str!("recipe_axum.in")]
#[doc = "```\n"]
#[doc = include_str!("recipe_kube.md")]
#[doc = "```ignore"]
#[doc = include_str!("recipe_kube.in")]
#[doc = "```\n"]
#[doc = include_str!("after_recipes.md")]
pub mod from_bytes_to_store {}

#[doc = include_str!("unknown_minors.md")]
pub mod unknown_minors {}

/// The rules of [`lint`](crate::lint()), as `crd-schema explain` prints them.
///
#[cfg(feature = "lint")]
#[doc = include_str!("../lint/rules/additional_properties_false.md")]
#[doc = include_str!("../lint/rules/completeness_below_root.md")]
#[doc = include_str!("../lint/rules/constant_rule.md")]
#[doc = include_str!("../lint/rules/cost_near_budget.md")]
#[doc = include_str!("../lint/rules/cost_over_budget.md")]
#[doc = include_str!("../lint/rules/crd_too_big.md")]
#[doc = include_str!("../lint/rules/default_refused.md")]
#[doc = include_str!("../lint/rules/embedded_metadata_pruned.md")]
#[doc = include_str!("../lint/rules/empty_object_pruned.md")]
#[doc = include_str!("../lint/rules/enum_value_refused.md")]
#[doc = include_str!("../lint/rules/format_not_enforced.md")]
#[doc = include_str!("../lint/rules/immutable_bypass.md")]
#[doc = include_str!("../lint/rules/immutable_in_one_version.md")]
#[doc = include_str!("../lint/rules/immutable_list_item.md")]
#[doc = include_str!("../lint/rules/immutable_pins_parent.md")]
#[doc = include_str!("../lint/rules/kep_markers.md")]
#[doc = include_str!("../lint/rules/kept_by_apply.md")]
#[doc = include_str!("../lint/rules/keys_beside_immutable.md")]
#[doc = include_str!("../lint/rules/lost_on_conversion.md")]
#[doc = include_str!("../lint/rules/needs_newer_server.md")]
#[doc = include_str!("../lint/rules/nullable_enum.md")]
#[doc = include_str!("../lint/rules/old_self_unpaired.md")]
#[doc = include_str!("../lint/rules/optional_field_read.md")]
#[doc = include_str!("../lint/rules/pattern_too_complex.md")]
#[doc = include_str!("../lint/rules/preserve_wrong_level.md")]
#[doc = include_str!("../lint/rules/rule_without_type.md")]
#[doc = include_str!("../lint/rules/transition_rule_never_runs.md")]
#[doc = include_str!("../lint/rules/unknown_field.md")]
#[doc = include_str!("../lint/rules/unsatisfiable.md")]
pub mod lint_rules {}
