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

/// The `/scale` subresource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScaleDesc {
    /// Where the wanted number stands, `.spec.replicas` for example.
    pub spec_replicas_path: &'static str,
    /// Where the observed number stands.
    pub status_replicas_path: &'static str,
    /// Where the selector of the pods stands as a string, or empty.
    pub label_selector_path: &'static str,
}

/// A webhook that converts between versions; of `url` and `service` there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WebhookDesc {
    /// The address, or empty.
    pub url: &'static str,
    /// The namespace and the name of a service in the cluster, or both empty.
    pub service: (&'static str, &'static str),
    /// The path at the service, or empty.
    pub path: &'static str,
    /// The port of the service; 0 is the one that a server takes.
    pub port: i32,
    /// The versions of `ConversionReview` that the webhook reads, the best one first.
    pub review_versions: &'static [&'static str],
}

impl WebhookDesc {
    /// A webhook of which nothing is said.
    pub const EMPTY: Self = Self { url: "", service: ("", ""), path: "", port: 0, review_versions: &["v1"] };
}

/// What a custom resource is called and how it is served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "they are independent switches of the API")]
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
    /// How `/scale` is served, if it is.
    pub scale: Option<ScaleDesc>,
    /// Where the fields stand that field selectors may name.
    pub selectable_fields: &'static [&'static str],
    /// Whether the version is served.
    pub served: bool,
    /// Whether objects are stored in the version.
    pub storage: bool,
    /// Whether the version is deprecated; an empty string leaves the warning to the server.
    pub deprecation: Option<&'static str>,
    /// The webhook that converts; without one only the version in an object is changed.
    pub conversion: Option<WebhookDesc>,
    /// Labels of the definition.
    pub labels: &'static [(&'static str, &'static str)],
    /// Annotations of the definition.
    pub annotations: &'static [(&'static str, &'static str)],
    /// How many characters a description may have; 0 leaves all out.
    pub max_description_length: Option<usize>,
    /// Whether the schema declares `apiVersion`, `kind` and `metadata`, in the words of controller-gen; those that are named are
    /// required.
    pub meta_properties: Option<&'static [&'static str]>,
    /// Whether the lists of required properties are sorted, as controller-gen does it, or in the order of the fields.
    pub sort_required: bool,
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
        scale: None,
        selectable_fields: &[],
        served: true,
        storage: true,
        deprecation: None,
        conversion: None,
        labels: &[],
        annotations: &[],
        max_description_length: None,
        meta_properties: None,
        sort_required: false,
    };
}
