//! Applies and updates of whole objects, for the author of a server.
//!
//! Source: `apimachinery pkg/util/managedfields/internal/fieldmanager.go`.

use serde_json::{Map, Value};

use super::error::ApplyError;
use super::last_applied;
use super::managed::{self, Managed};
use super::merge::Conflicts;
use super::request::WriteRequest;
use super::versions::{Gvk, Kind, StatusSubresource, Version};
use super::write::Write;
use crate::default_pruning::RootDefaultError;
use crate::schema::StructuralSchema;

/// Merges what is applied to the objects of a resource, and keeps `metadata.managedFields`.
///
/// ```
/// use crd_schema::apply::{Conflicts, FieldManager, StatusSubresource, WriteRequest};
/// use crd_schema::SchemaBuilder;
/// use serde_json::json;
///
/// let spec = SchemaBuilder::object().property("replicas", SchemaBuilder::integer());
/// let schema = SchemaBuilder::object().property("spec", spec).build()?;
/// let manager =
///     FieldManager::new("example.com", "Database").version("v1", &schema, StatusSubresource::Disabled)?;
///
/// let database = |replicas: u8| json!({
///     "apiVersion": "example.com/v1", "kind": "Database", "metadata": {"name": "db"}, "spec": {"replicas": replicas},
/// });
/// let by = |name| WriteRequest::new("v1", name, 1_767_225_600);
/// let live = manager.apply(None, &database(1), by("alice"), Conflicts::Reject)?;
/// assert_eq!(live["metadata"]["managedFields"][0]["fieldsV1"], json!({"f:spec": {"f:replicas": {}}}));
///
/// let conflict = manager.apply(Some(&live), &database(2), by("bob"), Conflicts::Reject).unwrap_err();
/// assert_eq!(conflict.to_string(), r#"Apply failed with 1 conflict: conflict with "alice": .spec.replicas"#);
/// assert_eq!(conflict.status().code(), 409);
/// let live = manager.apply(Some(&live), &database(2), by("bob"), Conflicts::Force)?;
/// assert_eq!(live["spec"]["replicas"], 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Source: `FieldManager` in `apimachinery pkg/util/managedfields`.
#[derive(Clone, Debug)]
pub struct FieldManager {
    kind: Kind,
}

impl FieldManager {
    /// A resource without versions.
    ///
    /// ```
    /// crd_schema::apply::FieldManager::new("example.com", "Database");
    /// ```
    pub fn new(group: &str, kind: &str) -> Self {
        Self {
            kind: Kind {
                group: group.to_owned(),
                name: kind.to_owned(),
                versions: Vec::new(),
                zero: Map::new(),
            },
        }
    }

    /// The fields that a new object has before anybody writes it. A custom resource has none; a type of Go has its zero
    /// values, so that nobody comes to own its structs.
    ///
    /// ```
    /// use crd_schema::apply::FieldManager;
    /// use serde_json::json;
    ///
    /// let zero = json!({"metadata": {}, "spec": {}, "status": {}});
    /// let zero = zero.as_object().cloned().unwrap_or_default();
    /// FieldManager::new("", "Namespace").zero_value(zero);
    /// ```
    #[must_use]
    pub fn zero_value(mut self, zero: Map<String, Value>) -> Self {
        self.kind.zero = zero;
        self
    }

    /// Adds a version of the definition, served or not. Objects are converted as without a webhook.
    ///
    /// ```
    /// use crd_schema::SchemaBuilder;
    /// use crd_schema::apply::{FieldManager, StatusSubresource};
    ///
    /// let schema = SchemaBuilder::object().build()?;
    /// FieldManager::new("example.com", "Database").version("v1", &schema, StatusSubresource::Enabled)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`RootDefaultError`], for which a server does not serve the version.
    pub fn version(
        mut self,
        name: &str,
        schema: &StructuralSchema,
        status: StatusSubresource,
    ) -> Result<Self, RootDefaultError> {
        self.kind.versions.push(Version::new(name, Some(schema), status)?);
        Ok(self)
    }

