//! Applies and updates of whole objects.
//!
//! Source: `apimachinery pkg/util/managedfields/internal/`, whose managers are called one by another in the order of
//! `NewDefaultFieldManager`; `pkg/apiserver/customresource_handler.go`, `scopeWithFieldManager`.

use std::collections::BTreeMap;

use crd_schema_go::time::Time;
use serde_json::Value;

use super::cap::capped;
use super::error::ApplyError;
use super::last_applied;
use super::managed::{self, Managed, ManagerId, Operation};
use super::merge::{Conflicts, MergeError, Updater, Who};
use super::path::PathElement;
use super::set::FieldSet;
use super::typed::Duplicates;
use super::versions::{Gvk, Kind, StatusSubresource, Version};
use crate::default_pruning::RootDefaultError;
use crate::defaulting::apply_defaults;
use crate::go_text::type_of;
use crate::schema::StructuralSchema;

/// The part of an object that a request writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Subresource {
    /// The object.
    #[default]
    None,
    /// `/status`.
    Status,
}

impl Subresource {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Status => "status",
        }
    }
}

/// What a request says of itself.
///
/// ```
/// use crd_schema::apply::{Subresource, WriteRequest};
///
/// let request = WriteRequest::new("v1", "my-operator", 1_767_225_600).subresource(Subresource::Status);
/// assert_eq!(request.manager(), "my-operator");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct WriteRequest<'r> {
    version: &'r str,
    manager: &'r str,
    now: i64,
    subresource: Subresource,
}

impl<'r> WriteRequest<'r> {
    /// A request to a version, by a manager (`fieldManager`, or what the server makes of the user agent), at a time in
    /// seconds since 1970.
    ///
    /// ```
    /// crd_schema::apply::WriteRequest::new("v1", "kubectl", 1_767_225_600);
    /// ```
    pub fn new(version: &'r str, manager: &'r str, now: i64) -> Self {
        Self { version, manager, now, subresource: Subresource::None }
    }

    /// The request writes a subresource.
    ///
    /// ```
    /// use crd_schema::apply::{Subresource, WriteRequest};
    ///
    /// WriteRequest::new("v1", "kubectl", 1_767_225_600).subresource(Subresource::Status);
    /// ```
    #[must_use]
    pub fn subresource(self, subresource: Subresource) -> Self {
        Self { subresource, ..self }
    }

    /// The manager.
    ///
    /// ```
    /// assert_eq!(crd_schema::apply::WriteRequest::new("v1", "kubectl", 0).manager(), "kubectl");
    /// ```
    pub fn manager(&self) -> &'r str {
        self.manager
    }
}

/// Merges what is applied to the objects of a resource, and keeps `metadata.managedFields`.
///
/// ```
/// use crd_schema::apply::{Conflicts, FieldManager, StatusSubresource, WriteRequest};
/// use crd_schema::SchemaBuilder;
/// use serde_json::json;
///
/// let spec = SchemaBuilder::object().property("replicas", SchemaBuilder::integer());
/// let schema = SchemaBuilder::object().property("spec", spec).build()?;
/// let manager =
///     FieldManager::new("example.com", "Database").version("v1", &schema, StatusSubresource::Disabled)?;
///
/// let database = |replicas: u8| json!({
///     "apiVersion": "example.com/v1", "kind": "Database", "metadata": {"name": "db"}, "spec": {"replicas": replicas},
/// });
/// let by = |name| WriteRequest::new("v1", name, 1_767_225_600);
/// let live = manager.apply(None, &database(1), by("alice"), Conflicts::Reject)?;
/// assert_eq!(live["metadata"]["managedFields"][0]["fieldsV1"], json!({"f:spec": {"f:replicas": {}}}));
///
/// let conflict = manager.apply(Some(&live), &database(2), by("bob"), Conflicts::Reject).unwrap_err();
/// assert_eq!(conflict.to_string(), r#"Apply failed with 1 conflict: conflict with "alice": .spec.replicas"#);
/// assert_eq!(conflict.status().code(), 409);
/// let live = manager.apply(Some(&live), &database(2), by("bob"), Conflicts::Force)?;
/// assert_eq!(live["spec"]["replicas"], 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Source: `FieldManager` in `apimachinery pkg/util/managedfields`.
#[derive(Clone, Debug)]
pub struct FieldManager {
    kind: Kind,
}

