//! The identity of a custom resource.

/// Whether objects live in namespaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// One set of names for the cluster.
    Cluster,
    /// One set of names for each namespace.
    Namespaced,
}

impl Scope {
    /// The word in a CRD.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cluster => "Cluster",
            Self::Namespaced => "Namespaced",
        }
    }
}

/// A column of `kubectl get`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColumnDesc {
    /// The heading.
    pub name: &'static str,
    /// `integer`, `number`, `string`, `boolean` or `date`.
    pub type_: &'static str,
    /// Where the value stands, `.spec.engine` for example.
    pub json_path: &'static str,
    /// A format of the type, or empty.
    pub format: &'static str,
    /// What the column shows, or empty.
    pub description: &'static str,
    /// 0 for columns that are always shown.
    pub priority: i32,
}

impl ColumnDesc {
    /// A column without anything said.
    pub const EMPTY: Self =
        Self { name: "", type_: "string", json_path: "", format: "", description: "", priority: 0 };
}

/// What a custom resource is called and how it is served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResourceDesc {
    /// The API group.
    pub group: &'static str,
    /// The version, `v1` for example.
    pub version: &'static str,
    /// The name in objects.
    pub kind: &'static str,
    /// The name in lists of objects.
    pub list_kind: &'static str,
    /// The name in URLs.
    pub plural: &'static str,
    /// The name for one object on the command line.
    pub singular: &'static str,
    /// Abbreviations for the command line.
    pub short_names: &'static [&'static str],
    /// Groups such as `all` that the resource belongs to.
    pub categories: &'static [&'static str],
    /// Whether objects live in namespaces.
    pub scope: Scope,
    /// What `kubectl get` shows.
    pub columns: &'static [ColumnDesc],
    /// Whether `/status` is served.
    pub status_subresource: bool,
}

impl ResourceDesc {
    /// A resource without anything said.
    pub const EMPTY: Self = Self {
        group: "",
        version: "",
        kind: "",
        list_kind: "",
        plural: "",
        singular: "",
        short_names: &[],
        categories: &[],
        scope: Scope::Namespaced,
        columns: &[],
        status_subresource: false,
    };
}
