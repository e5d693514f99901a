//! From a resource and its schema to a definition.

use super::checks::{columns, names, status_root};
use super::unbound::{self, Conversion, Served};
use super::version::{Version, same_resource};
use super::{parts, whole};
use crate::allow::Allow;
use crate::describe::ResourceDesc;
use crate::lowering::Note;
use crate::path::{FieldPath, FieldPathBuf, PathStyle};
use crate::publish::{Profile, Published, publish};
use crate::schema::StructuralSchema;
use crate::violation::Violations;
use crate::wire::{self, CrdSpec, CrdValidation, CustomResourceDefinition, ObjectMeta};

/// A definition that passed the checks, and what to know about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Definition {
    crd: CustomResourceDefinition,
    warnings: Vec<Note>,
    notes: Vec<Note>,
    allows: Vec<Allow>,
}

impl Definition {
    pub(super) fn new(crd: CustomResourceDefinition, warnings: Vec<Note>, notes: Vec<Note>) -> Self {
        Self { crd, warnings, notes, allows: Vec::new() }
    }

    /// The definition.
    pub fn crd(&self) -> &CustomResourceDefinition {
        &self.crd
    }

    /// The definition, without what is to be known about it.
    pub fn into_crd(self) -> CustomResourceDefinition {
        self.crd
    }

    /// What the author should act upon.
    pub fn warnings(&self) -> &[Note] {
        &self.warnings
    }

    /// Where the lowered rules are coarser or finer than the markers, by the nature of CEL.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// What the authors of its types accept, at the places of the definition; for [`allow`](crate::lint::allow()).
    pub fn allows(&self) -> &[Allow] {
        &self.allows
    }

    /// The definition as a YAML document: the same bytes for the same definition.
    ///
    /// ```
    /// use crd_schema::describe::ResourceDesc;
    /// use crd_schema::crd::definition_of;
    /// use crd_schema::{Profile, SchemaBuilder};
    ///
    /// let resource = ResourceDesc {
    ///     group: "example.com",
    ///     version: "v1",
    ///     kind: "Database",
    ///     plural: "databases",
    ///     ..ResourceDesc::EMPTY
    /// };
    /// let schema = SchemaBuilder::object().build()?;
    /// let yaml = definition_of(&resource, &schema, Profile::Cluster)?.to_yaml()?;
    /// assert!(yaml.starts_with("apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A string or number that no YAML can carry as kubectl reads it.
    #[cfg(feature = "yaml")]
    pub fn to_yaml(&self) -> Result<String, CrdYamlError> {
        let value = serde_json::to_value(&self.crd)?;
        Ok(crate::yaml::to_string(&value)?)
    }
}

