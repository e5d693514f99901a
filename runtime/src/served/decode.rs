//! From a request, or from storage, to an object of the version.
//!
//! Source: `apiextensions-apiserver pkg/apiserver/customresource_handler.go`.

use serde_json::Value;

use super::owners::{self, When};
use super::{Rejection, ServedVersion};
use crate::admission::{
    DecodeError, Steps, canonicalize_converted, canonicalize_stored_within, prune_resource, refuse_depth,
    steps,
};
use crate::body::{BodyError, DecodedBody, FieldValidation, decode_body};
use crate::canonical::CanonicalObject;
use crate::defaulting::apply_defaults_within;
use crate::limits::MAX_DEPTH;
use crate::number;
use crate::object_meta::Malformed;
use crate::path::FieldPathBuf;
use crate::prune::Semantics;

/// An object of a request: decoded, pruned, defaulted, and not yet validated.
///
/// Admission may change the object; [`ServedVersion::after_admission`] does then what a server does.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Decoded {
    /// The object; whole floats are still floats.
    pub object: Value,
    /// The unknown fields that were removed, in the order in which the server reports them.
    pub removed: Vec<FieldPathBuf>,
    /// What defaults have filled in.
    pub defaulted: Vec<FieldPathBuf>,
    /// What the client is to be warned of: the messages of `Warning` headers, at most 16 MiB. In the server's order: the version
    /// is deprecated, fields are unknown or repeated, owners are named twice.
    pub warnings: Vec<String>,
}

impl From<Steps> for Decoded {
    fn from(Steps { object, removed, defaulted }: Steps) -> Self {
        Self { object, removed, defaulted, warnings: Vec::new() }
    }
}

impl ServedVersion {
    /// The object of a request that was parsed already.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/served/jobs.in"));
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # use serde_json::json;
    /// let served = served()?;
    /// let decoded = served.decode(job(json!({"image": "a", "privileged": true})))?;
    /// assert_eq!(decoded.object["spec"], json!({"image": "a", "retries": 3}));
    /// assert_eq!(decoded.removed[0].to_string(), "spec.privileged");
    /// let malformed = json!({"apiVersion": "example.com/v1", "kind": "Job", "metadata": 5});
    /// let refused = served.decode(malformed).expect_err("the metadata is a number");
    /// assert_eq!(served.status("a", &refused).code(), 400);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// What cannot be decoded; see [`canonicalize`](crate::steps::canonicalize).
    pub fn decode(&self, mut object: Value) -> Result<Decoded, Rejection> {
        refuse_depth(&object, self.limits.levels())?;
        number::drop_negative_zeros(&mut object);
        Ok(self.warned(self.steps(object)?.into(), When::Requested))
    }

    fn steps(&self, object: Value) -> Result<Steps, DecodeError> {
        steps(&self.schema, object, self.semantics, Malformed::Refuse, self.limits)
            .map_err(|error| self.printed(error))
    }

    /// What cannot be decoded, as the server prints it.
    fn printed(&self, error: DecodeError) -> DecodeError {
        match error {
            DecodeError::Fields(violations) => DecodeError::Fields(violations.printed_by(self.server)),
            other => other,
        }
    }

    /// What is decoded, with what a server warns of before anything is validated.
    fn warned(&self, mut decoded: Decoded, when: When) -> Decoded {
        decoded.warnings.splice(..0, self.deprecation.clone());
        decoded.warnings.extend(owners::without_duplicates(&mut decoded.object, when));
        decoded
    }

    /// The object of a JSON body, read and pruned in one pass.
    ///
    /// ```
    /// use crd_schema::serve::FieldValidation;
    /// use crd_schema::{CustomResourceDefinition, ServedVersion};
    /// use serde_json::json;
    ///
    /// let crd: CustomResourceDefinition = serde_json::from_value(json!({"spec": {
    ///     "group": "example.com",
    ///     "names": {"kind": "Job", "plural": "jobs"},
    ///     "versions": [{"name": "v1", "schema": {"openAPIV3Schema": {"type": "object"}}}],
    /// }}))?;
    /// let served = ServedVersion::new(&crd, "v1")?;
    /// let body = br#"{"apiVersion": "example.com/v1", "kind": "Job", "metadata": {"name": "a"}, "sepc": {}}"#;
    /// let decoded = served.decode_json(body, FieldValidation::Warn)?;
    /// assert_eq!(decoded.warnings, [r#"unknown field "sepc""#]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// What is too long or nested too deeply, no JSON, no object of this version, cannot be decoded, or with [`FieldValidation::Strict`] has unknown or
    /// repeated fields.
    pub fn decode_json(&self, body: &[u8], validation: FieldValidation) -> Result<Decoded, Rejection> {
        self.refuse_length(body)?;
        self.decoded(decode_body(&self.schema, body, validation).map_err(|error| self.printed_body(error))?)
    }

