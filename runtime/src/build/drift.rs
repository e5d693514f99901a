//! Whether a file is what the types say.

use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use similar::TextDiff;

use super::error::BuildError;
use super::export::{Export, crd};
use super::write;
use crate::describe::CustomResource;

/// When this variable is `1`, tests write the file instead of comparing it.
pub const UPDATE_VARIABLE: &str = "CRD_SCHEMA_UPDATE";

/// When this variable names a directory, tests write the file there and compare nothing.
pub const OUTPUT_VARIABLE: &str = "CRD_SCHEMA_OUT_DIR";

/// When this variable names a directory, tests compare nothing and write the file into a directory in it that is their
/// package's own, beside a file `package`, which says where the package is; `crd-schema generate` sets it.
pub const PACKAGES_VARIABLE: &str = "CRD_SCHEMA_PACKAGES_DIR";

/// When this variable is a number beside one of the directories, no description is longer; `crd-schema generate --max-desc-len`
/// sets it.
pub const MAX_DESCRIPTION_VARIABLE: &str = "CRD_SCHEMA_MAX_DESC_LEN";

/// [`Export::assert_current`] of a type for clusters, as the generated test calls it.
///
/// For another profile say `crd::<K>().profile(Profile::Native).assert_current(env!("CARGO_MANIFEST_DIR"))`.
///
/// ```no_run
/// # fn test<Database: crd_schema::CustomResource>() {
/// crd_schema::build::assert_exported::<Database>(env!("CARGO_MANIFEST_DIR"));
/// # }
/// ```
///
/// # Panics
/// As [`Export::assert_current`].
#[track_caller]
pub fn assert_exported<K: CustomResource>(manifest_dir: &str) {
    crd::<K>().assert_current(manifest_dir);
}

impl Export {
    /// Compares `<manifest_dir>/crds/<plural>.<group>.yaml` with the definition; the generated test calls it.
    ///
    /// With `CRD_SCHEMA_UPDATE=1` in the environment it writes the file instead. Warnings go to the standard
    /// error, which `cargo test` shows with `--nocapture` and when the test fails.
    ///
    /// ```
    /// use crd_schema::SchemaBuilder;
    /// use crd_schema::build::{Export, generate_into};
    /// use crd_schema::describe::ResourceDesc;
    ///
    /// let resource = ResourceDesc {
    ///     group: "example.com",
    ///     version: "v1",
    ///     kind: "Database",
    ///     plural: "databases",
    ///     ..ResourceDesc::EMPTY
    /// };
    /// let export = Export::new(resource, SchemaBuilder::object().build()?);
    /// let package = std::env::temp_dir().join(format!("crd-schema-drift-{}", std::process::id()));
    /// generate_into(package.join("crds"), [export.clone()])?;
    /// export.assert_current(package.to_str().unwrap());
    /// # std::fs::remove_dir_all(&package)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If the file differs, with the difference and how to write it; if a server would refuse the definition, with
    /// all violations; if the file cannot be read or written.
    #[track_caller]
    pub fn assert_current(&self, manifest_dir: &str) {
        let update = std::env::var_os(UPDATE_VARIABLE).is_some_and(|value| value == "1");
        if let Err(text) = self.compare(Path::new(manifest_dir), update) {
            panic!("{text}");
        }
    }

    fn compare(&self, manifest_dir: &Path, update: bool) -> Result<(), String> {
        let directory = output(manifest_dir)?;
        let most = std::env::var(MAX_DESCRIPTION_VARIABLE).ok().filter(|_| directory.is_some());
        let export = match most.map(|most| most.parse()) {
            None => self.clone(),
            Some(Ok(most)) => self.clone().max_description_length(most),
            Some(Err(error)) => return Err(format!("{MAX_DESCRIPTION_VARIABLE}: {error}")),
        };
        let rendered = export
            .rendered()
            .map_err(|reason| BuildError::Refused(vec![self.refusal(reason)]).to_string())?;
        for warning in &rendered.warnings {
            warn(&format!("warning: {}: {warning}", self.name()));
        }
        if let Some(directory) = directory {
            return write_once(directory.join(self.file_name()), rendered.string);
        }
        let shown = format!("crds/{}", self.file_name());
        let path = manifest_dir.join("crds").join(self.file_name());
        if update {
            return write_once(path, rendered.string);
        }
        match fs::read_to_string(&path) {
            // Git may have turned the ends of lines.
            Ok(present) if present.replace("\r\n", "\n") == rendered.string => Ok(()),
            Ok(present) => Err(drift(&shown, &present.replace("\r\n", "\n"), &rendered.string)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Err(format!("{shown} does not exist yet; {}", how_to_update()))
            }
            Err(error) => Err(format!("{}: {error}", path.display())),
        }
    }
}

/// Where to write instead of comparing.
fn output(manifest_dir: &Path) -> Result<Option<PathBuf>, String> {
    let Some(packages) = std::env::var_os(PACKAGES_VARIABLE) else {
        return Ok(std::env::var_os(OUTPUT_VARIABLE).map(PathBuf::from));
    };
    let mut hasher = DefaultHasher::new();
    manifest_dir.hash(&mut hasher);
    let directory = Path::new(&packages).join(format!("{:016x}", hasher.finish()));
    write_once(directory.join("package"), manifest_dir.display().to_string())?;
    Ok(Some(directory))
}

/// What the tests of this process wrote: they run beside each other, and none knows of the others.
static WRITTEN: Mutex<BTreeMap<PathBuf, String>> = Mutex::new(BTreeMap::new());

/// Writes a file that no other test wrote with another content.
fn write_once(path: PathBuf, text: String) -> Result<(), String> {
    let mut written = WRITTEN.lock().unwrap_or_else(PoisonError::into_inner);
    if written.get(&path).is_some_and(|other| *other != text) {
        return Err(format!(
            "{}: two types have this file, and it cannot hold both; versions of one resource are one definition: say \
             `#[crd(no_export_test)]` on each, and compare `Export::versions([…])` in a test of your own whose name \
             ends in `_is_exported`",
            path.display()
        ));
    }
    let path = write(path, &text).map_err(|error| error.to_string())?;
    written.insert(path, text);
    Ok(())
}

fn drift(shown: &str, present: &str, wanted: &str) -> String {
    let diff = TextDiff::from_lines(present, wanted);
    let diff = diff.unified_diff().context_radius(3).header(shown, "the Rust types").to_string();
    format!("{shown} is not what the Rust types say; {}\n\n{diff}", how_to_update())
}

fn how_to_update() -> String {
    format!("to write it, run the test again with {UPDATE_VARIABLE}=1 in the environment")
}

/// The test harness captures what this prints, as it captures nothing that is written to the stream itself.
#[expect(clippy::print_stderr, reason = "warnings of a test belong to its captured output")]
fn warn(text: &str) {
    eprintln!("{text}");
}
