//! Cases that must not compile: their messages, and the line of each that names the cure.

use std::fs;
use std::path::{Path, PathBuf};

/// The compiler whose messages were recorded; another one words and points otherwise.
const PINNED: &str = "rustc 1.95.";

/// Runs the cases, if this is the compiler that they were recorded with.
#[expect(clippy::print_stderr, reason = "a test that is skipped must say so")]
pub(crate) fn run(add: impl FnOnce(&trybuild::TestCases)) {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = std::process::Command::new(rustc).arg("--version").output();
    if version.is_ok_and(|output| output.stdout.starts_with(PINNED.as_bytes())) {
        add(&trybuild::TestCases::new());
    } else {
        eprintln!("skipped: the messages are those of {PINNED}x");
    }
}

/// Checks every case of the folder, and says how many there are.
pub(crate) fn cures(folder: &str) -> usize {
    let cases = cases(folder);
    for case in &cases {
        cure(case);
    }
    cases.len()
}

fn cases(folder: &str) -> Vec<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut cases: Vec<_> = fs::read_dir(folder)
        .expect("the folder of the cases")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect();
    cases.sort();
    cases
}

/// The first line of a case names the cure, the second how many errors there are when that is not one.
fn cure(case: &Path) {
    let source = fs::read_to_string(case).expect("a case");
    let name = case.display();
    let messages = fs::read_to_string(case.with_extension("stderr")).unwrap_or_default();
    let mut lines = source.lines();
    let cure = lines.next().and_then(|line| line.strip_prefix("// cure: "));
    let cure = cure.unwrap_or_else(|| panic!("{name} has no `// cure: ` line"));
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words(&messages).contains(&words(cure)), "{name} does not say `{cure}`:\n{messages}");
    let wanted = lines.next().and_then(|line| line.strip_prefix("// errors: "));
    let wanted = wanted.map_or(1, |count| count.parse().expect("a number of errors"));
    let errors = messages.lines().filter(|line| line.starts_with("error")).count();
    assert_eq!(errors, wanted, "{name}:\n{messages}");
}