impl FieldManager {
    /// A resource without versions.
    ///
    /// ```
    /// crd_schema::apply::FieldManager::new("example.com", "Database");
    /// ```
    pub fn new(group: &str, kind: &str) -> Self {
        Self { kind: Kind { group: group.to_owned(), kind: kind.to_owned(), versions: Vec::new() } }
    }

    /// Adds a version of the definition, served or not. Objects are converted as without a webhook.
    ///
    /// ```
    /// use crd_schema::SchemaBuilder;
    /// use crd_schema::apply::{FieldManager, StatusSubresource};
    ///
    /// let schema = SchemaBuilder::object().build()?;
    /// FieldManager::new("example.com", "Database").version("v1", &schema, StatusSubresource::Enabled)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`RootDefaultError`], for which a server does not serve the version.
    pub fn version(
        mut self,
        name: &str,
        schema: &StructuralSchema,
        status: StatusSubresource,
    ) -> Result<Self, RootDefaultError> {
        self.kind.versions.push(Version::new(name, Some(schema), status)?);
        Ok(self)
    }

    /// The object after an apply. Without a live object it is created. The object is complete but for what a server
    /// sets and validates in any write.
    ///
    /// ```
    /// use crd_schema::apply::{Conflicts, FieldManager, WriteRequest};
    /// use serde_json::json;
    ///
    /// let manager = FieldManager::new("example.com", "Database");
    /// let request = WriteRequest::new("v1", "kubectl", 1_767_225_600);
    /// let error = manager.apply(None, &json!({}), request, Conflicts::Reject).unwrap_err();
    /// assert_eq!(error.to_string(), "invalid object type: /, Kind=");
    /// ```
    ///
    /// # Errors
    /// [`ApplyError`] with the server's message and status.
    pub fn apply(
        &self,
        live: Option<&Value>,
        config: &Value,
        request: WriteRequest<'_>,
        conflicts: Conflicts,
    ) -> Result<Value, ApplyError> {
        let write = Write { kind: &self.kind, request };
        let empty = live.is_none().then(|| self.kind.empty(request.version));
        let Some(live) = live.or(empty.as_ref()) else { return Err(ApplyError::internal("no live object")) };
        let entries = managed::entries(live).unwrap_or_default();
        let managed = Managed::decode(&entries)
            .map_err(|why| ApplyError::internal(format!("failed to decode managed fields: {why}")))?;
        let gvk = Gvk::of(config);
        let expected = Gvk { version: request.version.to_owned(), ..Gvk::of(&self.kind.empty("")) };
        if gvk != (Gvk { group: self.kind.group.clone(), ..expected }) {
            return Err(ApplyError::bad_request(format!("invalid object type: {gvk}")));
        }
        let (mut object, managed) = write.apply(live, config, &managed, conflicts)?;
        if request.manager == last_applied::MANAGER && last_applied::of(&object).is_some() {
            last_applied::set(&mut object, config);
        }
        managed.write_to(&mut object);
        Ok(object)
    }