/// Why a definition cannot be written as YAML.
#[cfg(feature = "yaml")]
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CrdYamlError {
    /// There is no definition.
    #[error(transparent)]
    Refused(#[from] Violations),
    /// The definition has a value that JSON cannot carry.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// The definition has a value that YAML cannot carry as kubectl reads it.
    #[error(transparent)]
    Yaml(#[from] crate::yaml::WriteError),
}

/// Defines a resource of one version, which is served and stored.
///
/// ```
/// use crd_schema::describe::ResourceDesc;
/// use crd_schema::crd::definition_of;
/// use crd_schema::{Profile, SchemaBuilder};
///
/// let resource = ResourceDesc {
///     group: "example.com",
///     version: "v1",
///     kind: "Database",
///     plural: "databases",
///     ..ResourceDesc::EMPTY
/// };
/// let spec = SchemaBuilder::object().required("engine", SchemaBuilder::string());
/// let schema = SchemaBuilder::object().required("spec", spec).build()?;
/// let definition = definition_of(&resource, &schema, Profile::Cluster)?;
/// let metadata = definition.crd().metadata.as_ref().unwrap();
/// assert_eq!(metadata.name.as_deref(), Some("databases.example.com"));
/// # Ok::<(), crd_schema::Violations>(())
/// ```
///
/// # Errors
/// What a server would say about names and columns, and what [`publish`] says about the schema, in the server's
/// order and with its paths.
pub fn definition_of(
    resource: &ResourceDesc,
    schema: &StructuralSchema,
    profile: Profile,
) -> Result<Definition, Violations> {
    assemble(&[Version::new(*resource, schema.clone())], profile)
}

/// Defines a resource of one or more versions, in the server's order of checks.
pub(crate) fn assemble(versions: &[Version], profile: Profile) -> Result<Definition, Violations> {
    let Some(resource) = versions.iter().find(|version| version.resource.storage).or(versions.first()) else {
        return Err(super::version::none());
    };
    let resource = &resource.resource;
    let name = format!("{}.{}", resource.plural, resource.group);
    let mut spec = parts::spec(versions, resource);
    let mut found = same_resource(versions, resource);
    found.extend(name_violations(&name, versions, &spec));
    let published = schemas(versions, profile, &mut spec, &mut found);
    let crd = crd(name, spec, versions);
    if found.is_empty() {
        found.extend(whole::violations(&crd));
    }
    let allows: Vec<_> = versions.iter().enumerate().flat_map(allows_of).collect();
    let (unbound, mut notes) = unbound_markers(versions, &allows);
    found.extend(unbound);
    if !found.is_empty() {
        return Err(found);
    }
    let mut warnings = Vec::new();
    for (at, (version, published)) in versions.iter().zip(published.iter().flatten()).enumerate() {
        let prefix = wire::schema_path(at);
        let below = |notes: &[Note]| notes.iter().map(|note| note.clone().below(&prefix)).collect::<Vec<_>>();
        warnings.extend(below(published.warnings()));
        warnings.extend(below(&version.notes));
        warnings.extend(below(&needs(version, profile)));
        notes.extend(below(published.notes()));
    }
    warnings.extend(super::loss::notes(versions));
    warnings.extend(approval_note(resource));
    warnings.extend(whole::note(&crd));
    let is_accepted = |note: &Note| {
        note.rule().is_some_and(|rule| allows.iter().any(|allow: &Allow| allow.covers(rule, note.path())))
    };
    warnings.retain(|note| !is_accepted(note));
    Ok(Definition { crd, warnings, notes, allows })
}

/// What the author of a version accepts, at the places of the definition.
fn allows_of((at, version): (usize, &Version)) -> impl Iterator<Item = Allow> {
    let prefix = wire::schema_path(at);
    version.allows.iter().map(move |allow| allow.under(&prefix))
}

fn served((index, version): (usize, &Version)) -> Option<Served<'_>> {
    let root = version.schema.as_ref().ok()?.root();
    let ResourceDesc { version: name, storage, served, .. } = version.resource;
    served.then_some(Served { index, name, root, storage })
}

/// The markers that not all served versions have.
fn unbound_markers(versions: &[Version], allows: &[Allow]) -> (Violations, Vec<Note>) {
    let webhook = versions.iter().any(|version| version.resource.conversion.is_some());
    let conversion = if webhook { Conversion::Webhook } else { Conversion::None };
    let served: Vec<_> = versions.iter().enumerate().filter_map(served).collect();
    unbound::findings(&served, conversion, allows)
}

/// Without the compiler of rules nothing is known of them.
#[cfg(not(feature = "serve"))]
fn needs(_: &Version, _: Profile) -> Vec<Note> {
    Vec::new()
}

/// What the rules of the type ask of a server that is newer than the oldest one that the definition is for.
#[cfg(feature = "serve")]
fn needs(version: &Version, profile: Profile) -> Vec<Note> {
    let oldest = match profile {
        Profile::Cluster => crate::server_version::ServerVersion::OLDEST,
        Profile::Lowered(lowering) => lowering.server(),
        Profile::Native => return Vec::new(),
    };
    let needs = version.schema.iter().flat_map(|schema| super::needs::of_schema(schema.root()));
    let note = |need: super::needs::Need| {
        Note::at(need.note.path().clone(), format!("{}; {}", need.note.message(), need.help))
            .of("needs-newer-server")
    };
    needs.filter(|need| need.server > oldest).map(note).collect()
}

/// Where a schema stands: a server keeps the only one in another place than one of several.
pub(super) fn schema_path(versions: &[Version], at: usize) -> FieldPathBuf {
    if versions.len() == 1 {
        return FieldPathBuf::from_properties(["spec", "validation", "openAPIV3Schema"]);
    }
    let spec = FieldPath::ROOT.property("spec");
    let versions = spec.property("versions");
    let version = versions.index(at);
    version.property("schema").property("openAPIV3Schema").to_owned(PathStyle::Bracketed)
}

/// Publishes the schemas into the versions of the spec.
fn schemas(
    versions: &[Version],
    profile: Profile,
    spec: &mut CrdSpec,
    found: &mut Violations,
) -> Vec<Option<Published>> {
    let mut all = Vec::new();
    let path = FieldPath::ROOT.property("spec");
    for (at, (version, of_spec)) in versions.iter().zip(spec.versions.iter_mut().flatten()).enumerate() {
        let prefix = schema_path(versions, at);
        let schema = version.schema.clone().map(|schema| as_asked(schema, &version.resource));
        let published = schema.and_then(|schema| publish(&schema, profile)).map_err(|violations| {
            found.extend(violations.into_iter().map(|violation| violation.below(&prefix)));
        });
        let published = published.ok();
        if let (Some(published), true) = (&published, version.resource.status_subresource) {
            found.extend(status_root::check(published.schema(), &FieldPath::from(&prefix)));
        }
        let shown = of_spec.additional_printer_columns.as_deref().unwrap_or_default();
        found.extend(columns::check(shown, &path.property("additionalPrinterColumns")));
        of_spec.schema = published.as_ref().map(validation);
        all.push(published);
    }
    all
}

/// The schema with what the resource asks of how it is written.
fn as_asked(mut schema: StructuralSchema, resource: &ResourceDesc) -> StructuralSchema {
    if let Some(required) = resource.meta_properties {
        schema = schema.declare_meta_properties(required);
    }
    if resource.sort_required {
        schema = schema.sort_required();
    }
    match resource.max_description_length {
        Some(most) => schema.shorten_descriptions(most),
        None => schema,
    }
}

fn crd(name: String, spec: CrdSpec, versions: &[Version]) -> CustomResourceDefinition {
    let metadata = ObjectMeta {
        name: Some(name),
        labels: parts::pairs(versions.iter().map(|version| version.resource.labels)),
        annotations: parts::pairs(versions.iter().map(|version| version.resource.annotations)),
        ..ObjectMeta::default()
    };
    CustomResourceDefinition {
        api_version: Some("apiextensions.k8s.io/v1".to_owned()),
        kind: Some("CustomResourceDefinition".to_owned()),
        metadata: Some(metadata),
        spec: Some(spec),
        ..CustomResourceDefinition::default()
    }
}

fn validation(published: &Published) -> CrdValidation {
    let schema = Some(Box::new(published.schema().clone()));
    CrdValidation { open_api_v3_schema: schema, ..CrdValidation::default() }
}

/// A warning and no violation, for whoever installs the definition can add the annotation.
fn approval_note(resource: &ResourceDesc) -> Option<Note> {
    let message = "the group is protected: servers refuse the definition without the annotation \
                api-approved.kubernetes.io, see https://github.com/kubernetes/enhancements/pull/1111";
    let approved = resource.annotations.iter().any(|(name, _)| *name == "api-approved.kubernetes.io");
    (names::is_protected(resource.group) && !approved).then(|| {
        let metadata = FieldPath::ROOT.property("metadata");
        Note::new(&metadata.property("annotations"), message).of("unapproved-group")
    })
}

/// What is checked in front of the schema, in the order of a server.
fn name_violations(name: &str, versions: &[Version], spec: &CrdSpec) -> Violations {
    let (metadata, path) = (FieldPath::ROOT.property("metadata"), FieldPath::ROOT.property("spec"));
    let mut found: Violations = names::of_definition(name, &metadata.property("name")).into_iter().collect();
    found.extend(names::group(spec.group.as_deref().unwrap_or_default(), &path.property("group")));
    let path_of_versions = path.property("versions");
    for (at, version) in versions.iter().enumerate() {
        let name = version.resource.version;
        found.extend(names::label(name, &path_of_versions.index(at).property("name")));
        // Quirk: the name of the first version is validated twice, for the internal type has it twice.
        if at == 0 && !name.is_empty() {
            found.extend(names::label(name, &path.property("version")));
        }
    }
    if let Some(names) = &spec.names {
        let path = path.property("names");
        found.extend(names::presence(names, &path));
        found.extend(names::form(names, &path));
    }
    found
}
