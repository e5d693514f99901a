//! What is managed inside a database.

use crd_schema::CrdSchema;
use serde::{Deserialize, Serialize};

/// Whether something is to be there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, CrdSchema, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Ensure {
    /// It is made when it is missing.
    #[default]
    Present,
    /// It is dropped when it is there.
    Absent,
}

/// A schema: a namespace of tables.
#[derive(Clone, Debug, PartialEq, Eq, CrdSchema, Deserialize, Serialize)]
pub struct Schema {
    /// Its name.
    pub name: String,
    /// Whether it is to be there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[crd(default = "present")]
    pub ensure: Option<Ensure>,
    /// The role that owns it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
}

/// An extension.
#[derive(Clone, Debug, PartialEq, Eq, CrdSchema, Deserialize, Serialize)]
pub struct Extension {
    /// Its name.
    pub name: String,
    /// Whether it is to be there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[crd(default = "present")]
    pub ensure: Option<Ensure>,
    /// The version to install, where it is not the extension's own default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The schema for its objects, where they can be put elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<String>,
}

/// A foreign data wrapper: the code that reaches other sources of data.
#[derive(Clone, Debug, PartialEq, Eq, CrdSchema, Deserialize, Serialize)]
pub struct ForeignDataWrapper {
    /// Its name.
    pub name: String,
    /// Whether it is to be there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[crd(default = "present")]
    pub ensure: Option<Ensure>,
    /// The function that handles queries, where it is not the extension's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handler: Option<String>,
    /// The function that checks options, where it is not the extension's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub validator: Option<String>,
    /// The role that owns it, which is a superuser.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// Its options.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<ObjectOption>,
    /// Who may use it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub usage: Vec<Usage>,
}

/// A foreign server: one source of data that a wrapper reaches.
#[derive(Clone, Debug, PartialEq, Eq, CrdSchema, Deserialize, Serialize)]
pub struct ForeignServer {
    /// Its name.
    pub name: String,
    /// Whether it is to be there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[crd(default = "present")]
    pub ensure: Option<Ensure>,
    /// The wrapper that reaches it.
    #[crd(min_length = 1)]
    pub fdw: String,
    /// Its options.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<ObjectOption>,
    /// Who may use it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub usage: Vec<Usage>,
}

/// An option of a wrapper or server.
#[derive(Clone, Debug, PartialEq, Eq, CrdSchema, Deserialize, Serialize)]
pub struct ObjectOption {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: String,
    /// Whether it is to be there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[crd(default = "present")]
    pub ensure: Option<Ensure>,
}

/// A role that may, or may not, use something.
#[derive(Clone, Debug, PartialEq, Eq, CrdSchema, Deserialize, Serialize)]
pub struct Usage {
    /// The role.
    #[crd(min_length = 1)]
    pub name: String,
    /// Whether it may.
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    #[crd(default = "grant")]
    pub type_: Option<UsageType>,
}

/// Whether a role may use something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, CrdSchema, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum UsageType {
    /// It may.
    #[default]
    Grant,
    /// It may not.
    Revoke,
}
