//! Patterns made to hurt: whatever the verdict is, it comes soon, and on the small stack of a test's thread.

use std::time::{Duration, Instant};

use crd_schema::validation::{Pattern, PatternError, PatternLimit};

/// Far more than any of them takes, on a busy machine and without optimisation.
const SOON: Duration = Duration::from_secs(60);

fn compile(what: &str, pattern: &str) -> Result<Pattern, PatternError> {
    let start = Instant::now();
    let compiled = Pattern::compile(pattern);
    let time = start.elapsed();
    if std::env::var_os("PATTERN_TIMES").is_some() {
        #[allow(clippy::print_stderr)] // Asked for.
        {
            let verdict = compiled
                .as_ref()
                .map_or_else(|error| error.to_string().chars().take(70).collect(), |_| String::from("taken"));
            eprintln!("{time:?} {what}, {} bytes: {verdict}", pattern.len());
        }
    }
    assert!(time < SOON, "{what} took {time:?}");
    compiled
}

#[test]
fn nothing_hangs_panics_or_overflows_the_stack() {
    let many = 40_000;
    let units = [
        "(",
        "(?:",
        "(?i:",
        "[",
        ")",
        "|",
        "a|",
        "a*",
        "a",
        "ab*|",
        "\\",
        "\\Q",
        "\\p",
        "\\pL",
        "[\\pL0]",
        "(?i)\\PL",
        "{",
        "{1}",
        "(a",
        "(a|",
        "(?:a*|(?:b",
        "a*|(?:",
        "(?:(?:a*b)",
        "(|",
        "()",
        "(?:)",
        "\\b",
        "^*",
        "(?P<n>",
        "(?i)",
        "[^",
        "[a-",
        "\u{10ffff}",
        "(?i)[\\x00-\\x{1e942}]",
        "(?i)[[:word:]\\PL]",
        "\\p{Any}|",
        "[ac]|",
        "[ab]c|[ab]d|",
        "a{1000}",
        "(?:a|b{2}c)",
        "x{2}y|",
        "(?i)k|K|",
    ];
    for unit in units {
        let pattern = unit.repeat(many / unit.len().max(4));
        let _ = compile(unit, &pattern);
        // Closed, so that the tree is built to its end.
        let closed = format!("{pattern}{}", ")".repeat(pattern.matches('(').count()));
        let _ = compile(&format!("{unit} closed"), &closed);
    }
}

#[test]
fn alternatives_that_share_longer_and_longer_beginnings_end() {
    for piece in ["a", "[ab]"] {
        for count in [200, 550] {
            let all: Vec<_> = (0..count).map(|length| piece.repeat(length)).collect();
            let _ = compile(&format!("{count} of {piece}"), &all.join("|"));
        }
    }
}

#[test]
fn what_is_too_much_for_us_is_not_called_invalid() {
    // Each range has thousands of case variants, all of which are looked at.
    let error = compile("work", &format!("(?i)[{}]", r"\x00-\x{1e942}".repeat(20_000))).unwrap_err();
    assert_eq!(error, PatternError::Limit(PatternLimit::Work));
    assert_eq!(error.to_string(), "the pattern is valid, but takes too much work to read");
}

/// The errors of patterns that no request can be answered for as a server would.
#[test]
fn lint_tells_of_a_pattern_that_is_too_much() {
    let hostile = format!("(?i)[{}]", r"\x00-\x{1e942}".repeat(20_000));
    let crd = serde_json::json!({
        "metadata": {"name": "jobs.example.com"},
        "spec": {
            "group": "example.com", "scope": "Namespaced", "names": {"kind": "Job", "plural": "jobs"},
            "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": {
                "type": "object", "properties": {"a": {"type": "string", "allOf": [{"pattern": hostile}]}},
            }}}],
        },
    });
    let findings = crd_schema::lint(&serde_json::from_value(crd).expect("a definition"));
    let found: Vec<_> =
        findings.iter().filter(|finding| finding.rule == Some("pattern-too-complex")).collect();
    let [finding] = found.as_slice() else { panic!("{findings:?}") };
    let place = "spec.versions[0].schema.openAPIV3Schema.properties[a].allOf[0].pattern";
    assert_eq!(finding.at.to_string(), place);
}

/// Go's limits are the only ones: 1,000 levels and 3.3 million instructions.
#[test]
fn what_go_takes_is_taken_however_it_grows() {
    let nested = compile("nested", &format!("^{}x{}$", "(?:a".repeat(300), ")*".repeat(300))).unwrap();
    assert!(nested.is_match(&format!("{}x", "a".repeat(300))));
    assert!(!nested.is_match(&format!("{}x", "a".repeat(299))));
    let large = compile("large", &format!("^{}$", r"(?:\pL{100}){10}".repeat(10))).unwrap();
    assert!(large.is_match(&"é".repeat(10_000)));
    assert!(!large.is_match(&"é".repeat(9_999)));
}

#[test]
fn whatever_nests_as_deep_as_we_take_it_compiles() {
    let nests = [
        ("(?:a", ")*"),
        ("(?:a|b", ")+"),
        ("(?:", "|bc)"),
        ("(?:[ab]*", "){2}"),
        ("(?:", ")*b"),
        ("(?:(?i:k)|c", "d)?"),
        ("(?:x|y*", "z){0,1}"),
        ("(", "*)"),
        ("(", "?)"),
        ("(?:", "){1,}"),
        ("(?:", "){0,1}"),
        ("(?:", "{0,1}?)"),
        ("(?:(?:", "?)+){1}"),
        ("(?:a*|", ")"),
        ("(?:\\b", ")+"),
    ];
    let all = || nests.iter().for_each(|(open, close)| compile_deepest(open, close));
    // Half of what a thread has, so that callers may be deep in theirs.
    let small = std::thread::Builder::new().stack_size(1 << 20);
    std::thread::scope(|scope| small.spawn_scoped(scope, all).unwrap().join().unwrap());
}

fn compile_deepest(open: &str, close: &str) {
    let nested = |depth: usize| format!("{}x{}", open.repeat(depth), close.repeat(depth));
    // Counted repetitions end at 1000 copies, so some shapes end early.
    let deepest = (1..=110).rev().find_map(|depth| compile(open, &nested(depth)).ok()).unwrap();
    let _ = deepest.is_match("abkx");
}

#[test]
fn deep_and_large_patterns_work_up_to_the_limits() {
    let nested = format!("^{}x{}$", "(?:a".repeat(45), ")*".repeat(45));
    let nested = compile("nested", &nested).unwrap();
    assert!(nested.is_match(&format!("{}x", "a".repeat(45))));
    assert!(!nested.is_match("aax"));
    let groups = format!("^{}x{}$", "(".repeat(900), ")".repeat(900));
    assert!(compile("groups", &groups).unwrap().is_match("x"));
    let words = compile("words", "^(\\w{100}){10}$").unwrap();
    assert!(words.is_match(&"a".repeat(1000)));
    assert!(!words.is_match(&"a".repeat(999)));
    let letters = compile("letters", "^\\pL{200}$").unwrap();
    assert!(letters.is_match(&"é".repeat(200)));
    let slow = compile("slow", "^(a|aa)+$").unwrap();
    assert!(!slow.is_match(&format!("{}b", "a".repeat(100_000))));
}
