//! All that a server checks of an object that is created or changed, in its order.
//!
//! An object comes here when it has been decoded, defaulted, admitted and prepared; whether it may differ from the old
//! one is asked before.
//!
//! Source: `apiextensions-apiserver pkg/registry/customresource/{strategy,status_strategy,validator}.go`;
//! `apiserver pkg/registry/rest/{create,update}.go`, `ValidateCreate`, `ValidateUpdate`.
//!
//! Knows nothing of: CRDs, requests, mutability.

mod scale;
mod type_meta;

pub(crate) use scale::{ScaleFields, ScalePaths};

use serde_json::Value;

use crate::compiled::CompiledSchema;
use crate::field_error::invalid;
use crate::list_types::{check_list_types, check_list_types_update};
use crate::names::{Name, path_segment, subdomain_name};
use crate::object_meta::rules::{self, Kind, Scope};
use crate::object_meta::{check_embedded_below, typed};
use crate::path::FieldPath;
use crate::rules::RuleValidator;
use crate::server_version::ServerVersion;
#[cfg(feature = "validate")]
use crate::validation::{Validator, validate, validate_update};
use crate::violation::{ErrorKind, Violation, Violations};
use crate::wire::ObjectMeta;

/// What a served version asks of its objects.
#[derive(Debug)]
pub(crate) struct Strategy<'s> {
    pub(crate) server: ServerVersion,
    pub(crate) kind: &'s str,
    pub(crate) api_version: &'s str,
    pub(crate) scope: Scope,
    pub(crate) schema: &'s CompiledSchema,
    pub(crate) scale: Option<&'s ScalePaths>,
    /// The CEL rules, where the schema has any.
    pub(crate) rules: Option<&'s RuleValidator>,
    #[cfg(feature = "validate")]
    pub(crate) values: Values<'s>,
}

/// What validates the values of objects.
#[cfg(feature = "validate")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Values<'s> {
    pub(crate) whole: &'s Validator,
    /// For the status alone, where the schema has one.
    pub(crate) status: Option<&'s Validator>,
}

/// What a server reports of an object.
#[derive(Debug, Default)]
pub(crate) struct Verdict {
    pub(crate) violations: Violations,
    /// The rules that the object and the old one both break: a server accepts it with a warning.
    pub(crate) warnings: Vec<String>,
}

impl From<Violations> for Verdict {
    fn from(violations: Violations) -> Self {
        Self { violations, warnings: Vec::new() }
    }
}

