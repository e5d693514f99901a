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
    pub(super) members: &'static [Member],
}

impl Shape {
    pub(super) fn member(&self, name: &str) -> Option<&'static Member> {
        self.members.iter().find(|member| member.name == name)
    }
}

/// A member of a Go struct.
#[derive(Debug)]
pub(super) struct Member {
    pub(super) name: &'static str,
    pub(super) content: Content,
    pub(super) presence: Presence,
}

/// What a member holds.
#[derive(Debug)]
pub(super) enum Content {
    /// A string; Go's name of its type stands in errors.
    Text(&'static str),
    /// A signed 64-bit integer.
    Integer,
    Flag,
    /// An RFC 3339 timestamp.
    Time,
    TextMap,
    TextList,
    Structs(&'static Shape),
    /// Any JSON.
    Raw,
}

impl Content {
    /// Go's name of the type, as it stands in errors.
    pub(super) fn go_type(&self) -> String {
        match self {
            Self::Text(go_type) => (*go_type).to_owned(),
            // A timestamp is decoded by way of a string.
            Self::Time => "string".to_owned(),
            Self::Integer => "int64".to_owned(),
            Self::Flag => "bool".to_owned(),
            Self::TextMap => "map[string]string".to_owned(),
            Self::TextList => "[]string".to_owned(),
            Self::Structs(shape) => format!("[]{}", shape.go_type),
            Self::Raw => "v1.FieldsV1".to_owned(),
        }
    }
}

/// When a member is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Presence {
    /// When it is not empty.
    NotEmpty,
    /// When it was given, even if it is empty: a pointer in Go.
    Given,
    /// Always; only texts are.
    Always,
}

const fn member(name: &'static str, content: Content, presence: Presence) -> Member {
    Member { name, content, presence }
}

const STRING: Content = Content::Text("string");
const UID: Content = Content::Text("types.UID");

pub(super) static OBJECT_META: Shape = Shape {
    name: "ObjectMeta",
    go_type: "v1.ObjectMeta",
    members: &[
        member("annotations", Content::TextMap, Presence::NotEmpty),
        member("creationTimestamp", Content::Time, Presence::NotEmpty),
        member("deletionGracePeriodSeconds", Content::Integer, Presence::Given),
        member("deletionTimestamp", Content::Time, Presence::Given),
        member("finalizers", Content::TextList, Presence::NotEmpty),
        member("generateName", STRING, Presence::NotEmpty),
        member("generation", Content::Integer, Presence::NotEmpty),
        member("labels", Content::TextMap, Presence::NotEmpty),
        member("managedFields", Content::Structs(&MANAGED_FIELDS_ENTRY), Presence::NotEmpty),
        member("name", STRING, Presence::NotEmpty),
        member("namespace", STRING, Presence::NotEmpty),
        member("ownerReferences", Content::Structs(&OWNER_REFERENCE), Presence::NotEmpty),
        member("resourceVersion", STRING, Presence::NotEmpty),
        member("selfLink", STRING, Presence::NotEmpty),
        member("uid", UID, Presence::NotEmpty),
    ],
};

static OWNER_REFERENCE: Shape = Shape {
    name: "OwnerReference",
    go_type: "v1.OwnerReference",
    members: &[
        member("apiVersion", STRING, Presence::Always),
        member("blockOwnerDeletion", Content::Flag, Presence::Given),
        member("controller", Content::Flag, Presence::Given),
        member("kind", STRING, Presence::Always),
        member("name", STRING, Presence::Always),
        member("uid", UID, Presence::Always),
    ],
};

static MANAGED_FIELDS_ENTRY: Shape = Shape {
    name: "ManagedFieldsEntry",
    go_type: "v1.ManagedFieldsEntry",
    members: &[
        member("apiVersion", STRING, Presence::NotEmpty),
        member("fieldsType", STRING, Presence::NotEmpty),
        member("fieldsV1", Content::Raw, Presence::Given),
        member("manager", STRING, Presence::NotEmpty),
        member("operation", Content::Text("v1.ManagedFieldsOperationType"), Presence::NotEmpty),
        member("subresource", STRING, Presence::NotEmpty),
        member("time", Content::Time, Presence::Given),
    ],
};
