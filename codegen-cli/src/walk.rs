//! From the inputs of the command line to files.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::exit::Failure;
use crate::input::FileName;

/// Whether the user asked for this very file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    Named,
    /// It was found in a directory or by a pattern, where other files are to be expected.
    Found,
}

/// Everything to be read, each file once, and what could not be looked into.
#[derive(Default)]
pub(crate) struct Files {
    pub(crate) files: Vec<(FileName, Origin)>,
    pub(crate) failures: Vec<String>,
}

impl Files {
    /// The files, where nothing else can be done without all of them.
    pub(crate) fn all(self) -> Result<Vec<(FileName, Origin)>, Failure> {
        if self.failures.is_empty() { Ok(self.files) } else { Err(Failure::Unusable(self.failures)) }
    }

    /// The names alone.
    pub(crate) fn names(self) -> Result<Vec<FileName>, Failure> {
        Ok(self.all()?.into_iter().map(|(file, _)| file).collect())
    }
}

/// Directories stand for the YAML and JSON files in them and below them, patterns for what they match.
pub(crate) fn files(arguments: &[FileName]) -> Files {
    let mut all = Files::default();
    let mut seen = HashSet::new();
    for argument in arguments {
        let files = named_by(argument, &mut all.failures);
        all.files.extend(files.into_iter().filter(|(file, _)| seen.insert(file.clone())));
    }
    all
}

fn named_by(argument: &FileName, failures: &mut Vec<String>) -> Vec<(FileName, Origin)> {
    let Some(path) = argument.path() else { return vec![(argument.clone(), Origin::Named)] };
    if path.is_dir() {
        return walk(path, failures);
    }
    match pattern(path) {
        Some(paths) => matching(argument, paths, failures),
        None => vec![(argument.clone(), Origin::Named)],
    }
}

/// A pattern is what a shell would have replaced, had it not been in quotes; a file of this name goes first.
fn pattern(path: &Path) -> Option<glob::Paths> {
    let is_pattern = |text: &&str| text.contains(['*', '?', '[']) && path.symlink_metadata().is_err();
    glob::glob(path.to_str().filter(is_pattern)?).ok()
}

fn matching(argument: &FileName, paths: glob::Paths, failures: &mut Vec<String>) -> Vec<(FileName, Origin)> {
    let (mut found, mut any) = (Vec::new(), false);
    for path in paths {
        any = true;
        match path {
            Ok(path) if path.is_dir() => found.extend(walk(&path, failures)),
            Ok(path) if path.is_file() => found.push((FileName::from(&*path), Origin::Found)),
            Ok(_) => {}
            Err(error) => {
                failures.push(format!("{}: {}", FileName::from(error.path()), error.error()));
            }
        }
    }
    if !any {
        failures.push(format!("{argument}: no file matches"));
    }
    found
}

/// Links to directories are not followed: they may lead in circles.
fn walk(directory: &Path, failures: &mut Vec<String>) -> Vec<(FileName, Origin)> {
    let mut found = Vec::new();
    let mut waiting = vec![directory.to_path_buf()];
    while let Some(next) = waiting.pop() {
        if let Err(error) = entries(&next, &mut found, &mut waiting) {
            failures.push(format!("{}: {error}", FileName::from(&*next)));
        }
    }
    found.sort();
    found.into_iter().map(|file| (file, Origin::Found)).collect()
}

fn entries(directory: &Path, found: &mut Vec<FileName>, waiting: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            waiting.push(path);
        } else if is_text(&path) && path.is_file() {
            // `.` says nothing, and GitHub does not take it.
            found.push(FileName::from(path.strip_prefix(".").unwrap_or(&path)));
        }
    }
    Ok(())
}

fn is_text(path: &Path) -> bool {
    path.extension().is_some_and(|extension| ["yaml", "yml", "json"].iter().any(|known| extension == *known))
}
