//! One definition to write.

use super::error::{Reason, Refusal};
use super::rules;
use crate::crd::{Version, combine, places, validation};
use crate::describe::{CustomResource, ResourceDesc};
use crate::publish::Profile;
use crate::schema::StructuralSchema;
use crate::violation::Violations;

/// A definition to write, in one profile.
///
/// ```
/// use crd_schema::build::Export;
/// use crd_schema::describe::ResourceDesc;
/// use crd_schema::{Profile, SchemaBuilder};
///
/// let resource = ResourceDesc {
///     group: "example.com",
///     version: "v1",
///     kind: "Database",
///     plural: "databases",
///     ..ResourceDesc::EMPTY
/// };
/// let export = Export::new(resource, SchemaBuilder::object().build()?).profile(Profile::Native);
/// assert_eq!(export.file_name(), "databases.example.com.yaml");
/// # Ok::<(), crd_schema::Violations>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Export {
    versions: Vec<Version>,
    profile: Profile,
}

/// The definition of a type, in [`Profile::Cluster`].
///
/// ```no_run
/// use crd_schema::CustomResource;
/// use crd_schema::build::{BuildError, crd, generate};
///
/// fn write<Database: CustomResource, Backup: CustomResource>() -> Result<(), BuildError> {
///     generate([crd::<Database>(), crd::<Backup>()])?;
///     Ok(())
/// }
/// ```
pub fn crd<K: CustomResource>() -> Export {
    Export::versions([Version::of::<K>()])
}

/// The content of a file.
pub(super) struct Rendered {
    pub(super) string: String,
    pub(super) warnings: Vec<String>,
}

impl Export {
    /// The definition of a resource with this schema, in [`Profile::Cluster`].
    pub fn new(resource: ResourceDesc, schema: StructuralSchema) -> Self {
        Self::versions([Version::new(resource, schema)])
    }

    /// The definition of all versions of a resource, in [`Profile::Cluster`]; see [`combine`].
    pub fn versions(versions: impl IntoIterator<Item = Version>) -> Self {
        Self { versions: versions.into_iter().collect(), profile: Profile::default() }
    }

    /// Publishes mutability in another way.
    pub fn profile(mut self, profile: Profile) -> Self {
        self.profile = profile;
        self
    }

    /// Cuts longer descriptions than that, whatever the types say; 0 leaves all out.
    pub fn max_description_length(mut self, most: usize) -> Self {
        self.versions =
            self.versions.into_iter().map(|version| version.max_description_length(most)).collect();
        self
    }

    /// The name of the definition, and of its file up to the extension.
    pub(super) fn name(&self) -> String {
        let resource = self.versions.first().map_or(&ResourceDesc::EMPTY, Version::resource);
        format!("{}.{}", resource.plural, resource.group)
    }

    /// The name of the file, `<plural>.<group>.yaml`.
    pub fn file_name(&self) -> String {
        format!("{}.yaml", self.name())
    }

    /// Why there is no file, with the lines of the Rust source that say so.
    pub(super) fn refusal(&self, reason: Reason) -> Refusal {
        Refusal { name: self.name(), reason, places: places::of_versions(&self.versions) }
    }

    /// The content of the file.
    pub(super) fn rendered(&self) -> Result<Rendered, Reason> {
        let definition = combine(&self.versions, self.profile).map_err(|found| as_written(&found))?;
        let mut warnings: Vec<String> = definition.warnings().iter().map(rules::named).collect();
        warnings.extend(rules::odd(definition.crd(), definition.allows()));
        Ok(Rendered { string: definition.to_yaml()?, warnings })
    }
}

/// With the paths of the file that would be written, and not those of a type in the server.
fn as_written(found: &Violations) -> Violations {
    found.iter().map(validation::as_written).collect::<Violations>().without_repetitions()
}