    /// The object after an apply. Without a live object it is created. The object is complete but for what a server
    /// sets and validates in any write.
    ///
    /// ```
    /// use crd_schema::apply::{Conflicts, FieldManager, WriteRequest};
    /// use serde_json::json;
    ///
    /// let manager = FieldManager::new("example.com", "Database");
    /// let request = WriteRequest::new("v1", "kubectl", 1_767_225_600);
    /// let error = manager.apply(None, &json!({}), request, Conflicts::Reject).unwrap_err();
    /// assert_eq!(error.to_string(), "invalid object type: /, Kind=");
    /// ```
    ///
    /// # Errors
    /// [`ApplyError`] with the server's message and status.
    pub fn apply(
        &self,
        live: Option<&Value>,
        config: &Value,
        request: WriteRequest<'_>,
        conflicts: Conflicts,
    ) -> Result<Value, ApplyError> {
        let write = Write::new(&self.kind, request);
        let empty = live.is_none().then(|| self.kind.empty(request.version()));
        let Some(live) = live.or(empty.as_ref()) else { return Err(ApplyError::internal("no live object")) };
        let entries = managed::entries(live).unwrap_or_default();
        let managed = Managed::decode(&entries)
            .map_err(|why| ApplyError::internal(format!("failed to decode managed fields: {why}")))?;
        let gvk = Gvk::of(config);
        if gvk != self.kind.gvk(request.version()) {
            return Err(ApplyError::bad_request(format!("invalid object type: {gvk}")));
        }
        let (mut object, managed) = write.apply(live, config, &managed, conflicts)?;
        if request.manager() == last_applied::MANAGER && last_applied::of(&object).is_some() {
            last_applied::set(&mut object, config);
        }
        managed.write_to(&mut object);
        Ok(object)
    }

    /// The object of a create, an update or another patch, with its managers. A live object without `metadata.uid` is
    /// one that does not exist yet, and so is none.
    ///
    /// Where the managers cannot be found out, the object has those of the live one, as in a server.
    ///
    /// ```
    /// use crd_schema::SchemaBuilder;
    /// use crd_schema::apply::{FieldManager, StatusSubresource, WriteRequest};
    /// use serde_json::json;
    ///
    /// let schema = SchemaBuilder::object().property("size", SchemaBuilder::integer()).build()?;
    /// let manager =
    ///     FieldManager::new("example.com", "Database").version("v1", &schema, StatusSubresource::Disabled)?;
    /// let object = json!({"apiVersion": "example.com/v1", "kind": "Database", "size": 3});
    /// let created = manager.update(None, object, WriteRequest::new("v1", "kubectl", 1_767_225_600));
    /// assert_eq!(created["metadata"]["managedFields"][0]["operation"], "Update");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Source: `UpdateNoErrors` in `apimachinery pkg/util/managedfields/internal/fieldmanager.go`.
    pub fn update(&self, live: Option<&Value>, mut object: Value, request: WriteRequest<'_>) -> Value {
        match self.managed_of_update(live, &mut object, request) {
            Ok(managed) => {
                managed.write_to(&mut object);
                object
            }
            Err(_) => managed::with_entries_of(object, live),
        }
    }

    /// As [`Self::update`], with the error that a server keeps to itself.
    ///
    /// ```
    /// use crd_schema::apply::{FieldManager, WriteRequest};
    /// use serde_json::json;
    ///
    /// let manager = FieldManager::new("example.com", "Database");
    /// let request = WriteRequest::new("v1", "kubectl", 1_767_225_600);
    /// assert!(manager.try_update(None, json!({}), request).is_err());
    /// ```
    ///
    /// # Errors
    /// [`ApplyError`] when an object has no type of the resource, or other fields than its type.
    pub fn try_update(
        &self,
        live: Option<&Value>,
        mut object: Value,
        request: WriteRequest<'_>,
    ) -> Result<Value, ApplyError> {
        let managed = self.managed_of_update(live, &mut object, request)?;
        managed.write_to(&mut object);
        Ok(object)
    }

    /// The managers after an update; the entries of the object are removed.
    fn managed_of_update(
        &self,
        live: Option<&Value>,
        object: &mut Value,
        request: WriteRequest<'_>,
    ) -> Result<Managed, ApplyError> {
        let write = Write::new(&self.kind, request);
        let empty = live.is_none().then(|| self.kind.empty(request.version()));
        let Some(live) = live.or(empty.as_ref()) else { return Err(ApplyError::internal("no live object")) };
        let managed = write.managed_of_update(live, object);
        Managed::default().write_to(object);
        if managed.managers.is_empty() && last_applied::has_uid(live) {
            return Ok(managed);
        }
        write.update(live, object, managed, request.manager()).map_err(ApplyError::internal)
    }
}
