//! Custom resources: what the derive writes around a spec.

use crd_schema::api::ObjectMeta;
use crd_schema::convert::from_description;
use crd_schema::describe::{ColumnDesc, Scope};
use crd_schema::{CrdSchema, CustomResource, CustomResourceExt, JsonSchemaProps};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A database.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, CrdSchema)]
#[crd(group = "example.com", version = "v1", kind = "Database", plural = "databases", singular = "database")]
#[crd(short_names = ["db"], categories = ["all"], scope = "Cluster", status = DatabaseStatus)]
#[crd(column(name = "Age", path = ".metadata.creationTimestamp", type = "date", priority = 1))]
#[crd(derive(PartialEq), attrs(allow(dead_code)), no_export_test)]
pub(crate) struct DatabaseSpec {
    /// What it runs.
    #[immutable]
    #[crd(column)]
    engine: String,
    #[serde(rename = "copies", skip_serializing_if = "Option::is_none")]
    #[crd(column(name = "Replicas", priority = 2, description = "How many."))]
    replicas: Option<u16>,
}

/// What is known of a database.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, CrdSchema)]
pub(crate) struct DatabaseStatus {
    #[immutable(add_only)]
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, CrdSchema)]
#[crd(group = "example.com", version = "v1", kind = "Backup", derive(PartialEq), no_export_test)]
struct BackupSpec {
    database: String,
}

#[derive(CrdSchema)]
#[crd(root, group = "example.com", version = "v1", no_export_test)]
#[allow(dead_code, non_snake_case)]
struct Written {
    apiVersion: String,
    kind: String,
    metadata: ObjectMeta,
    #[immutable]
    spec: BackupSpec,
    data: Option<String>,
}

fn database() -> Database {
    Database {
        metadata: ObjectMeta { name: Some("a".into()), ..ObjectMeta::default() },
        spec: DatabaseSpec { engine: "postgres".into(), replicas: None },
        status: None,
    }
}

fn schema<K: CustomResource>() -> Value {
    let schema = from_description(K::SCHEMA, crd_schema::convert::Descriptions::Kept)
        .expect("the derive gives structural schemas");
    serde_json::to_value(JsonSchemaProps::from(&schema)).expect("props are JSON")
}

#[test]
fn a_resource_has_an_identity() {
    let resource = Database::RESOURCE;
    assert_eq!((resource.group, resource.version, resource.kind), ("example.com", "v1", "Database"));
    assert_eq!(
        (resource.plural, resource.singular, resource.list_kind),
        ("databases", "database", "DatabaseList")
    );
    assert_eq!((resource.short_names, resource.categories), (&["db"][..], &["all"][..]));
    assert_eq!((resource.scope, resource.status_subresource), (Scope::Cluster, true));
    let columns = [
        ColumnDesc { name: "Engine", json_path: ".spec.engine", ..ColumnDesc::EMPTY },
        ColumnDesc {
            name: "Replicas",
            json_path: ".spec.copies",
            type_: "integer",
            priority: 2,
            description: "How many.",
            ..ColumnDesc::EMPTY
        },
        ColumnDesc {
            name: "Age",
            json_path: ".metadata.creationTimestamp",
            type_: "date",
            priority: 1,
            ..ColumnDesc::EMPTY
        },
    ];
    assert_eq!(resource.columns, columns);
    assert_eq!((Backup::RESOURCE.plural, Backup::RESOURCE.singular), ("backups", "backup"));
    let without_status = Backup::RESOURCE;
    assert!(!without_status.status_subresource);
    assert_eq!(Written::RESOURCE.kind, "Written");
}

#[test]
fn the_schema_is_that_of_the_whole_object() {
    let wanted = json!({
        "type": "object",
        "description": "A database.",
        "required": ["spec"],
        "properties": {
            "spec": {
                "type": "object",
                "required": ["engine"],
                "properties": {
                    "engine": {
                        "type": "string", "description": "What it runs.", "x-kubernetes-mutability": "Immutable"
                    },
                    "copies": {"type": "integer", "format": "int32", "minimum": 0, "maximum": 65535}
                }
            },
            "status": {
                "type": "object",
                "description": "What is known of a database.",
                "properties": {"address": {"type": "string", "x-kubernetes-mutability": "AddOnly"}}
            }
        }
    });
    assert_eq!(schema::<Database>(), wanted);
}

