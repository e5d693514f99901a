//! What a server says about a definition that is created or changed.
//!
//! Paths, messages and order are upstream's; where upstream's order is random it is sorted here. Values that upstream
//! prints as Go structs of its own are left out.
//!
//! Not checked: values of defaults without the feature `validate`, the inside of certificates.
//!
//! Source: `pkg/apis/apiextensions/validation/validation.go`,
//! `pkg/registry/customresourcedefinition/strategy.go`.
//!
//! Knows nothing of: files, lint.

mod approval;
mod ca_bundle;
mod conversion;
mod defaults;
mod error;
mod expressions;
mod field_path;
mod internal;
mod keywords;
mod metadata;
mod older;
mod place;
mod ratchet;
mod rules;
mod schema;
mod schema_defaults;
mod selectable;
mod spec;
mod subresources;
mod topology;
mod versions;
mod walk;
mod warnings;

pub use defaults::default_crd;
pub(crate) use error::PlacedError;
pub(crate) use place::as_written;
pub(crate) use ratchet::Api;
pub(crate) use warnings::{About, Warning};

use error::{PlacedErrors, or_empty};
use internal::Spec;
use ratchet::Options;

use crate::crd::checks::names;
use crate::path::FieldPath;
use crate::server_version::ServerVersion;
use crate::violation::Violations;
use crate::wire::{CrdSpec, CrdStatus, CustomResourceDefinition, JsonSchemaProps, ObjectMeta};

/// What a server says when the definition is created; it is defaulted first, and its status does not count.
///
/// ```
/// use crd_schema::crd::validate_crd;
/// use crd_schema::CustomResourceDefinition;
/// use serde_json::json;
///
/// let crd: CustomResourceDefinition = serde_json::from_value(json!({
///     "metadata": {"name": "crontabs.example.com"},
///     "spec": {
///         "group": "example.com",
///         "names": {"kind": "CronTab", "plural": "crontabs"},
///         "scope": "Namespaced",
///         "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": {
///             "type": "object",
///             "properties": {"spec": {"type": "array", "items": {"type": "string"}, "uniqueItems": true}},
///         }}}],
///     },
/// }))?;
/// assert_eq!(
///     validate_crd(&crd).to_string(),
///     "spec.validation.openAPIV3Schema.properties[spec].uniqueItems: Forbidden: uniqueItems cannot be set to \
///      true since the runtime complexity becomes quadratic",
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// Source: `ValidateCustomResourceDefinition` in `pkg/apis/apiextensions/validation/validation.go`.
pub fn validate_crd(crd: &CustomResourceDefinition) -> Violations {
    CrdValidator::default().create(crd)
}

/// What servers of one minor say of definitions.
///
/// ```
/// use crd_schema::crd::CrdValidator;
/// use crd_schema::{CustomResourceDefinition, ServerVersion};
/// use serde_json::json;
///
/// let crd: CustomResourceDefinition = serde_json::from_value(json!({"spec": {"versions": [{"schema": {
///     "openAPIV3Schema": {"properties": {"port": {"type": "integer", "format": "port"}}},
/// }}]}}))?;
/// assert!(CrdValidator::new(ServerVersion::V1_35).warnings(&crd, None).is_empty());
/// assert_eq!(CrdValidator::new(ServerVersion::V1_36).warnings(&crd, None), ["unrecognized format \"port\""]);
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// What differs between minors is listed in `docs/server-versions.md`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CrdValidator {
    server: ServerVersion,
}

impl CrdValidator {
    /// That of a minor; [`ServerVersion::default`] is the newest one that is known.
    pub fn new(server: ServerVersion) -> Self {
        Self { server }
    }

    /// As [`validate_crd`].
    pub fn create(self, crd: &CustomResourceDefinition) -> Violations {
        error::violations(create_errors_by(self.server, crd))
    }

    /// As [`validate_crd_update`].
    pub fn update(self, new: &CustomResourceDefinition, old: &CustomResourceDefinition) -> Violations {
        error::violations(update_errors_by(self.server, new, old))
    }

    /// As [`crd_warnings`].
    pub fn warnings(
        self,
        new: &CustomResourceDefinition,
        old: Option<&CustomResourceDefinition>,
    ) -> Vec<String> {
        placed_warnings_by(self.server, new, old).into_iter().map(|warning| warning.message).collect()
    }
}