    /// The object of a YAML body (`application/yaml`).
    ///
    /// ```
    /// # use crd_schema::serve::FieldValidation;
    /// # use crd_schema::{CustomResourceDefinition, ServedVersion};
    /// # use serde_json::json;
    /// # let crd: CustomResourceDefinition = serde_json::from_value(json!({"spec": {
    /// #     "group": "example.com",
    /// #     "names": {"kind": "Job", "plural": "jobs"},
    /// #     "versions": [{"name": "v1", "schema": {"openAPIV3Schema": {"type": "object"}}}],
    /// # }}))?;
    /// # let served = ServedVersion::new(&crd, "v1")?;
    /// let body = b"apiVersion: example.com/v1\nkind: Job\nmetadata: {name: a}\nsepc: {}\n";
    /// let decoded = served.decode_yaml(body, FieldValidation::Warn)?;
    /// assert_eq!(decoded.warnings, [r#"unknown field "sepc""#]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`decode_json`](Self::decode_json), and invalid YAML, or YAML that [`yaml`](crate::yaml) rejects.
    #[cfg(feature = "yaml")]
    pub fn decode_yaml(&self, body: &[u8], validation: FieldValidation) -> Result<Decoded, Rejection> {
        self.refuse_length(body)?;
        let decoded = crate::body::decode_yaml_body(&self.schema, body, validation);
        self.decoded(decoded.map_err(|error| self.printed_body(error))?)
    }

    fn printed_body(&self, error: BodyError) -> BodyError {
        match error {
            BodyError::Object(error) => BodyError::Object(self.printed(error)),
            other => other,
        }
    }

    fn decoded(&self, body: DecodedBody) -> Result<Decoded, Rejection> {
        let DecodedBody { mut object, warnings, removed } = body;
        self.check_version(&object)?;
        if self.limits.levels() < MAX_DEPTH {
            refuse_depth(&object, self.limits.levels())?;
        }
        if self.semantics == Semantics::Kep {
            let stricter = Decoded { removed, warnings, ..self.steps(object)?.into() };
            return Ok(self.warned(stricter, When::Requested));
        }
        let defaulted = self.fill_in(&mut object)?;
        Ok(self.warned(Decoded { object, removed, defaulted, warnings }, When::Requested))
    }

    /// Fills in the defaults, and says which.
    pub(super) fn fill_in(&self, object: &mut Value) -> Result<Vec<FieldPathBuf>, DecodeError> {
        Ok(apply_defaults_within(&self.schema, object, self.limits.growth())?)
    }

    fn refuse_length(&self, body: &[u8]) -> Result<(), BodyError> {
        self.limits.exceeded_by(body).map_or(Ok(()), |limit| Err(BodyError::TooLarge(limit)))
    }

    fn check_version(&self, object: &Value) -> Result<(), BodyError> {
        let found = object.get("apiVersion").and_then(Value::as_str).unwrap_or_default();
        if found == self.api_version {
            return Ok(());
        }
        Err(BodyError::Version { found: found.to_owned(), expected: self.api_version.clone() })
    }

    /// The object that a server-side apply has merged: it is defaulted and not pruned, for a field that the schema does not
    /// know has been refused by the merge.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/served/jobs.in"));
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # use serde_json::json;
    /// let served = served()?;
    /// let merged = served.decode_applied(job(json!({"image": "a"})))?;
    /// assert_eq!(merged.object["spec"], json!({"image": "a", "retries": 3}));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// It is nested too deeply.
    pub fn decode_applied(&self, mut object: Value) -> Result<Decoded, Rejection> {
        refuse_depth(&object, self.limits.levels())?;
        number::drop_negative_zeros(&mut object);
        let defaulted = self.fill_in(&mut object)?;
        let merged = Decoded { object, removed: Vec::new(), defaulted, warnings: Vec::new() };
        Ok(self.warned(merged, When::Admitted))
    }