    /// The object of a create, an update or another patch, with its managers. A live object without `metadata.uid` is
    /// one that does not exist yet, and so is none.
    ///
    /// Where the managers cannot be found out, the object has those of the live one, as in a server.
    ///
    /// ```
    /// use crd_schema::SchemaBuilder;
    /// use crd_schema::apply::{FieldManager, StatusSubresource, WriteRequest};
    /// use serde_json::json;
    ///
    /// let schema = SchemaBuilder::object().property("size", SchemaBuilder::integer()).build()?;
    /// let manager =
    ///     FieldManager::new("example.com", "Database").version("v1", &schema, StatusSubresource::Disabled)?;
    /// let object = json!({"apiVersion": "example.com/v1", "kind": "Database", "size": 3});
    /// let created = manager.update(None, object, WriteRequest::new("v1", "kubectl", 1_767_225_600));
    /// assert_eq!(created["metadata"]["managedFields"][0]["operation"], "Update");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Source: `UpdateNoErrors` in `apimachinery pkg/util/managedfields/internal/fieldmanager.go`.
    pub fn update(&self, live: Option<&Value>, object: Value, request: WriteRequest<'_>) -> Value {
        match self.try_update(live, object.clone(), request) {
            Ok(object) => object,
            Err(_) => managed::with_entries_of(object, live),
        }
    }

    /// As [`Self::update`], with the error that a server keeps to itself.
    ///
    /// ```
    /// use crd_schema::apply::{FieldManager, WriteRequest};
    /// use serde_json::json;
    ///
    /// let manager = FieldManager::new("example.com", "Database");
    /// let request = WriteRequest::new("v1", "kubectl", 1_767_225_600);
    /// assert!(manager.try_update(None, json!({}), request).is_err());
    /// ```
    ///
    /// # Errors
    /// [`ApplyError`] when an object has no type of the resource, or other fields than its type.
    pub fn try_update(
        &self,
        live: Option<&Value>,
        mut object: Value,
        request: WriteRequest<'_>,
    ) -> Result<Value, ApplyError> {
        let write = Write { kind: &self.kind, request };
        let empty = self.kind.empty(request.version);
        let live = live.unwrap_or(&empty);
        let managed = write.managed_of_update(live, &object);
        Managed::default().write_to(&mut object);
        let managed = if managed.managers.is_empty() && last_applied::has_uid(live) {
            managed
        } else {
            write.update(live, &object, managed, request.manager).map_err(ApplyError::internal)?
        };
        managed.write_to(&mut object);
        Ok(object)
    }
}

/// One request.
struct Write<'k> {
    kind: &'k Kind,
    request: WriteRequest<'k>,
}

impl<'k> Write<'k> {
    fn api_version(&self) -> String {
        self.kind.api_version(self.request.version)
    }

