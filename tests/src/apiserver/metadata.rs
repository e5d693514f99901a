//! The tables of metadata, taken to the server: as metadata of the object itself and as that of an embedded resource.

use crd_schema::{CustomResourceDefinition, ServedVersion};
use serde_json::{Value, json};

use super::client::Server;
use super::compare::{Outcome, differences};
use super::object::{collection, crd_around};
use crate::table::Report;

const ROUND_TRIP: &str = include_str!("../../cases/object_meta/round_trip.ndjson");
const GROUP: &str = "tables.metadata.example.com";

/// Embedded metadata that is another one after it was written and read once more: the server answers with what it reads
/// from its storage, the runtime with what it would write.
const UNSTABLE: [&str; 2] =
    [r#"{"creationTimestamp":"0001-01-01T00:00:00.5Z"}"#, r#"{"deletionTimestamp":"0001-01-01T00:00:00Z"}"#];

/// Creates an object for every row, without storing it; gives how many answers were compared. What the server refuses
/// as not valid is not compared, for the runtime does not validate metadata yet.
///
/// # Panics
/// When the tables cannot be read.
pub fn create_with_metadata(report: &mut Report, server: &Server) -> usize {
    let embedded = json!({
        "type": "object",
        "x-kubernetes-embedded-resource": true,
        "x-kubernetes-preserve-unknown-fields": true,
    });
    let crd = crd_around(GROUP, &json!({"type": "object", "properties": {"e": embedded}}));
    let refused = server.install(&[&crd]);
    assert!(refused.is_empty(), "{refused:?}");
    let parsed: CustomResourceDefinition = serde_json::from_value(crd.clone()).expect("a CRD");
    let runtime = ServedVersion::new(&parsed, "v1").expect("a version that can be served");
    let mut compared = 0;
    for row in ROUND_TRIP.lines() {
        let row: Value = serde_json::from_str(row).expect("a row");
        for object in objects(&row["metadata"]) {
            let path = format!("{}?dryRun=All&fieldValidation=Warn", collection(&crd));
            let answer = server.post(&path, &object);
            compared += 1;
            let ours = Outcome::new(&runtime, "a", object.clone(), |decoded| runtime.create_decoded(decoded));
            let found = differences(&ours, &answer, "Warn");
            let known = UNSTABLE.contains(&object["e"]["metadata"].to_string().as_str());
            report.expect(&format!("{object}\n    {}", found.join("\n    ")), &known, &!found.is_empty());
        }
    }
    server.remove_crd(&crd);
    compared
}

/// The object itself needs a name.
fn objects(metadata: &Value) -> [Value; 2] {
    let mut own = metadata.clone();
    if let Some(fields) = own.as_object_mut() {
        fields.entry("name").or_insert_with(|| "a".into());
    }
    let object = |metadata: &Value, rest: &Value| json!({"apiVersion": format!("{GROUP}/v1"), "kind": "Case", "metadata": metadata, "e": rest});
    let embedded = json!({"apiVersion": "v1", "kind": "K", "metadata": metadata});
    [object(&own, &json!({})), object(&json!({"name": "a"}), &embedded)]
}
