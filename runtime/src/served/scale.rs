//! The scale subresource: how often something runs, read and written without knowing what it is.
//!
//! Source: `pkg/registry/customresource/etcd.go`, `ScaleREST`, `scaleUpdatedObjectInfo`;
//! `pkg/apiserver/customresource_handler.go`, `serveScale`.

use serde::Deserialize;
use serde_json::{Value, json};

use super::write::Checked;
use super::{Decoded, Outcome, Rejection, ServedVersion};
use crate::admission::{Nulls, Steps, canonical_metadata, steps};
use crate::body::{BodyError, FieldValidation, notices};
#[cfg(feature = "yaml")]
use crate::body::{distinct, yaml_as_json};
use crate::canonical::CanonicalObject;
use crate::compiled::CompiledSchema;
use crate::go_text::quoted;
use crate::object_meta::Malformed;
use crate::prune::{PrunedJson, prune_json_noting};
use crate::schema::SchemaBuilder;
use crate::strategy::{ScaleFields, ScalePaths};
use crate::violation::Violations;
use crate::wire::{ObjectMeta, Scale, ScaleSpec, ScaleStatus, or_empty};

const KIND: &str = "Scale";
const API_VERSION: &str = "autoscaling/v1";

/// Stands for a field that is not there, in what a patch is applied to.
const UNSET: i32 = i32::MIN;

/// Why a scale is neither read nor written.
///
/// ```
/// use crd_schema::serve::ScaleError;
///
/// let error = ScaleError::NoReplicas(".spec.replicas".to_owned());
/// assert_eq!(error.to_string(), r#"the spec replicas field ".spec.replicas" does not exist"#);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ScaleError {
    /// The version has no scale subresource: 404.
    #[error("the version has no scale subresource")]
    NotServed,
    /// The body is no `Scale`: 400. **Quirk**: whatever is wrong with it, the server says this.
    #[error("no kind is registered for the type v1.Scale in scheme \"pkg/runtime/scheme.go:111\"")]
    Unreadable,
    /// The body has more bytes than this, its limit: 413.
    #[error("Request entity too large: limit is {0}")]
    TooLarge(usize),
    /// The object does not say how often it should run: 500.
    #[error("the spec replicas field {} does not exist", quoted(.0))]
    NoReplicas(String),
    /// It did not say so before, and the request does not say so either: 400.
    #[error("the spec replicas field {} cannot be empty", quoted(.0))]
    Empty(String),
    /// A field of the object is of another type, or what should lead to it is no object: 500.
    #[error("{0}")]
    Field(String),
    /// The request is for another object, or another state of it: 409.
    #[error("{0}")]
    Conflict(String),
}

/// A `Scale` of a request, and what the client is to be warned of.
///
/// [`ServedVersion::decode_scale`] makes it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct DecodedScale {
    /// The scale.
    pub scale: Scale,
    /// The messages of `Warning` headers; unknown fields in the order of their paths.
    pub warnings: Vec<String>,
}

impl ServedVersion {
    /// What a `GET` of the scale of an object answers with.
    ///
    /// ```
    /// use crd_schema::{CustomResourceDefinition, ServedVersion};
    /// use serde_json::json;
    ///
    /// let crd: CustomResourceDefinition = serde_json::from_value(json!({"spec": {
    ///     "group": "example.com",
    ///     "names": {"kind": "Job", "plural": "jobs"},
    ///     "versions": [{
    ///         "name": "v1",
    ///         "schema": {"openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": true}},
    ///         "subresources": {"scale": {
    ///             "specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas",
    ///         }},
    ///     }],
    /// }}))?;
    /// let served = ServedVersion::new(&crd, "v1")?;
    /// let scale = served.scale(&json!({"metadata": {"name": "a"}, "spec": {"replicas": 3}}))?;
    /// assert_eq!(serde_json::to_value(&scale)?, json!({
    ///     "kind": "Scale", "apiVersion": "autoscaling/v1", "metadata": {"name": "a"},
    ///     "spec": {"replicas": 3}, "status": {"replicas": 0},
    /// }));
    /// let refused = served.scale(&json!({"metadata": {"name": "a"}})).expect_err("it says nothing");
    /// assert_eq!(served.status("a", &refused.into()).code(), 500);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// There is no such subresource, or the object has no such field, or fields of another type.
    pub fn scale(&self, object: &Value) -> Result<Scale, ScaleError> {
        let (paths, fields) = self.scale_fields(object)?;
        let wanted = fields.wanted.ok_or_else(|| ScaleError::NoReplicas(paths.spec_replicas.clone()))?;
        Ok(scale_of(object, cut(wanted), &fields))
    }

