//! The corpus of published CRDs and samples, where `CRD_CORPUS` says that it is.

use std::fs;
use std::path::{Path, PathBuf};

use crd_schema::yaml::{Document, read_stream};

/// The folder of the corpus; `None`, with a word to the reader, when there is none.
pub fn folder() -> Option<PathBuf> {
    let folder = std::env::var_os("CRD_CORPUS").map(PathBuf::from);
    if folder.is_none() {
        println_notice();
    }
    folder.map(|folder| if folder.is_absolute() { folder } else { workspace().join(folder) })
}

/// Tests run in the folder of their package; the variable is said from the top.
fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

#[expect(clippy::print_stderr, reason = "a test that is skipped must say so")]
fn println_notice() {
    eprintln!("skipped: CRD_CORPUS names no corpus");
}

/// Every YAML file below `<corpus>/<part>`, sorted.
pub fn yaml_files(corpus: &Path, part: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![corpus.join(part)];
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "yaml") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The documents of a file.
///
/// # Panics
/// When the file cannot be read as YAML: every file of the corpus can.
pub fn documents(path: &Path) -> Vec<Document> {
    let text = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    read_stream(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
