//! Writes the definitions of Rust types as files: from a build script, or from a test.
//!
//! A build script cannot see the types of its own package. So [`generate`] is for the build script of a package
//! that has the types as a build-dependency, and the generated test, which calls [`assert_exported`], is
//! for the package of the types itself. Both write the same bytes for the same types, and neither writes what a
//! server would refuse, as far as the checks of this crate go.
//!
//! ```
//! use crd_schema::SchemaBuilder;
//! use crd_schema::build::{Export, generate_into};
//! use crd_schema::describe::ResourceDesc;
//!
//! let spec = SchemaBuilder::object().required("engine", SchemaBuilder::string());
//! let schema = SchemaBuilder::object().required("spec", spec).build()?;
//! let resource = ResourceDesc {
//!     group: "example.com",
//!     version: "v1",
//!     kind: "Database",
//!     plural: "databases",
//!     ..ResourceDesc::EMPTY
//! };
//!
//! let directory = std::env::temp_dir().join(format!("crd-schema-build-{}", std::process::id()));
//! let written = generate_into(&directory, [Export::new(resource, schema)])?;
//! assert_eq!(written, [directory.join("databases.example.com.yaml")]);
//! # std::fs::remove_dir_all(&directory)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod drift;
mod error;
mod export;
mod replace;
mod rules;

pub use drift::{
    MAX_DESCRIPTION_VARIABLE, OUTPUT_VARIABLE, PACKAGES_VARIABLE, UPDATE_VARIABLE, assert_exported,
};
pub use error::{BuildError, Reason, Refusal};
pub use export::{Export, crd};
pub use replace::{Written, replace_file};

use std::collections::HashSet;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// Writes definitions into `OUT_DIR`, for a build script; gives the paths of the files.
///
/// ```no_run
/// use crd_schema::build::{BuildError, crd, generate};
/// # use crd_schema::CustomResource;
/// # fn main_<Database: CustomResource, Backup: CustomResource>() -> Result<(), BuildError> {
///
/// // In build.rs: fn main() -> Result<(), BuildError> {
/// generate([crd::<Database>(), crd::<Backup>()])?;
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// Everything that [`generate_into`] reports; and that there is no `OUT_DIR`, which only build scripts have.
pub fn generate(exports: impl IntoIterator<Item = Export>) -> Result<Vec<PathBuf>, BuildError> {
    let directory = std::env::var_os("OUT_DIR").ok_or(BuildError::NoOutDir)?;
    write_all(Path::new(&directory), exports)
}

/// Writes definitions into a directory, for a build script or another program; gives the paths of the files.
///
/// The directory is made when it is not there. Files whose content would not change are not touched, so that
/// nothing is built again for them. Warnings go to the standard output in the words that cargo reads, and so does
/// what to run the build script again for: the files and `build.rs`.
///
/// # Errors
/// All violations of all definitions, and then nothing is written; two definitions of one name; a file or
/// directory that cannot be read or written.
pub fn generate_into(
    directory: impl AsRef<Path>,
    exports: impl IntoIterator<Item = Export>,
) -> Result<Vec<PathBuf>, BuildError> {
    let written = write_all(directory.as_ref(), exports)?;
    for path in &written {
        tell_cargo(&format!("rerun-if-changed={}", path.display()))?;
    }
    Ok(written)
}

fn write_all(
    directory: &Path,
    exports: impl IntoIterator<Item = Export>,
) -> Result<Vec<PathBuf>, BuildError> {
    // Without a word on it cargo runs the script again for each file of the package.
    if Path::new("build.rs").exists() {
        tell_cargo("rerun-if-changed=build.rs")?;
    }
    let files = strings(exports)?;
    files.into_iter().map(|(name, text)| write(directory.join(name), &text)).collect()
}

/// The names and contents of all files, or everything that is wrong with them.
fn strings(exports: impl IntoIterator<Item = Export>) -> Result<Vec<(String, String)>, BuildError> {
    let mut names = HashSet::new();
    let (mut files, mut refusals) = (Vec::new(), Vec::new());
    for export in exports {
        let name = export.name();
        if !names.insert(name.clone()) {
            return Err(BuildError::Duplicate { name });
        }
        match export.rendered() {
            Ok(rendered) => {
                for warning in &rendered.warnings {
                    tell_cargo(&format!("warning={name}: {warning}"))?;
                }
                files.push((export.file_name(), rendered.string));
            }
            Err(reason) => refusals.push(export.refusal(reason)),
        }
    }
    if refusals.is_empty() { Ok(files) } else { Err(BuildError::Refused(refusals)) }
}

/// Writes a file whose content differs.
fn write(path: PathBuf, text: &str) -> Result<PathBuf, BuildError> {
    match replace_file(&path, text) {
        Ok(_) => Ok(path),
        Err(source) => Err(BuildError::Io { path, source }),
    }
}

/// Cargo reads one instruction in each line.
fn tell_cargo(instruction: &str) -> Result<(), BuildError> {
    let line = instruction.replace(['\n', '\r'], " ");
    let result = writeln!(io::stdout().lock(), "cargo::{line}");
    result.map_err(|source| BuildError::Io { path: PathBuf::from("standard output"), source })
}