    /// What a write of the scale answers with, from the object that was stored: without the field it is zero.
    ///
    /// ```
    /// # use crd_schema::{CustomResourceDefinition, ServedVersion};
    /// # use serde_json::json;
    /// # let crd: CustomResourceDefinition = serde_json::from_value(json!({"spec": {"group": "example.com",
    /// #     "names": {"kind": "Job", "plural": "jobs"}, "versions": [{"name": "v1",
    /// #     "schema": {"openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": true}},
    /// #     "subresources": {"scale": {"specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas"}}}]}}))?;
    /// # let served = ServedVersion::new(&crd, "v1")?;
    /// let scale = served.scale_written(&json!({"metadata": {"name": "a"}}))?;
    /// assert_eq!(serde_json::to_value(&scale.spec)?, json!({}));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// There is no such subresource, or fields are of another type.
    pub fn scale_written(&self, object: &Value) -> Result<Scale, ScaleError> {
        let (_, fields) = self.scale_fields(object)?;
        Ok(scale_of(object, cut(fields.wanted.unwrap_or_default()), &fields))
    }

    /// What a patch of the scale is a patch of; a field that is not there is [`i32::MIN`], which no write lets pass.
    ///
    /// ```
    /// # use crd_schema::{CustomResourceDefinition, ServedVersion};
    /// # use serde_json::json;
    /// # let crd: CustomResourceDefinition = serde_json::from_value(json!({"spec": {"group": "example.com",
    /// #     "names": {"kind": "Job", "plural": "jobs"}, "versions": [{"name": "v1",
    /// #     "schema": {"openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": true}},
    /// #     "subresources": {"scale": {"specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas"}}}]}}))?;
    /// # let served = ServedVersion::new(&crd, "v1")?;
    /// let old = json!({"metadata": {"name": "a"}});
    /// let unchanged = served.scale_to_patch(&old)?;
    /// let refused = served.update_scale(&old, &unchanged).expect_err("it still does not say how often");
    /// assert_eq!(refused.to_string(), r#"the spec replicas field ".spec.replicas" cannot be empty"#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// There is no such subresource, or fields are of another type.
    pub fn scale_to_patch(&self, object: &Value) -> Result<Scale, ScaleError> {
        let (_, fields) = self.scale_fields(object)?;
        Ok(scale_of(object, fields.wanted.map_or(UNSET, cut), &fields))
    }

    /// The `Scale` of a JSON body.
    ///
    /// ```
    /// # use crd_schema::serve::FieldValidation;
    /// # use crd_schema::{CustomResourceDefinition, ServedVersion};
    /// # use serde_json::json;
    /// # let crd: CustomResourceDefinition = serde_json::from_value(json!({"spec": {"group": "example.com",
    /// #     "names": {"kind": "Job", "plural": "jobs"}, "versions": [{"name": "v1",
    /// #     "schema": {"openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": true}},
    /// #     "subresources": {"scale": {"specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas"}}}]}}))?;
    /// # let served = ServedVersion::new(&crd, "v1")?;
    /// let body = br#"{"metadata": {"name": "a"}, "spec": {"replicas": 3, "replica": 4}}"#;
    /// let decoded = served.decode_scale(body, FieldValidation::Warn)?;
    /// assert_eq!(decoded.warnings, [r#"unknown field "spec.replica""#]);
    /// assert!(served.decode_scale(br#"{"spec": {"replicas": 1.5}}"#, FieldValidation::Warn).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// There is no such subresource, the body is too long or no `Scale` of `autoscaling/v1`, or with [`FieldValidation::Strict`] it has
    /// unknown or repeated fields.
    pub fn decode_scale(&self, body: &[u8], validation: FieldValidation) -> Result<DecodedScale, ScaleError> {
        let schema = self.schema_of_scale(body)?;
        let read = read(schema, body).map_err(|_| ScaleError::Unreadable)?;
        Ok(self.warned_of_version(checked(read, validation)?))
    }

