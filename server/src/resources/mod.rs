//! What is served: one [`Resource`] for each version of each resource.
//!
//! Knows nothing of: requests, stores.

mod builtin;
mod registry;

use std::collections::BTreeMap;
use std::sync::Arc;

use crd_schema::api::CrdVersion;
use crd_schema::serve::{DecodeError, ServeError};
use crd_schema::steps::CanonicalObject;
use crd_schema::{CustomResourceDefinition, ServedVersion};
use serde_json::Value;

pub(crate) use builtin::{DEFINITIONS, NAMESPACES, definitions, namespaces};
pub(crate) use registry::Registry;

use crate::failure::Named;
use crate::managers::Managers;
use crate::meta;

/// What the server itself does with the objects of a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Nothing: they are custom resources.
    Custom,
    /// They are CRDs, whose resources it serves.
    Definitions,
    /// They are namespaces, in which objects live.
    Namespaces,
}

/// The names of a resource, as discovery shows them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_field_names, reason = "the API calls it so")]
pub(crate) struct Names {
    pub(crate) plural: String,
    pub(crate) singular: String,
    pub(crate) kind: String,
    pub(crate) list_kind: String,
    pub(crate) short_names: Vec<String>,
    pub(crate) categories: Vec<String>,
}

/// A column of tables.
#[derive(Clone, Debug, Default)]
pub(crate) struct Column {
    pub(crate) name: String,
    pub(crate) kind: String,
    pub(crate) format: String,
    pub(crate) description: String,
    pub(crate) priority: i32,
    pub(crate) json_path: String,
    /// What a column of a built-in resource shows in place of the path.
    pub(crate) computed: Option<fn(&Value) -> Value>,
}

impl Column {
    /// A column of a built-in resource.
    fn computed(name: &str, kind: &str, description: &str, priority: i32, of: fn(&Value) -> Value) -> Self {
        Self {
            name: name.to_owned(),
            kind: kind.to_owned(),
            description: description.to_owned(),
            priority,
            computed: Some(of),
            ..Self::default()
        }
    }
}

/// What all versions of a resource share.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) group: String,
    pub(crate) names: Names,
    pub(crate) namespaced: bool,
    pub(crate) role: Role,
    /// The definition, also of what is built in.
    pub(crate) crd: CustomResourceDefinition,
    pub(crate) managers: Managers,
    storage_version: String,
    /// All versions, for objects may be stored in each of them.
    versions: BTreeMap<String, Arc<ServedVersion>>,
}

impl Shared {
    pub(crate) fn storage_version(&self) -> &str {
        &self.storage_version
    }
}

/// One version of a resource, ready to be served.
#[derive(Clone, Debug)]
pub(crate) struct Resource {
    pub(crate) shared: Arc<Shared>,
    pub(crate) version: String,
    /// The steps that requests go through.
    pub(crate) served: Arc<ServedVersion>,
    pub(crate) has_status: bool,
    pub(crate) has_scale: bool,
    pub(crate) columns: Vec<Column>,
    /// Fields that selectors may name, beside the name and the namespace.
    pub(crate) selectable: Vec<String>,
    /// Its CRD is being deleted: nothing may be created.
    pub(crate) terminating: bool,
}

impl Resource {
    /// The versions of a CRD that are served, the names of the definition being accepted.
    ///
    /// # Errors
    /// A version cannot be served.
    pub(crate) fn of(crd: &CustomResourceDefinition, role: Role) -> Result<Vec<Self>, ServeError> {
        let spec = crd.spec.clone().unwrap_or_default();
        let wire_names = spec.names.clone().unwrap_or_default();
        let versions: Vec<_> = spec.versions.iter().flatten().collect();
        let compiled = versions.iter().filter_map(|version| {
            let name = version.name.clone()?;
            Some(ServedVersion::new(crd, &name).map(|served| (name, Arc::new(served))))
        });
        let storage = versions.iter().find(|version| version.storage == Some(true));
        let shared = Arc::new(Shared {
            group: spec.group.clone().unwrap_or_default(),
            names: Names {
                plural: wire_names.plural.unwrap_or_default(),
                singular: wire_names.singular.unwrap_or_default(),
                kind: wire_names.kind.unwrap_or_default(),
                list_kind: wire_names.list_kind.unwrap_or_default(),
                short_names: wire_names.short_names.unwrap_or_default(),
                categories: wire_names.categories.unwrap_or_default(),
            },
            namespaced: spec.scope.as_deref() != Some("Cluster"),
            role,
            crd: crd.clone(),
            managers: match role {
                Role::Definitions => builtin::managers_of_definitions()?,
                Role::Namespaces => Managers::of(&spec)?.with_zero(builtin::zero_namespace()),
                Role::Custom => Managers::of(&spec)?,
            },
            storage_version: storage.and_then(|version| version.name.clone()).unwrap_or_default(),
            versions: compiled.collect::<Result<_, _>>()?,
        });
        let served = versions.iter().filter(|version| version.served == Some(true));
        Ok(served.filter_map(|version| Self::version(&shared, version)).collect())
    }