impl Strategy<'_> {
    /// What is wrong with a new object.
    ///
    /// The common checks of metadata, which come last, find nothing that these have let pass.
    pub(crate) fn create(&self, new: &Value) -> Verdict {
        let mut found =
            self.own(new, || self.metadata(new, subdomain_name), |found| self.spec(None, new, found));
        found.extend(self.embedded(new));
        found.extend(check_list_types(self.schema, new));
        self.with_rules(found, None, new)
    }

    /// What is wrong with an object that is to replace `old`.
    ///
    /// **Quirk**: an error of the metadata is reported up to three times, for the common checks come first.
    pub(crate) fn update(&self, old: &Value, new: &Value) -> Verdict {
        let metadata = || self.metadata_update(old, new);
        let mut found = self.own(new, metadata, |found| self.spec(Some(old), new, found));
        found.extend(self.embedded(new));
        found.extend(check_list_types_update(self.schema, old, new));
        self.after_common(old, new, found)
    }

    /// What is wrong with an object whose status is to replace that of `old`.
    ///
    /// **Quirk**: embedded resources are not looked at.
    pub(crate) fn update_status(&self, old: &Value, new: &Value) -> Verdict {
        let metadata = || self.metadata_update(old, new);
        let mut found = self.own(new, metadata, |found| self.status(old, new, found));
        found.extend(check_list_types_update(self.schema, old, new));
        self.after_common(old, new, found)
    }

    /// The strategy's own violations behind the common ones, which do not keep rules from being evaluated.
    fn after_common(&self, old: &Value, new: &Value, own: Violations) -> Verdict {
        let mut found = self.common_update(old, new).printed_by(self.server);
        let Verdict { violations, warnings } = self.with_rules(own, Some(old), new);
        found.extend(violations);
        Verdict { violations: found, warnings }
    }

    /// Evaluates the CEL rules, or says that they were not evaluated where a violation keeps a server from it.
    ///
    /// **Quirk**: that is a field error without a field (`strategy.go`, `hasBlockingErr`).
    fn with_rules(&self, mut found: Violations, old: Option<&Value>, new: &Value) -> Verdict {
        const DETAIL: &str = "some validation rules were not checked because the object was invalid; correct the existing \
             errors to complete validation";
        let Some(rules) = self.rules else { return Verdict::from(found.printed_by(self.server)) };
        if found.iter().any(|violation| blocks_rules(violation.kind())) {
            found.push(invalid(&FieldPath::ROOT, Value::Null, DETAIL));
            return Verdict::from(found.printed_by(self.server));
        }
        let mut violations = found.printed_by(self.server);
        let of_rules = rules.validate(new, old);
        violations.extend(of_rules.violations);
        Verdict { violations, warnings: of_rules.warnings.iter().map(ToString::to_string).collect() }
    }

    fn embedded(&self, new: &Value) -> Violations {
        check_embedded_below(self.schema.root(), new, self.server, &FieldPath::ROOT)
    }

    /// Upstream's `customResourceValidator`: an object of another type has no other errors of these kinds.
    fn own(
        &self,
        new: &Value,
        metadata: impl FnOnce() -> Violations,
        contents: impl FnOnce(&mut Violations),
    ) -> Violations {
        let mut found = type_meta::check(new, self.kind, self.api_version);
        if found.is_empty() {
            found.extend(metadata());
            contents(&mut found);
        }
        found
    }

    fn spec(&self, old: Option<&Value>, new: &Value, found: &mut Violations) {
        found.extend(self.values_of_the_whole(old, new));
        found.extend(self.scale.and_then(|scale| scale.spec(new)));
        self.status_of_scale(new, found);
    }

    fn status(&self, old: &Value, new: &Value, found: &mut Violations) {
        found.extend(self.values_of_the_status(old, new));
        self.status_of_scale(new, found);
    }

    #[cfg(feature = "validate")]
    fn values_of_the_whole(&self, old: Option<&Value>, new: &Value) -> Violations {
        values(self.values.whole, old, new, &FieldPath::ROOT)
    }

    /// **Quirks**: a status that was not there counts as null; before 1.33 unchanged values are validated, too, and before 1.31
    /// the paths begin below `status` (`validator.go`, `ValidateStatusUpdate`).
    #[cfg(feature = "validate")]
    fn values_of_the_status(&self, old: &Value, new: &Value) -> Violations {
        let (Some(validator), Some(new)) = (self.values.status, new.get("status")) else {
            return Violations::new();
        };
        let old = (self.server >= ServerVersion::V1_33).then(|| old.get("status").unwrap_or(&Value::Null));
        let path = FieldPath::ROOT.property("status");
        let path = if self.server < ServerVersion::V1_31 { &FieldPath::ROOT } else { &path };
        values(validator, old, new, path)
    }

    #[cfg(not(feature = "validate"))]
    #[expect(clippy::unused_self, reason = "with `validate` it has what judges")]
    fn values_of_the_whole(&self, _: Option<&Value>, _: &Value) -> Violations {
        Violations::new()
    }

    #[cfg(not(feature = "validate"))]
    #[expect(clippy::unused_self, reason = "with `validate` it has what judges")]
    fn values_of_the_status(&self, _: &Value, _: &Value) -> Violations {
        Violations::new()
    }

    fn status_of_scale(&self, new: &Value, found: &mut Violations) {
        found.extend(self.scale.into_iter().flat_map(|scale| scale.status(new)));
    }

    fn metadata(&self, new: &Value, name: fn(Name<'_>) -> Vec<String>) -> Violations {
        let path = FieldPath::ROOT.property("metadata");
        let kind = Kind { server: self.server, scope: self.scope, name: &name };
        let found = checked(new, &path, |metadata| rules::create(metadata, &kind, &path));
        rules::merged(found, self.server)
    }

    fn metadata_update(&self, old: &Value, new: &Value) -> Violations {
        rules::merged(self.changed(old, new), self.server)
    }

    fn changed(&self, old: &Value, new: &Value) -> Violations {
        let path = &FieldPath::ROOT.property("metadata");
        checked(new, path, |new| checked(old, path, |old| rules::update(new, old, self.server, path)))
    }

    /// Upstream's `validateCommonFields`.
    fn common_update(&self, old: &Value, new: &Value) -> Violations {
        let path = FieldPath::ROOT.property("metadata");
        let kind = Kind { server: self.server, scope: self.scope, name: &path_segment };
        let mut found = checked(new, &path, |metadata| rules::create(metadata, &kind, &path));
        found.extend(self.changed(old, new));
        found
    }
}

#[cfg(feature = "validate")]
fn values(validator: &Validator, old: Option<&Value>, new: &Value, path: &FieldPath<'_>) -> Violations {
    match old {
        Some(old) => validate_update(validator, old, new, path),
        None => validate(validator, new, path),
    }
}

/// The kinds of violations that keep a server from evaluating rules.
fn blocks_rules(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::NotSupported
            | ErrorKind::Required
            | ErrorKind::TooLong
            | ErrorKind::TooMany
            | ErrorKind::TypeInvalid
    )
}

/// Metadata that cannot be read has one error.
fn checked(
    object: &Value,
    path: &FieldPath<'_>,
    check: impl FnOnce(&ObjectMeta) -> Violations,
) -> Violations {
    let alone = |violation: Violation| Violations::from_iter([violation]);
    typed(object, path).map_or_else(alone, |metadata| check(&metadata))
}
