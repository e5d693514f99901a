//! One served version of a CRD, made ready for requests.
//!
//! Source: `pkg/registry/customresource/strategy.go`, `status_strategy.go`.

mod decode;
mod deprecation;
mod error;
mod owners;
mod prepare;
mod scale;
mod validate;
mod warnings;
mod write;

use std::sync::Arc;

use serde_json::Value;

pub use decode::Decoded;
pub use error::{Rejection, ServeError};
pub use scale::{DecodedScale, ScaleError};
pub use write::Outcome;

use crate::body::BodyError;
use crate::compiled::CompiledSchema;
use crate::convert::structural_schema;
use crate::default_pruning::prune_defaults;
use crate::go_text::quoted;
use crate::limits::Limits;
use crate::object_meta::rules::Scope;
use crate::path::FieldPath;
use crate::prune::Semantics;
use crate::rules::RuleValidator;
use crate::server_version::ServerVersion;
use crate::status::Status;
use crate::strategy::ScalePaths;
#[cfg(feature = "validate")]
use crate::validation::Validator;
use crate::wire::{CrdSpec, CrdVersion, CustomResourceDefinition, ScaleSubresource, schema_path};

/// The choices that a handwritten server has.
///
/// ```
/// use crd_schema::serve::ServeOptions;
/// use crd_schema::steps::Semantics;
/// use crd_schema::ServerVersion;
///
/// let options = ServeOptions::default().semantics(Semantics::Kep).server_version(ServerVersion::V1_34);
/// assert_ne!(options, ServeOptions::default());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ServeOptions {
    semantics: Semantics,
    server_version: ServerVersion,
    limits: Limits,
}

impl ServeOptions {
    /// Whose reading of pruning applies; the server's by default.
    #[must_use]
    pub fn semantics(self, semantics: Semantics) -> Self {
        Self { semantics, ..self }
    }

    /// The minor that is asked; the newest that is known by default.
    #[must_use]
    pub fn server_version(self, server_version: ServerVersion) -> Self {
        Self { server_version, ..self }
    }

    /// How much of a request is read; as much as servers read by default.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }
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
    api_version: String,
    /// As it is validated. **Quirk**: without a group there is a slash in front of the version, which no object has
    /// (`ValidateTypeMeta` in `pkg/registry/customresource/validator.go`).
    validated_api_version: String,
    scope: Scope,
    server: ServerVersion,
    /// What clients of a deprecated version are warned of.
    deprecation: Option<String>,
    status_subresource: bool,
    scale: Option<ScalePaths>,
    scale_schema: Option<CompiledSchema>,
    semantics: Semantics,
    limits: Limits,
    schema: CompiledSchema,
    #[cfg(feature = "validate")]
    validator: Validator,
    #[cfg(feature = "validate")]
    status_validator: Option<Validator>,
    rules: Option<Arc<RuleValidator>>,
}

impl ServedVersion {
    /// Makes one version of a CRD ready; its defaults are pruned, as a server does once.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/served/jobs.in"));
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # use crd_schema::ServedVersion;
    /// # let crd = crd()?;
    /// let served = ServedVersion::new(&crd, "v1")?;
    /// assert_eq!(served.kind(), "Job");
    /// let missing = ServedVersion::new(&crd, "v2").expect_err("there is only v1");
    /// assert_eq!(missing.to_string(), r#"the CRD has no version "v2"; it has v1"#);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`ServeError`] when there is no such version, or its schema is missing, not structural, or has a default at the root
    /// that is no object.
    pub fn new(crd: &CustomResourceDefinition, version: &str) -> Result<Self, ServeError> {
        Self::with_options(crd, version, ServeOptions::default())
    }

