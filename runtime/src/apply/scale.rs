//! Who manages the replicas of an object, seen from `/scale`.
//!
//! Source: `apimachinery pkg/util/managedfields/scalehandler.go`.

use std::collections::BTreeMap;

use serde_json::Value;

use super::managed::{Managed, VersionedSet, decode_list};
use super::path::{FieldsError, PathElement};
use super::set::FieldSet;

const SCALE: &str = "autoscaling/v1";

/// Translates `managedFields` of an object to those of its scale, and back.
///
/// ```
/// use crd_schema::apply::ScaleManagers;
/// use serde_json::json;
///
/// let scale = ScaleManagers::new("example.com/v1").version("example.com/v1", Some(".spec.replicas"));
/// let entries = json!([{
///     "apiVersion": "example.com/v1", "fieldsType": "FieldsV1", "manager": "alice", "operation": "Apply",
///     "fieldsV1": {"f:spec": {"f:image": {}, "f:replicas": {}}},
/// }]);
/// let of_scale = scale.to_scale(&entries)?;
/// assert_eq!(of_scale[0]["apiVersion"], "autoscaling/v1");
/// assert_eq!(of_scale[0]["fieldsV1"], json!({"f:spec": {"f:replicas": {}}}));
/// assert_eq!(scale.to_object(&entries, &of_scale)?, entries);
///
/// let stolen = scale.to_object(&entries, &json!([]))?;
/// assert_eq!(stolen[0]["fieldsV1"], json!({"f:spec": {"f:image": {}}}));
/// # Ok::<(), crd_schema::apply::FieldsError>(())
/// ```
///
/// Source: `ScaleHandler` in `apimachinery pkg/util/managedfields/scalehandler.go`.
#[derive(Clone, Debug)]
pub struct ScaleManagers {
    api_version: String,
    replicas: BTreeMap<String, Option<Vec<PathElement>>>,
}

impl ScaleManagers {
    /// Translates in requests of a version, an `apiVersion`.
    ///
    /// ```
    /// crd_schema::apply::ScaleManagers::new("example.com/v1");
    /// ```
    pub fn new(api_version: &str) -> Self {
        Self { api_version: api_version.to_owned(), replicas: BTreeMap::new() }
    }

    /// Adds a version of the definition, with the `specReplicasPath` of its scale, if it has one.
    ///
    /// ```
    /// crd_schema::apply::ScaleManagers::new("example.com/v1").version("example.com/v1", Some(".spec.replicas"));
    /// ```
    #[must_use]
    pub fn version(mut self, api_version: &str, replicas: Option<&str>) -> Self {
        let path = replicas.map(|path| {
            let names = path.strip_prefix('.').unwrap_or(path).split('.');
            names.map(PathElement::field).collect()
        });
        self.replicas.insert(api_version.to_owned(), path);
        self
    }

    /// The entries of the scale.
    ///
    /// ```
    /// use serde_json::json;
    ///
    /// let scale = crd_schema::apply::ScaleManagers::new("example.com/v1");
    /// assert_eq!(scale.to_scale(&json!([]))?, json!([]));
    /// # Ok::<(), crd_schema::apply::FieldsError>(())
    /// ```
    ///
    /// # Errors
    /// [`FieldsError`] when an entry cannot be read.
    ///
    /// Source: `ToSubresource`.
    pub fn to_scale(&self, object: &Value) -> Result<Value, FieldsError> {
        let parent = decode_list(object)?;
        let mut found = Managed::default();
        for (id, set) in parent.managers {
            if !self.path(&set.api_version).is_some_and(|path| set.set.has(path)) {
                continue;
            }
            let replicas = fields(&[PathElement::field("spec"), PathElement::field("replicas")]);
            found.times.insert(id.clone(), parent.times.get(&id).copied().flatten());
            let api_version = SCALE.to_owned();
            found.managers.insert(id, VersionedSet { set: replicas, api_version, operation: set.operation });
        }
        Ok(found.into_list())
    }

    fn path(&self, api_version: &str) -> Option<&[PathElement]> {
        self.replicas.get(api_version)?.as_deref()
    }

    /// The entries of the object after a write of the scale.
    ///
    /// **Quirk**: an updater of the scale is another manager than that of the object, and has no time.
    ///
    /// ```
    /// use serde_json::json;
    ///
    /// let scale = crd_schema::apply::ScaleManagers::new("example.com/v1");
    /// assert_eq!(scale.to_object(&json!([]), &json!([]))?, json!([]));
    /// # Ok::<(), crd_schema::apply::FieldsError>(())
    /// ```
    ///
    /// # Errors
    /// [`FieldsError`] when an entry cannot be read.
    ///
    /// Source: `ToParent`.
    pub fn to_object(&self, object: &Value, scale: &Value) -> Result<Value, FieldsError> {
        let (parent, mut scale) = (decode_list(object)?, decode_list(scale)?);
        let mut found = Managed::default();
        for (id, mut set) in parent.managers {
            let Some(path) = self.replicas.get(&set.api_version) else { continue };
            let owned = path.as_deref().filter(|path| set.set.has(path));
            if let Some(path) = owned
                && scale.managers.remove(&id).is_none()
            {
                set.set = set.set.difference(&fields(path));
                if set.set.is_empty() {
                    continue;
                }
            }
            found.times.insert(id.clone(), parent.times.get(&id).copied().flatten());
            found.managers.insert(id, set);
        }
        let replicas = [PathElement::field("spec"), PathElement::field("replicas")];
        for (id, set) in scale.managers.into_iter().filter(|(_, set)| set.set.has(&replicas)) {
            let own = fields(self.path(&self.api_version).unwrap_or_default());
            found.times.insert(id.clone(), parent.times.get(&id).copied().flatten());
            let api_version = self.api_version.clone();
            found.managers.insert(id, VersionedSet { set: own, api_version, operation: set.operation });
        }
        Ok(found.into_list())
    }
}

fn fields(path: &[PathElement]) -> FieldSet {
    let mut set = FieldSet::default();
    set.insert(path);
    set
}
