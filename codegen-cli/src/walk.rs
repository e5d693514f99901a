//! From the paths of the command line to files.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// Whether the user asked for this very file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    Named,
    /// It was found in a directory, where other files are to be expected.
    Found,
}

/// Everything to be read, each file once, and what could not be looked into.
#[derive(Default)]
pub(crate) struct Files {
    pub(crate) files: Vec<(String, Origin)>,
    pub(crate) failures: Vec<String>,
}

/// Directories stand for the YAML and JSON files in them and below them.
pub(crate) fn files(paths: &[String]) -> Files {
    let mut all = Files::default();
    let mut seen = BTreeSet::new();
    for path in paths {
        let files = if path != "-" && Path::new(path).is_dir() {
            walk(path, &mut all.failures).into_iter().map(|file| (file, Origin::Found)).collect()
        } else {
            vec![(path.clone(), Origin::Named)]
        };
        all.files.extend(files.into_iter().filter(|(file, _)| seen.insert(file.clone())));
    }
    all
}

/// Links to directories are not followed: they may lead in circles.
fn walk(directory: &str, failures: &mut Vec<String>) -> Vec<String> {
    let mut found = Vec::new();
    let mut waiting = vec![PathBuf::from(directory)];
    while let Some(next) = waiting.pop() {
        if let Err(error) = entries(&next, &mut found, &mut waiting) {
            failures.push(format!("{}: {error}", next.display()));
        }
    }
    found.sort();
    found
}

fn entries(directory: &Path, found: &mut Vec<String>, waiting: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            waiting.push(path);
        } else if is_text(&path) && path.is_file() {
            // `.` says nothing, and GitHub does not take it.
            found.push(path.strip_prefix(".").unwrap_or(&path).display().to_string());
        }
    }
    Ok(())
}

fn is_text(path: &Path) -> bool {
    path.extension().is_some_and(|extension| ["yaml", "yml", "json"].iter().any(|known| extension == *known))
}
