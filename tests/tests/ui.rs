//! What does not compile, and that the message says what to write instead.
//!
//! The texts are those of one pinned toolchain; `TRYBUILD=overwrite` writes them again.

use std::fs;
use std::path::PathBuf;

fn cases(folder: &str) -> Vec<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/ui").join(folder);
    let mut cases: Vec<_> = fs::read_dir(folder)
        .expect("the folder of the cases")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect();
    cases.sort();
    cases
}

/// The compiler whose texts were recorded; another one words and points otherwise.
const PINNED: &str = "rustc 1.95.";

fn is_pinned() -> bool {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = std::process::Command::new(rustc).arg("--version").output();
    version.is_ok_and(|output| output.stdout.starts_with(PINNED.as_bytes()))
}

#[test]
#[expect(clippy::print_stderr, reason = "a test that is skipped must say so")]
fn mistakes_do_not_compile() {
    if !is_pinned() {
        return eprintln!("skipped: the texts are those of {PINNED}x");
    }
    let tests = trybuild::TestCases::new();
    // A case that passes makes trybuild build instead of check, and only then generic guards run.
    tests.pass("tests/ui/pass/*.rs");
    tests.compile_fail("tests/ui/fail/*.rs");
}

/// The first line of each case names the cure, the second how many errors there are when that is not one.
#[test]
fn each_message_names_the_cure_and_each_mistake_is_told_once() {
    let cases = cases("fail");
    assert!(cases.len() >= 25, "only {} cases", cases.len());
    for case in cases {
        let source = fs::read_to_string(&case).expect("a case");
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
}
