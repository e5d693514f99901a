//! Words that the terms of `ARCHITECTURE.md` replace.

use std::fs;
use std::path::{Path, PathBuf};

/// In comments, documents and names; those of the server stay as it has them.
const REPLACED: [(&str, &str); 5] = [
    ("forgiv", "ratcheting"),
    ("is told", "is reported"),
    ("are told", "are reported"),
    ("what is no ", "name the thing: invalid JSON, a value without type"),
    ("in which nothing", "empty"),
];

/// Where the words are listed.
const LISTED: [&str; 2] = ["ARCHITECTURE.md", "tests/tests/house/words.rs"];

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if path.is_dir() && !matches!(name, "target" | ".git" | "corpus" | "node_modules") {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs" || extension == "md") {
            found.push(path);
        }
    }
}

#[test]
fn documents_and_comments_use_the_terms() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut sources = Vec::new();
    files(&root, &mut sources);
    assert!(sources.len() > 300, "the sources are there");
    let mut found = Vec::new();
    for path in sources {
        let name = path.strip_prefix(&root).unwrap_or(&path).display().to_string();
        if LISTED.contains(&name.as_str()) {
            continue;
        }
        let source = fs::read_to_string(&path).expect("UTF-8").to_lowercase();
        for (number, line) in source.lines().enumerate() {
            for (word, better) in REPLACED {
                if line.contains(word) {
                    found.push(format!("{name}:{}: {word:?}, write {better}", number + 1));
                }
            }
        }
    }
    assert_eq!(found, [""; 0]);
}