    /// The `Scale` of a YAML body (`application/yaml`).
    ///
    /// ```
    /// # use crd_schema::serve::FieldValidation;
    /// # use crd_schema::{CustomResourceDefinition, ServedVersion};
    /// # use serde_json::json;
    /// # let crd: CustomResourceDefinition = serde_json::from_value(json!({"spec": {"group": "example.com",
    /// #     "names": {"kind": "Job", "plural": "jobs"}, "versions": [{"name": "v1",
    /// #     "schema": {"openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": true}},
    /// #     "subresources": {"scale": {"specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas"}}}]}}))?;
    /// # let served = ServedVersion::new(&crd, "v1")?;
    /// let body = b"metadata: {name: a}\nspec:\n  replicas: 3\n  replicas: 4\n";
    /// let decoded = served.decode_scale_yaml(body, FieldValidation::Warn)?;
    /// assert_eq!(decoded.warnings, [r#"line 4: key "replicas" already set in map"#]);
    /// assert!(served.decode_scale_yaml(body, FieldValidation::Strict).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`decode_scale`](Self::decode_scale), and invalid YAML, or YAML that [`yaml`](crate::yaml) rejects.
    ///
    /// Source: `apimachinery pkg/runtime/serializer/json/json.go`, `Decode`, which makes JSON of YAML first.
    #[cfg(feature = "yaml")]
    pub fn decode_scale_yaml(
        &self,
        body: &[u8],
        validation: FieldValidation,
    ) -> Result<DecodedScale, ScaleError> {
        let schema = self.schema_of_scale(body)?;
        let (json, repeated) = yaml_as_json(body).map_err(|_| ScaleError::Unreadable)?;
        let mut read = read(schema, json.as_bytes()).map_err(|_| ScaleError::Unreadable)?;
        read.warnings.splice(..0, distinct(repeated));
        Ok(self.warned_of_version(checked(read, validation)?))
    }

    fn warned_of_version(&self, mut read: DecodedScale) -> DecodedScale {
        read.warnings.splice(..0, self.deprecation.clone());
        read
    }

    /// The schema by which the body is read, if it is to be read.
    fn schema_of_scale(&self, body: &[u8]) -> Result<&CompiledSchema, ScaleError> {
        let schema = self.scale_schema.as_ref().ok_or(ScaleError::NotServed)?;
        self.limits.exceeded_by(body).map_or(Ok(schema), |limit| Err(ScaleError::TooLarge(limit)))
    }

    /// The object that a write of `/scale` stores in place of `old`: all but the one field is that of `old`.
    ///
    /// It is an update like any other: it is checked as a whole, and a field that is immutable does not change. Of the rest of
    /// the scale only a revision and a UID count, as preconditions. **Quirk**: defaults are filled in after the object was checked;
    /// mutability is checked with them, so that no immutable default comes with a struct that the scale has made.
    ///
    /// ```
    /// use crd_schema::serve::FieldValidation;
    /// use crd_schema::{CustomResourceDefinition, ServedVersion};
    /// use serde_json::json;
    ///
    /// let crd: CustomResourceDefinition = serde_json::from_value(json!({"spec": {
    ///     "group": "example.com",
    ///     "names": {"kind": "Job", "plural": "jobs"},
    ///     "versions": [{
    ///         "name": "v1",
    ///         "schema": {"openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": true}},
    ///         "subresources": {"scale": {
    ///             "specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas",
    ///         }},
    ///     }],
    /// }}))?;
    /// let served = ServedVersion::new(&crd, "v1")?;
    /// let old = json!({
    ///     "apiVersion": "example.com/v1", "kind": "Job", "metadata": {"name": "a"}, "spec": {"replicas": 3},
    /// });
    /// let asked = |body: &str| served.decode_scale(body.as_bytes(), FieldValidation::Warn);
    /// let scale = asked(r#"{"metadata": {"name": "a"}, "spec": {"replicas": 5}}"#)?.scale;
    /// let stored = served.update_scale(&old, &scale)?;
    /// assert_eq!(stored.object.value()["spec"], json!({"replicas": 5}));
    /// assert_eq!(served.scale_written(stored.object.value())?.spec, scale.spec);
    ///
    /// let scale = asked(r#"{"metadata": {"name": "a"}, "spec": {"replicas": -1}}"#)?.scale;
    /// let refused = served.update_scale(&old, &scale).expect_err("it is negative");
    /// assert_eq!(refused.to_string(), ".spec.replicas: Invalid value: -1: should be a non-negative integer");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// There is no such subresource, the request is for another object or says nothing, or the object is not valid then.
    pub fn update_scale(&self, old: &Value, scale: &Scale) -> Result<Outcome, Rejection> {
        self.update_scale_decoded(&self.read(old.clone())?, scale)
    }