    /// The object after mutating admission.
    ///
    /// **Quirk**: a server defaults it again and does not prune it, so what a webhook adds and no schema knows gets into
    /// storage, and from there to nobody. With [`Semantics::Kep`] it is pruned, as the pruning KEP promises.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/served/jobs.in"));
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # use serde_json::json;
    /// let served = served()?;
    /// let mut decoded = served.decode(job(json!({"image": "a"})))?;
    /// // A webhook removes one field and adds another.
    /// decoded.object["spec"] = json!({"image": "a", "team": "red"});
    /// let admitted = served.after_admission(decoded.clone())?;
    /// assert_eq!(admitted.object["spec"], json!({"image": "a", "retries": 3, "team": "red"}));
    /// let stricter = served.with_semantics(crd_schema::steps::Semantics::Kep);
    /// assert_eq!(stricter.after_admission(decoded)?.object["spec"], json!({"image": "a", "retries": 3}));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// Source: `apiserver pkg/admission/plugin/webhook/mutating/dispatcher.go`.
    ///
    /// # Errors
    /// It is nested too deeply; with [`Semantics::Kep`] what cannot be decoded.
    pub fn after_admission(&self, mut admitted: Decoded) -> Result<Decoded, Rejection> {
        refuse_depth(&admitted.object, self.limits.levels())?;
        if self.semantics == Semantics::Kep {
            let Steps { object, removed, defaulted } = self.steps(admitted.object)?;
            admitted.removed.extend(removed);
            admitted.defaulted.extend(defaulted);
            admitted.object = object;
        } else {
            admitted.defaulted.extend(self.fill_in(&mut admitted.object)?);
        }
        let duplicates = owners::without_duplicates(&mut admitted.object, When::Admitted);
        admitted.warnings.extend(duplicates);
        Ok(admitted)
    }

    /// The object that a stored one of this version is read as: metadata that cannot be read is dropped.
    ///
    /// ```
    /// use crd_schema::{CustomResourceDefinition, ServedVersion};
    /// use serde_json::json;
    ///
    /// let crd: CustomResourceDefinition = serde_json::from_value(json!({"spec": {
    ///     "group": "example.com",
    ///     "names": {"kind": "Job", "plural": "jobs"},
    ///     "versions": [{"name": "v1", "schema": {"openAPIV3Schema": {"type": "object"}}}],
    /// }}))?;
    /// let stored = json!({"metadata": {"name": "a", "finalizers": "none", "generation": 2}, "spec": {}});
    /// let read = ServedVersion::new(&crd, "v1")?.read(stored)?;
    /// assert_eq!(read.value(), &json!({"metadata": {"name": "a", "generation": 2}}));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// What cannot be decoded; see [`canonicalize_stored`](crate::steps::canonicalize_stored).
    pub fn read(&self, stored: Value) -> Result<CanonicalObject, DecodeError> {
        canonicalize_stored_within(&self.schema, stored, self.semantics, self.limits)
    }

    /// The object that a stored one of another version is read as, after it was converted to this one.
    ///
    /// **Quirk**: it is pruned and not defaulted, for a server fills in the defaults of the version that it is stored in.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/served/jobs.in"));
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # use serde_json::json;
    /// let read = served()?.read_converted(job(json!({"image": "a", "privileged": true})))?;
    /// assert_eq!(read.value()["spec"], json!({"image": "a"}));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// Source: `schemaCoercingConverter` in `apiextensions-apiserver pkg/apiserver/customresource_handler.go`.
    ///
    /// # Errors
    /// What cannot be decoded; see [`canonicalize_stored`](crate::steps::canonicalize_stored).
    pub fn read_converted(&self, converted: Value) -> Result<CanonicalObject, DecodeError> {
        canonicalize_converted(&self.schema, converted, self.semantics)
    }

    /// Removes in place what the server drops as unknown, metadata included, and gives the paths.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/served/jobs.in"));
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # use serde_json::json;
    /// let served = served()?;
    /// let mut object = job(json!({"image": "a", "privileged": true}));
    /// assert_eq!(served.prune(&mut object)?[0].to_string(), "spec.privileged");
    /// assert_eq!(object["spec"], json!({"image": "a"}));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// What cannot be decoded; see [`prune_resource`].
    pub fn prune(&self, object: &mut Value) -> Result<Vec<FieldPathBuf>, DecodeError> {
        prune_resource(&self.schema, object, self.semantics)
    }
}
