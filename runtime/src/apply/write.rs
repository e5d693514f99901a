//! One request, from the managers of the live object to those of the written one.
//!
//! Source: `apimachinery pkg/util/managedfields/internal/`, whose managers call one another in the order of
//! `NewDefaultFieldManager`; `pkg/apiserver/customresource_handler.go`, `scopeWithFieldManager`.

use std::collections::BTreeMap;

use crd_schema_go::time::Time;
use serde_json::Value;

use super::cap::capped;
use super::conflict::{self, Conflict};
use super::error::ApplyError;
use super::last_applied;
use super::managed::{self, Managed, ManagerId, Operation};
use super::merge::{Conflicts, MergeError, Updater, Who};
use super::path::PathElement;
use super::request::{Subresource, WriteRequest};
use super::set::FieldSet;
use super::typed::Duplicates;
use super::versions::{Gvk, Kind, StatusSubresource, Version};
use crate::defaulting::apply_defaults;
use crate::go_text::type_of;

/// One request.
pub(super) struct Write<'k> {
    kind: &'k Kind,
    request: WriteRequest<'k>,
}

impl<'k> Write<'k> {
    pub(super) fn new(kind: &'k Kind, request: WriteRequest<'k>) -> Self {
        Self { kind, request }
    }

    fn api_version(&self) -> String {
        self.kind.api_version(self.request.version())
    }