/// What a server says when `old` is replaced by `new`: rules that `old` breaks already are relaxed.
///
/// Both are defaulted first, and the status is that of `old`. What the server carries over from `old` by itself, such
/// as the generation, cannot be wrong in `new`; the resource version must be there.
///
/// ```
/// use crd_schema::crd::validate_crd_update;
/// use crd_schema::CustomResourceDefinition;
/// use serde_json::json;
///
/// let crd = |group: &str| serde_json::from_value::<CustomResourceDefinition>(json!({
///     "metadata": {"name": "crontabs.example.com", "resourceVersion": "1"},
///     "spec": {
///         "group": group,
///         "names": {"kind": "CronTab", "plural": "crontabs"},
///         "scope": "Namespaced",
///         "versions": [{"name": "v1", "served": true, "storage": true, "schema": {
///             "openAPIV3Schema": {"type": "object"},
///         }}],
///     },
/// }));
/// let violations = validate_crd_update(&crd("example.org")?, &crd("example.com")?);
/// assert_eq!(violations.to_string(), "spec.group: Invalid value: \"example.org\": field is immutable");
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// Source: `ValidateCustomResourceDefinitionUpdate` in `pkg/apis/apiextensions/validation/validation.go`.
pub fn validate_crd_update(new: &CustomResourceDefinition, old: &CustomResourceDefinition) -> Violations {
    CrdValidator::default().update(new, old)
}

/// What a server warns of when the definition is created, or when it replaces `old`.
///
/// ```
/// use crd_schema::crd::crd_warnings;
/// use crd_schema::CustomResourceDefinition;
/// use serde_json::json;
///
/// let crd: CustomResourceDefinition = serde_json::from_value(json!({"spec": {"versions": [{"schema": {
///     "openAPIV3Schema": {"properties": {"since": {"type": "string", "format": "yesterday"}}},
/// }}]}}))?;
/// assert_eq!(crd_warnings(&crd, None), ["unrecognized format \"yesterday\""]);
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// Source: `WarningsOnCreate`, `WarningsOnUpdate` in `pkg/registry/customresourcedefinition/strategy.go`.
pub fn crd_warnings(new: &CustomResourceDefinition, old: Option<&CustomResourceDefinition>) -> Vec<String> {
    CrdValidator::default().warnings(new, old)
}

/// How many rules a schema has, wherever they stand.
pub(crate) fn count_of_rules(props: &JsonSchemaProps) -> usize {
    let mut count = 0_usize;
    walk::visit(props, &FieldPath::ROOT, &mut |props, _| {
        count = count.saturating_add(props.validations.as_ref().map_or(0, Vec::len));
    });
    count
}

pub(crate) fn placed_warnings_by(
    server: ServerVersion,
    new: &CustomResourceDefinition,
    old: Option<&CustomResourceDefinition>,
) -> Vec<Warning> {
    let Some(spec) = &new.spec else { return Vec::new() };
    warnings::of(spec, old.and_then(|old| old.spec.as_ref()), server)
}

pub(crate) fn create_errors(crd: &CustomResourceDefinition) -> Vec<PlacedError> {
    create_errors_by(ServerVersion::NEWEST, crd)
}

pub(crate) fn create_errors_by(server: ServerVersion, crd: &CustomResourceDefinition) -> Vec<PlacedError> {
    create_errors_in(Api::V1, server, crd)
}

pub(crate) fn update_errors_by(
    server: ServerVersion,
    new: &CustomResourceDefinition,
    old: &CustomResourceDefinition,
) -> Vec<PlacedError> {
    update_errors_in(Api::V1, server, new, old)
}

/// What is said of a definition in another version of the API.
pub(super) fn create_in(api: Api, crd: &CustomResourceDefinition) -> Violations {
    error::violations(create_errors_in(api, ServerVersion::NEWEST, crd))
}

/// What is said of a changed definition in another version of the API.
pub(super) fn update_in(
    api: Api,
    new: &CustomResourceDefinition,
    old: &CustomResourceDefinition,
) -> Violations {
    error::violations(update_errors_in(api, ServerVersion::NEWEST, new, old))
}

