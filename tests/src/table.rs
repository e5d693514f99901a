//! Tests that are data: a folder of files, each with cases.

use std::fs;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde_json::Value;

/// What did not come out as it should, by case.
#[derive(Default)]
pub struct Report {
    checks: usize,
    failures: Vec<String>,
}

impl Report {
    /// Notes whether `actual` is what was expected.
    pub fn expect<T: PartialEq + std::fmt::Debug>(&mut self, case: &str, expected: &T, actual: &T) {
        self.checks += 1;
        if expected != actual {
            self.failures.push(format!("{case}\n  expected {expected:?}\n  actual   {actual:?}"));
        }
    }

    /// Fails the test when there are failures, or when nothing was checked.
    ///
    /// # Panics
    /// That is how it fails.
    pub fn finish(self) {
        assert!(self.checks > 0, "nothing was checked");
        let count = self.failures.len();
        assert!(
            self.failures.is_empty(),
            "{count} of {} checks failed:\n{}",
            self.checks,
            self.failures.join("\n")
        );
    }
}

/// Every file of `tests/cases/<folder>`, parsed, with its name.
///
/// # Panics
/// When a file cannot be read: then the tests are broken.
pub fn load<T: DeserializeOwned>(folder: &str) -> Vec<(String, T)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases").join(folder);
    files(&folder).into_iter().map(|path| (name(&path), read(&path))).collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.sort();
    files
}

fn name(path: &Path) -> String {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

fn read<T: DeserializeOwned>(path: &Path) -> T {
    let text = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let documents =
        crd_schema::yaml::read_stream(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let value = documents.into_iter().next().map_or(Value::Null, crd_schema::yaml::Document::into_value);
    serde_json::from_value(value).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
