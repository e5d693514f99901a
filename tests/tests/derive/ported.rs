//! Definitions that controller-gen wrote, ported: what the derive writes is the same, property by property.

#![allow(clippy::doc_markdown, reason = "the comments are those of the published definitions")]

mod options;

use std::path::PathBuf;

use crd_schema::build::{Export, generate_into};
use crd_schema::crd::Version;
use crd_schema::{CrdSchema, CustomResource};
use crd_schema_tests::corpus;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// PodIOChaosSpec defines the desired state of IOChaos
#[derive(Clone, Debug, CrdSchema, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
#[crd(group = "chaos-mesh.org", version = "v1alpha1", kind = "PodIOChaos", plural = "podiochaos")]
#[crd(status = PodIOChaosStatus, root_doc = "PodIOChaos is the Schema for the podiochaos API")]
#[crd(optional_spec, meta_properties, sort_required, no_export_test)]
#[crd(annotation("controller-gen.kubebuilder.io/version", "v0.18.0"))]
struct PodIOChaosSpec {
    /// VolumeMountPath represents the target mount path
    /// It must be a root of mount path now.
    volume_mount_path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    container: Option<String>,
    /// Actions are a list of IOChaos actions
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    actions: Vec<IOChaosAction>,
}

/// IOChaosAction defines a possible action of IOChaos
#[derive(Clone, Debug, CrdSchema, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct IOChaosAction {
    /// IOChaosType represents the type of IOChaos Action
    #[serde(rename = "type")]
    type_: String,
    /// Path represents a glob of injecting path
    path: String,
    /// Methods represents the method that the action will inject in
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    methods: Vec<String>,
    /// Percent represents the percent probability of injecting this action
    #[crd(no_format)]
    percent: i64,
    /// Faults represents the fault to inject
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    faults: Vec<IoFault>,
    /// Latency represents the latency to inject
    #[serde(skip_serializing_if = "Option::is_none")]
    latency: Option<String>,
    #[serde(flatten)]
    attributes: AttrOverrideSpec,
    /// MistakeSpec represents the mistake to inject
    #[serde(skip_serializing_if = "Option::is_none")]
    mistake: Option<MistakeSpec>,
    /// Source represents the source of current rules
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
}

/// IoFault represents the fault to inject and their weight
#[derive(Clone, Debug, CrdSchema, Deserialize, Serialize)]
struct IoFault {
    errno: i32,
    weight: i32,
}

#[derive(Clone, Debug, CrdSchema, Deserialize, Serialize)]
struct AttrOverrideSpec {
    #[serde(skip_serializing_if = "Option::is_none")]
    ino: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    blocks: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    atime: Option<Timespec>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mtime: Option<Timespec>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ctime: Option<Timespec>,
    /// FileType represents type of file
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[crd(no_format)]
    perm: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nlink: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    uid: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gid: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rdev: Option<i32>,
}

/// Timespec represents a time
#[derive(Clone, Debug, CrdSchema, Deserialize, Serialize)]
struct Timespec {
    sec: i64,
    nsec: i64,
}

#[derive(Clone, Debug, CrdSchema, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct MistakeSpec {
    /// Filling determines what is filled in the mistake data.
    #[serde(skip_serializing_if = "Option::is_none")]
    filling: Option<Filling>,
    /// There will be [1, MaxOccurrences] segments of wrong data.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[crd(min = 1)]
    max_occurrences: Option<i64>,
    /// Max length of each wrong data segment in bytes
    #[serde(skip_serializing_if = "Option::is_none")]
    #[crd(min = 1)]
    max_length: Option<i64>,
}

#[derive(Clone, Debug, CrdSchema, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum Filling {
    Zero,
    Random,
}

#[derive(Clone, Debug, CrdSchema, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct PodIOChaosStatus {
    #[serde(skip_serializing_if = "Option::is_none")]
    failed_message: Option<String>,
    /// Pid represents a running toda process id
    #[serde(skip_serializing_if = "Option::is_none")]
    pid: Option<i64>,
    /// StartTime represents the start time of a toda process
    #[serde(skip_serializing_if = "Option::is_none")]
    start_time: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    observed_generation: Option<i64>,
}

