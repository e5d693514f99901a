//! Options of requests.
//!
//! Source: `apimachinery pkg/apis/meta/v1/types.go`, `pkg/apis/meta/v1/validation/validation.go`,
//! `pkg/apis/meta/internalversion/validation/validation.go`.

use crd_schema::apply::Conflicts;
use crd_schema::path::FieldPathBuf;
use crd_schema::serve::FieldValidation;
use crd_schema::violation::ErrorKind;
use crd_schema::{Violation, Violations, yaml};
use crd_schema_go::quote::is_print;
use serde::Deserialize;
use serde_json::{Value, json};

use super::body::{Format, ObjectBody};
use super::query::Query;
use crate::failure::Failure;
use crate::managers::MAX_MANAGER;
use crate::selector::{FieldSelector, LabelSelector, Selection};

/// The options of a create, an update or a patch.
#[derive(Clone, Debug)]
pub(crate) struct WriteOptions {
    pub(crate) dry_run: bool,
    pub(crate) field_validation: FieldValidation,
    /// The field manager; empty where the request names none.
    pub(crate) manager: String,
    /// What an apply does with conflicts.
    pub(crate) conflicts: Conflicts,
}

/// What has options: a create, an update, or a patch of some kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Write {
    Create,
    Update,
    Patch,
    Apply,
}

impl Write {
    /// The kind of the options.
    fn options(self) -> &'static str {
        match self {
            Self::Create => "CreateOptions",
            Self::Update => "UpdateOptions",
            Self::Patch | Self::Apply => "PatchOptions",
        }
    }
}

impl WriteOptions {
    /// # Errors
    /// What is not valid.
    pub(crate) fn parse(query: &Query, write: Write) -> Result<Self, Failure> {
        let mut found = Violations::new();
        let (manager, force) = (query.get("fieldManager"), query.flag("force"));
        match write {
            Write::Patch if force.is_some() => {
                found.push(Violation::forbidden(path("force"), "may not be specified for non-apply patch"));
            }
            Write::Apply if manager.is_empty() => {
                found.push(Violation::required(path("fieldManager"), "is required for apply patch"));
            }
            _ => {}
        }
        check_manager(&mut found, manager);
        let dry_run: Vec<_> = query.all("dryRun").collect();
        check_dry_run(&mut found, &dry_run);
        let field_validation = match query.get("fieldValidation") {
            "Ignore" => FieldValidation::Ignore,
            "" | "Warn" => FieldValidation::Warn,
            "Strict" => FieldValidation::Strict,
            other => {
                let supported = ["", "Ignore", "Strict", "Warn"];
                found.push(Violation::not_supported(path("fieldValidation"), json!(other), &supported));
                FieldValidation::Warn
            }
        };
        if found.is_empty() {
            let conflicts = if force == Some(true) { Conflicts::Force } else { Conflicts::Reject };
            Ok(Self {
                dry_run: !dry_run.is_empty(),
                field_validation,
                manager: manager.to_owned(),
                conflicts,
            })
        } else {
            Err(Failure::invalid_options(write.options(), &found))
        }
    }
}

fn path(name: &str) -> FieldPathBuf {
    FieldPathBuf::from_properties([name])
}

fn check_manager(found: &mut Violations, manager: &str) {
    if manager.len() > MAX_MANAGER {
        let detail = format!("may not be more than {MAX_MANAGER} bytes");
        found.push(Violation::new(ErrorKind::TooLong, path("fieldManager"), None, detail));
    }
    for (at, c) in manager.char_indices().filter(|(_, c)| !is_print(*c)) {
        let detail = format!("invalid character U+{:04X} (at position {at})", u32::from(c));
        found.push(Violation::invalid(path("fieldManager"), json!(manager), detail));
    }
}

fn check_dry_run(found: &mut Violations, values: &[&str]) {
    if values.iter().any(|value| *value != "All") {
        found.push(Violation::not_supported(path("dryRun"), json!(values), &["All"]));
    }
}

/// What becomes of the objects that an object owns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dependents {
    /// What the finalizers of the object say.
    Default,
    Background,
    Foreground,
    Orphan,
}

/// The options of a deletion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DeleteOptions {
    pub(crate) dry_run: bool,
    pub(crate) uid: Option<String>,
    pub(crate) resource_version: Option<String>,
    pub(crate) dependents: Dependents,
    /// Whether the deprecated `orphanDependents` is false.
    pub(crate) answers_accepted: bool,
}