    fn updater(&self) -> Updater<'k> {
        Updater { kind: self.kind, hub: self.request.version, reset_fields: self.reset_fields() }
    }

    /// The fields that the strategy of the endpoint resets.
    ///
    /// **Quirk**: the endpoint of the object knows those of its own version only, that of the status those of all
    /// (`getOrCreateServingInfoFor` in `customresource_handler.go`).
    fn reset_fields(&self) -> BTreeMap<String, FieldSet> {
        let names: &[&str] = match self.request.subresource {
            Subresource::None => &["status"],
            Subresource::Status => &["metadata", "spec"],
        };
        let mut set = FieldSet::default();
        names.iter().for_each(|name| set.insert(&[PathElement::field(name)]));
        let here = |version: &&Version| {
            let all = self.request.subresource == Subresource::Status;
            version.status == StatusSubresource::Enabled && (all || version.name == self.request.version)
        };
        let versions = self.kind.versions.iter().filter(here);
        versions.map(|version| (self.kind.api_version(&version.name), set.clone())).collect()
    }

    fn id(&self, manager: &str, operation: Operation) -> ManagerId {
        let manager = if manager.is_empty() { "unknown" } else { manager };
        ManagerId::new(manager, operation, &self.api_version(), self.request.subresource.name())
    }

    /// `decodeLiveOrNew`: a request may change the entries, but not by way of a subresource, and not by leaving them out.
    fn managed_of_update(&self, live: &Value, object: &Value) -> Managed {
        let decode = |object| Managed::decode(&managed::entries(object).unwrap_or_default()).unwrap_or_default();
        if self.request.subresource != Subresource::None {
            return decode(live);
        }
        let entries = managed::entries(object);
        if managed::is_reset(entries.as_deref()) {
            return Managed::default();
        }
        match Managed::decode(&entries.unwrap_or_default()) {
            Ok(managed) if !managed.managers.is_empty() => managed,
            _ => decode(live),
        }
    }

    /// `lastAppliedManager`: kubectl takes over what its client-side apply has written.
    fn apply(
        &self,
        live: &Value,
        config: &Value,
        managed: &Managed,
        conflicts: Conflicts,
    ) -> Result<(Value, Managed), ApplyError> {
        match self.apply_once(live, config, managed.clone(), conflicts) {
            Err(Failure::Conflicts(found)) if self.request.manager == last_applied::MANAGER => {
                let Ok(allowed) = last_applied::allowed(self.kind, self.request.version, live) else {
                    return Err(ApplyError::conflict(&found));
                };
                let rest: Vec<_> = found.into_iter().filter(|conflict| !allowed.has(&conflict.path)).collect();
                if !rest.is_empty() {
                    return Err(ApplyError::conflict(&rest));
                }
                Ok(self.apply_once(live, config, managed.clone(), Conflicts::Force)?)
            }
            result => Ok(result?),
        }
    }

    /// What an object has before its first apply is managed by `before-first-apply`: `skipNonAppliedManager`.
    fn apply_once(
        &self,
        live: &Value,
        config: &Value,
        mut managed: Managed,
        conflicts: Conflicts,
    ) -> Result<(Value, Managed), Failure> {
        if managed.managers.is_empty() {
            let empty = self.kind.empty(self.request.version);
            managed = self
                .update(&empty, live, managed, "before-first-apply")
                .map_err(|why| format!("failed to create manager for existing fields: {why}"))?;
        }
        let id = self.id(self.request.manager, Operation::Apply);
        let object = self.merge(live, config, &mut managed, &id, conflicts)?;
        strip(&mut managed, &id);
        if let Some(object) = object {
            managed.times.insert(id, Some(Time::from_unix(self.request.now)));
            return Ok((object, managed));
        }
        let mut object = live.clone();
        Managed::default().write_to(&mut object);
        Ok((object, managed))
    }

    /// The merged object, unless nothing changes: `structuredMergeManager.Apply`.
    fn merge(
        &self,
        live: &Value,
        config: &Value,
        managed: &mut Managed,
        id: &ManagerId,
        conflicts: Conflicts,
    ) -> Result<Option<Value>, Failure> {
        if managed::entries(config).is_some() {
            return Err(Failure::BadRequest("metadata.managedFields must be nil".to_owned()));
        }
        let wrong = |what: &str, object: &Value, why: String| format!("failed to {what} ({}): {why}", named(object));
        let (kind, group, version) = (self.kind, &self.kind.group, self.request.version);
        let versioned = kind.converted(live, group, version).map_err(|why| {
            format!("failed to convert live object ({}) to proper version: {why}", named(live))
        })?;
        let typed_config = kind
            .typed(config.clone(), Duplicates::Rejected)
            .map_err(|why| wrong("create typed patch object", config, why))?;
        let typed_live = kind
            .typed(versioned.clone(), Duplicates::Allowed)
            .map_err(|why| wrong("create typed live object", &versioned, why))?;
        let who = Who { manager: id, api_version: &self.api_version() };
        let managers = std::mem::take(&mut managed.managers);
        let (object, managers) = self.updater().apply(&typed_live, &typed_config, managers, who, conflicts)?;
        managed.managers = managers;
        let Some(object) = object else { return Ok(None) };
        if !object.value.is_object() {
            let what = format!("failed to convert value to unstructured for type {}", type_of(&object.value));
            let config = named(config);
            return Err(format!("failed to convert new typed object ({config}) to object: {what}").into());
        }
        let mut object = kind.converted(&object.value, group, version).map_err(|why| {
            format!("failed to convert new object ({}) to proper version: {why}", named(config))
        })?;
        if let Some(schema) = kind.version(version).and_then(|version| version.defaults.as_ref()) {
            apply_defaults(schema, &mut object);
        }
        Ok(Some(object))
    }

    /// Who owns what after an update: `capManagersManager` and what is below it.
    fn update(&self, live: &Value, object: &Value, managed: Managed, manager: &str) -> Result<Managed, String> {
        let mut managed = self.updated(live, object, managed)?;
        let current = ManagerId::current();
        strip(&mut managed, &current);
        if let Some(mut set) = managed.managers.remove(&current) {
            let id = self.id(manager, Operation::Update);
            if let Some(previous) = managed.managers.get(&id) {
                set.set.add(&previous.set);
            }
            managed.managers.insert(id.clone(), set);
            managed.times.insert(id, Some(Time::from_unix(self.request.now)));
        }
        Ok(capped(managed))
    }

    /// `structuredMergeManager.Update`.
    fn updated(&self, live: &Value, object: &Value, mut managed: Managed) -> Result<Managed, String> {
        let (kind, api_version) = (self.kind, self.api_version());
        let (group, version) = (&kind.group, self.request.version);
        let new = kind.converted(object, group, version).map_err(|why| {
            format!("failed to convert new object ({}) to proper version ({api_version}): {why}", named(object))
        })?;
        let old = kind
            .converted(live, group, version)
            .map_err(|why| format!("failed to convert live object ({}) to proper version: {why}", named(live)))?;
        let (new_name, old_name) = (named(&new), named(&old));
        let new = kind
            .typed(new, Duplicates::Allowed)
            .map_err(|why| format!("failed to convert new object ({new_name}) to smd typed: {why}"))?;
        let old = kind
            .typed(old, Duplicates::Allowed)
            .map_err(|why| format!("failed to convert live object ({old_name}) to smd typed: {why}"))?;
        let who = Who { manager: &ManagerId::current(), api_version: &api_version };
        let managers = std::mem::take(&mut managed.managers);
        managed.managers = self.updater().update(&old, &new, managers, who).map_err(|why| {
            let why = match why {
                MergeError::Other(why) => why,
                MergeError::Conflicts(found) => super::conflict::message(&found),
            };
            format!("failed to update ManagedFields ({new_name}): {why}")
        })?;
        Ok(managed)
    }
}