    /// As [`new`](Self::new), with choices.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/served/jobs.in"));
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # use crd_schema::ServedVersion;
    /// # let crd = crd()?;
    /// use crd_schema::serve::ServeOptions;
    /// use crd_schema::ServerVersion;
    ///
    /// let options = ServeOptions::default().server_version(ServerVersion::V1_31);
    /// let served = ServedVersion::with_options(&crd, "v1", options)?;
    /// assert_eq!(served.api_version(), "example.com/v1");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn with_options(
        crd: &CustomResourceDefinition,
        version: &str,
        options: ServeOptions,
    ) -> Result<Self, ServeError> {
        let spec = crd.spec.as_ref().ok_or(ServeError::NoSpec)?;
        let (index, found) = find_version(spec, version)?;
        let props = found.schema.as_ref().and_then(|schema| schema.open_api_v3_schema.as_ref());
        let props = props.ok_or_else(|| ServeError::NoSchema(version.to_owned()))?;
        let schema = structural_schema(props, &FieldPath::from(&schema_path(index)))?;
        let (names, subresources) = (spec.names.as_ref(), found.subresources.as_ref());
        let scale_subresource = subresources.and_then(|sub| sub.scale.as_ref());
        let group = spec.group.clone().unwrap_or_default();
        Ok(Self {
            version: version.to_owned(),
            kind: names.and_then(|names| names.kind.clone()).unwrap_or_default(),
            plural: names.and_then(|names| names.plural.clone()).unwrap_or_default(),
            validated_api_version: format!("{group}/{version}"),
            api_version: if group.is_empty() { version.to_owned() } else { format!("{group}/{version}") },
            group,
            scope: if spec.scope.as_deref() == Some("Cluster") { Scope::Cluster } else { Scope::Namespaced },
            server: options.server_version,
            deprecation: deprecation::warning(spec, found),
            status_subresource: subresources.is_some_and(|sub| sub.status.is_some()),
            scale: scale_subresource.map(scale),
            scale_schema: scale_subresource.map(|_| scale::schema()).transpose()?,
            semantics: options.semantics,
            limits: options.limits,
            rules: RuleValidator::new(&schema, options.server_version).map(Arc::new),
            #[cfg(feature = "validate")]
            validator: Validator::new(&schema, options.server_version),
            #[cfg(feature = "validate")]
            status_validator: schema
                .root()
                .property("status")
                .map(|status| Validator::of_node(status, options.server_version)),
            schema: prune_defaults(&CompiledSchema::new(&schema))?,
        })
    }

    /// The same version, pruning as `semantics` says.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/served/jobs.in"));
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use crd_schema::steps::Semantics;
    ///
    /// let served = served()?;
    /// let mut decoded = served.decode(job(serde_json::json!({})))?;
    /// decoded.object["spec"]["injected"] = true.into();
    /// let as_servers_do = served.after_admission(decoded.clone())?;
    /// assert_eq!(as_servers_do.object["spec"]["injected"], true);
    /// let as_the_kep_says = served.with_semantics(Semantics::Kep).after_admission(decoded)?;
    /// assert!(as_the_kep_says.object["spec"].get("injected").is_none());
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn with_semantics(mut self, semantics: Semantics) -> Self {
        self.semantics = semantics;
        self
    }

    /// The schema.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/served/jobs.in"));
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use crd_schema::steps::apply_defaults;
    ///
    /// let mut object = serde_json::json!({"spec": {}});
    /// apply_defaults(served()?.schema(), &mut object);
    /// assert_eq!(object["spec"]["retries"], 3);
    /// # Ok(())
    /// # }
    /// ```
    pub fn schema(&self) -> &CompiledSchema {
        &self.schema
    }

    /// The API group.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/served/jobs.in"));
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// assert_eq!(served()?.group(), "example.com");
    /// # Ok(())
    /// # }
    /// ```
    pub fn group(&self) -> &str {
        &self.group
    }

    /// The version.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/served/jobs.in"));
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// assert_eq!(served()?.version(), "v1");
    /// # Ok(())
    /// # }
    /// ```
    pub fn version(&self) -> &str {
        &self.version
    }

    /// The kind of the objects.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/served/jobs.in"));
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// assert_eq!(served()?.kind(), "Job");
    /// # Ok(())
    /// # }
    /// ```
    pub fn kind(&self) -> &str {
        &self.kind
    }

    /// The name in URLs.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/served/jobs.in"));
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// assert_eq!(served()?.plural(), "jobs");
    /// # Ok(())
    /// # }
    /// ```
    pub fn plural(&self) -> &str {
        &self.plural
    }

    /// `group/version`, as objects have it.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/served/jobs.in"));
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// assert_eq!(served()?.api_version(), "example.com/v1");
    /// # Ok(())
    /// # }
    /// ```
    pub fn api_version(&self) -> &str {
        &self.api_version
    }

    /// What clients of a deprecated version are warned of, whatever they ask for; that of the CRD, or else the server's own.
    ///
    /// It is the first warning of what is decoded.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/served/jobs.in"));
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # use crd_schema::ServedVersion;
    /// let mut crd = crd()?;
    /// for version in crd.spec.iter_mut().flat_map(|spec| spec.versions.iter_mut().flatten()) {
    ///     version.deprecated = Some(true);
    /// }
    /// let served = ServedVersion::new(&crd, "v1")?;
    /// assert_eq!(served.deprecation_warning(), Some("example.com/v1 Job is deprecated"));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// Source: `apiextensions-apiserver pkg/apiserver/customresource_handler.go`, `defaultDeprecationWarning`.
    pub fn deprecation_warning(&self) -> Option<&str> {
        self.deprecation.as_deref()
    }

    /// Whether an object says that it is of this kind and version.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/served/jobs.in"));
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # use serde_json::json;
    /// let served = served()?;
    /// assert!(served.accepts(&job(json!({}))));
    /// assert!(!served.accepts(&json!({"apiVersion": "v1", "kind": "Pod"})));
    /// # Ok(())
    /// # }
    /// ```
    pub fn accepts(&self, object: &Value) -> bool {
        let field = |name| object.get(name).and_then(Value::as_str).unwrap_or_default();
        field("kind") == self.kind && field("apiVersion") == self.api_version
    }

    /// The answer to a request that is refused: 400 for what cannot be read, 422 for what is not valid, 500 for what could not be
    /// stored; a [`ScaleError`] says its own.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/served/jobs.in"));
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # use serde_json::json;
    /// let served = served()?;
    /// let refused = served.create(json!({"metadata": {"name": "a"}})).expect_err("it has no type");
    /// let status = served.status("a", &refused);
    /// assert_eq!((status.code(), status.reason()), (422, "Invalid"));
    /// # Ok(())
    /// # }
    /// ```
    pub fn status(&self, name: &str, rejection: &Rejection) -> Status {
        match rejection {
            Rejection::Undecodable(error) => self.cannot_be_handled(error),
            Rejection::Unreadable(error) => self.unreadable(error),
            // Quirk: what storage says has no reason.
            Rejection::TooLarge(_) => Status::unexpected(rejection.to_string()),
            Rejection::Invalid(violations) => Status::invalid(&self.group, &self.kind, name, violations),
            Rejection::Scale(error) => self.unscaled(name, error),
        }
    }

    /// Source: `apimachinery pkg/api/errors/errors.go`; `apiserver pkg/endpoints/handlers/responsewriters/status.go`.
    fn unscaled(&self, name: &str, error: &ScaleError) -> Status {
        let why = error.to_string();
        match error {
            ScaleError::TooLarge(limit) => Status::too_large(*limit),
            ScaleError::NotServed => Status::not_found(&self.group, &self.plural, name),
            ScaleError::Unreadable | ScaleError::Empty(_) => Status::bad_request(why),
            ScaleError::NoReplicas(_) => Status::internal_error(&why),
            ScaleError::Field(_) => Status::unexpected(why),
            ScaleError::Conflict(_) => Status::conflict(&self.group, &self.plural, name, &why),
        }
    }

    /// Source: `apiserver pkg/endpoints/handlers/create.go`, `rest.go`.
    fn unreadable(&self, error: &BodyError) -> Status {
        match error {
            BodyError::Unrecognized { why, summary } => Status::bad_request(format!(
                "the object provided is unrecognized (must be of type {}): {why} ({summary})",
                self.kind
            )),
            BodyError::Version { .. } => Status::bad_request(error.to_string()),
            BodyError::TooLarge(limit) => Status::too_large(*limit),
            other => self.cannot_be_handled(other),
        }
    }

    /// Source: `apiserver pkg/endpoints/handlers/rest.go`, `transformDecodeError`.
    fn cannot_be_handled(&self, error: &dyn std::error::Error) -> Status {
        let (kind, version) = (&self.kind, quoted(&self.version));
        Status::bad_request(format!("{kind} in version {version} cannot be handled as a {kind}: {error}"))
    }
}

fn scale(wire: &ScaleSubresource) -> ScalePaths {
    ScalePaths {
        spec_replicas: wire.spec_replicas_path.clone().unwrap_or_default(),
        status_replicas: wire.status_replicas_path.clone().unwrap_or_default(),
        label_selector: wire.label_selector_path.clone().filter(|path| !path.is_empty()),
    }
}

fn find_version<'c>(spec: &'c CrdSpec, name: &str) -> Result<(usize, &'c CrdVersion), ServeError> {
    let versions = || spec.versions.iter().flatten();
    let found = versions().enumerate().find(|(_, version)| version.name.as_deref() == Some(name));
    found.ok_or_else(|| ServeError::NoVersion {
        version: name.to_owned(),
        known: versions().filter_map(|version| version.name.clone()).collect(),
    })
}
