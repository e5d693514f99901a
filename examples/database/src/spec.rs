//! What is wanted of a database.

use crd_schema::CrdSchema;
use serde::{Deserialize, Serialize};

use crate::objects::{Ensure, Extension, ForeignDataWrapper, ForeignServer, Schema};
use crate::status::DatabaseStatus;

/// A database in a PostgreSQL cluster that CloudNativePG runs.
#[derive(Clone, Debug, PartialEq, CrdSchema, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
#[crd(
    group = "postgresql.cnpg.io",
    version = "v1",
    kind = "Database",
    status = DatabaseStatus,
    column(name = "Age", path = ".metadata.creationTimestamp", type = "date"),
    column(name = "Cluster", path = ".spec.cluster.name", type = "string"),
    column(name = "PG Name", path = ".spec.name", type = "string"),
    column(name = "Applied", path = ".status.applied", type = "boolean"),
    column(
        name = "Message",
        path = ".status.message",
        type = "string",
        description = "What the last reconciliation had to say"
    ),
    rule(
        "!has(self.builtinLocale) || has(self.localeProvider) && self.localeProvider == 'builtin'",
        message = "builtinLocale needs localeProvider builtin"
    ),
    rule(
        "!has(self.icuLocale) || has(self.localeProvider) && self.localeProvider == 'icu'",
        message = "icuLocale needs localeProvider icu"
    ),
    rule(
        "!has(self.icuRules) || has(self.localeProvider) && self.localeProvider == 'icu'",
        message = "icuRules needs localeProvider icu"
    ),
    derive(PartialEq)
)]
pub struct DatabaseSpec {
    /// The cluster that the database is in.
    #[immutable]
    pub cluster: ClusterReference,
    /// Whether the database is to be there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[crd(default = "present")]
    pub ensure: Option<Ensure>,
    /// What PostgreSQL calls the database.
    #[immutable]
    #[crd(rule(
        "!(self in ['postgres', 'template0', 'template1'])",
        message = "PostgreSQL keeps this name for itself"
    ))]
    pub name: String,
    /// The role that owns the database.
    pub owner: String,
    /// The database that this one begins as a copy of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[immutable]
    pub template: Option<String>,
    /// The character set, `UTF8` for example.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[immutable]
    pub encoding: Option<String>,
    /// The collation and character classes, where nothing more special is said below.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[immutable]
    pub locale: Option<String>,
    /// Who provides the locale: `builtin`, `icu` or `libc`. Since PostgreSQL 16.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[immutable]
    pub locale_provider: Option<String>,
    /// How strings are sorted, `LC_COLLATE`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[immutable]
    pub locale_collate: Option<String>,
    /// What is a letter, `LC_CTYPE`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[immutable]
    pub locale_c_type: Option<String>,
    /// The locale of the provider `icu`. Since PostgreSQL 15.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[immutable]
    pub icu_locale: Option<String>,
    /// More rules of collation for the provider `icu`. Since PostgreSQL 16.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[immutable]
    pub icu_rules: Option<String>,
    /// The locale of the provider `builtin`. Since PostgreSQL 17.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[immutable]
    pub builtin_locale: Option<String>,
    /// The version of the collation that the data is sorted by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[immutable]
    pub collation_version: Option<String>,
    /// Whether everybody who may create databases may copy this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_template: Option<bool>,
    /// Whether anybody may connect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allow_connections: Option<bool>,
    /// How many may connect at once; -1 stands for no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub connection_limit: Option<i32>,
    /// Where new tables are kept unless they say otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tablespace: Option<String>,
    /// What becomes of the database when this object goes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[crd(default = "retain")]
    pub database_reclaim_policy: Option<ReclaimPolicy>,
    /// The schemas to manage.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub schemas: Vec<Schema>,
    /// The extensions to manage.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extensions: Vec<Extension>,
    /// The foreign data wrappers to manage.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fdws: Vec<ForeignDataWrapper>,
    /// The foreign servers to manage.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub servers: Vec<ForeignServer>,
}

/// A cluster in the namespace of the database.
#[derive(Clone, Debug, Default, PartialEq, Eq, CrdSchema, Deserialize, Serialize)]
#[crd(map_type = "atomic")]
pub struct ClusterReference {
    /// Its name; empty only in objects of old.
    #[serde(default)]
    #[crd(default = "")]
    pub name: String,
}

/// What becomes of a database when nothing describes it any more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, CrdSchema, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ReclaimPolicy {
    /// It is dropped.
    Delete,
    /// It stays.
    #[default]
    Retain,
}
