//! Who manages which field: `metadata.managedFields` of every write.
//!
//! Source: `apiserver pkg/endpoints/handlers/{create,update,patch}.go`; `scopeWithFieldManager` in
//! `apiextensions-apiserver pkg/apiserver/customresource_handler.go`.
//!
//! Knows nothing of: stores, HTTP.

use crd_schema::api::{CrdSpec, CrdVersion, Scale};
use crd_schema::apply::{
    Conflicts, FieldManager, FieldsError, ScaleManagers, StatusSubresource, Subresource, WriteRequest,
};
use crd_schema::serve::ServeError;
use crd_schema::{SchemaBuilder, StructuralSchema};
use crd_schema_go::quote::is_print;
use serde_json::{Value, json};

use crate::clock::Clock;
use crate::failure::Failure;
use crate::meta;

/// The longest name of a field manager, in bytes.
pub(crate) const MAX_MANAGER: usize = 128;

const SCALE_VERSION: &str = "v1";

/// Who writes, in which version, and when.
#[derive(Clone, Debug)]
pub(crate) struct Writer {
    manager: String,
    version: String,
    now: i64,
}

impl Writer {
    /// The manager that a request names; without one it is the name of the client.
    ///
    /// Source: `managerOrUserAgent` in `apiserver pkg/endpoints/handlers/create.go`.
    pub(crate) fn new(manager: &str, user_agent: &str, version: &str, clock: &Clock) -> Self {
        let manager = if manager.is_empty() { client_name(user_agent) } else { manager.to_owned() };
        Self { manager, version: version.to_owned(), now: clock.now().as_second() }
    }

    /// The server itself, under the name that it has in a cluster.
    pub(crate) fn server(version: &str, clock: &Clock) -> Self {
        Self::new("kube-apiserver", "", version, clock)
    }

    fn request(&self, subresource: Subresource) -> WriteRequest<'_> {
        WriteRequest::new(&self.version, &self.manager, self.now).subresource(subresource)
    }

    fn request_of_scale(&self) -> WriteRequest<'_> {
        WriteRequest::new(SCALE_VERSION, &self.manager, self.now).subresource(Subresource::Scale)
    }
}

/// Source: `prefixFromUserAgent` in `apiserver pkg/endpoints/handlers/create.go`.
fn client_name(user_agent: &str) -> String {
    let mut name = String::new();
    for c in user_agent.split('/').next().unwrap_or_default().chars().filter(|c| is_print(*c)) {
        if name.len() + c.len_utf8() > MAX_MANAGER {
            break;
        }
        name.push(c);
    }
    name
}

/// The managers of the objects of a resource, in all its versions.
#[derive(Clone, Debug)]
pub(crate) struct Managers {
    group: String,
    object: FieldManager,
    scale: FieldManager,
    /// The `apiVersion` of each version, and where the wanted number of replicas stands.
    replicas: Vec<(String, Option<String>)>,
}

impl Managers {
    /// The managers of the objects of a CRD.
    ///
    /// # Errors
    /// A version cannot be served.
    pub(crate) fn of(spec: &CrdSpec) -> Result<Self, ServeError> {
        let kind = spec.names.as_ref().and_then(|names| names.kind.as_deref()).unwrap_or_default();
        let group = spec.group.clone().unwrap_or_default();
        let mut managers = Self::new(&group, kind)?;
        for version in spec.versions.iter().flatten() {
            let schema = version.schema.as_ref().and_then(|schema| schema.open_api_v3_schema.as_deref());
            let Some(schema) = schema else { continue };
            managers = managers.version(version, &StructuralSchema::try_from(schema)?)?;
        }
        Ok(managers)
    }

    fn new(group: &str, kind: &str) -> Result<Self, ServeError> {
        let scale = FieldManager::new("autoscaling", "Scale");
        let scale = scale.version(SCALE_VERSION, &scale_schema()?, StatusSubresource::Disabled)?;
        let object = FieldManager::new(group, kind);
        Ok(Self { group: group.to_owned(), object, scale, replicas: Vec::new() })
    }

