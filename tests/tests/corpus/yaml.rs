//! Real CRDs and objects, found through `CRD_CORPUS`; without it the test says so and passes.

use std::fs;
use std::path::{Path, PathBuf};

use crd_schema::yaml::{Document, Step, read_stream, to_string};
use serde_json::Value;

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "yaml") {
            found.push(path);
        }
    }
}

/// Every key is found where the file has it.
fn check_keys<'v>(lines: &[&str], document: &Document, value: &'v Value, steps: &mut Vec<Step<'v>>) {
    if let (Some(Step::Key(name)), Some(place)) = (steps.last(), document.locate_key(steps)) {
        let rest: String = lines[place.line - 1].chars().skip(place.column - 1).collect();
        let unquoted = rest.trim_start_matches(['"', '\'']);
        assert!(unquoted.starts_with(&name[..name.len().min(1)]), "{name} is not at {place}: {rest}");
    }
    assert!(document.locate(steps).is_some());
    let children: Vec<_> = match value {
        Value::Object(fields) => fields.iter().map(|(key, value)| (Step::Key(key), value)).collect(),
        Value::Array(items) => items.iter().enumerate().map(|(at, value)| (Step::Index(at), value)).collect(),
        _ => return,
    };
    for (step, child) in children {
        steps.push(step);
        check_keys(lines, document, child, steps);
        steps.pop();
    }
}

#[test]
#[allow(clippy::print_stderr)] // A skipped test must say so.
fn the_corpus_is_read_located_and_written_back() {
    let Some(corpus) = std::env::var_os("CRD_CORPUS") else {
        eprintln!("skipped: CRD_CORPUS is not set");
        return;
    };
    let mut paths = Vec::new();
    files(Path::new(&corpus), &mut paths);
    assert!(!paths.is_empty());
    for path in paths {
        let text = fs::read_to_string(&path).unwrap();
        let lines: Vec<_> = text.lines().collect();
        let documents =
            read_stream(text.as_bytes()).unwrap_or_else(|error| panic!("{}:{error}", path.display()));
        for document in documents {
            check_keys(&lines, &document, document.value(), &mut Vec::new());
            let written = to_string(document.value()).unwrap();
            let again = read_stream(written.as_bytes()).unwrap();
            assert_eq!(again[0].value(), document.value(), "{}", path.display());
        }
    }
}
