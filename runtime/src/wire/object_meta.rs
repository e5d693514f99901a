//! `ObjectMeta`, the `metadata` of objects.
//!
//! Source: `apimachinery pkg/apis/meta/v1/types.go`.

use std::collections::BTreeMap;

use serde_json::Value;

use super::object::wire_object;

wire_object! {
    /// The metadata of a Kubernetes object.
    ///
    /// ```
    /// use crd_schema::api::ObjectMeta;
    ///
    /// let metadata = ObjectMeta { name: Some("db1".into()), ..ObjectMeta::default() };
    /// assert_eq!(serde_json::to_string(&metadata)?, r#"{"name":"db1"}"#);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub struct ObjectMeta {
        /// The name, unique for the kind in its namespace.
        name: String = "name",
        /// What the server makes a name from when there is none.
        generate_name: String = "generateName",
        /// The namespace.
        namespace: String = "namespace",
        /// No longer set by servers.
        self_link: String = "selfLink",
        /// Identifies the object for all time.
        uid: String = "uid",
        /// Changes with every write.
        resource_version: String = "resourceVersion",
        /// Counts the changes of the wanted state.
        generation: i64 = "generation",
        /// When the object was made, RFC 3339.
        creation_timestamp: String = "creationTimestamp",
        /// When the object will be gone, RFC 3339.
        deletion_timestamp: String = "deletionTimestamp",
        /// Seconds between deletion and its taking effect.
        deletion_grace_period_seconds: i64 = "deletionGracePeriodSeconds" pointer,
        /// What selectors can match.
        labels: BTreeMap<String, String> = "labels",
        /// What tools store.
        annotations: BTreeMap<String, String> = "annotations",
        /// The objects that this one goes away with.
        owner_references: Vec<OwnerReference> = "ownerReferences",
        /// Who must agree before the object goes away.
        finalizers: Vec<String> = "finalizers",
        /// Who wrote which field.
        managed_fields: Vec<ManagedFieldsEntry> = "managedFields",
    }
}

wire_object! {
    /// An object that another one goes away with.
    pub struct OwnerReference {
        /// Group and version of the owner.
        api_version: String = "apiVersion" pointer,
        /// Kind of the owner.
        kind: String = "kind" pointer,
        /// Name of the owner.
        name: String = "name" pointer,
        /// UID of the owner.
        uid: String = "uid" pointer,
        /// Whether the owner manages the object.
        controller: bool = "controller" pointer,
        /// Whether the owner waits for the object to go.
        block_owner_deletion: bool = "blockOwnerDeletion" pointer,
    }
}

wire_object! {
    /// What one manager wrote.
    pub struct ManagedFieldsEntry {
        /// Who wrote.
        manager: String = "manager",
        /// `Apply` or `Update`.
        operation: String = "operation",
        /// The version that was written.
        api_version: String = "apiVersion",
        /// When, RFC 3339.
        time: String = "time",
        /// `FieldsV1`.
        fields_type: String = "fieldsType",
        /// The fields that were written.
        fields_v1: Value = "fieldsV1",
        /// The subresource that was written through.
        subresource: String = "subresource",
    }
}
