//! What `ObjectMeta` and the types in it are made of.
//!
//! Source: `apimachinery pkg/apis/meta/v1/types.go`.
//!
//! Knows nothing of: values.

/// A Go struct.
#[derive(Debug)]
pub(super) struct Shape {
    /// Its name without the package.
    pub(super) name: &'static str,
    /// Its name with the package.
    pub(super) go_type: &'static str,
    /// Sorted by name.
    pub(super) fields: &'static [Field],
}

impl Shape {
    pub(super) fn field(&self, name: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.name == name)
    }
}

/// A field of a Go struct.
#[derive(Debug)]
pub(super) struct Field {
    pub(super) name: &'static str,
    pub(super) content: Content,
    pub(super) presence: Presence,
}

/// What a field holds.
#[derive(Debug)]
pub(super) enum Content {
    /// A string; Go's name of its type stands in errors.
    String(&'static str),
    /// A signed 64-bit integer.
    Integer,
    Flag,
    /// An RFC 3339 timestamp.
    Time,
    StringMap,
    StringList,
    Structs(&'static Shape),
    /// Any JSON.
    Raw,
}

impl Content {
    /// Go's name of the type, as it stands in errors.
    pub(super) fn go_type(&self) -> String {
        match self {
            Self::String(go_type) => (*go_type).to_owned(),
            // A timestamp is decoded by way of a string.
            Self::Time => "string".to_owned(),
            Self::Integer => "int64".to_owned(),
            Self::Flag => "bool".to_owned(),
            Self::StringMap => "map[string]string".to_owned(),
            Self::StringList => "[]string".to_owned(),
            Self::Structs(shape) => format!("[]{}", shape.go_type),
            Self::Raw => "v1.FieldsV1".to_owned(),
        }
    }
}

/// When a field is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Presence {
    /// When it is not empty.
    NotEmpty,
    /// When it was given, even if it is empty: a pointer in Go.
    Given,
    /// Always; only strings are.
    Always,
}

const fn field(name: &'static str, content: Content, presence: Presence) -> Field {
    Field { name, content, presence }
}

const STRING: Content = Content::String("string");
const UID: Content = Content::String("types.UID");

pub(super) static OBJECT_META: Shape = Shape {
    name: "ObjectMeta",
    go_type: "v1.ObjectMeta",
    fields: &[
        field("annotations", Content::StringMap, Presence::NotEmpty),
        field("creationTimestamp", Content::Time, Presence::NotEmpty),
        field("deletionGracePeriodSeconds", Content::Integer, Presence::Given),
        field("deletionTimestamp", Content::Time, Presence::Given),
        field("finalizers", Content::StringList, Presence::NotEmpty),
        field("generateName", STRING, Presence::NotEmpty),
        field("generation", Content::Integer, Presence::NotEmpty),
        field("labels", Content::StringMap, Presence::NotEmpty),
        field("managedFields", Content::Structs(&MANAGED_FIELDS_ENTRY), Presence::NotEmpty),
        field("name", STRING, Presence::NotEmpty),
        field("namespace", STRING, Presence::NotEmpty),
        field("ownerReferences", Content::Structs(&OWNER_REFERENCE), Presence::NotEmpty),
        field("resourceVersion", STRING, Presence::NotEmpty),
        field("selfLink", STRING, Presence::NotEmpty),
        field("uid", UID, Presence::NotEmpty),
    ],
};

static OWNER_REFERENCE: Shape = Shape {
    name: "OwnerReference",
    go_type: "v1.OwnerReference",
    fields: &[
        field("apiVersion", STRING, Presence::Always),
        field("blockOwnerDeletion", Content::Flag, Presence::Given),
        field("controller", Content::Flag, Presence::Given),
        field("kind", STRING, Presence::Always),
        field("name", STRING, Presence::Always),
        field("uid", UID, Presence::Always),
    ],
};

static MANAGED_FIELDS_ENTRY: Shape = Shape {
    name: "ManagedFieldsEntry",
    go_type: "v1.ManagedFieldsEntry",
    fields: &[
        field("apiVersion", STRING, Presence::NotEmpty),
        field("fieldsType", STRING, Presence::NotEmpty),
        field("fieldsV1", Content::Raw, Presence::Given),
        field("manager", STRING, Presence::NotEmpty),
        field("operation", Content::String("v1.ManagedFieldsOperationType"), Presence::NotEmpty),
        field("subresource", STRING, Presence::NotEmpty),
        field("time", Content::Time, Presence::Given),
    ],
};
