//! What is observed of a database.

use crd_schema::CrdSchema;
use serde::{Deserialize, Serialize};

/// How far the operator has come.
#[derive(Clone, Debug, Default, PartialEq, Eq, CrdSchema, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DatabaseStatus {
    /// The generation of the spec that the status is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub observed_generation: Option<i64>,
    /// Whether the database is as it is wanted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub applied: Option<bool>,
    /// What the last reconciliation had to say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The schemas, one by one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub schemas: Vec<ObjectStatus>,
    /// The extensions, one by one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extensions: Vec<ObjectStatus>,
    /// The foreign data wrappers, one by one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fdws: Vec<ObjectStatus>,
    /// The foreign servers, one by one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub servers: Vec<ObjectStatus>,
}

/// How far the operator has come with one thing inside a database.
#[derive(Clone, Debug, PartialEq, Eq, CrdSchema, Deserialize, Serialize)]
pub struct ObjectStatus {
    /// Its name.
    pub name: String,
    /// Whether it is as it is wanted.
    pub applied: bool,
    /// What there is to say about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}