/// Why an apply fails.
enum Failure {
    Conflicts(Vec<super::conflict::Conflict>),
    BadRequest(String),
    Other(String),
}

impl From<String> for Failure {
    fn from(message: String) -> Self {
        Self::Other(message)
    }
}

impl From<MergeError> for Failure {
    fn from(error: MergeError) -> Self {
        match error {
            MergeError::Conflicts(found) => Self::Conflicts(found),
            MergeError::Other(message) => Self::Other(message),
        }
    }
}

impl From<Failure> for ApplyError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Conflicts(found) => Self::conflict(&found),
            Failure::BadRequest(message) => Self::bad_request(message),
            Failure::Other(message) => Self::internal(message),
        }
    }
}

/// `objectGVKNN`.
fn named(object: &Value) -> String {
    let string = |name| object.get("metadata").and_then(|metadata| metadata.get(name)?.as_str()).unwrap_or_default();
    format!("{}/{}; {}", string("namespace"), string("name"), Gvk::of(object))
}

/// Takes out what nobody manages: `stripMetaManager`.
fn strip(managed: &mut Managed, id: &ManagerId) {
    const METADATA: [&str; 9] = [
        "name",
        "namespace",
        "creationTimestamp",
        "selfLink",
        "uid",
        "clusterName",
        "generation",
        "managedFields",
        "resourceVersion",
    ];
    let Some(set) = managed.managers.get_mut(id) else { return };
    let metadata = PathElement::field("metadata");
    let mut never = FieldSet::default();
    ["apiVersion", "kind", "metadata"].iter().for_each(|name| never.insert(&[PathElement::field(name)]));
    METADATA.iter().for_each(|name| never.insert(&[metadata.clone(), PathElement::field(name)]));
    set.set = set.set.difference(&never);
    if set.set.is_empty() {
        managed.managers.remove(id);
    }
}
