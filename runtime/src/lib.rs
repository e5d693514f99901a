//! Kubernetes custom resources in Rust: this crate accepts and rejects CRDs and objects as the API server does, offline.
//!
//! # Tasks
//!
//! | task | item |
//! |---|---|
//! | annotate a type | [`derive(CrdSchema)`](macro@CrdSchema) |
//! | generate a CRD | `Database::crd()` ([`CustomResourceExt`]); files: the feature `build` |
//! | check that a CRD file is up to date | the export test of the derive; `build::generate` |
//! | decode a request body | [`ServedVersion::decode_json`] |
//! | validate a create or an update | [`ServedVersion::create`], [`ServedVersion::update`] |
//! | answer with a Status | [`ServedVersion::status`] |
//! | prune, default, check immutability alone | [`steps::prune`](fn@steps::prune), [`steps::apply_defaults`], [`steps::check_mutability`] |
//! | validate values | `validation::Validator` (feature `validate`) |
//! | evaluate CEL rules, or one expression | [`cel::RuleValidator`], [`cel::Expression`] |
//! | estimate the cost of CEL rules | [`cel::rule_costs`], [`cel::definition_costs`] |
//! | validate a CRD, or lint it | [`crd::validate_crd`], [`lint()`] |
//!
//! # Modules
//!
//! The names of every day are at the root; the others are in modules by task.
//!
//! | module | what it has |
//! |---|---|
//! | [`api`] | the types of `apiextensions.k8s.io/v1`, metadata of objects |
//! | [`schema`], [`convert`], [`describe`] | structural schemas; what becomes one; what the derive makes of a type |
//! | [`crd`] | a definition: made of types, published, lowered, validated |
//! | [`serve`] | requests: bodies, outcomes, rejections |
//! | [`steps`] | the steps of a request by themselves, and which function does what |
//! | `apply` | server-side apply: merging, and who manages which field (feature `apply`) |
//! | [`cel`], `validation` | rules and values of an object |
//! | [`mod@lint`] | findings about a CRD |
//! | [`openapi`] | the documents that a server publishes |
//! | [`path`], [`violation`], [`server_version`] | what errors are made of |
//! | `yaml`, `build`, `kube_5`, `schemars_1` | behind the features of these names |
//! | [`guide`] | longer pages |
//!
//! # Contents
//! - [Annotate](#annotate): a type becomes a schema
//! - [Generate](#generate): the schema becomes a CRD
//! - [Enforce](#enforce): requests against the schema
//! - [Read CRDs of others](#read-crds-of-others)
//! - [Errors](#errors)
//! - [Features](#features)
//! - [What is not done](#what-is-not-done)
//!
//! # Annotate
//!
//! Put `#[derive(CrdSchema)]` on serde types. A type that has no structural schema does not compile, and the error says what to
//! write instead. The page of [`derive(CrdSchema)`](macro@CrdSchema) lists the attributes.
//!
#![cfg_attr(feature = "derive", doc = "```")]
#![cfg_attr(not(feature = "derive"), doc = "```ignore")]
//! use crd_schema::{CrdSchema, CustomResourceExt};
//! use serde::{Deserialize, Serialize};
//!
//! /// A database.
//! #[derive(Clone, Debug, CrdSchema, Deserialize, Serialize)]
//! #[crd(group = "example.com", version = "v1", kind = "Database", plural = "databases", no_export_test)]
//! pub struct DatabaseSpec {
//!     /// Never changes.
//!     #[immutable]
//!     #[crd(max_length = 63)]
//!     pub engine: String,
//!     /// May be chosen once.
//!     #[serde(default, skip_serializing_if = "Option::is_none")]
//!     #[immutable(add_only)]
//!     pub region: Option<String>,
//!     /// How many servers.
//!     #[crd(range = 1..=9)]
//!     pub replicas: u8,
//! }
//!
//! let crd = Database::crd()?;
//! assert_eq!(crd.metadata.and_then(|metadata| metadata.name).as_deref(), Some("databases.example.com"));
//! # Ok::<(), crd_schema::Violations>(())
//! ```
//!
//! Without the derive, [`SchemaBuilder`] builds a [`StructuralSchema`] in code.
//!
//! # Generate
//!
//! A [`Profile`] decides how mutability is published: [`Profile::Cluster`] turns it into CEL rules that every server from
//! 1.29 on enforces, [`Profile::Native`] keeps the extensions of the Immutable Fields KEP for servers that are built with
//! this crate. With the feature `build` every resource gets a test that compares `crds/<plural>.<group>.yaml` with the
//! type; `CRD_SCHEMA_UPDATE=1 cargo test` writes the file. A build script of a package that depends on the types calls
//! `build::generate`.
//!
//! # Enforce
//!
//! [`ServedVersion`] handles a request as the server does between the socket and the store, in its order. It prunes unknown fields,
//! drops nulls, applies defaults and coerces metadata. Then it checks an update for mutability, and validates metadata, list types,
//! CEL rules and, with the feature `validate`, values. [`ServedVersion::decode_json`] starts with the bytes of a body; admission runs
//! between it and [`create_decoded`](ServedVersion::create_decoded) or [`update_decoded`](ServedVersion::update_decoded). All of this
//! is in the feature `serve`.
//!
#![cfg_attr(all(feature = "derive", feature = "serve"), doc = "```")]
#![cfg_attr(not(all(feature = "derive", feature = "serve")), doc = "```ignore")]
//! # use crd_schema::{CrdSchema, CustomResourceExt};
//! # use serde::{Deserialize, Serialize};
//! # #[derive(Clone, Debug, CrdSchema, Deserialize, Serialize)]
//! # #[crd(group = "example.com", version = "v1", kind = "Database", plural = "databases", no_export_test)]
//! # pub struct DatabaseSpec {
//! #     #[immutable]
//! #     pub engine: String,
//! # }
//! use serde_json::json;
//!
//! let served = Database::served()?;
//! let database = |engine: &str| json!({
//!     "apiVersion": "example.com/v1",
//!     "kind": "Database",
//!     "metadata": {"name": "db1"},
//!     "spec": {"engine": engine, "privileged": true},
//! });
//!
//! let stored = served.create(database("postgres"))?;
//! assert_eq!(stored.removed[0].to_string(), "spec.privileged");
//!
//! let refused = served.update(stored.object.value(), database("mysql")).expect_err("engine is immutable");
//! let status = served.status("db1", &refused);
//! assert_eq!(status.code(), 422);
//! assert_eq!(
//!     status.message(),
//!     r#"Database.example.com "db1" is invalid: spec.engine: Invalid value: "mysql": field is immutable"#,
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The guide [`from_bytes_to_store`](guide::from_bytes_to_store) has an example of each entry point, and the order of the steps.
//!
//! Before an object is stored a server sets its name and the metadata that it owns. [`ServedVersion::validate_create`],
//! [`validate_update`](ServedVersion::validate_update) and [`validate_status_update`](ServedVersion::validate_status_update) then
//! validate type, metadata, the fields of the scale, embedded resources and list types, in the server's order.
//!
//! The module [`steps`] has each step by itself, and a table that says which function does what: [`prune()`](steps::prune()),
//! [`drop_nulls`](steps::drop_nulls), [`apply_defaults`](steps::apply_defaults), [`canonicalize`](steps::canonicalize),
//! [`check_list_types`](steps::check_list_types), [`check_mutability`](steps::check_mutability). [`cel::RuleValidator`] evaluates CEL
//! rules, and [`cel::Expression`] a single expression, with the parts that make it false. With the feature `validate` a
//! `validation::Validator` validates values. Making any of these costs more than using it: keep it.
//!
//! # Read CRDs of others
//!
//! [`CustomResourceDefinition`] and [`JsonSchemaProps`] are read without loss: unknown fields are kept apart.
//! [`convert::structural_schema`] converts a schema and reports all violations. [`crd::validate_crd`] and
//! [`crd::validate_crd_update`] report the errors of a server for the whole definition. [`lint()`] reports them with the places in the
//! user's file, and findings beyond them. These three are in the feature `lint`.
//!
//! ```
//! use crd_schema::{JsonSchemaProps, StructuralSchema};
//! use serde_json::json;
//!
//! let props: JsonSchemaProps = serde_json::from_value(json!({
//!     "type": "object",
//!     "properties": {"zones": {"type": "array"}},
//! }))?;
//! let violations = StructuralSchema::try_from(&props).expect_err("a list needs items");
//! assert_eq!(violations.to_string(), "properties[zones].items: Required value: must be specified");
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! # Errors
//!
//! [`Violations`] are Kubernetes' field errors: kind, path, value and message, all of them at once, in Kubernetes' order.
//! [`Status`] is made of them. A body that cannot be decoded is a [`DecodeError`](serve::DecodeError); a [`Rejection`](serve::Rejection) is one or the other.
//!
//! # Features
//!
//! | feature | brings | costs |
//! |---|---|---|
//! | `derive` (default) | `#[derive(CrdSchema)]` | syn at build time |
//! | `serve` | `ServedVersion` and its steps, CEL rules, for servers and webhooks; `openapi_v2`, `openapi_v3` | crd-schema-cel (regex-automata), thiserror, memchr |
//! | `apply` | `apply`: server-side apply, `metadata.managedFields` | `serve` |
//! | `lint` | `lint`, `validate_crd`, `v1beta1`; a derived definition is validated as a whole, not its names and columns alone | `serve` |
//! | `yaml` | `yaml`: reading as kubectl does, with positions; writing | granit-parser, serde-saphyr |
//! | `validate` | `Validator`: values against the schema, without its CEL rules; values of defaults in CRDs; `Pattern` | regex-automata |
//! | `chrono-0-4`, `jiff-1`, `url-2`, `uuid-1` | schemas of their types | the crate of that name |
//! | `k8s-openapi-0-29` | schemas of Kubernetes' types: metadata, conditions, quantities, pods and their parts; as k8s-openapi asks, your program names the version of Kubernetes by a feature of it | k8s-openapi |
//! | `k8s-openapi-0-29-descriptions` | their descriptions at fields that ask with `#[crd(descriptions)]` | k8s-openapi, schemars |
//! | `kube-5` | `#[crd(kube)]`: root types for kube's client and controllers | `lint`, kube-core, k8s-openapi |
//! | `schemars-1` | `#[crd(schemars)]` on fields whose types have a `JsonSchema`, `#[crd(json_schema)]` on types | schemars |
//! | `build` | `build`: files from build scripts and tests; the only I/O | `lint`, `validate`, `yaml`, a diff |
//!
//! # What is not done
//!
//! Without the feature `validate` values are not validated; CEL rules are evaluated all the same.
//! [`unknown_minors`](guide::unknown_minors) describes how this crate behaves for Kubernetes versions newer than it knows. Depth is
//! bounded where Kubernetes' bounds are wider: 256 levels of JSON in an object, 80 nested schemas.