    /// As [`update_scale`](Self::update_scale), in place of an object that was read before.
    ///
    /// ```
    /// # use crd_schema::api::Scale;
    /// # use crd_schema::{CustomResourceDefinition, ServedVersion};
    /// # use serde_json::json;
    /// # let crd: CustomResourceDefinition = serde_json::from_value(json!({"spec": {"group": "example.com",
    /// #     "names": {"kind": "Job", "plural": "jobs"}, "versions": [{"name": "v1",
    /// #     "schema": {"openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": true}},
    /// #     "subresources": {"scale": {"specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas"}}}]}}))?;
    /// # let served = ServedVersion::new(&crd, "v1")?;
    /// let old = served.read(json!({"apiVersion": "example.com/v1", "kind": "Job", "metadata": {"name": "a"}}))?;
    /// let stored = served.update_scale_decoded(&old, &Scale::default())?;
    /// assert_eq!(stored.object.value()["spec"], json!({"replicas": 0}));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`update_scale`](Self::update_scale).
    pub fn update_scale_decoded(&self, old: &CanonicalObject, scale: &Scale) -> Result<Outcome, Rejection> {
        let (paths, _) = self.scale_fields(old.value())?;
        let wanted = scale.spec.as_ref().and_then(|spec| spec.replicas).unwrap_or_default();
        check_uid(old.value(), scale)?;
        if wanted == UNSET {
            return Err(ScaleError::Empty(paths.spec_replicas.clone()).into());
        }
        let mut object = old.value().clone();
        paths.want(&mut object, wanted).map_err(ScaleError::Field)?;
        check_revision(old.value(), scale)?;
        let asked = Decoded { object, removed: Vec::new(), defaulted: Vec::new(), warnings: Vec::new() };
        self.replaced(old, asked, Checked::AsRead)
    }

    /// What was written is not decoded before it is checked: only who reads it back gets defaults and misses what is unknown.
    pub(super) fn read_back(&self, written: Outcome) -> Result<Outcome, Rejection> {
        let object = written.object.into_value();
        let Steps { object, removed, defaulted } =
            steps(&self.schema, object, self.semantics, Malformed::Drop, self.limits)?;
        Ok(Outcome { object: CanonicalObject::from_steps(object), removed, defaulted, ..written })
    }

    fn scale_fields(&self, object: &Value) -> Result<(&ScalePaths, ScaleFields), ScaleError> {
        let paths = self.scale.as_ref().ok_or(ScaleError::NotServed)?;
        Ok((paths, paths.fields(object).map_err(ScaleError::Field)?))
    }
}

fn checked(
    DecodedScale { scale, warnings }: DecodedScale,
    validation: FieldValidation,
) -> Result<DecodedScale, ScaleError> {
    match validation {
        FieldValidation::Ignore => Ok(DecodedScale { scale, warnings: Vec::new() }),
        FieldValidation::Strict if !warnings.is_empty() => Err(ScaleError::Unreadable),
        FieldValidation::Strict | FieldValidation::Warn => Ok(DecodedScale { scale, warnings }),
    }
}

