//! The source files of the workspace, for tests that read them.

use std::fs;
use std::path::Path;

/// A source file of a package.
pub struct Source {
    /// Below `src`.
    path: String,
    text: String,
}

/// All source files of a package of the workspace.
///
/// # Panics
/// When they cannot be read.
pub fn of_package(package: &str) -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(package).join("src");
    let mut found = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
            let path = entry.expect("an entry of the folder").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let below = path.strip_prefix(&root).expect("it is below").display().to_string();
                let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{below}: {error}"));
                found.push(Source { path: below, text });
            }
        }
    }
    found.sort_by(|left, right| left.path.cmp(&right.path));
    found
}

impl Source {
    /// A file that is not there.
    pub fn new(path: &str, text: &str) -> Self {
        Self { path: path.to_owned(), text: text.to_owned() }
    }

    /// Where it stands below `src`.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The module below the root of the crate that it belongs to.
    pub fn module(&self) -> &str {
        let first = self.path.split('/').next().unwrap_or_default();
        first.strip_suffix(".rs").unwrap_or(first)
    }

    /// Whether it has nothing but tests.
    pub fn is_test(&self) -> bool {
        let name = self.path.rsplit('/').next().unwrap_or_default();
        name == "tests.rs" || self.path.contains("/tests/")
    }

    /// The code: without comments, and without what stands behind the first `#[cfg(test)]`, where tests are kept.
    pub fn code(&self) -> String {
        if self.is_test() {
            return String::new();
        }
        let lines = self.text.lines().take_while(|line| line.trim() != "#[cfg(test)]");
        lines.map(without_comment).collect::<Vec<_>>().join("\n")
    }
}

/// Strings with `//` in them, addresses for one, keep what follows the colon.
fn without_comment(line: &str) -> &str {
    let starts = line.match_indices("//").map(|(position, _)| position);
    let comment = starts.into_iter().find(|position| !line[..*position].ends_with(':'));
    comment.map_or(line, |position| &line[..position])
}