    fn updater(&self) -> Updater<'k> {
        Updater { kind: self.kind, hub: self.request.version(), reset_fields: self.reset_fields() }
    }

    /// The fields that the strategy of the endpoint resets.
    ///
    /// **Quirk**: the endpoint of the object knows those of its own version only, that of the status those of all
    /// (`getOrCreateServingInfoFor` in `customresource_handler.go`).
    fn reset_fields(&self) -> BTreeMap<String, FieldSet> {
        let names: &[&str] = match self.request.part() {
            Subresource::None => &["status"],
            Subresource::Status => &["metadata", "spec"],
            Subresource::Scale => &[],
        };
        let set = FieldSet::of_fields(names);
        let here = |version: &&Version| {
            let all = self.request.part() == Subresource::Status;
            version.status == StatusSubresource::Enabled && (all || version.name == self.request.version())
        };
        let versions = self.kind.versions.iter().filter(here);
        versions.map(|version| (self.kind.api_version(&version.name), set.clone())).collect()
    }

    fn id(&self, manager: &str, operation: Operation) -> ManagerId {
        let manager = if manager.is_empty() { "unknown" } else { manager };
        ManagerId::new(manager, operation, &self.api_version(), self.request.part().name())
    }

    /// `decodeLiveOrNew`: a request may change the entries, but not by way of a subresource, and not by leaving them out.
    pub(super) fn managed_of_update(&self, live: &Value, object: &Value) -> Managed {
        let decode =
            |object| Managed::decode(&managed::entries(object).unwrap_or_default()).unwrap_or_default();
        if self.request.part() != Subresource::None {
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
    pub(super) fn apply(
        &self,
        live: &Value,
        config: &Value,
        managed: &Managed,
        conflicts: Conflicts,
    ) -> Result<(Value, Managed), ApplyError> {
        match self.apply_once(live, config, managed.clone(), conflicts) {
            Err(Failure::Conflicts(found)) if self.request.manager() == last_applied::MANAGER => {
                let Ok(allowed) = last_applied::allowed(self.kind, self.request.version(), live) else {
                    return Err(ApplyError::conflict(&found));
                };
                let rest: Vec<_> =
                    found.into_iter().filter(|conflict| !allowed.has(&conflict.path)).collect();
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
            if self.request.part() == Subresource::Scale {
                let empty = "/; autoscaling/v1, Kind=Scale";
                let why = format!("failed to convert live object ({empty}) to proper version: {NO_SCALE}");
                return Err(Failure::Other(format!("failed to create manager for existing fields: {why}")));
            }
            let empty = self.kind.empty(self.request.version());
            managed = self
                .update(&empty, live, managed, "before-first-apply")
                .map_err(|why| format!("failed to create manager for existing fields: {why}"))?;
        }
        let id = self.id(self.request.manager(), Operation::Apply);
        let object = self.merge(live, config, &mut managed, &id, conflicts)?;
        strip(&mut managed, &id);
        if let Some(object) = object {
            managed.times.insert(id, Some(Time::from_unix(self.request.now())));
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
        let (kind, group, version) = (self.kind, &self.kind.group, self.request.version());
        let versioned = kind.converted(live, group, version).map_err(|why| {
            format!("failed to convert live object ({}) to proper version: {why}", named(live))
        })?;
        let patch = kind
            .typed(config.clone(), Duplicates::Rejected)
            .map_err(|why| format!("failed to create typed patch object ({}): {why}", named(config)))?;
        let current = kind
            .typed(versioned.clone(), Duplicates::Allowed)
            .map_err(|why| format!("failed to create typed live object ({}): {why}", named(&versioned)))?;
        let who = Who { manager: id, api_version: &self.api_version() };
        let managers = std::mem::take(&mut managed.managers);
        let (object, managers) = self.updater().apply(&current, &patch, managers, who, conflicts)?;
        managed.managers = managers;
        let Some(object) = object else { return Ok(None) };
        if self.request.part() == Subresource::Scale {
            let config = named(config);
            return Err(
                format!("failed to convert new object ({config}) to proper version: {NO_SCALE}").into()
            );
        }
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
    pub(super) fn update(
        &self,
        live: &Value,
        object: &Value,
        managed: Managed,
        who: &str,
    ) -> Result<Managed, String> {
        let mut managed = self.updated(live, object, managed)?;
        let current = ManagerId::current();
        strip(&mut managed, &current);
        if let Some(mut set) = managed.managers.remove(&current) {
            let id = self.id(who, Operation::Update);
            if let Some(previous) = managed.managers.get(&id) {
                set.set.add(&previous.set);
            }
            managed.managers.insert(id.clone(), set);
            managed.times.insert(id, Some(Time::from_unix(self.request.now())));
        }
        Ok(capped(managed))
    }

    /// `structuredMergeManager.Update`.
    fn updated(&self, live: &Value, object: &Value, mut managed: Managed) -> Result<Managed, String> {
        let (kind, api_version) = (self.kind, self.api_version());
        let (group, version) = (&kind.group, self.request.version());
        let new = kind.converted(object, group, version).map_err(|why| {
            format!(
                "failed to convert new object ({}) to proper version ({api_version}): {why}",
                named(object)
            )
        })?;
        let old = kind.converted(live, group, version).map_err(|why| {
            format!("failed to convert live object ({}) to proper version: {why}", named(live))
        })?;
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
                MergeError::Conflicts(found) => conflict::message(&found),
            };
            format!("failed to update ManagedFields ({new_name}): {why}")
        })?;
        Ok(managed)
    }
}

/// Why an apply fails.
enum Failure {
    Conflicts(Vec<Conflict>),
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

/// **Quirk**: what is applied to a scale is unstructured, and the converter of custom resources converts only a typed `Scale`,
/// so that no apply changes one (`crConverter.ConvertToVersion` in `apiextensions-apiserver
/// pkg/apiserver/conversion/converter.go`).
const NO_SCALE: &str = "request to convert CR to an invalid group/version: autoscaling/v1";

/// `objectGVKNN`.
fn named(object: &Value) -> String {
    let string =
        |name| object.get("metadata").and_then(|metadata| metadata.get(name)?.as_str()).unwrap_or_default();
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
    let mut never = FieldSet::of_fields(&["apiVersion", "kind", "metadata"]);
    for name in METADATA {
        never.insert(&[PathElement::field("metadata"), PathElement::field(name)]);
    }
    set.set = set.set.difference(&never);
    if set.set.is_empty() {
        managed.managers.remove(id);
    }
}
