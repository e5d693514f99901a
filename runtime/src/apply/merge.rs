//! Applies and updates of typed objects: who owns what afterwards.
//!
//! Source: `structured-merge-diff merge/update.go`.
//!
//! Knows nothing of: metadata, requests.

use std::collections::BTreeMap;

use super::conflict::Conflict;
use super::managed::{ManagerId, Managers, Operation, VersionedSet};
use super::set::FieldSet;
use super::typed::{Comparison, compare, field_set, merge, reconciled, remove, with_named_fields};
use super::value::equal;
use super::versions::{Kind, Typed};

/// What to do with fields of other managers.
///
/// ```
/// use crd_schema::apply::Conflicts;
///
/// let force = Some("true");
/// let conflicts = if force == Some("true") { Conflicts::Force } else { Conflicts::Reject };
/// assert_eq!(conflicts, Conflicts::Force);
/// ```
///
/// Source: `PatchOptions.Force` in `apimachinery pkg/apis/meta/v1/types.go`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conflicts {
    /// Reject the request.
    Reject,
    /// Become their manager: `force=true`.
    Force,
}

/// Why an apply or update is impossible.
#[derive(Debug)]
pub(super) enum MergeError {
    Conflicts(Vec<Conflict>),
    Other(String),
}

impl From<String> for MergeError {
    fn from(message: String) -> Self {
        Self::Other(message)
    }
}

/// Merges objects of a kind for requests of one version.
pub(super) struct Updater<'k> {
    pub(super) kind: &'k Kind,
    /// The version of the request, by way of which objects are converted.
    pub(super) hub: &'k str,
    /// By `apiVersion`, the fields that a request of this endpoint cannot set.
    pub(super) reset_fields: BTreeMap<String, FieldSet>,
}

/// A manager and the version of its request.
#[derive(Clone, Copy)]
pub(super) struct Who<'r> {
    pub(super) manager: &'r ManagerId,
    pub(super) api_version: &'r str,
}

impl<'k> Updater<'k> {
    /// Who owns what after an update.
    pub(super) fn update(
        &self,
        live: &Typed<'k>,
        new: &Typed<'k>,
        managers: Managers,
        who: Who<'_>,
    ) -> Result<Managers, MergeError> {
        let managers = self.reconcile(live, managers)?;
        let (mut managers, changes) = self.change(live, new, managers, who, Conflicts::Force)?;
        let own = managers.remove(who.manager).map(|own| own.set).unwrap_or_default();
        let mut set = own.difference(&changes.removed);
        set.add(&changes.modified);
        set.add(&changes.added);
        let set = self.without_reset(set, who.api_version);
        if !set.is_empty() {
            let api_version = who.api_version.to_owned();
            managers
                .insert(who.manager.clone(), VersionedSet { set, api_version, operation: Operation::Update });
        }
        Ok(managers)
    }

    /// The object after an apply, unless nothing changes, and who owns what.
    pub(super) fn apply(
        &self,
        live: &Typed<'k>,
        config: &Typed<'k>,
        managers: Managers,
        who: Who<'_>,
        conflicts: Conflicts,
    ) -> Result<(Option<Typed<'k>>, Managers), MergeError> {
        let mut managers = self.reconcile(live, managers)?;
        let merged = Typed { value: merge(live.types, &live.value, &config.value), types: live.types };
        let set = self.without_reset(field_set(config.types, &config.value), who.api_version);
        let api_version = who.api_version.to_owned();
        let now = VersionedSet { set, api_version, operation: Operation::Apply };
        let last = managers.insert(who.manager.clone(), now);
        let pruned = self
            .prune(merged, &managers, who, last.as_ref())
            .map_err(|why| format!("failed to prune fields: {why}"))?;
        let (managers, _) = self.change(live, &pruned, managers, who, conflicts)?;
        let is_same = equal(&live.value, &pruned.value);
        Ok(((!is_same).then_some(pruned), managers))
    }

    fn without_reset(&self, set: FieldSet, api_version: &str) -> FieldSet {
        match self.reset_fields.get(api_version) {
            Some(reset) => set.recursive_difference(reset),
            None => set,
        }
    }

    /// Brings sets that were written for another schema to this one.
    fn reconcile(&self, live: &Typed<'k>, mut managers: Managers) -> Result<Managers, String> {
        let mut types = BTreeMap::new();
        for set in managers.values_mut() {
            let types = if let Some(types) = types.get(&set.api_version) {
                *types
            } else {
                let converted = self.kind.convert(live, &set.api_version, self.hub)?.types;
                types.insert(set.api_version.clone(), converted);
                converted
            };
            set.set = reconciled(types, &set.set);
        }
        Ok(managers)
    }

