//! One served version of a CRD, made ready for requests.
//!
//! Source: `pkg/registry/customresource/strategy.go`, `status_strategy.go`.

use serde_json::Value;

use crate::admission::{
    Canonicalised, DecodeError, canonicalise, canonicalise_stored, default_again, prune_resource,
};
use crate::canonical::CanonicalObject;
use crate::compiled::CompiledSchema;
use crate::convert::structural_schema;
use crate::default_pruning::{RootDefaultError, prune_defaults};
use crate::go_text::quoted;
use crate::mutability::check_mutability;
use crate::object_meta::rules::Scope;
use crate::path::{FieldPath, FieldPathBuf, PathStep, PathStyle};
use crate::prune::Semantics;
use crate::status::Status;
use crate::strategy::{Scale, Strategy};
use crate::violation::Violations;
use crate::wire::{CrdSpec, CrdVersion, CustomResourceDefinition, ScaleSubresource};

/// Why a version of a CRD cannot be served.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The CRD has no `spec`.
    #[error("the CRD has no spec")]
    NoSpec,
    /// The CRD has no such version.
    #[error("the CRD has no version {version:?}; it has {}", .known.join(", "))]
    NoVersion {
        /// The version that was asked for.
        version: String,
        /// Those that there are.
        known: Vec<String>,
    },
    /// The version has no schema.
    #[error("version {0:?} of the CRD has no schema")]
    NoSchema(String),
    /// The schema has a default at its root that is no object; a server does not serve the version either.
    #[error("failed to prune default value: {0}")]
    Default(#[from] RootDefaultError),
    /// The schema is not structural.
    #[error("the schema is not structural: {0}")]
    NotStructural(#[from] Violations),
}

/// Why a request is refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Rejection {
    /// The object cannot be read: 400.
    #[error(transparent)]
    Undecodable(#[from] DecodeError),
    /// The object is not valid: 422.
    #[error(transparent)]
    Invalid(#[from] Violations),
}

/// What a request of a custom resource goes through, everything compiled once.
///
/// ```
/// use crd_schema::{CustomResourceDefinition, ServedVersion};
/// use serde_json::json;
///
/// let crd: CustomResourceDefinition = serde_json::from_value(json!({"spec": {
///     "group": "example.com",
///     "names": {"kind": "Job", "plural": "jobs"},
///     "versions": [{"name": "v1", "schema": {"openAPIV3Schema": {
///         "type": "object",
///         "properties": {"spec": {"type": "object", "properties": {
///             "image": {"type": "string", "x-kubernetes-mutability": "Immutable"},
///         }}},
///     }}}],
/// }}))?;
/// let served = ServedVersion::new(&crd, "v1")?;
/// let job = |image: &str| json!({
///     "apiVersion": "example.com/v1", "kind": "Job", "metadata": {"name": "a"},
///     "spec": {"image": image, "privileged": true},
/// });
/// let stored = served.create(job("a")).expect("it can be decoded");
/// assert_eq!(stored.removed[0].to_string(), "spec.privileged");
/// let refused = served.update(stored.object.value(), job("b")).expect_err("image is immutable");
/// let status = served.status("a", &refused);
/// assert_eq!(status.message(), r#"Job.example.com "a" is invalid: spec.image: Invalid value: "b": field is immutable"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ServedVersion {
    group: String,
    version: String,
    kind: String,
    plural: String,
    namespaced: bool,
    status_subresource: bool,
    scale: Option<Scale>,
    semantics: Semantics,
    schema: CompiledSchema,
}

impl ServedVersion {
    /// Makes one version of a CRD ready; its defaults are pruned, as a server does once.
    ///
    /// # Errors
    /// [`ServeError`] when there is no such version, or its schema is missing, not structural, or has a default at the root
    /// that is no object.
    pub fn new(crd: &CustomResourceDefinition, version: &str) -> Result<Self, ServeError> {
        let spec = crd.spec.as_ref().ok_or(ServeError::NoSpec)?;
        let (index, found) = find_version(spec, version)?;
        let props = found.schema.as_ref().and_then(|schema| schema.open_api_v3_schema.as_ref());
        let props = props.ok_or_else(|| ServeError::NoSchema(version.to_owned()))?;
        let schema = structural_schema(props, &FieldPath::from(&schema_path(index)))?;
        let names = spec.names.as_ref();
        Ok(Self {
            group: spec.group.clone().unwrap_or_default(),
            version: version.to_owned(),
            kind: names.and_then(|names| names.kind.clone()).unwrap_or_default(),
            plural: names.and_then(|names| names.plural.clone()).unwrap_or_default(),
            namespaced: spec.scope.as_deref() != Some("Cluster"),
            status_subresource: found.subresources.as_ref().is_some_and(|sub| sub.status.is_some()),
            scale: found.subresources.as_ref().and_then(|sub| sub.scale.as_ref()).map(scale),
            semantics: Semantics::Server,
            schema: prune_defaults(&CompiledSchema::new(&schema))?,
        })
    }

    /// The same version, pruning as `semantics` says.
    #[must_use]
    pub fn with_semantics(mut self, semantics: Semantics) -> Self {
        self.semantics = semantics;
        self
    }

    /// The schema.
    pub fn schema(&self) -> &CompiledSchema {
        &self.schema
    }

    /// The API group.
    pub fn group(&self) -> &str {
        &self.group
    }

    /// The version.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// The kind of the objects.
    pub fn kind(&self) -> &str {
        &self.kind
    }

    /// The name in URLs.
    pub fn plural(&self) -> &str {
        &self.plural
    }

    /// `group/version`, as objects have it.
    pub fn api_version(&self) -> String {
        if self.group.is_empty() { self.version.clone() } else { format!("{}/{}", self.group, self.version) }
    }

    /// Whether an object says that it is of this kind and version.
    pub fn accepts(&self, object: &Value) -> bool {
        let member = |name| object.get(name).and_then(Value::as_str).unwrap_or_default();
        member("kind") == self.kind && member("apiVersion") == self.api_version()
    }

    /// The object that a create request stores.
    ///
    /// With a status subresource a new object has no status; metadata that is not the client's to say goes, and the
    /// generation is the first one. The name, the namespace and the rest of what a server says itself are the caller's.
    ///
    /// # Errors
    /// What cannot be decoded; see [`canonicalise`].
    pub fn create(&self, object: Value) -> Result<Canonicalised, Rejection> {
        let mut new = self.decode(object)?;
        if self.status_subresource {
            new.object.take_member("status", None);
            // Storage has no status now, but whoever reads it back gets the default of one.
            new.object = default_again(&self.schema, new.object);
        }
        self.wipe_metadata(&mut new.object, &["selfLink", "deletionTimestamp", "deletionGracePeriodSeconds"]);
        new.object.set_metadata("generation", 1.into());
        Ok(new)
    }

    /// The object that an update, patch or apply stores in place of `old`.
    ///
    /// With a status subresource the status is that of `old`, whatever the request says. The generation grows when anything but
    /// the metadata has changed, and what marks the object for all time is that of `old`.
    ///
    /// # Errors
    /// What cannot be decoded, or else everything that must not have changed.
    pub fn update(&self, old: &Value, new: Value) -> Result<Canonicalised, Rejection> {
        let mut new = self.decode(new)?;
        let old = self.read(old.clone())?;
        if self.status_subresource {
            new.object.take_member("status", old.value().get("status"));
        }
        self.wipe_metadata(&mut new.object, &["selfLink"]);
        carry_over(&old, &mut new.object);
        self.check_update(&old, new)
    }

    /// The object that a write of `/status` stores in place of `old`: all but the status is that of `old`.
    ///
    /// The whole of `new` must be readable, and what is removed is told of the whole.
    ///
    /// # Errors
    /// What cannot be decoded, or else everything that must not have changed.
    pub fn update_status(&self, old: &Value, new: Value) -> Result<Canonicalised, Rejection> {
        let Canonicalised { object: written, removed } = self.decode(new)?;
        let old = self.read(old.clone())?;
        let mut object = old.clone();
        object.take_member("status", written.value().get("status"));
        self.check_update(&old, Canonicalised { object, removed })
    }

    /// What is wrong with an object that is to be created, as the server has prepared it: named, in its namespace.
    ///
    /// In the server's order: type, metadata, scale, embedded resources, list types.
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
    /// let served = ServedVersion::new(&crd, "v1")?;
    /// let job = json!({
    ///     "apiVersion": "example.com/v1", "kind": "Job",
    ///     "metadata": {"name": "a", "namespace": "b", "finalizers": ["a/b/c/d"]},
    /// });
    /// let violations = served.validate_create(&job);
    /// assert_eq!(violations.len(), 1);
    /// assert!(violations.to_string().starts_with("metadata.finalizers: Invalid value: \"a/b/c/d\": a valid label key"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Source: `customResourceStrategy.Validate` in `pkg/registry/customresource/strategy.go`.
    pub fn validate_create(&self, new: &Value) -> Violations {
        self.with_strategy(|strategy| strategy.create(new))
    }

    /// What is wrong with an object that is to replace `old`, as the server has prepared it: what it carries over from `old`
    /// is in it. Mutability is another step.
    ///
    /// ```
    /// use crd_schema::{CustomResourceDefinition, ServedVersion};
    /// use serde_json::json;
    ///
    /// let crd: CustomResourceDefinition = serde_json::from_value(json!({"spec": {
    ///     "group": "example.com",
    ///     "names": {"kind": "Job", "plural": "jobs"},
    ///     "scope": "Cluster",
    ///     "versions": [{"name": "v1", "schema": {"openAPIV3Schema": {"type": "object", "properties": {
    ///         "tags": {"type": "array", "items": {"type": "string"}, "x-kubernetes-list-type": "set"},
    ///     }}}}],
    /// }}))?;
    /// let served = ServedVersion::new(&crd, "v1")?;
    /// let job = |tags: &[&str]| json!({
    ///     "apiVersion": "example.com/v1", "kind": "Job",
    ///     "metadata": {"name": "a", "resourceVersion": "1"},
    ///     "tags": tags,
    /// });
    /// let violations = served.validate_update(&job(&["x"]), &job(&["x", "x"]));
    /// assert_eq!(violations.to_string(), r#"tags[1]: Duplicate value: "x""#);
    /// assert!(served.validate_update(&job(&["y", "y"]), &job(&["x", "x"])).is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Source: `ValidateUpdate` in `apiserver pkg/registry/rest/update.go`, with `customResourceStrategy.ValidateUpdate`.
    pub fn validate_update(&self, old: &Value, new: &Value) -> Violations {
        self.with_strategy(|strategy| strategy.update(old, new))
    }

    /// What is wrong with an object whose status is to replace that of `old`; all else is that of `old`.
    ///
    /// ```
    /// use crd_schema::{CustomResourceDefinition, ServedVersion};
    /// use serde_json::json;
    ///
    /// let crd: CustomResourceDefinition = serde_json::from_value(json!({"spec": {
    ///     "group": "example.com",
    ///     "names": {"kind": "Job", "plural": "jobs"},
    ///     "scope": "Cluster",
    ///     "versions": [{
    ///         "name": "v1",
    ///         "schema": {"openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": true}},
    ///         "subresources": {
    ///             "status": {},
    ///             "scale": {"specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas"},
    ///         },
    ///     }],
    /// }}))?;
    /// let served = ServedVersion::new(&crd, "v1")?;
    /// let job = |replicas: i32| json!({
    ///     "apiVersion": "example.com/v1", "kind": "Job",
    ///     "metadata": {"name": "a", "resourceVersion": "1"},
    ///     "status": {"replicas": replicas},
    /// });
    /// assert_eq!(
    ///     served.validate_status_update(&job(1), &job(-1)).to_string(),
    ///     ".status.replicas: Invalid value: -1: should be a non-negative integer",
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Source: `statusStrategy.ValidateUpdate` in `pkg/registry/customresource/status_strategy.go`.
    pub fn validate_status_update(&self, old: &Value, new: &Value) -> Violations {
        self.with_strategy(|strategy| strategy.update_status(old, new))
    }

    fn with_strategy<T>(&self, check: impl FnOnce(&Strategy<'_>) -> T) -> T {
        check(&Strategy {
            kind: &self.kind,
            api_version: &format!("{}/{}", self.group, self.version),
            scope: if self.namespaced { Scope::Namespaced } else { Scope::Cluster },
            schema: &self.schema,
            scale: self.scale.as_ref(),
        })
    }

    /// The object of a request.
    fn decode(&self, object: Value) -> Result<Canonicalised, DecodeError> {
        canonicalise(&self.schema, object, self.semantics)
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
    /// What cannot be decoded; see [`canonicalise_stored`].
    pub fn read(&self, stored: Value) -> Result<CanonicalObject, DecodeError> {
        canonicalise_stored(&self.schema, stored, self.semantics)
    }

    fn check_update(&self, old: &CanonicalObject, new: Canonicalised) -> Result<Canonicalised, Rejection> {
        check_mutability(&self.schema, old, &new.object).into_result()?;
        Ok(new)
    }

    /// Source: `apiserver pkg/registry/rest/create.go`, `update.go` and `meta.go`.
    fn wipe_metadata(&self, object: &mut CanonicalObject, members: &[&str]) {
        let namespace = (!self.namespaced).then_some("namespace");
        for member in members.iter().copied().chain(namespace) {
            object.drop_metadata(member);
        }
    }

    /// Removes in place what the server drops as unknown, metadata included, and gives the paths.
    ///
    /// # Errors
    /// What cannot be decoded; see [`prune_resource`].
    pub fn prune(&self, object: &mut Value) -> Result<Vec<FieldPathBuf>, DecodeError> {
        prune_resource(&self.schema, object, self.semantics)
    }

    /// The answer to a request that is refused: 400 for what cannot be read, 422 for what is not valid.
    pub fn status(&self, name: &str, rejection: &Rejection) -> Status {
        match rejection {
            Rejection::Undecodable(error) => self.cannot_be_handled(error),
            Rejection::Invalid(violations) => Status::invalid(&self.group, &self.kind, name, violations),
        }
    }

    /// Source: `apiserver pkg/endpoints/handlers/rest.go`, `transformDecodeError`.
    fn cannot_be_handled(&self, error: &DecodeError) -> Status {
        let (kind, version) = (&self.kind, quoted(&self.version));
        Status::bad_request(format!("{kind} in version {version} cannot be handled as a {kind}: {error}"))
    }
}

/// What a request cannot change.
///
/// Source: `BeforeUpdate` in `apiserver pkg/registry/rest/update.go`, `PrepareForUpdate` in
/// `pkg/registry/customresource/strategy.go`; there `1` and `1.0` are a change, here the numbers are those of storage.
fn carry_over(old: &CanonicalObject, new: &mut CanonicalObject) {
    let generation = old.metadata("generation").and_then(Value::as_i64).unwrap_or(0);
    let changed = i64::from(!new.same_content(old));
    new.set_metadata("generation", generation.saturating_add(changed).into());
    for always in ["creationTimestamp", "deletionTimestamp"] {
        if let Some(value) = old.metadata(always) {
            new.set_metadata(always, value.clone());
        }
    }
    for unless_given in ["uid", "deletionGracePeriodSeconds"] {
        if let (Some(value), None) = (old.metadata(unless_given), new.metadata(unless_given)) {
            new.set_metadata(unless_given, value.clone());
        }
    }
}

fn scale(wire: &ScaleSubresource) -> Scale {
    Scale {
        spec_replicas: wire.spec_replicas_path.clone().unwrap_or_default(),
        status_replicas: wire.status_replicas_path.clone().unwrap_or_default(),
        label_selector: wire.label_selector_path.clone(),
    }
}

/// Where the schema of a version stands in a CRD.
pub(crate) fn schema_path(index: usize) -> FieldPathBuf {
    let name = |name: &str| PathStep::Property(name.to_owned());
    let steps =
        [name("spec"), name("versions"), PathStep::Index(index), name("schema"), name("openAPIV3Schema")];
    FieldPathBuf::new(steps, PathStyle::Bracketed)
}

fn find_version<'c>(spec: &'c CrdSpec, name: &str) -> Result<(usize, &'c CrdVersion), ServeError> {
    let versions = || spec.versions.iter().flatten();
    let found = versions().enumerate().find(|(_, version)| version.name.as_deref() == Some(name));
    found.ok_or_else(|| ServeError::NoVersion {
        version: name.to_owned(),
        known: versions().filter_map(|version| version.name.clone()).collect(),
    })
}
