//! What no source file of the library and the command line may have.

use crd_schema_tests::sources::of_package;

/// Words that stand for a way to end with a panic, or for something unfinished.
const FORBIDDEN: [&str; 9] = [
    "todo!",
    "unimplemented!",
    "unreachable!",
    "panic!",
    ".unwrap()",
    ".expect(",
    ".unwrap_err()",
    "TODO",
    concat!("FIX", "ME"),
];

/// File, a part of the line, and why it cannot be reached.
const ALLOWED: [(&str, &str, &str); 1] =
    [("build/drift.rs", "panic!(\"{text}\")", "an assertion for tests, which says so in its name and docs")];

#[test]
fn nothing_panics_and_nothing_is_unfinished() {
    let mut found = Vec::new();
    for package in ["runtime", "runtime/go", "server", "codegen-cli"] {
        for source in of_package(package) {
            for line in source.code().lines() {
                let allowed =
                    ALLOWED.iter().any(|(path, part, _)| *path == source.path() && line.contains(part));
                if !allowed && FORBIDDEN.iter().any(|word| line.contains(word)) {
                    found.push(format!("{package} {}: {}", source.path(), line.trim()));
                }
            }
        }
    }
    assert_eq!(found, [""; 0]);
}

/// A file is read in one sitting.
#[test]
fn files_are_short() {
    for package in ["runtime", "runtime/go", "server", "codegen-cli", "macros"] {
        for source in of_package(package) {
            let lines = source.code().lines().count();
            assert!(lines <= 450, "{package} {} has {lines} lines", source.path());
        }
    }
}