fn create_errors_in(api: Api, server: ServerVersion, crd: &CustomResourceDefinition) -> Vec<PlacedError> {
    let (no_metadata, no_spec) = (ObjectMeta::default(), CrdSpec::default());
    let metadata = crd.metadata.as_ref().unwrap_or(&no_metadata);
    let spec = Spec::new(crd.spec.as_ref().unwrap_or(&no_spec));
    let (group, name) = (or_empty(spec.wire.group.as_ref()), name_of(&spec));

    let mut found = PlacedErrors::default();
    let root = FieldPath::ROOT;
    metadata::create(metadata, &name, server, &root.property("metadata"), &mut found);
    let options = Options::create(server).in_api(api, None);
    spec::check(&spec, options, &root.property("spec"), &mut found);
    let stored = spec.storage_version().map(|storage| vec![storage.to_owned()]);
    stored_versions(stored.as_deref(), &spec, server, &mut found);
    if api == Api::V1 {
        approval::check(group, metadata, None, &mut found);
        approval::preserve_unknown_fields(&spec, None, &mut found);
    }
    found.printed_by(server)
}

fn update_errors_in(
    api: Api,
    server: ServerVersion,
    new: &CustomResourceDefinition,
    old: &CustomResourceDefinition,
) -> Vec<PlacedError> {
    let (no_metadata, no_spec) = (ObjectMeta::default(), CrdSpec::default());
    let metadata = new.metadata.as_ref().unwrap_or(&no_metadata);
    let old_metadata = old.metadata.as_ref().unwrap_or(&no_metadata);
    let spec = Spec::new(new.spec.as_ref().unwrap_or(&no_spec));
    let old_spec = Spec::new(old.spec.as_ref().unwrap_or(&no_spec));
    let options = Options::update(&spec, &old_spec, old.status.as_ref(), server);
    let options = options.in_api(api, Some(&old_spec));
    let names_stay = options.immutable_names;

    let mut found = PlacedErrors::default();
    let root = FieldPath::ROOT;
    let path = root.property("spec");
    metadata::update(metadata, old_metadata, server, &root.property("metadata"), &mut found);
    spec::check(&spec, options, &path, &mut found);
    spec::immutable(&spec, &old_spec, names_stay, &path, &mut found);
    if let Some(accepted) = old.status.as_ref().and_then(|status| status.accepted_names.as_ref()) {
        let path = root.property("status");
        found.extend(names::form(accepted, &path.property("acceptedNames")));
    }
    let stored = stored_after_update(&spec, &old_spec, old.status.as_ref());
    stored_versions(stored.as_deref(), &spec, server, &mut found);
    if api == Api::V1 {
        approval::check(or_empty(spec.wire.group.as_ref()), metadata, Some(old_metadata), &mut found);
        approval::preserve_unknown_fields(&spec, Some(&old_spec), &mut found);
    }
    found.printed_by(server)
}

fn name_of(spec: &Spec<'_>) -> String {
    format!("{}.{}", or_empty(spec.names.plural.as_ref()), or_empty(spec.wire.group.as_ref()))
}

fn stored_versions(
    stored: Option<&[String]>,
    spec: &Spec<'_>,
    server: ServerVersion,
    found: &mut PlacedErrors,
) {
    let path = FieldPath::ROOT.property("status");
    let name = name_of(spec);
    versions::stored(&name, stored, &spec.versions, server, &path.property("storedVersions"), found);
}

/// Those of the old status, defaulted, and the storage version of the new spec.
fn stored_after_update(
    new: &Spec<'_>,
    old: &Spec<'_>,
    old_status: Option<&CrdStatus>,
) -> Option<Vec<String>> {
    let mut stored = old_status.and_then(|status| status.stored_versions.clone());
    if stored.as_ref().is_none_or(Vec::is_empty)
        && let Some(storage) = old.storage_version()
    {
        stored = Some(vec![storage.to_owned()]);
    }
    if let Some(storage) = new.storage_version() {
        let stored = stored.get_or_insert_default();
        if !stored.iter().any(|name| name == storage) {
            stored.push(storage.to_owned());
        }
    }
    stored
}
