//! Words that the terms of `ARCHITECTURE.md` replace.

use std::fs;
use std::path::{Path, PathBuf};

/// Phrases that stand in no file; what the server says stays as it has it.
const PHRASES: [(&str, &str); 5] = [
    ("forgiv", "ratcheting"),
    ("is told", "is reported"),
    ("are told", "are reported"),
    ("what is no ", "name the thing: invalid JSON, a value without type"),
    ("in which nothing", "empty"),
];

/// Words of names and comments; strings are messages and data. A word is a whole one, alone or as a part of a name.
const WORDS: [(&str, &str); 11] = [
    ("member", "field, property or key"),
    ("members", "fields, properties or keys"),
    ("texts", "strings, messages or descriptions"),
    ("fault", "error"),
    ("faults", "errors"),
    ("judge", "validate"),
    ("judges", "validates"),
    ("judged", "validated"),
    ("judging", "validating"),
    ("told", "reported"),
    ("canonicalise", "canonicalize"),
];

/// Where the words are listed.
const LISTED: [&str; 2] = ["ARCHITECTURE.md", "tests/tests/house/words.rs"];

/// Names of Rust's syntax and of CEL's grammar, faults that tests inject, quotations of upstream, and the page that names what was renamed.
const EXCEPT: [&str; 14] = [
    // `syn` calls the names of fields so.
    "macros/src/model/field.rs",
    "macros/src/emit/kube.rs",
    "macros/src/emit/guard/root.rs",
    "macros/src/check/root.rs",
    // Tests of operators inject faults; that is their name everywhere.
    "server/src/lib.rs",
    "server/src/test/",
    "server/tests/api.rs",
    "examples/operator/tests/in_process.rs",
    // A rule of the grammar.
    "runtime/cel/src/parse/mod.rs",
    "tests/tests/derive/shapes/",
    "tests/tests/ui/",
    "tests/tests/derive/ported.rs",
    "tests/oracle/README.md",
    "CHANGELOG.md",
];

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

/// The source files with their names and lines.
fn sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut paths = Vec::new();
    files(&root, &mut paths);
    assert!(paths.len() > 300, "the sources are there");
    let named = paths.into_iter().map(|path| {
        let name = path.strip_prefix(&root).unwrap_or(&path).display().to_string();
        (name, fs::read_to_string(&path).expect("UTF-8"))
    });
    named.filter(|(name, _)| !LISTED.contains(&name.as_str())).collect()
}

/// Rust without its strings, Markdown without its blocks of code.
fn prose(name: &str, source: &str) -> String {
    if Path::new(name).extension().is_some_and(|extension| extension == "md") {
        let mut is_code = false;
        let lines = source.lines().map(|line| {
            let is_fence = line.trim_start().starts_with("```");
            is_code ^= is_fence;
            if is_code || is_fence { "" } else { line }
        });
        return lines.collect::<Vec<_>>().join("\n");
    }
    without_strings(source)
}

/// Line breaks in strings stay, so that lines keep their numbers.
fn without_strings(source: &str) -> String {
    let (mut kept, mut rest) = (String::with_capacity(source.len()), source);
    while let Some(start) = rest.find(['"', '/', '\'']) {
        kept.push_str(&rest[..start]);
        rest = &rest[start..];
        let length = if rest.starts_with("//") {
            let comment = rest.find('\n').unwrap_or(rest.len());
            kept.push_str(&rest[..comment]);
            comment
        } else if rest.starts_with('"') {
            let hashes = kept.len() - kept.trim_end_matches('#').len();
            let is_raw = kept.trim_end_matches('#').ends_with('r');
            let string = string(rest, is_raw.then_some(hashes));
            kept.extend(rest[..string].matches('\n'));
            string
        } else if let Some(character) =
            ["'\"'", "'\\\"'", "'\\''", "'/'"].iter().find(|it| rest.starts_with(**it))
        {
            character.len()
        } else {
            kept.push_str(&rest[..1]);
            1
        };
        rest = &rest[length..];
    }
    kept + rest
}

/// The length of the string that the source begins with; a raw one has no escapes and ends with as many hashes.
fn string(source: &str, raw: Option<usize>) -> usize {
    if let Some(hashes) = raw {
        let end = format!("\"{}", "#".repeat(hashes));
        return source[1..].find(&end).map_or(source.len(), |at| at + 2);
    }
    let mut is_escaped = false;
    let end = source.bytes().skip(1).position(|byte| {
        let ends = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        ends
    });
    end.map_or(source.len(), |at| at + 2)
}

/// Whether the word stands in the line, alone or as a part of a name in either case.
fn has_word(line: &str, word: &str) -> bool {
    let mut parts = Vec::new();
    let mut part = String::new();
    for c in line.chars() {
        let begins = c.is_uppercase() && part.chars().next_back().is_some_and(char::is_lowercase);
        if !c.is_alphabetic() || begins {
            parts.push(std::mem::take(&mut part));
        }
        if c.is_alphabetic() {
            part.push(c);
        }
    }
    parts.push(part);
    parts.iter().any(|part| part.eq_ignore_ascii_case(word))
}

#[test]
fn phrases_are_replaced_in_documents_comments_and_messages() {
    let mut found = Vec::new();
    for (name, source) in sources() {
        for (number, line) in source.to_lowercase().lines().enumerate() {
            let phrases = PHRASES.iter().filter(|(phrase, _)| line.contains(phrase));
            found.extend(
                phrases.map(|(phrase, better)| format!("{name}:{}: {phrase:?}, write {better}", number + 1)),
            );
        }
    }
    assert_eq!(found, [""; 0]);
}

#[test]
fn names_and_comments_use_the_terms() {
    let mut found = Vec::new();
    let is_open = |name: &str| EXCEPT.iter().any(|part| name.starts_with(part));
    for (name, source) in sources().into_iter().filter(|(name, _)| !is_open(name)) {
        // A re-export under an old name has that name.
        let is_renamed = |line: &str| line.starts_with("pub use ") && line.contains(" as ");
        let lines = prose(&name, &source);
        for (number, line) in lines.lines().enumerate().filter(|(_, line)| !is_renamed(line)) {
            let words = WORDS.iter().filter(|(word, _)| has_word(line, word));
            found.extend(
                words.map(|(word, better)| format!("{name}:{}: {word:?}, write {better}", number + 1)),
            );
        }
    }
    assert_eq!(found, [""; 0]);
}

#[test]
fn names_of_files_use_the_terms() {
    let is_open = |name: &str| EXCEPT.iter().any(|part| name.starts_with(part));
    let names = sources().into_iter().map(|(name, _)| name).filter(|name| !is_open(name));
    let found: Vec<_> = names.filter(|name| WORDS.iter().any(|(word, _)| has_word(name, word))).collect();
    assert_eq!(found, [""; 0]);
}

#[test]
fn words_are_found_in_names_and_comments_and_not_in_strings() {
    let source = "let old_members = 1; // told\nlet a = \"member \\\" judge\"; let b = r#\"fault\" \"#;\nstruct Fault;\n'\"' texts";
    let prose = prose("a.rs", source);
    let found: Vec<Vec<&str>> = prose
        .lines()
        .map(|line| WORDS.iter().map(|(word, _)| *word).filter(|word| has_word(line, word)).collect())
        .collect();
    assert_eq!(found, [vec!["members", "told"], vec![], vec!["fault"], vec!["texts"]]);
    assert!(!has_word("default remembers", "fault") && !has_word("default remembers", "member"));
}
