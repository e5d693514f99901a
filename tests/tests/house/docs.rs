//! Where a page says that something is tested, the test is there.

use std::path::{Path, PathBuf};

const PAGE: &str = "docs/immutability.md";

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &str) -> String {
    std::fs::read_to_string(workspace().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The rows of the tables about tests.
fn rows() -> Vec<String> {
    let page = read(PAGE);
    let (_, tables) = page.split_once("## The KEP's test plan").expect("the tables");
    let rows = tables.lines().filter(|line| line.starts_with("| ") && !line.ends_with("| where |"));
    rows.map(|row| row.rsplit(" | ").next().expect("a cell").to_owned()).collect()
}

/// What stands between backquotes.
fn words(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

/// The files that a path with at most one `*` in its name stands for.
fn files(pattern: &str) -> usize {
    let path = workspace().join(pattern);
    if !pattern.contains('*') {
        return usize::from(path.exists());
    }
    let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
    let (start, end) = name.split_once('*').expect("one star");
    let folder = std::fs::read_dir(path.parent().expect("a folder")).expect("the folder is there");
    let names = folder.map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8"));
    names.filter(|name| name.starts_with(start) && name.ends_with(end)).count()
}

fn is_source(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|extension| extension == "rs")
}

#[test]
fn every_row_names_what_exists() {
    let rows = rows();
    assert!(rows.len() >= 20, "the tables have {} rows", rows.len());
    for cell in rows {
        let words = words(&cell);
        let (paths, names): (Vec<_>, Vec<_>) = words.into_iter().partition(|word| word.contains('/'));
        for path in &paths {
            assert!(files(path) > 0, "{path} of {cell}");
        }
        let sources: Vec<_> = paths.iter().filter(|path| is_source(path)).map(|path| read(path)).collect();
        for name in names {
            let function = format!("fn {name}(");
            assert!(sources.iter().any(|source| source.contains(&function)), "{name} of {cell}");
        }
        assert!(!paths.is_empty() || cell.starts_with("as above"), "{cell} names nothing");
    }
}