    fn version(shared: &Arc<Shared>, version: &CrdVersion) -> Option<Self> {
        let subresources = version.subresources.as_ref();
        let selectable = version.selectable_fields.iter().flatten();
        let selectable = selectable.filter_map(|field| field.json_path.as_deref());
        let name = version.name.clone().unwrap_or_default();
        Some(Self {
            shared: Arc::clone(shared),
            served: Arc::clone(shared.versions.get(&name)?),
            version: name,
            has_status: subresources.is_some_and(|subresources| subresources.status.is_some()),
            has_scale: subresources.is_some_and(|subresources| subresources.scale.is_some()),
            columns: columns(version),
            selectable: selectable.map(|path| path.trim_start_matches('.').to_owned()).collect(),
            terminating: false,
        })
    }

    pub(crate) fn named(&self) -> Named<'_> {
        Named { group: &self.shared.group, plural: &self.shared.names.plural }
    }

    /// `group/version`, as objects have it.
    pub(crate) fn api_version(&self) -> String {
        api_version(&self.shared.group, &self.version)
    }

    pub(crate) fn kind(&self) -> &str {
        &self.shared.names.kind
    }

    /// How the keys of its objects begin; those of one namespace, if there is one.
    pub(crate) fn prefix(&self, namespace: &str) -> String {
        let Named { group, plural } = self.named();
        let prefix = format!("{group}/{plural}/");
        if namespace.is_empty() { prefix } else { format!("{prefix}{namespace}/") }
    }

    /// The key of an object.
    pub(crate) fn key(&self, namespace: &str, name: &str) -> String {
        format!("{}{name}", self.prefix(namespace))
    }

    /// A stored object as clients of this version read it.
    ///
    /// Source: `apiextensions-apiserver pkg/apiserver/customresource_handler.go`, `schemaCoercingDecoder` and
    /// `schemaCoercingConverter`: it is read by the schema that it is stored with, converted, and pruned by that of the request.
    ///
    /// # Errors
    /// It cannot be decoded.
    pub(crate) fn read(&self, mut stored: Value) -> Result<CanonicalObject, DecodeError> {
        let found = stored.get("apiVersion").and_then(Value::as_str).unwrap_or_default();
        let found = found.rsplit('/').next().unwrap_or_default();
        if found != self.version
            && let Some(old) = self.shared.versions.get(found)
        {
            stored = old.read(stored)?.into_value();
            self.set_version(&mut stored, &self.version);
            return self.served.read_converted(stored);
        }
        self.served.read(stored)
    }

    /// What storage keeps of an object: its storage version, without the revision.
    pub(crate) fn stored(&self, object: &Value) -> Value {
        let mut stored = object.clone();
        meta::remove(&mut stored, "resourceVersion");
        self.set_version(&mut stored, &self.shared.storage_version);
        stored
    }

    /// Whether objects are stored as this version has them.
    pub(crate) fn is_stored(&self) -> bool {
        self.version == self.shared.storage_version
    }

    fn set_version(&self, object: &mut Value, version: &str) {
        if let Some(fields) = object.as_object_mut() {
            fields.insert("apiVersion".to_owned(), api_version(&self.shared.group, version).into());
        }
    }
}

fn api_version(group: &str, version: &str) -> String {
    if group.is_empty() { version.to_owned() } else { format!("{group}/{version}") }
}

/// Without columns of its own a version has that of the age.
///
/// Source: `apiextensions-apiserver pkg/apiserver/helpers.go`, `GetColumnsForVersion`.
fn columns(version: &CrdVersion) -> Vec<Column> {
    let columns: Vec<_> = version.additional_printer_columns.iter().flatten().collect();
    if columns.is_empty() {
        return vec![Column {
            name: "Age".to_owned(),
            kind: "date".to_owned(),
            description: AGE.to_owned(),
            json_path: ".metadata.creationTimestamp".to_owned(),
            ..Column::default()
        }];
    }
    let columns = columns.into_iter().map(|column| Column {
        name: column.name.clone().unwrap_or_default(),
        kind: column.type_.clone().unwrap_or_default(),
        format: column.format.clone().unwrap_or_default(),
        description: column.description.clone().unwrap_or_default(),
        priority: column.priority.unwrap_or_default(),
        json_path: column.json_path.clone().unwrap_or_default(),
        computed: None,
    });
    columns.collect()
}

/// Source: `ObjectMeta` in `apimachinery pkg/apis/meta/v1/types.go`.
const AGE: &str = "CreationTimestamp is a timestamp representing the server time when this object was created. It is \
     not guaranteed to be set in happens-before order across separate operations. Clients may not set this value. It \
     is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: \
     https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata";
