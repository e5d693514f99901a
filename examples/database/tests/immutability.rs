//! The twelve decisions of `CREATE DATABASE`, each with its one word.

use crd_schema::{CustomResourceExt as _, ServedVersion};
use database::Database;
use serde_json::{Value, json};

/// Fields of the spec that may be missing, and must neither come, nor go, nor change.
const OPTIONAL: [&str; 10] = [
    "builtinLocale",
    "collationVersion",
    "encoding",
    "icuLocale",
    "icuRules",
    "locale",
    "localeCType",
    "localeCollate",
    "localeProvider",
    "template",
];

fn served() -> ServedVersion {
    Database::served().expect("the types give a schema")
}

fn database(field: &str, value: &Value) -> Value {
    let mut database = json!({
        "apiVersion": "postgresql.cnpg.io/v1",
        "kind": "Database",
        "metadata": {"name": "app"},
        "spec": {"cluster": {"name": "main"}, "name": "app", "owner": "app"},
    });
    database["spec"][field] = value.clone();
    database
}

/// What a server says about an update; empty when it is allowed.
fn verdict(old: Value, new: Value) -> String {
    let served = served();
    let old = served.create(old).expect("it can be read").object.into_value();
    served.update(&old, new).err().map(|refused| refused.to_string()).unwrap_or_default()
}

/// The database with the provider that the CEL rules ask for beside a property.
fn provided(property: &str, mut database: Value) -> Value {
    let provider = match property {
        "builtinLocale" => "builtin",
        "icuLocale" | "icuRules" => "icu",
        _ => return database,
    };
    database["spec"]["localeProvider"] = provider.into();
    database
}

#[test]
fn what_may_be_missing_neither_comes_nor_goes_nor_changes() {
    for field in OPTIONAL {
        let with = |value: &str| provided(field, database(field, &json!(value)));
        let without = || provided(field, database("owner", &json!("app")));
        let denied = |value: &str| format!("spec.{field}: Invalid value: {value}: field is immutable");
        assert_eq!(verdict(with("a"), with("b")), denied("\"b\""));
        assert_eq!(verdict(without(), with("b")), denied("\"b\""));
        assert_eq!(verdict(with("a"), without()), denied("null"));
        assert_eq!(verdict(with("a"), with("a")), "");
    }
}

#[test]
fn the_names_of_database_and_cluster_stay() {
    let renamed = verdict(database("name", &json!("a")), database("name", &json!("b")));
    assert_eq!(renamed, r#"spec.name: Invalid value: "b": field is immutable"#);
    let moved =
        verdict(database("cluster", &json!({"name": "a"})), database("cluster", &json!({"name": "b"})));
    assert_eq!(moved, r#"spec.cluster: Invalid value: {"name":"b"}: field is immutable"#);
    // The server fills in the name of a cluster, so that these are the same.
    assert_eq!(verdict(database("cluster", &json!({})), database("cluster", &json!({"name": ""}))), "");
}

#[test]
fn all_else_may_change() {
    let changes = [
        ("owner", json!("a"), json!("b")),
        ("allowConnections", json!(true), json!(false)),
        ("connectionLimit", json!(1), json!(-1)),
        ("databaseReclaimPolicy", json!("retain"), json!("delete")),
        ("ensure", json!("present"), json!("absent")),
        ("extensions", json!([{"name": "a"}]), json!([{"name": "b", "version": "1"}])),
        ("fdws", json!([]), json!([{"name": "b", "options": [{"name": "o", "value": "v"}]}])),
        ("isTemplate", json!(true), json!(null)),
        ("schemas", json!([{"name": "a", "owner": "x"}]), json!([])),
        ("servers", json!([]), json!([{"name": "s", "fdw": "f", "usage": [{"name": "r"}]}])),
        ("tablespace", json!("a"), json!("b")),
    ];
    for (field, old, new) in changes {
        assert_eq!(verdict(database(field, &old), database(field, &new)), "", "{field}");
    }
}