    /// The same for a type of Go, whose fields have zero values before anybody writes them.
    pub(crate) fn with_zero(self, zero: Value) -> Self {
        let Value::Object(zero) = zero else { return self };
        Self { object: self.object.zero_value(zero), ..self }
    }

    fn version(mut self, version: &CrdVersion, schema: &StructuralSchema) -> Result<Self, ServeError> {
        let name = version.name.as_deref().unwrap_or_default();
        let subresources = version.subresources.as_ref();
        let status = match subresources.and_then(|subresources| subresources.status.as_ref()) {
            Some(_) => StatusSubresource::Enabled,
            None => StatusSubresource::Disabled,
        };
        let scale = subresources.and_then(|subresources| subresources.scale.as_ref());
        self.replicas
            .push((self.api_version(name), scale.and_then(|scale| scale.spec_replicas_path.clone())));
        self.object = self.object.version(name, schema, status)?;
        Ok(self)
    }

    fn api_version(&self, version: &str) -> String {
        if self.group.is_empty() { version.to_owned() } else { format!("{}/{version}", self.group) }
    }

    /// The object of a create, an update or another patch, with its managers.
    pub(crate) fn update(
        &self,
        live: Option<&Value>,
        object: Value,
        subresource: Subresource,
        by: &Writer,
    ) -> Value {
        self.object.update(live, object, by.request(subresource))
    }

    /// The object of an apply.
    pub(crate) fn apply(
        &self,
        live: Option<&Value>,
        config: &Value,
        subresource: Subresource,
        by: &Writer,
        conflicts: Conflicts,
    ) -> Result<Value, Failure> {
        let applied = self.object.apply(live, config, by.request(subresource), conflicts);
        applied.map_err(|error| error.status().clone().into())
    }

    /// A scale with those managers of its object that manage the replicas.
    pub(crate) fn scale_of(&self, object: &Value, scale: &Scale, by: &Writer) -> Result<Value, Failure> {
        let found = self.of_scale(&by.version).to_scale(&entries(object)).map_err(|why| unreadable(&why))?;
        let mut scale = json!(scale);
        if found.as_array().is_some_and(|found| !found.is_empty()) {
            meta::set(&mut scale, "managedFields", found);
        }
        Ok(scale)
    }

    /// A scale that somebody writes, with its managers; `live` is the one that there is.
    pub(crate) fn update_scale(&self, live: &Value, scale: Value, by: &Writer) -> Value {
        self.scale.update(Some(live), scale, by.request_of_scale())
    }

    /// The scale of an apply.
    pub(crate) fn apply_scale(
        &self,
        live: &Value,
        config: &Value,
        by: &Writer,
        conflicts: Conflicts,
    ) -> Result<Value, Failure> {
        let applied = self.scale.apply(Some(live), config, by.request_of_scale(), conflicts);
        applied.map_err(|error| error.status().clone().into())
    }

    /// The managers of an object after a write of its scale.
    pub(crate) fn of_object(&self, object: &Value, scale: &Value, by: &Writer) -> Result<Value, Failure> {
        let managers = self.of_scale(&by.version);
        managers.to_object(&entries(object), &entries(scale)).map_err(|why| unreadable(&why))
    }

    fn of_scale(&self, version: &str) -> ScaleManagers {
        let managers = ScaleManagers::new(&self.api_version(version));
        self.replicas
            .iter()
            .fold(managers, |managers, (version, path)| managers.version(version, path.as_deref()))
    }
}

fn entries(object: &Value) -> Value {
    meta::field(object, "managedFields").cloned().unwrap_or_else(|| json!([]))
}

fn unreadable(why: &FieldsError) -> Failure {
    Failure::of_storage(&why.to_string())
}

/// Source: `Scale` in `k8s.io/api autoscaling/v1/types.go`.
fn scale_schema() -> Result<StructuralSchema, ServeError> {
    let spec = SchemaBuilder::object().property("replicas", SchemaBuilder::integer());
    let status = SchemaBuilder::object()
        .property("replicas", SchemaBuilder::integer())
        .property("selector", SchemaBuilder::string());
    Ok(SchemaBuilder::object().property("spec", spec).property("status", status).build()?)
}