#[test]
fn a_written_root_keeps_its_own_fields() {
    let schema = schema::<Written>();
    let fields: Vec<_> = schema["properties"].as_object().into_iter().flat_map(|m| m.keys()).collect();
    assert_eq!(fields, ["data", "spec"]);
    assert_eq!(schema["properties"]["spec"]["x-kubernetes-mutability"], "Immutable");
    assert_eq!(schema["required"], json!(["spec"]));
}

#[test]
fn objects_begin_with_version_and_kind() {
    let text = serde_json::to_string(&database()).expect("an object is JSON");
    let wanted = r#"{"apiVersion":"example.com/v1","kind":"Database","metadata":{"name":"a"},"spec":{"engine":"postgres"}}"#;
    assert_eq!(text, wanted);
    let status = Some(DatabaseStatus { address: Some("b".into()) });
    let object = serde_json::to_value(Database { status, ..database() }).expect("an object is JSON");
    assert_eq!(object["status"], json!({"address": "b"}));
}

#[test]
fn objects_are_read_back() {
    let value = serde_json::to_value(database()).expect("an object is JSON");
    assert_eq!(serde_json::from_value::<Database>(value).expect("an object"), database());
    let backup = json!({
        "spec": {"database": "a"}, "status": {"x": 1}, "other": [], "kind": "Backup", "apiVersion": "example.com/v1"
    });
    let backup: Backup =
        serde_json::from_value(backup).expect("an object without metadata and with other fields");
    assert_eq!(backup.spec.database, "a");
}

#[test]
fn other_objects_are_refused() {
    let refused = [
        (json!({"kind": "Backup"}), "expected `Database`, found `Backup`"),
        (json!({"apiVersion": "other.com/v1"}), "expected `example.com/v1`, found `other.com/v1`"),
        (json!({"apiVersion": "example.com/v2"}), "expected `example.com/v1`, found `example.com/v2`"),
        (json!({"apiVersion": "example.com/v1", "spec": {"engine": "a"}}), "missing field `kind`"),
        (json!({"kind": "Database", "spec": {"engine": "a"}}), "missing field `apiVersion`"),
        (json!({"apiVersion": "example.com/v1", "kind": "Database"}), "missing field `spec`"),
        (json!([]), "invalid type: sequence, expected a Database of example.com/v1"),
    ];
    for (object, message) in refused {
        let error = serde_json::from_value::<Database>(object.clone()).expect_err("it is no Database");
        assert_eq!(error.to_string(), message, "{object}");
    }
    let doubled = r#"{"apiVersion":"example.com/v1","kind":"Database","kind":"Database"}"#;
    let error = serde_json::from_str::<Database>(doubled).expect_err("kind is there twice");
    assert!(error.to_string().starts_with("duplicate field `kind`"));
}

#[derive(Clone, Debug, Serialize, Deserialize, CrdSchema)]
#[crd(group = "example.com", version = "v1beta1", kind = "Pool", status = PoolStatus, no_export_test)]
#[crd(scale(
    spec_replicas_path = ".spec.replicas",
    status_replicas_path = ".status.replicas",
    label_selector_path = ".status.selector",
))]
#[crd(selectable_fields = [".spec.colour"], label("team", "storage"), annotation("example.com/owner", "a"))]
#[crd(deprecated = "use v1", conversion(service = "system/converter", path = "/convert"))]
struct PoolSpec {
    replicas: i32,
    #[serde(alias = "color")]
    colour: String,
}

#[derive(Clone, Debug, Serialize, Deserialize, CrdSchema)]
struct PoolStatus {
    replicas: i32,
    selector: String,
}

