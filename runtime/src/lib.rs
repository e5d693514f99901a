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
//! | prune, default, check immutability alone | [`prune()`], [`apply_defaults`], [`check_mutability`] |
//! | validate values | `Validator` (feature `validate`) |
//! | evaluate CEL rules, or one expression | [`RuleValidator`], [`Expression`] |
//! | estimate the cost of CEL rules | [`rule_costs`], [`definition_costs`] |
//! | validate a CRD, or lint it | [`validate_crd`], [`lint()`] |
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
//! Each step also stands alone and takes a [`CompiledSchema`]: [`prune()`], [`drop_nulls`], [`apply_defaults`], [`canonicalize`],
//! [`check_embedded_resources`], [`check_list_types`] and [`check_mutability`]. [`RuleValidator`] evaluates CEL rules, and
//! [`Expression`] a single expression, with the parts that make it false. With the feature `validate` a `Validator` validates values.
//! Making any of these costs more than using it: keep it.
//!
//! # Read CRDs of others
//!
//! [`CustomResourceDefinition`] and [`JsonSchemaProps`] are read without loss: unknown fields are kept apart. [`structural_schema`]
//! converts a schema and reports all violations. [`validate_crd`] and [`validate_crd_update`] report the errors of a server for the
//! whole definition. [`lint()`] reports them with the places in the user's file, and findings beyond them. These three are in the
//! feature `lint`.
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
//! [`Status`] is made of them. A body that cannot be decoded is a [`DecodeError`]; a [`Rejection`] is one or the other.
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

// Modules are shared: with fewer features some items are unused.
#![cfg_attr(not(all(feature = "lint", feature = "validate")), allow(dead_code))]

#[doc(hidden)]
pub mod __private;
#[cfg(feature = "serve")]
mod admission;
mod allow;
#[cfg(feature = "apply")]
pub mod apply;
#[cfg(feature = "serve")]
mod body;
mod bridge;
#[cfg(feature = "build")]
pub mod build;
#[cfg(any(feature = "serve", feature = "validate"))]
mod by_name;
#[cfg(feature = "serve")]
mod canonical;
#[cfg(feature = "serve")]
mod compile;
#[cfg(feature = "serve")]
mod compiled;
mod convert;
#[cfg(feature = "serve")]
mod costs;
mod crd;
mod declared;
#[cfg(feature = "serve")]
mod default_pruning;
#[cfg(feature = "serve")]
mod defaulting;
pub mod describe;
#[cfg(any(feature = "serve", feature = "validate"))]
mod distinct;
mod field_error;
mod go_text;
pub mod guide;
#[cfg(feature = "serve")]
mod json;
#[cfg(feature = "serve")]
mod json_path;
mod limits;
#[cfg(feature = "lint")]
mod lint;
#[cfg(feature = "serve")]
mod list_types;
mod lowering;
#[cfg(feature = "serve")]
mod mutability;
mod names;
mod number;
#[cfg(feature = "serve")]
mod object_meta;
mod path;
#[cfg(feature = "serve")]
mod prune;
mod publish;
#[cfg(feature = "serve")]
mod rules;
mod schema;
#[cfg(feature = "serve")]
mod served;
mod server_version;
#[cfg(feature = "serve")]
mod status;
#[cfg(feature = "serve")]
mod strategy;
mod types;
#[cfg(feature = "validate")]
mod validation;
mod violation;
mod wire;
#[cfg(feature = "yaml")]
pub mod yaml;

#[cfg(feature = "serve")]
pub use admission::{Canonicalized, DecodeError, canonicalize, canonicalize_stored, prune_resource};
pub use allow::Allow;
#[cfg(all(feature = "serve", feature = "yaml"))]
pub use body::decode_yaml_body;
#[cfg(feature = "serve")]
pub use body::{BodyError, DecodedBody, FieldValidation, decode_body};
#[cfg(feature = "kube-5")]
pub use bridge::kube as kube_5;
#[cfg(feature = "schemars-1")]
pub use bridge::schemars::to_json_schema;
#[cfg(feature = "serve")]
pub use canonical::CanonicalObject;
#[cfg(feature = "serve")]
pub use compiled::CompiledSchema;
pub use convert::{Descriptions, from_description, from_json_schema, structural_schema};
#[cfg(feature = "serve")]
pub use costs::{RuleCost, rule_costs};
#[cfg(feature = "yaml")]
pub use crd::CrdYamlError;
#[cfg(feature = "serve")]
pub use crd::definition_costs;
pub use crd::{
    AdmissionPolicy, CustomResourceExt, Definition, Version, admission_policy, combine, definition,
    definition_of, lower_definition, lower_definition_allowing,
};
#[cfg(feature = "lint")]
pub use crd::{CrdValidator, crd_warnings, default_crd, v1beta1, validate_crd, validate_crd_update};
#[cfg(feature = "validate")]
pub use crd_schema_go::pattern::{Pattern, PatternError, PatternLimit};
/// The trait, and with the feature `derive` the derive.
#[cfg(feature = "derive")]
pub use crd_schema_macros::CrdSchema;
#[cfg(feature = "serve")]
pub use default_pruning::{RootDefaultError, prune_defaults};
#[cfg(feature = "serve")]
pub use defaulting::{
    DefaultsTooLarge, apply_defaults, apply_defaults_noting, apply_defaults_within, drop_nulls,
};
pub use describe::{CrdSchema, CustomResource};
pub use go_text::json_type_name;
#[cfg(feature = "serve")]
pub use json::JsonError;
#[cfg(feature = "serve")]
pub use limits::Limits;
#[cfg(feature = "lint")]
pub use lint::{
    Finding, LintRule, Linter, NotAllowed, RuleCounts, Severity, Sifted, allow, lint, lint_rules,
    lint_update, rule_counts, rule_named, takes_for_established,
};
#[cfg(feature = "serve")]
pub use list_types::{check_list_types, check_list_types_update};
pub use lowering::{LoweredRule, Lowering, Note};
#[cfg(feature = "serve")]
pub use mutability::check_mutability;
#[cfg(feature = "serve")]
pub use object_meta::check_embedded_resources;
pub use path::{FieldPath, FieldPathBuf, PathStep, PathStyle};
#[cfg(feature = "serve")]
pub use prune::{PruneRoot, PrunedJson, Semantics, prune, prune_json, prune_json_noting};
#[cfg(feature = "serve")]
pub use publish::{OpenApiDefinitions, openapi_metadata_v2, openapi_metadata_v3, openapi_v2, openapi_v3};
pub use publish::{Profile, Published, Unfold, publish, unfold};
#[cfg(feature = "serve")]
pub use rules::{
    Expression, ExpressionError, ExpressionOutcome, ExpressionPart, ExpressionResult, RuleValidator,
    RuleVerdict, SchemaRule,
};
pub use schema::*;
#[cfg(feature = "serve")]
pub use served::{
    Decoded, DecodedScale, Outcome, Rejection, ScaleError, ServeError, ServeOptions, ServedVersion,
};
pub use server_version::{ServerVersion, UnknownServerVersion};
#[cfg(feature = "serve")]
pub use status::Status;
pub use types::{EmbeddedResource, IntOrString};
#[cfg(feature = "validate")]
pub use validation::{Validator, validate, validate_update};
pub use violation::{ErrorKind, Violation, Violations};
pub use wire::*;
