//! Which rules apply: all of them to a new definition, and to a changed one those that the old one did not break.
//!
//! **Quirk**: one break in the old definition switches a rule off for the whole of the new one.
//!
//! Source: `pkg/apis/apiextensions/validation/validation.go`, `ValidateCustomResourceDefinitionUpdate` and the
//! functions it calls.
//!
//! Knows nothing of: the rules themselves.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use super::error::or_empty;
use super::expressions::{KnownExpressions, Limit};
use super::internal::{Spec, same_fields, same_validation};
use super::{ca_bundle, conversion, older, schema_defaults, selectable, topology};
use crate::convert::{self, Converted};
use crate::path::FieldPath;
use crate::schema::{SchemaType, StructuralSchema};
use crate::server_version::ServerVersion;
use crate::wire::{CrdStatus, JsonSchemaProps};

/// The version of the API in which a definition is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Api {
    V1,
    V1beta1,
}

/// The rules that can be switched off.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a rule of its own")]
pub(super) struct Options<'c> {
    pub(super) server: ServerVersion,
    /// What else depends on the version of the API.
    pub(super) api: Api,
    /// No schema has defaults.
    pub(super) no_defaults: bool,
    /// A webhook speaks a version of the protocol that the server knows.
    pub(super) recognised_review_version: bool,
    /// Scope and kind stay.
    pub(super) immutable_names: bool,
    /// Every version has a schema.
    pub(super) schema: bool,
    /// `type` is one that the server knows.
    pub(super) known_types: bool,
    /// Schemas are structural.
    pub(super) structural: bool,
    /// Defaults have no unknown fields.
    pub(super) pruned_defaults: bool,
    /// Items of sets are atomic.
    pub(super) atomic_sets: bool,
    /// Keys of map lists are there and not null.
    pub(super) map_list_keys: bool,
    /// The certificates of a webhook can be read.
    pub(super) ca_bundle: bool,
    /// Versions whose schema stays as it is, so that what one expression of it costs is not asked again.
    pub(super) unchanged_schemas: HashSet<&'c str>,
    /// The expressions of the old definition.
    pub(super) known_expressions: KnownExpressions,
    /// Versions whose selectable fields may be too many; the empty name is that of all versions together.
    pub(super) many_selectable_fields: HashSet<&'c str>,
}

impl<'c> Options<'c> {
    /// For a new definition. A bundle is validated once the definition is established.
    pub(super) fn create(server: ServerVersion) -> Self {
        Self {
            server,
            api: Api::V1,
            no_defaults: false,
            recognised_review_version: true,
            immutable_names: false,
            schema: true,
            known_types: true,
            structural: true,
            pruned_defaults: true,
            atomic_sets: true,
            map_list_keys: true,
            ca_bundle: false,
            unchanged_schemas: HashSet::new(),
            known_expressions: KnownExpressions::default(),
            many_selectable_fields: HashSet::new(),
        }
    }

    /// For a change of `old` to `new`.
    pub(super) fn update(
        new: &Spec<'c>,
        old: &Spec<'_>,
        old_status: Option<&CrdStatus>,
        server: ServerVersion,
    ) -> Self {
        let established = is_established(old_status);
        let root = FieldPath::ROOT;
        Self {
            server,
            api: Api::V1,
            no_defaults: false,
            recognised_review_version: review_versions_were_fine(old),
            immutable_names: established,
            schema: had_schemas(old),
            known_types: !old.any_schema(has_unknown_type),
            structural: old.schemas().all(|props| is_structural(props, server)),
            pruned_defaults: !old.schemas().any(|props| schema_defaults::has_unpruned(props, server)),
            atomic_sets: !old.any_schema(|props| topology::set_of_non_atomic_items(props, &root).is_some()),
            map_list_keys: !old
                .any_schema(|props| !topology::nullable_and_optional_keys(props, &root).is_empty()),
            ca_bundle: server >= ServerVersion::V1_31 && established && had_readable_bundle(old),
            unchanged_schemas: unchanged_schemas(new, old),
            known_expressions: known_expressions(old),
            many_selectable_fields: if server < ServerVersion::V1_35 {
                HashSet::new()
            } else {
                many_selectable_fields(new, old)
            },
        }
    }

