//! The versions of one resource, combined into one definition.

use super::definition::{Definition, assemble};
use super::places::{self, Place};
use super::{aliases, allows, foreign, pitfalls};
use crate::allow::Allow;
use crate::convert::{Descriptions, from_description};
use crate::describe::{CustomResource, ResourceDesc};
use crate::lowering::Note;
use crate::path::{FieldPath, PathStyle};
use crate::publish::Profile;
use crate::schema::StructuralSchema;
use crate::violation::{Violation, Violations};

/// One version of a resource.
#[derive(Clone, Debug)]
pub struct Version {
    pub(super) resource: ResourceDesc,
    pub(super) schema: Result<StructuralSchema, Violations>,
    /// What is to be known about the type beside its schema.
    pub(super) notes: Vec<Note>,
    /// The warnings that its author accepts; places are those of the schema.
    pub(super) allows: Vec<Allow>,
    /// Where the Rust source describes what only the program tells wrong.
    #[cfg_attr(not(feature = "build"), allow(dead_code))]
    pub(super) places: Vec<Place>,
}

impl Version {
    /// The version that a type describes; its errors are reported when it is combined.
    ///
    /// ```
    /// # fn versions<Old: crd_schema::CustomResource, New: crd_schema::CustomResource>() {
    /// use crd_schema::crd::{Version, combine};
    /// use crd_schema::Profile;
    ///
    /// let definition = combine(&[Version::of::<Old>(), Version::of::<New>()], Profile::Cluster);
    /// # }
    /// ```
    pub fn of<K: CustomResource>() -> Self {
        let schema = from_description(K::SCHEMA, Descriptions::Kept);
        let mut notes = aliases::notes(K::SCHEMA);
        notes.extend(pitfalls::notes(K::SCHEMA));
        notes.extend(foreign::notes(K::SCHEMA));
        Self {
            resource: K::RESOURCE,
            schema,
            notes,
            allows: allows::of(K::SCHEMA),
            places: places::of(K::SCHEMA),
        }
    }

    /// A version with this schema.
    pub fn new(resource: ResourceDesc, schema: StructuralSchema) -> Self {
        Self { resource, schema: Ok(schema), notes: Vec::new(), allows: Vec::new(), places: Vec::new() }
    }

    /// Cuts longer descriptions than that, whatever the type says.
    ///
    /// ```
    /// # fn short<K: crd_schema::CustomResource>() -> crd_schema::crd::Version {
    /// crd_schema::crd::Version::of::<K>().max_description_length(0)
    /// # }
    /// ```
    #[must_use]
    pub fn max_description_length(mut self, most: usize) -> Self {
        self.resource.max_description_length = Some(most);
        self
    }

    /// Accepts warnings: they are no longer among those of the definition; places are those of the schema.
    ///
    /// ```
    /// # fn quiet<K: crd_schema::CustomResource>() -> crd_schema::crd::Version {
    /// use crd_schema::crd::{Allow, Version};
    ///
    /// Version::of::<K>().allow([Allow::rule("immutable-respelled").because("clients send the canonical form")])
    /// # }
    /// ```
    #[must_use]
    pub fn allow(mut self, allows: impl IntoIterator<Item = Allow>) -> Self {
        self.allows.extend(allows);
        self
    }

    /// What the resource is called and how the version is served.
    pub fn resource(&self) -> &ResourceDesc {
        &self.resource
    }
}

/// Combines the versions of one resource into one definition.
///
/// Names, columns and flags are those of each version, the names of the resource those of the version that is
/// stored. A webhook of any version is that of the definition. Without one a server changes nothing but the version
/// in an object, so whatever a version declares and the stored one does not is lost, which is a warning for each.
///
/// ```
/// use crd_schema::describe::ResourceDesc;
/// use crd_schema::crd::{Version, combine};
/// use crd_schema::{Profile, SchemaBuilder};
///
/// let v2 = ResourceDesc { group: "example.com", version: "v2", kind: "Job", plural: "jobs", ..ResourceDesc::EMPTY };
/// let v1 = ResourceDesc { version: "v1", storage: false, deprecation: Some(""), ..v2 };
/// let schema = |field: &str| SchemaBuilder::object().property(field, SchemaBuilder::string()).build();
/// let definition = combine(&[Version::new(v2, schema("new")?), Version::new(v1, schema("old")?)], Profile::Cluster)?;
/// assert_eq!(
///     definition.warnings()[0].to_string(),
///     "spec.versions[1].schema.openAPIV3Schema.properties[old]: is lost when an object is stored, for v2 does not \
///      declare it; declare it there, or convert with a webhook",
/// );
/// # Ok::<(), crd_schema::Violations>(())
/// ```
///
/// # Errors
/// What a server would say; versions that are not of one resource; and what [`definition_of`](super::definition_of)
/// says of each.
pub fn combine(versions: &[Version], profile: Profile) -> Result<Definition, Violations> {
    assemble(versions, profile)
}

/// What to say of no version at all.
pub(super) fn none() -> Violations {
    let path = FieldPath::ROOT.property("spec").property("versions").to_owned(PathStyle::Bracketed);
    let mut found = Violations::new();
    found.push(Violation::required(path, "give one version or more"));
    found
}

/// Whether all versions are of one resource.
pub(super) fn same_resource(versions: &[Version], stored: &ResourceDesc) -> Violations {
    let mut found = Violations::new();
    for version in versions {
        let other = &version.resource;
        let parts = [
            ("group", stored.group, other.group),
            ("kind", stored.kind, other.kind),
            ("plural", stored.plural, other.plural),
            ("singular", stored.singular, other.singular),
            ("list kind", stored.list_kind, other.list_kind),
            ("scope", stored.scope.name(), other.scope.name()),
        ];
        for (part, known, said) in parts.into_iter().filter(|(_, known, said)| known != said) {
            let path = FieldPath::ROOT.property("spec").to_owned(PathStyle::Bracketed);
            let (of, with) = (other.version, stored.version);
            let detail =
                format!("the {part} of {of} is {said:?} and that of {with} {known:?}: one resource has one");
            found.push(Violation::forbidden(path, detail));
        }
        let webhooks = (&other.conversion, versions.iter().find_map(|version| version.resource.conversion));
        if let (Some(one), Some(first)) = webhooks
            && *one != first
        {
            let path = FieldPath::ROOT.property("spec").property("conversion").to_owned(PathStyle::Bracketed);
            found
                .push(Violation::forbidden(path, "the versions name different webhooks: a resource has one"));
        }
    }
    found
}