    /// Takes changed and removed fields from the others; `update` in Go.
    fn change(
        &self,
        old: &Typed<'k>,
        new: &Typed<'k>,
        mut managers: Managers,
        who: Who<'_>,
        conflicts: Conflicts,
    ) -> Result<(Managers, Comparison), MergeError> {
        let mut versions = BTreeMap::new();
        versions.insert(who.api_version.to_owned(), self.compared(old, new, who.api_version)?);
        let mut found = Vec::new();
        for (manager, set) in managers.iter_mut().filter(|(manager, _)| *manager != who.manager) {
            if !versions.contains_key(&set.api_version) {
                let changes = self.compared_in(old, new, &set.api_version)?;
                versions.insert(set.api_version.clone(), changes);
            }
            let Some(changes) = versions.get(&set.api_version).filter(|changes| !changes.is_empty()) else {
                continue;
            };
            let mut taken = set.set.intersection(&changes.modified);
            taken.add(&set.set.intersection(&changes.added));
            Conflict::each(manager, &taken, &mut found);
            set.set = set.set.difference(&taken).difference(&changes.removed);
        }
        if conflicts == Conflicts::Reject && !found.is_empty() {
            return Err(MergeError::Conflicts(found));
        }
        managers.retain(|_, set| !set.set.is_empty());
        Ok((managers, versions.remove(who.api_version).unwrap_or_default()))
    }

    fn compared_in(&self, old: &Typed<'k>, new: &Typed<'k>, api_version: &str) -> Result<Comparison, String> {
        let convert = |object, which| {
            let converted = self.kind.convert(object, api_version, self.hub);
            converted.map_err(|why| format!("failed to convert {which} object: {why}"))
        };
        let (old, new) = (convert(old, "old")?, convert(new, "new")?);
        self.compared(&old, &new, api_version)
    }

    fn compared(&self, old: &Typed<'k>, new: &Typed<'k>, api_version: &str) -> Result<Comparison, String> {
        let changes = compare(old.types, &old.value, &new.value)
            .map_err(|why| format!("failed to compare objects: {why}"))?;
        Ok(Comparison {
            removed: self.without_reset(changes.removed, api_version),
            modified: self.without_reset(changes.modified, api_version),
            added: self.without_reset(changes.added, api_version),
        })
    }
}

/// What an applier no longer applies goes, unless somebody else owns it.
impl<'k> Updater<'k> {
    fn prune(
        &self,
        merged: Typed<'k>,
        managers: &Managers,
        who: Who<'_>,
        last: Option<&VersionedSet>,
    ) -> Result<Typed<'k>, String> {
        let Some(last) = last.filter(|last| !last.set.is_empty()) else { return Ok(merged) };
        let merged = self
            .kind
            .convert(&merged, &last.api_version, self.hub)
            .map_err(|why| format!("failed to convert merged object to last applied version: {why}"))?;
        let given_up = with_named_fields(merged.types, &last.set);
        let pruned = without(&merged, &given_up);
        let pruned = self
            .add_back_owned(&merged, pruned, &last.api_version, managers)
            .map_err(|why| format!("failed add back owned items: {why}"))?;
        let pruned = self
            .add_back_dangling(&merged, &pruned, last)
            .map_err(|why| format!("failed add back dangling items: {why}"))?;
        Ok(self.kind.convert(&pruned, who.api_version, self.hub)?.into_owned())
    }

    /// The version of the last apply comes first, so that others can be converted to.
    fn add_back_owned(
        &self,
        merged: &Typed<'k>,
        pruned: Typed<'k>,
        first: &str,
        managers: &Managers,
    ) -> Result<Typed<'k>, String> {
        let mut by_version: BTreeMap<(bool, &str), FieldSet> = BTreeMap::new();
        for set in managers.values() {
            let version = (set.api_version != first, set.api_version.as_str());
            by_version.entry(version).or_default().add(&set.set);
        }
        let (mut merged, mut pruned) = (merged.clone(), pruned);
        for ((_, version), managed) in by_version {
            (merged, pruned) = self.add_back_owned_in(&merged, &pruned, version, &managed)?;
        }
        Ok(pruned)
    }

    fn add_back_owned_in(
        &self,
        merged: &Typed<'k>,
        pruned: &Typed<'k>,
        version: &str,
        managed: &FieldSet,
    ) -> Result<(Typed<'k>, Typed<'k>), String> {
        let convert = |object, which| {
            let converted = self.kind.convert(object, version, self.hub);
            converted.map_err(|why| format!("failed to convert {which} object at version {version}: {why}"))
        };
        let (merged, pruned) = (convert(merged, "merged")?, convert(pruned, "pruned")?);
        let types = merged.types;
        let all = with_named_fields(types, &field_set(types, &merged.value));
        let mut kept = with_named_fields(types, &field_set(types, &pruned.value));
        kept.add(&with_named_fields(types, managed));
        let pruned = without(&merged, &all.difference(&kept));
        Ok((merged.into_owned(), pruned))
    }

    /// Items that the applier has never owned stay.
    fn add_back_dangling(
        &self,
        merged: &Typed<'k>,
        pruned: &Typed<'k>,
        last: &VersionedSet,
    ) -> Result<Typed<'k>, String> {
        let pruned = self
            .kind
            .convert(pruned, &last.api_version, self.hub)
            .map_err(|why| format!("failed to convert pruned object to last applied version: {why}"))?;
        let types = merged.types;
        let left = with_named_fields(types, &field_set(types, &pruned.value));
        let all = with_named_fields(types, &field_set(types, &merged.value));
        let last = with_named_fields(types, &last.set);
        Ok(without(merged, &all.difference(&left).intersection(&last)))
    }
}

fn without<'k>(object: &Typed<'k>, set: &FieldSet) -> Typed<'k> {
    Typed { value: remove(object.types, &object.value, set), types: object.types }
}