/// FailoverQuorum contains the information about the current failover
/// quorum status of a PG cluster. It is updated by the instance manager
/// of the primary node and reset to zero by the operator to trigger
/// an update.
#[derive(Clone, Debug, CrdSchema, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
#[crd(root, group = "postgresql.cnpg.io", version = "v1", plural = "failoverquorums")]
#[crd(meta_properties(required = ["metadata"]), sort_required, no_export_test)]
#[crd(column(name = "Age", path = ".metadata.creationTimestamp", type = "date"))]
#[crd(annotation("controller-gen.kubebuilder.io/version", "v0.21.0"))]
struct FailoverQuorum {
    metadata: crd_schema::api::ObjectMeta,
    /// Most recently observed status of the failover quorum.
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<FailoverQuorumStatus>,
}

#[derive(Clone, Debug, CrdSchema, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct FailoverQuorumStatus {
    /// Contains the latest reported Method value.
    #[serde(skip_serializing_if = "Option::is_none")]
    method: Option<String>,
    /// StandbyNames is the list of potentially synchronous
    /// instance names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    standby_names: Vec<String>,
    /// StandbyNumber is the number of synchronous standbys that transactions
    /// need to wait for replies from.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[crd(no_format)]
    standby_number: Option<i64>,
    /// Primary is the name of the primary instance that updated
    /// this object the latest time.
    #[serde(skip_serializing_if = "Option::is_none")]
    primary: Option<String>,
}

fn documents(path: &std::path::Path) -> Vec<Value> {
    let text = std::fs::read(path).expect("a file");
    let documents = crd_schema::yaml::read_stream(&text).expect("YAML");
    documents.into_iter().map(crd_schema::yaml::Document::into_value).collect()
}

/// What the file has that a build script writes.
fn written<K: CustomResource>() -> Value {
    let folder =
        std::env::temp_dir().join(format!("crd-schema-ported-{}-{}", std::process::id(), K::RESOURCE.plural));
    let paths: Vec<PathBuf> =
        generate_into(&folder, [Export::versions([Version::of::<K>()])]).expect("a definition");
    let value = documents(&paths[0]).remove(0);
    std::fs::remove_dir_all(&folder).expect("the folder goes");
    value
}

/// Every place at which the two differ; the order of lists counts.
fn differences(ours: &Value, theirs: &Value, path: &str, found: &mut Vec<String>) {
    match (ours, theirs) {
        (Value::Object(one), Value::Object(other)) => {
            let names: std::collections::BTreeSet<_> = one.keys().chain(other.keys()).collect();
            for name in names {
                let (one, other) =
                    (one.get(name).unwrap_or(&Value::Null), other.get(name).unwrap_or(&Value::Null));
                differences(one, other, &format!("{path}.{name}"), found);
            }
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            for (index, (one, other)) in one.iter().zip(other).enumerate() {
                differences(one, other, &format!("{path}[{index}]"), found);
            }
        }
        _ if ours == theirs => {}
        _ => found.push(format!("{path}: {ours} here, {theirs} published")),
    }
}

fn is_the_published_one<K: CustomResource>(file: &str) {
    let Some(corpus) = corpus::folder() else { return };
    let published = documents(&corpus.join("crds").join(file)).remove(0);
    let mut found = Vec::new();
    differences(&written::<K>(), &published, "", &mut found);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn a_spec_without_demand_and_integers_without_format() {
    is_the_published_one::<PodIOChaos>("chaos-mesh/podiochaos.chaos-mesh.org.yaml");
}

#[test]
fn a_resource_without_spec_and_with_required_metadata() {
    is_the_published_one::<FailoverQuorum>("cloudnative-pg/failoverquorums.postgresql.cnpg.io.yaml");
}
