//! From a resource and its schema to a definition.

use super::validation::{approval, columns, metadata, names, status_root};
use crate::describe::{ColumnDesc, ResourceDesc};
use crate::lowering::Note;
use crate::path::{FieldPath, FieldPathBuf};
use crate::publish::{Profile, Published, publish};
use crate::schema::StructuralSchema;
use crate::violation::Violations;
use crate::wire::{
    CrdNames, CrdSpec, CrdSubresources, CrdValidation, CrdVersion, CustomResourceDefinition, ObjectMeta,
    PrinterColumn, StatusSubresource,
};

/// A definition that passed the checks, and what to know about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Definition {
    crd: CustomResourceDefinition,
    warnings: Vec<Note>,
    notes: Vec<Note>,
}

impl Definition {
    pub(super) fn new(crd: CustomResourceDefinition, warnings: Vec<Note>, notes: Vec<Note>) -> Self {
        Self { crd, warnings, notes }
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

    /// The definition as a YAML document: the same bytes for the same definition.
    ///
    /// ```
    /// use crd_schema::describe::ResourceDesc;
    /// use crd_schema::{Profile, SchemaBuilder, definition_of};
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
    /// A text or number that no YAML can carry as kubectl reads it.
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
/// use crd_schema::{Profile, SchemaBuilder, definition_of};
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
    assemble(resource, publish(schema, profile))
}

/// Defines a resource whose schema has been published, or could not be.
pub(crate) fn assemble(
    resource: &ResourceDesc,
    published: Result<Published, Violations>,
) -> Result<Definition, Violations> {
    let name = format!("{}.{}", resource.plural, resource.group);
    let mut spec = spec(resource);
    let mut found = Violations::new();
    found.extend(name_violations(&name, resource, &spec));

    let prefix = FieldPathBuf::from_properties(["spec", "validation", "openAPIV3Schema"]);
    let published = published.map_err(|violations| {
        found.extend(violations.into_iter().map(|violation| violation.below(&prefix)));
    });
    if let (Ok(published), true) = (&published, resource.status_subresource) {
        found.extend(status_root::check(published.schema(), &FieldPath::from(&prefix)));
    }
    let versions = spec.versions.iter_mut().flatten();
    let path = FieldPath::ROOT.property("spec");
    for version in versions {
        let shown = version.additional_printer_columns.as_deref().unwrap_or_default();
        found.extend(columns::check(shown, &path.property("additionalPrinterColumns")));
        version.schema = published.as_ref().ok().map(validation);
    }
    let (Ok(published), true) = (published, found.is_empty()) else { return Err(found) };
    let below = |notes: &[Note]| notes.iter().map(|note| note.clone().below(&prefix)).collect();
    let mut warnings: Vec<Note> = below(published.warnings());
    warnings.extend(approval_note(resource.group));
    Ok(Definition { warnings, notes: below(published.notes()), crd: crd(name, spec) })
}

fn crd(name: String, spec: CrdSpec) -> CustomResourceDefinition {
    CustomResourceDefinition {
        api_version: Some("apiextensions.k8s.io/v1".to_owned()),
        kind: Some("CustomResourceDefinition".to_owned()),
        metadata: Some(ObjectMeta { name: Some(name), ..ObjectMeta::default() }),
        spec: Some(spec),
        ..CustomResourceDefinition::default()
    }
}

fn spec(resource: &ResourceDesc) -> CrdSpec {
    CrdSpec {
        group: Some(resource.group.to_owned()),
        names: Some(crd_names(resource)),
        scope: Some(resource.scope.name().to_owned()),
        versions: Some(vec![version(resource)]),
        ..CrdSpec::default()
    }
}

/// Names that are not given are those that the server would fill in (`defaults.go`).
fn crd_names(resource: &ResourceDesc) -> CrdNames {
    let or = |name: &str, default: String| if name.is_empty() { default } else { name.to_owned() };
    let list_kind = if resource.kind.is_empty() { String::new() } else { format!("{}List", resource.kind) };
    CrdNames {
        plural: Some(resource.plural.to_owned()),
        singular: Some(or(resource.singular, resource.kind.to_lowercase())),
        short_names: texts(resource.short_names),
        kind: Some(resource.kind.to_owned()),
        list_kind: Some(or(resource.list_kind, list_kind)),
        categories: texts(resource.categories),
        ..CrdNames::default()
    }
}

fn version(resource: &ResourceDesc) -> CrdVersion {
    let status = StatusSubresource::default();
    let subresources = CrdSubresources { status: Some(status), ..CrdSubresources::default() };
    let columns: Vec<_> = resource.columns.iter().map(column).collect();
    CrdVersion {
        name: Some(resource.version.to_owned()),
        served: Some(true),
        storage: Some(true),
        subresources: resource.status_subresource.then_some(subresources),
        additional_printer_columns: (!columns.is_empty()).then_some(columns),
        ..CrdVersion::default()
    }
}

fn column(column: &ColumnDesc) -> PrinterColumn {
    PrinterColumn {
        name: Some(column.name.to_owned()),
        type_: Some(column.type_.to_owned()),
        format: text(column.format),
        description: text(column.description),
        priority: (column.priority != 0).then_some(column.priority),
        json_path: Some(column.json_path.to_owned()),
        ..PrinterColumn::default()
    }
}

fn validation(published: &Published) -> CrdValidation {
    let schema = Some(Box::new(published.schema().clone()));
    CrdValidation { open_api_v3_schema: schema, ..CrdValidation::default() }
}

fn text(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

fn texts(texts: &[&str]) -> Option<Vec<String>> {
    (!texts.is_empty()).then(|| texts.iter().map(|&text| text.to_owned()).collect())
}

/// A warning and no violation, for whoever installs the definition can add the annotation.
fn approval_note(group: &str) -> Option<Note> {
    let text = "the group is protected: servers refuse the definition without the annotation \
                api-approved.kubernetes.io, see https://github.com/kubernetes/enhancements/pull/1111";
    approval::is_protected(group).then(|| {
        let metadata = FieldPath::ROOT.property("metadata");
        Note::new(&metadata.property("annotations"), text)
    })
}

/// What is checked in front of the schema, in the order of a server.
fn name_violations(name: &str, resource: &ResourceDesc, spec: &CrdSpec) -> Violations {
    let (metadata, path) = (FieldPath::ROOT.property("metadata"), FieldPath::ROOT.property("spec"));
    let mut found: Violations = metadata::name(name, name, &metadata.property("name")).into_iter().collect();
    found.extend(names::group(resource.group, &path.property("group")));
    let versions = path.property("versions");
    let version = versions.index(0);
    found.extend(names::label(resource.version, &version.property("name")));
    if !resource.version.is_empty() {
        found.extend(names::label(resource.version, &path.property("version")));
    }
    if let Some(names) = &spec.names {
        let path = path.property("names");
        found.extend(names::presence(names, &path));
        found.extend(names::form(names, &path));
    }
    found
}
