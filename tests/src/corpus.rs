//! The corpus of published CRDs and samples, where `CRD_CORPUS` says that it is.

use std::fs;
use std::path::{Path, PathBuf};

use crd_schema::api::CrdVersion;
use crd_schema::yaml::{Document, read_stream};
use crd_schema::{CustomResourceDefinition, JsonSchemaProps};
use serde_json::Value;

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

/// A CRD of the corpus.
pub struct CrdFile {
    /// Where it stands, for messages.
    pub path: String,
    /// What the file says.
    pub json: Value,
    /// The same as the wire types hold it.
    pub crd: CustomResourceDefinition,
}

/// The schema of one version of a CRD.
pub struct VersionSchema<'c> {
    /// Where it stands, for messages.
    pub name: String,
    /// What the file says.
    pub json: &'c Value,
    /// The same as the wire types hold it.
    pub props: &'c JsonSchemaProps,
}

/// All CRDs below `<corpus>/<part>`.
///
/// # Panics
/// When one of them cannot be read.
pub fn crds(corpus: &Path, part: &str) -> Vec<CrdFile> {
    let mut crds = Vec::new();
    for path in yaml_files(corpus, part) {
        for document in documents(&path) {
            let (path, json) = (path.display().to_string(), document.into_value());
            let crd = serde_json::from_value(json.clone()).unwrap_or_else(|error| panic!("{path}: {error}"));
            crds.push(CrdFile { path, json, crd });
        }
    }
    crds
}

impl CrdFile {
    /// The schemas of all versions that have one.
    pub fn schemas(&self) -> Vec<VersionSchema<'_>> {
        let versions = self.crd.spec.iter().flat_map(|spec| spec.versions.iter().flatten()).enumerate();
        let schema = |(index, version): (usize, &'_ CrdVersion)| {
            let name = version.name.as_deref().unwrap_or_default();
            Some(VersionSchema {
                name: format!("{} {name}", self.path),
                json: self.json.pointer(&format!("/spec/versions/{index}/schema/openAPIV3Schema"))?,
                props: self.crd.spec.as_ref()?.versions.as_ref()?[index]
                    .schema
                    .as_ref()?
                    .open_api_v3_schema
                    .as_ref()?,
            })
        };
        versions.filter_map(schema).collect()
    }

    /// `group/version` and kind of the objects of each version.
    pub fn kinds(&self) -> Vec<(String, String)> {
        let text = |pointer: &str| self.json.pointer(pointer).and_then(Value::as_str).unwrap_or_default();
        let (group, kind) = (text("/spec/group"), text("/spec/names/kind"));
        let versions = self.json.pointer("/spec/versions").and_then(Value::as_array).into_iter().flatten();
        let version = |version: &Value| version["name"].as_str().unwrap_or_default().to_owned();
        versions.map(|json| (format!("{group}/{}", version(json)), kind.to_owned())).collect()
    }
}

/// All sample objects, each with its path.
pub fn samples(corpus: &Path) -> Vec<(String, Value)> {
    let mut samples = Vec::new();
    for path in yaml_files(corpus, "samples") {
        let values = documents(&path).into_iter().map(Document::into_value);
        samples.extend(values.map(|value| (path.display().to_string(), value)));
    }
    samples
}