/// Field by field as `pkg/apis/apiextensions/v1/types.go` names them.
#[test]
fn how_a_version_is_served_is_published() {
    let crd = serde_json::to_value(Pool::crd().expect("a definition")).expect("JSON");
    assert_eq!(crd["metadata"]["labels"], json!({"team": "storage"}));
    assert_eq!(crd["metadata"]["annotations"], json!({"example.com/owner": "a"}));
    assert_eq!(
        crd["spec"]["conversion"],
        json!({"strategy": "Webhook", "webhook": {
            "clientConfig": {"service": {"namespace": "system", "name": "converter", "path": "/convert"}},
            "conversionReviewVersions": ["v1"],
        }})
    );
    let version = &crd["spec"]["versions"][0];
    assert_eq!(version["deprecated"], json!(true));
    assert_eq!(version["deprecationWarning"], json!("use v1"));
    assert_eq!(version["selectableFields"], json!([{"jsonPath": ".spec.colour"}]));
    assert_eq!(
        version["subresources"],
        json!({"status": {}, "scale": {
            "specReplicasPath": ".spec.replicas",
            "statusReplicasPath": ".status.replicas",
            "labelSelectorPath": ".status.selector",
        }})
    );
    if let Some(answers) = crd_schema_tests::oracle::ask(&[json!({"op": "validate_crd_create", "crd": crd})])
    {
        assert_eq!(answers[0]["errors"], json!([]), "{answers:?}");
    }
}

#[test]
fn an_alias_is_a_warning() {
    let definition = crd_schema::crd::definition::<Pool>(crd_schema::Profile::Cluster).expect("a definition");
    let warnings: Vec<_> = definition.warnings().iter().map(ToString::to_string).collect();
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert!(
        warnings[0].contains("properties[colour]: serde also reads `color`, which a server removes"),
        "{warnings:?}"
    );
}

#[derive(Clone, Debug, Serialize, Deserialize, CrdSchema)]
#[crd(group = "example.com", version = "v1", kind = "Tenant", status = TenantStatus, no_export_test)]
#[crd(root_rule = "self.metadata.name.size() <= 20")]
#[crd(root_rule(
    "!has(self.status) || self.status.seats <= self.spec.seats",
    message = "there are not so many seats",
    reason = "FieldValueInvalid",
    field_path = ".spec.seats"
))]
#[crd(rule("self.seats != 13"))]
struct TenantSpec {
    #[crd(min = 0)]
    seats: i32,
}

#[derive(Clone, Debug, Serialize, Deserialize, CrdSchema)]
struct TenantStatus {
    seats: i32,
}

#[test]
fn rules_of_the_root_stand_at_the_root() {
    let wanted = json!([
        {"rule": "self.metadata.name.size() <= 20"},
        {
            "rule": "!has(self.status) || self.status.seats <= self.spec.seats",
            "message": "there are not so many seats",
            "reason": "FieldValueInvalid",
            "fieldPath": ".spec.seats",
        },
    ]);
    let schema = schema::<Tenant>();
    assert_eq!(schema["x-kubernetes-validations"], wanted);
    let of_spec = &schema["properties"]["spec"]["x-kubernetes-validations"];
    assert_eq!(of_spec, &json!([{"rule": "self.seats != 13"}]));
    let crd = serde_json::to_value(Tenant::crd().expect("a definition")).expect("JSON");
    let published = &crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"];
    assert_eq!(published["x-kubernetes-validations"], wanted);
}

#[derive(Clone, Debug, Serialize, Deserialize, CrdSchema)]
#[crd(group = "example.com", version = "v1", kind = "Misplaced", plural = "misplaced", no_export_test)]
#[crd(rule("self.metadata.name != 'a'"))]
struct MisplacedSpec {
    seats: i32,
}

#[derive(Clone, Debug, Serialize, Deserialize, CrdSchema)]
#[crd(group = "example.com", version = "v1", kind = "Labelled", plural = "labelled", no_export_test)]
#[crd(root_rule("self.metadata.labels.size() > 0"))]
struct LabelledSpec {
    seats: i32,
}

/// The words are those of `apiextensions-apiserver`: of the metadata it knows `name` and `generateName` alone.
#[test]
fn rules_compile_where_they_stand() {
    let refused = |result: Result<_, crd_schema::Violations>| result.expect_err("a refusal").to_string();
    let misplaced = refused(Misplaced::crd());
    assert!(misplaced.contains("properties[spec].x-kubernetes-validations[0].rule"), "{misplaced}");
    assert!(misplaced.contains("undefined field 'metadata'"), "{misplaced}");
    let labelled = refused(Labelled::crd());
    assert!(labelled.contains("openAPIV3Schema.x-kubernetes-validations[0].rule"), "{labelled}");
    assert!(labelled.contains("undefined field 'labels'"), "{labelled}");
}
