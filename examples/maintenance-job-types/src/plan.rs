//! A plan of maintenance: every attribute of the derive in one resource.

use std::collections::{BTreeMap, BTreeSet};

use crd_schema::api::ObjectMeta;
use crd_schema::{CrdSchema, EmbeddedResource, IntOrString};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What is done to which machines, and when.
#[derive(Clone, Debug, CrdSchema, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
#[crd(
    group = "operations.example.com",
    version = "v1alpha1",
    kind = "MaintenancePlan",
    plural = "maintenanceplans",
    singular = "maintenanceplan",
    short_names = ["mp", "plan"],
    categories = ["all", "maintenance"],
    scope = "Namespaced",
    status = MaintenancePlanStatus,
    column(name = "Urgency", path = ".spec.urgency", type = "string", priority = 1),
    rule("self.minUnits <= self.maxUnits", message = "minUnits must not exceed maxUnits"),
    // Its markers stand for handwritten servers; see the test below.
    no_export_test
)]
pub struct MaintenancePlanSpec {
    /// The cluster that the plan is for.
    #[immutable]
    #[crd(pattern = "^[a-z]([-a-z0-9]*[a-z0-9])?$", max_length = 63)]
    pub cluster: String,
    /// How soon it must happen.
    #[serde(default)]
    #[crd(default = "Normal")]
    pub urgency: Urgency,
    /// The ticket that asked for it: once known it stays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[immutable(add_only)]
    pub ticket: Option<String>,
    /// Who must still agree: the question can be dropped, not changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[immutable(remove_only)]
    pub pending_approval: Option<String>,
    /// What is done, by name: steps may come, and what there is cannot go, but be reworded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[immutable_keys(add_only)]
    #[crd(list_map_keys = ["name"], max_items = 64)]
    pub steps: Vec<Step>,
    /// What happened so far: entries are never changed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[immutable(items)]
    #[crd(list_type = "atomic", max_items = 256)]
    pub journal: Vec<JournalEntry>,
    /// Settings: a key keeps its value for as long as it is there.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[immutable(values)]
    #[crd(map_type = "granular", max_properties = 32, values(max_length = 128))]
    pub settings: BTreeMap<String, String>,
    /// Machines to leave out: they may only be released.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    #[immutable_keys(remove_only)]
    #[crd(max_items = 100, items(min_length = 1, max_length = 253))]
    pub excluded: BTreeSet<String>,
    /// The fewest machines that must stay up.
    #[crd(min = 0)]
    pub min_units: u16,
    /// The most machines that may be down.
    #[crd(range = 1..=1000)]
    pub max_units: u32,
    /// How many at a time, as a number or a percentage.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[int_or_string]
    pub batch: Option<IntOrString>,
    /// The part of the load that may be taken away.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[crd(min = 0, exclusive_min, max = 1, title = "Load")]
    pub load: Option<f64>,
    /// What the machines run meanwhile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stand_in: Option<StandIn>,
    /// An object to create before the first step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[embedded_resource]
    pub before: Option<EmbeddedResource>,
    /// Whatever the team wants to keep here; the type says by itself that anything is kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extra: Option<Value>,
    /// What each tool keeps, in forms that only the tools know.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[preserve_unknown(values)]
    pub tools: BTreeMap<String, ToolState>,
    /// When it may begin; null for at once.
    #[crd(nullable, format = "date-time", example = "2026-11-27T22:00:00Z")]
    pub not_before: Option<String>,
}

/// How soon a plan must be carried out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, CrdSchema, Deserialize, Serialize)]
pub enum Urgency {
    /// Whenever it suits.
    Low,
    /// In the next window.
    #[default]
    Normal,
    /// At once.
    High,
}

/// One step of a plan.
#[derive(Clone, Debug, CrdSchema, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Step {
    /// Identifies the step.
    #[crd(length = 1..=63)]
    pub name: String,
    /// What is run.
    pub command: Vec<String>,
    /// Seconds until the step is given up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[crd(min = 5, max = 86_400, multiple_of = 5)]
    pub timeout_seconds: Option<i64>,
    /// What is done when the step fails; schemas cannot recur, so these are kept as they are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[preserve_unknown]
    pub on_failure: Vec<Step>,
}

/// What a tool keeps: it has no schema, so the server keeps all of it.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct ToolState {
    /// The version of the tool that wrote it.
    pub version: String,
    /// The rest.
    #[serde(flatten)]
    pub state: BTreeMap<String, Value>,
}

/// Something that happened.
#[derive(Clone, Debug, CrdSchema, Deserialize, Serialize)]
pub struct JournalEntry {
    /// When.
    #[crd(format = "date-time")]
    pub at: String,
    /// What.
    #[crd(max_length = 1024)]
    pub text: String,
}

/// A template of what runs in the meantime; the labels of its metadata survive.
#[derive(Clone, Debug, CrdSchema, Deserialize, Serialize)]
pub struct StandIn {
    /// The metadata of what is made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub metadata: Option<ObjectMeta>,
    /// The image to run.
    pub image: String,
}

/// How far a plan has come.
#[derive(Clone, Debug, Default, CrdSchema, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MaintenancePlanStatus {
    /// When the plan was accepted; the first write is an addition, and it stays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[immutable(add_only)]
    #[crd(format = "date-time")]
    pub accepted_at: Option<String>,
    /// The steps that are done.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub done: Vec<String>,
}

#[cfg(test)]
mod tests {
    use crd_schema::Profile;
    use crd_schema::build::crd;

    use super::MaintenancePlan;

    /// The markers of list items and map values cannot be lowered to CEL yet, so the file has them as they are.
    #[test]
    fn the_file_in_crds_is_what_the_types_say() {
        crd::<MaintenancePlan>().profile(Profile::Native).assert_current(env!("CARGO_MANIFEST_DIR"));
    }
}
