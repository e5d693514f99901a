//! The rules: each is one file, with a page of its own beside it.
//!
//! A new rule is a file, a page and a line in [`RULES`].
//!
//! Knows nothing of: the server's errors.

mod additional_properties_false;
mod completeness_below_root;
mod constant_rule;
mod cost_near_budget;
mod cost_over_budget;
mod crd_too_big;
#[cfg(feature = "validate")]
mod default_refused;
mod embedded_metadata_pruned;
mod empty_object_pruned;
#[cfg(feature = "validate")]
mod enum_value_refused;
mod format_not_enforced;
mod immutable_bypass;
mod immutable_in_one_version;
mod immutable_list_item;
mod immutable_pins_parent;
mod kep_markers;
mod kept_by_apply;
mod keys_beside_immutable;
mod lost_on_conversion;
mod needs_newer_server;
mod nullable_enum;
mod old_self_unpaired;
mod optional_field_read;
mod pattern_too_complex;
mod preserve_wrong_level;
mod rule_without_type;
mod transition;
mod transition_rule_never_runs;
mod unknown_field;
#[cfg(feature = "validate")]
mod unsatisfiable;

use crate::crd::validation::About;
use crate::path::{FieldPath, FieldPathBuf, PathStep, PathStyle};
use crate::schema::{SchemaNode, StructuralSchema};
use crate::violation::Cause;
use crate::wire::{CustomResourceDefinition, JsonSchemaProps};

use super::Severity;

/// What can be said about CRDs beyond what a server says.
#[derive(Debug)]
#[non_exhaustive]
pub struct LintRule {
    /// Its name, in lower case with dashes.
    pub id: &'static str,
    /// How bad its findings are.
    pub severity: Severity,
    /// What is odd, in one line.
    pub summary: &'static str,
    /// What, why, an example and the cure, in Markdown.
    pub page: &'static str,
    pub(super) check: Check,
}

impl LintRule {
    /// Whether it finds warnings of a server, whose messages have no path.
    #[cfg(feature = "build")]
    pub(crate) fn is_about_warnings(&self) -> bool {
        matches!(self.check, Check::ServerWarning(_))
    }
}

/// What a rule looks at.
#[derive(Debug)]
pub(super) enum Check {
    /// The definition as it stands in the file.
    Definition(fn(&CustomResourceDefinition) -> Vec<Remark>),
    /// The definition, and the one that it replaces.
    Update(fn(&CustomResourceDefinition, &CustomResourceDefinition) -> Vec<Remark>),
    /// A structural schema as a whole.
    Schema(fn(&StructuralSchema, &FieldPath<'_>) -> Vec<Remark>),
    /// Each node of a structural schema.
    Node(fn(&Visited<'_>) -> Vec<Remark>),
    /// A warning of the server and the schema that it is about; the help, when the rule is about that warning.
    ServerWarning(fn(&About, Option<&JsonSchemaProps>) -> Option<String>),
    /// Errors of the server, by their causes.
    ServerError(&'static [Cause]),
}

/// What a rule has to say.
#[derive(Debug)]
pub(super) struct Remark {
    pub(super) message: String,
    pub(super) at: FieldPathBuf,
    pub(super) help: Option<String>,
}

impl Remark {
    /// As a server begins its messages: with the path.
    fn at(path: FieldPathBuf, message: &str, help: impl Into<String>) -> Self {
        Self { message: format!("{path}: {message}"), at: path, help: Some(help.into()) }
    }
}

/// A node with its place.
pub(super) struct Visited<'v> {
    pub(super) node: &'v SchemaNode,
    pub(super) path: &'v FieldPath<'v>,
    pub(super) depth: Depth,
}

/// Objects at the root have metadata of their own, which the server looks after.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Depth {
    Root,
    Below,
}

impl Visited<'_> {
    fn keyword(&self, keyword: &str) -> FieldPathBuf {
        self.path.property(keyword).to_owned(PathStyle::Bracketed)
    }
}

/// A field as it is named in objects, by its path below the root of a schema; empty for the object itself.
fn field(path: &FieldPathBuf) -> String {
    let mut names = String::new();
    for step in path.steps() {
        match step {
            PathStep::Key(name) if names.is_empty() => names.push_str(name),
            PathStep::Key(name) => names.extend([".", name]),
            PathStep::Property("items" | "additionalProperties") => names.push_str("[]"),
            PathStep::Property(_) | PathStep::Index(_) => {}
        }
    }
    names
}

/// What a server says of a value, without the name of the field, which it does not know here.
#[cfg(feature = "validate")]
fn without_name(detail: &str) -> &str {
    detail.strip_prefix(" in body ").unwrap_or(detail)
}

/// All rules, sorted by their id.
static RULES: &[LintRule] = &[
    additional_properties_false::RULE,
    completeness_below_root::RULE,
    constant_rule::RULE,
    cost_near_budget::RULE,
    cost_over_budget::RULE,
    crd_too_big::RULE,
    #[cfg(feature = "validate")]
    default_refused::RULE,
    embedded_metadata_pruned::RULE,
    empty_object_pruned::RULE,
    #[cfg(feature = "validate")]
    enum_value_refused::RULE,
    format_not_enforced::RULE,
    immutable_bypass::RULE,
    immutable_in_one_version::RULE,
    immutable_list_item::RULE,
    immutable_pins_parent::RULE,
    kep_markers::RULE,
    kept_by_apply::RULE,
    keys_beside_immutable::RULE,
    lost_on_conversion::RULE,
    needs_newer_server::RULE,
    nullable_enum::RULE,
    old_self_unpaired::RULE,
    optional_field_read::RULE,
    pattern_too_complex::RULE,
    preserve_wrong_level::RULE,
    rule_without_type::RULE,
    transition_rule_never_runs::RULE,
    unknown_field::RULE,
    #[cfg(feature = "validate")]
    unsatisfiable::RULE,
];

/// What [`lint`](crate::lint()) looks for beyond what a server says, sorted by id.
///
/// ```
/// let rules = crd_schema::lint::lint_rules();
/// let rule = rules.iter().find(|rule| rule.id == "nullable-enum").unwrap();
/// assert!(rule.page.contains("## Cure"));
/// ```
pub fn lint_rules() -> &'static [LintRule] {
    RULES
}

#[cfg(test)]
mod tests {
    use super::RULES;

    #[test]
    fn ids_are_sorted_and_unique() {
        assert!(RULES.is_sorted_by(|one, next| one.id < next.id));
    }

    #[test]
    fn ids_are_kebab_case() {
        for rule in RULES {
            assert!(rule.id.split('-').all(|word| !word.is_empty()), "{}", rule.id);
            assert!(rule.id.chars().all(|c| c == '-' || c.is_ascii_lowercase()), "{}", rule.id);
        }
    }

    #[test]
    fn pages_have_their_four_parts() {
        for rule in RULES {
            let headings: Vec<_> = rule.page.lines().filter(|line| line.starts_with('#')).collect();
            let title = format!("# {}", rule.id);
            assert_eq!(headings, [title.as_str(), "## What", "## Why", "## Example", "## Cure"]);
        }
    }

    #[test]
    fn summaries_are_one_line() {
        for rule in RULES {
            assert!((10..=90).contains(&rule.summary.len()), "{}: {}", rule.id, rule.summary);
            assert!(!rule.summary.contains('\n') && !rule.summary.ends_with('.'), "{}", rule.id);
        }
    }
}