/// `DeleteOptions` as clients write it.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct WireDeleteOptions {
    kind: String,
    api_version: String,
    preconditions: Option<Preconditions>,
    orphan_dependents: Option<bool>,
    propagation_policy: Option<String>,
    dry_run: Option<Vec<String>>,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Preconditions {
    uid: Option<String>,
    resource_version: Option<String>,
}

impl DeleteOptions {
    /// Those of a body or, where it is empty, of the query.
    ///
    /// # Errors
    /// What cannot be read, or is not valid.
    pub(crate) fn parse(query: &Query, body: Option<&ObjectBody>) -> Result<Self, Failure> {
        if let Some(body) = body {
            return Self::checked(read(body)?);
        }
        query.integer("gracePeriodSeconds").map_err(Failure::bad_request)?;
        Self::checked(WireDeleteOptions {
            orphan_dependents: query.flag("orphanDependents"),
            propagation_policy: query.find("propagationPolicy").map(str::to_owned),
            dry_run: Some(query.all("dryRun").map(str::to_owned).collect()),
            ..WireDeleteOptions::default()
        })
    }

    fn checked(wire: WireDeleteOptions) -> Result<Self, Failure> {
        let mut found = Violations::new();
        let policy = wire.propagation_policy.as_deref();
        if let (Some(policy), Some(_)) = (policy, wire.orphan_dependents) {
            let detail = "orphanDependents and deletionPropagation cannot be both set";
            found.push(Violation::invalid(path("propagationPolicy"), json!(policy), detail));
        }
        let dependents = match (policy, wire.orphan_dependents) {
            (Some("Background"), _) | (None, Some(false)) => Dependents::Background,
            (Some("Foreground"), _) => Dependents::Foreground,
            (Some("Orphan"), _) | (None, Some(true)) => Dependents::Orphan,
            (None, None) => Dependents::Default,
            (Some(other), _) => {
                let supported = ["Foreground", "Background", "Orphan", "nil"];
                found.push(Violation::not_supported(path("propagationPolicy"), json!(other), &supported));
                Dependents::Default
            }
        };
        let dry_run = wire.dry_run.unwrap_or_default();
        check_dry_run(&mut found, &dry_run.iter().map(String::as_str).collect::<Vec<_>>());
        if !found.is_empty() {
            return Err(Failure::invalid_options("DeleteOptions", &found));
        }
        let preconditions = wire.preconditions.unwrap_or_default();
        Ok(Self {
            dry_run: !dry_run.is_empty(),
            uid: preconditions.uid,
            resource_version: preconditions.resource_version,
            dependents,
            answers_accepted: wire.orphan_dependents == Some(false),
        })
    }
}

fn read(body: &ObjectBody) -> Result<WireDeleteOptions, Failure> {
    let value = match body.format {
        Format::Json => serde_json::from_slice::<Value>(&body.bytes).map_err(|error| json_error(&error)),
        // Never read as options.
        Format::Protobuf => {
            return Err(Failure::unsupported_media_type("application/json, application/yaml"));
        }
        Format::Yaml => {
            let documents = yaml::read_stream(&body.bytes).map_err(|error| error.to_string());
            documents.map(|documents| documents.first().map(|one| one.value().clone()).unwrap_or_default())
        }
    };
    let value = value
        .map_err(|why| Failure::bad_request(format!("couldn't get version/kind; json parse error: {why}")))?;
    let options: WireDeleteOptions =
        serde_json::from_value(value).map_err(|error| Failure::bad_request(error.to_string()))?;
    if !matches!(options.kind.as_str(), "" | "DeleteOptions") {
        return Err(Failure::bad_request(format!(
            "no kind \"{}\" is registered for version \"{}\" in scheme \"pkg/runtime/scheme.go:111\"",
            options.kind, options.api_version
        )));
    }
    Ok(options)
}

/// The words are Go's for a body that ends too early, and those of `serde_json` for all else.
fn json_error(error: &serde_json::Error) -> String {
    if error.is_eof() { "unexpected end of JSON input".to_owned() } else { error.to_string() }
}

/// The options of a `GET`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct GetOptions {
    pub(crate) resource_version: String,
}

impl GetOptions {
    /// # Errors
    /// An export, which servers no longer know.
    pub(crate) fn parse(query: &Query) -> Result<Self, Failure> {
        if query.flag("export") == Some(true) {
            let message = "the export parameter, deprecated since v1.14, is no longer supported";
            return Err(Failure::bad_request(message));
        }
        Ok(Self { resource_version: query.get("resourceVersion").to_owned() })
    }
}

/// How a revision is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Match {
    /// As older clients mean it.
    Unset,
    Exact,
    NotOlderThan,
}