// Modules that need no feature have items for those that do; only there they may be unused.
#[doc(hidden)]
pub mod __private;
#[cfg(feature = "serve")]
mod admission;
mod allow;
pub mod api;
#[cfg(feature = "apply")]
pub mod apply;
#[cfg(feature = "serve")]
mod body;
mod bridge;
#[cfg(feature = "build")]
pub mod build;
#[cfg(any(feature = "serve", feature = "validate"))]
#[cfg_attr(not(feature = "validate"), allow(dead_code))]
mod by_name;
#[cfg(feature = "serve")]
mod canonical;
#[cfg(feature = "serve")]
pub mod cel;
#[cfg(feature = "serve")]
#[cfg_attr(not(feature = "lint"), allow(dead_code))]
mod compile;
#[cfg(feature = "serve")]
mod compiled;
#[cfg_attr(not(feature = "lint"), allow(dead_code))]
pub mod convert;
#[cfg(feature = "serve")]
mod costs;
#[cfg_attr(not(feature = "lint"), allow(dead_code))]
pub mod crd;
#[cfg_attr(not(feature = "serve"), allow(dead_code))]
mod declared;
#[cfg(feature = "serve")]
#[cfg_attr(not(feature = "lint"), allow(dead_code))]
mod default_pruning;
#[cfg(feature = "serve")]
mod defaulting;
pub mod describe;
#[cfg(any(feature = "serve", feature = "validate"))]
mod distinct;
#[cfg_attr(not(all(feature = "lint", feature = "validate")), allow(dead_code))]
mod field_error;
#[cfg_attr(not(feature = "serve"), allow(dead_code))]
mod go_text;
pub mod guide;
#[cfg(feature = "serve")]
mod json;
#[cfg(feature = "serve")]
mod json_path;
#[cfg_attr(not(feature = "serve"), allow(dead_code))]
mod limits;
#[cfg(feature = "lint")]
pub mod lint;
#[cfg(feature = "serve")]
mod list_types;
#[cfg_attr(not(feature = "lint"), allow(dead_code))]
mod lowering;
#[cfg(feature = "serve")]
mod mutability;
#[cfg_attr(not(feature = "serve"), allow(dead_code))]
mod names;
#[cfg_attr(not(feature = "serve"), allow(dead_code))]
mod number;
#[cfg(feature = "serve")]
#[cfg_attr(not(feature = "lint"), allow(dead_code))]
mod object_meta;
#[cfg(feature = "serve")]
pub mod openapi;
#[cfg_attr(not(feature = "serve"), allow(dead_code))]
pub mod path;
#[cfg(feature = "serve")]
mod prune;
#[cfg_attr(not(feature = "lint"), allow(dead_code))]
mod publish;
#[cfg(feature = "serve")]
#[cfg_attr(not(feature = "lint"), allow(dead_code))]
mod rules;
#[cfg_attr(not(feature = "lint"), allow(dead_code))]
pub mod schema;
#[cfg(feature = "schemars-1")]
pub mod schemars_1;
#[cfg(feature = "serve")]
pub mod serve;
#[cfg(feature = "serve")]
mod served;
pub mod server_version;
#[cfg(feature = "serve")]
#[cfg_attr(not(feature = "apply"), allow(dead_code))]
mod status;
#[cfg(feature = "serve")]
pub mod steps;
#[cfg(feature = "serve")]
mod strategy;
mod types;
#[cfg(feature = "validate")]
#[cfg_attr(not(feature = "lint"), allow(dead_code))]
pub mod validation;
#[cfg_attr(not(all(feature = "lint", feature = "validate")), allow(dead_code))]
pub mod violation;
mod wire;
#[cfg(feature = "yaml")]
#[cfg_attr(not(feature = "lint"), allow(dead_code))]
pub mod yaml;

#[cfg(feature = "kube-5")]
pub use bridge::kube as kube_5;
pub use crd::CustomResourceExt;
/// The trait, and with the feature `derive` the derive.
#[cfg(feature = "derive")]
pub use crd_schema_macros::CrdSchema;
pub use describe::{CrdSchema, CustomResource};
#[cfg(feature = "lint")]
pub use lint::lint;
pub use path::FieldPath;
pub use publish::Profile;
pub use schema::{SchemaBuilder, StructuralSchema};
#[cfg(feature = "serve")]
pub use served::ServedVersion;
pub use server_version::ServerVersion;
#[cfg(feature = "serve")]
pub use status::Status;
pub use types::{EmbeddedResource, IntOrString};
pub use violation::{Violation, Violations};
pub use wire::{CustomResourceDefinition, JsonSchemaProps};