    /// The same, for a definition that is written in a version of the API.
    ///
    /// Source: the same functions in 1.21, the last release that served v1beta1.
    pub(super) fn in_api(self, api: Api, old: Option<&Spec<'_>>) -> Self {
        if api == Api::V1 {
            return self;
        }
        let had_defaults = old.is_some_and(|old| old.any_schema(super::spec::has_default));
        Self {
            api,
            no_defaults: !had_defaults,
            schema: false,
            known_types: false,
            structural: false,
            ca_bundle: false,
            ..self
        }
    }

    /// What the expressions of a version may cost.
    pub(super) fn limit_of(&self, version: &str) -> Limit {
        if self.unchanged_schemas.contains(version) { Limit::Sum } else { Limit::Each }
    }

    /// Whether the fields of a version may be more than the limit.
    pub(super) fn count_of(&self, version: &str) -> selectable::Count {
        if self.many_selectable_fields.contains(version) {
            selectable::Count::AsBefore
        } else {
            selectable::Count::Limited
        }
    }
}

fn is_established(status: Option<&CrdStatus>) -> bool {
    let mut conditions = status.iter().flat_map(|status| status.conditions.iter().flatten());
    let established = conditions.find(|condition| condition.type_.as_deref() == Some("Established"));
    established.is_some_and(|condition| condition.status.as_deref() == Some("True"))
}

fn review_versions_were_fine(old: &Spec<'_>) -> bool {
    let webhook = old.wire.conversion.as_ref().and_then(|conversion| conversion.webhook.as_ref());
    let versions = webhook.and_then(|webhook| webhook.conversion_review_versions.as_deref());
    versions.is_none_or(|versions| versions.is_empty() || conversion::is_recognised(versions))
}

fn had_schemas(old: &Spec<'_>) -> bool {
    old.shared.schema().is_some() || old.versions.iter().all(|version| version.own.schema().is_some())
}

fn has_unknown_type(props: &JsonSchemaProps) -> bool {
    let type_ = or_empty(props.type_.as_ref());
    !type_.is_empty() && !SchemaType::NAMES.contains(&type_)
}

fn is_structural(props: &JsonSchemaProps, server: ServerVersion) -> bool {
    let props = older::converted(props, server);
    let Converted { root, unsupported, nested, .. } = convert::convert(&props, &FieldPath::ROOT);
    unsupported.is_empty() && StructuralSchema::violations(&root, &FieldPath::ROOT, nested).is_empty()
}

fn had_readable_bundle(old: &Spec<'_>) -> bool {
    let webhook = old.wire.conversion.as_ref().and_then(|conversion| conversion.webhook.as_ref());
    let config = webhook.and_then(|webhook| webhook.client_config.as_ref());
    config.is_none_or(|config| ca_bundle::refusal(or_empty(config.ca_bundle.as_ref())).is_none())
}

fn unchanged_schemas<'c>(new: &Spec<'c>, old: &Spec<'_>) -> HashSet<&'c str> {
    let names = new.versions.iter().map(|version| version.name);
    let is_unchanged = |name: &&str| same_validation(new.schema_of(name), old.schema_of(name));
    names.filter(is_unchanged).collect()
}

fn known_expressions(old: &Spec<'_>) -> KnownExpressions {
    let known = RefCell::new(KnownExpressions::default());
    old.any_schema(|props| {
        let mut known = known.borrow_mut();
        for rule in props.validations.iter().flatten() {
            known.rules.extend(rule.rule.clone());
            known.message_expressions.extend(rule.message_expression.clone());
        }
        false
    });
    known.into_inner()
}

fn many_selectable_fields<'c>(new: &Spec<'c>, old: &Spec<'_>) -> HashSet<&'c str> {
    let (new_shared, old_shared) = (new.shared.selectable_fields, old.shared.selectable_fields);
    let mut found = HashSet::new();
    if old_shared.len() > selectable::LIMIT && same_fields(new_shared, old_shared) {
        found.insert("");
    }
    // Quirk: of old versions with the same name the last one counts.
    let before: HashMap<_, _> = old.versions.iter().map(|version| (version.name, version.own)).collect();
    for version in &new.versions {
        let old = before.get(version.name).map_or(&[][..], |own| own.selectable_fields);
        if old.len() > selectable::LIMIT && same_fields(version.own.selectable_fields, old) {
            found.insert(version.name);
        }
    }
    found
}