/// What a body may have, so that it is read as other bodies are.
pub(super) fn schema() -> Result<CompiledSchema, Violations> {
    let spec = SchemaBuilder::object().property("replicas", SchemaBuilder::integer());
    let status = SchemaBuilder::object()
        .property("replicas", SchemaBuilder::integer())
        .property("selector", SchemaBuilder::string());
    let scale = SchemaBuilder::object().property("spec", spec).property("status", status);
    Ok(CompiledSchema::new(&scale.build()?))
}

/// A body that says nothing of its type is a `Scale`.
fn read(schema: &CompiledSchema, body: &[u8]) -> Result<DecodedScale, BodyError> {
    let unreadable = || BodyError::Unrecognized { why: String::new(), summary: String::new() };
    let PrunedJson { value: mut object, repeated, mut removed } =
        prune_json_noting(schema, body).map_err(|_| unreadable())?;
    if object.is_null() {
        // Go leaves a struct as it is then.
        object = json!({});
    }
    canonical_metadata(schema, &mut object, Nulls::Possible, &mut removed)?;
    let scale = Scale::deserialize(object).map_err(|_| unreadable())?;
    let is = |given: Option<&String>, wanted: &str| or_empty(given).is_empty() || or_empty(given) == wanted;
    if !is(scale.kind.as_ref(), KIND) || !is(scale.api_version.as_ref(), API_VERSION) {
        return Err(unreadable());
    }
    Ok(DecodedScale { scale, warnings: notices(&repeated, &removed) })
}

fn scale_of(object: &Value, wanted: i32, fields: &ScaleFields) -> Scale {
    let metadata =
        |name: &str| super::prepare::metadata(object, name).and_then(Value::as_str).map(str::to_owned);
    Scale {
        kind: Some(KIND.to_owned()),
        api_version: Some(API_VERSION.to_owned()),
        metadata: Some(ObjectMeta {
            name: metadata("name"),
            namespace: metadata("namespace"),
            uid: metadata("uid"),
            resource_version: metadata("resourceVersion"),
            creation_timestamp: metadata("creationTimestamp"),
            ..ObjectMeta::default()
        }),
        spec: Some(ScaleSpec {
            replicas: Some(wanted).filter(|wanted| *wanted != 0),
            ..ScaleSpec::default()
        }),
        status: Some(ScaleStatus {
            replicas: Some(cut(fields.found)),
            selector: Some(fields.selector.clone()).filter(|selector| !selector.is_empty()),
            ..ScaleStatus::default()
        }),
        ..Scale::default()
    }
}

/// **Quirk**: what is too large loses its upper half.
#[expect(clippy::cast_possible_truncation, reason = "upstream cuts it, too")]
fn cut(number: i64) -> i32 {
    number as i32
}

fn check_uid(old: &Value, scale: &Scale) -> Result<(), ScaleError> {
    let (asked, found) = (asked(scale, |metadata| metadata.uid.as_ref()), found(old, "uid"));
    if asked.is_empty() || asked == found {
        return Ok(());
    }
    Err(ScaleError::Conflict(format!(
        "Precondition failed: UID in precondition: {asked}, UID in object meta: {found}"
    )))
}

/// An object without a revision was never in storage: there is nothing to compare with.
fn check_revision(old: &Value, scale: &Scale) -> Result<(), ScaleError> {
    let asked = asked(scale, |metadata| metadata.resource_version.as_ref());
    let found = found(old, "resourceVersion");
    if asked.is_empty() || found.is_empty() || asked == found {
        return Ok(());
    }
    let why = "the object has been modified; please apply your changes to the latest version and try again";
    Err(ScaleError::Conflict(why.to_owned()))
}

fn asked(scale: &Scale, field: fn(&ObjectMeta) -> Option<&String>) -> &str {
    or_empty(scale.metadata.as_ref().and_then(field))
}

fn found<'o>(old: &'o Value, name: &str) -> &'o str {
    super::prepare::metadata(old, name).and_then(Value::as_str).unwrap_or_default()
}