/// The options of a list, a watch or a deletion of a collection.
#[derive(Clone, Debug)]
pub(crate) struct ListOptions {
    pub(crate) selection: Selection,
    pub(crate) watch: bool,
    pub(crate) allow_bookmarks: bool,
    pub(crate) resource_version: String,
    pub(crate) resource_version_match: Match,
    pub(crate) timeout_seconds: Option<i64>,
    pub(crate) limit: i64,
    pub(crate) next: String,
    pub(crate) send_initial_events: Option<bool>,
}

impl ListOptions {
    /// # Errors
    /// What cannot be read, or is not valid.
    pub(crate) fn parse(query: &Query, watches: bool) -> Result<Self, Failure> {
        Self::read(query, watches).map_err(Failure::bad_request)?.checked(query)
    }

    fn read(query: &Query, watches: bool) -> Result<Self, String> {
        let timeout_seconds = query.integer("timeoutSeconds")?;
        let limit = query.integer("limit")?.unwrap_or_default();
        let labels = LabelSelector::parse(query.get("labelSelector"))?;
        let fields = FieldSelector::parse(query.get("fieldSelector"))?;
        Ok(Self {
            selection: Selection { labels, fields },
            watch: watches || query.flag("watch") == Some(true),
            allow_bookmarks: query.flag("allowWatchBookmarks") == Some(true),
            resource_version: query.get("resourceVersion").to_owned(),
            resource_version_match: match query.get("resourceVersionMatch") {
                "Exact" => Match::Exact,
                "NotOlderThan" => Match::NotOlderThan,
                _ => Match::Unset,
            },
            timeout_seconds,
            limit,
            next: query.get("continue").to_owned(),
            send_initial_events: query.flag("sendInitialEvents"),
        })
    }

    fn checked(mut self, query: &Query) -> Result<Self, Failure> {
        let matched = query.get("resourceVersionMatch");
        let is_legacy = matches!(self.resource_version.as_str(), "" | "0");
        // Source: `SetListOptionsDefaults` in `apimachinery pkg/apis/meta/internalversion/defaults.go`.
        if self.watch && is_legacy && self.send_initial_events.is_none() && matched.is_empty() {
            self.send_initial_events = Some(true);
            self.resource_version_match = Match::NotOlderThan;
            return Ok(self);
        }
        let found = if self.watch { self.of_watch(matched) } else { self.of_list(matched) };
        if found.is_empty() { Ok(self) } else { Err(Failure::invalid_options("ListOptions", &found)) }
    }

    fn of_list(&self, matched: &str) -> Violations {
        let mut found = Violations::new();
        let mut forbid = |name, detail: &str| found.push(Violation::forbidden(path(name), detail));
        if !matched.is_empty() {
            if self.resource_version.is_empty() {
                let detail = "resourceVersionMatch is forbidden unless resourceVersion is provided";
                forbid("resourceVersionMatch", detail);
            }
            if !self.next.is_empty() {
                let detail = "resourceVersionMatch is forbidden when continue is provided";
                forbid("resourceVersionMatch", detail);
            }
        }
        if self.resource_version_match == Match::Exact && self.resource_version == "0" {
            let detail = "resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\"";
            forbid("resourceVersionMatch", detail);
        }
        if !matched.is_empty() && self.resource_version_match == Match::Unset {
            let supported = ["Exact", "NotOlderThan", ""];
            found.push(Violation::not_supported(path("resourceVersionMatch"), json!(matched), &supported));
        }
        if self.send_initial_events.is_some() {
            let detail = "sendInitialEvents is forbidden for list";
            found.push(Violation::forbidden(path("sendInitialEvents"), detail));
        }
        found
    }

    fn of_watch(&self, matched: &str) -> Violations {
        let mut found = Violations::new();
        let path = || path("resourceVersionMatch");
        let is_not_older = self.resource_version_match == Match::NotOlderThan;
        if self.send_initial_events.is_some() && !is_not_older {
            let detail = "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan";
            found.push(Violation::forbidden(path(), detail));
        }
        if matched.is_empty() {
            return found;
        }
        if self.send_initial_events.is_none() {
            let detail = "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided";
            found.push(Violation::forbidden(path(), detail));
        }
        if !is_not_older {
            found.push(Violation::not_supported(path(), json!(matched), &["NotOlderThan"]));
        }
        if !self.next.is_empty() {
            let detail = "resourceVersionMatch is forbidden when continue is provided";
            found.push(Violation::forbidden(path(), detail));
        }
        found
    }
}
