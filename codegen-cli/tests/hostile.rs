//! Inputs that never end, names that are no text, and what programs hand to each other.
#![cfg(unix)]

use std::ffi::OsStr;
use std::fs;
use std::io::Write as _;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const CRD: &str = "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: jobs.example.com}
spec: {group: example.com, names: {kind: Job, plural: jobs}, scope: Cluster, versions: [
  {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, properties: {mode: {type: string}}}}}]}
";
const JOB: &str = "{apiVersion: example.com/v1, kind: Job, metadata: {name: a}, x: 1}\n";

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("crd.yaml"), CRD).expect("written");
    fs::write(folder.path().join("job.yaml"), JOB).expect("written");
    folder
}

fn run<S: AsRef<OsStr>>(folder: &Path, arguments: &[S]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crd-schema"));
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    command.output().expect("the command runs")
}

fn said(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn devices_are_read_within_bounds() {
    let folder = folder();
    for arguments in [
        "lint /dev/zero",
        "lint --old /dev/zero crd.yaml",
        "cost /dev/zero",
        "lower /dev/zero",
        "validate --crd /dev/zero job.yaml",
        "validate --crd crd.yaml /dev/zero",
        "validate --crd crd.yaml --old /dev/zero job.yaml",
        "prune --crd crd.yaml /dev/zero",
        "default --crd crd.yaml /dev/zero",
        "check-update --crd crd.yaml job.yaml /dev/zero",
        "check-update --crd crd.yaml /dev/zero job.yaml",
    ] {
        let (code, _, error) = said(&run(folder.path(), &arguments.split(' ').collect::<Vec<_>>()));
        assert_eq!(code, Some(2), "{arguments}: {error}");
        assert!(error.starts_with("error: /dev/zero: more than 64 MiB"), "{arguments}: {error}");
    }
    let (code, _, error) = said(&run(folder.path(), &["audit", "--crd", "crd.yaml", "/dev/zero"]));
    assert_eq!(code, Some(2), "{error}");
    assert!(
        error.starts_with("error: /dev/zero:1:1: what begins here does not end within 64 MiB"),
        "{error}"
    );
}

#[test]
fn a_string_that_does_not_end_is_given_up() {
    let folder = folder();
    let mut command = Command::new(env!("CARGO_BIN_EXE_crd-schema"));
    command.args(["audit", "--crd", "crd.yaml"]).current_dir(&folder);
    let mut child = command.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(b"[{\"a\": 1}, {\"a\": \"").expect("it reads");
    let block = vec![b'x'; 1 << 16];
    let written = (0..1 << 16).take_while(|_| input.write_all(&block).is_ok()).count();
    drop(input);
    let (code, _, error) = said(&child.wait_with_output().expect("it ends"));
    assert_eq!(code, Some(2), "{error}");
    assert!(error.starts_with("error: <stdin>:1:11: what begins here does not end within 64 MiB"), "{error}");
    assert!(written < 1 << 12, "{written} blocks were read");
}

/// What differs from object to object is no count.
#[test]
fn different_strings_are_counted_within_bounds() {
    let folder = folder();
    let mut command = Command::new(env!("CARGO_BIN_EXE_crd-schema"));
    command.args(["audit", "--crd", "crd.yaml"]).current_dir(&folder);
    let mut child = command.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let mut input = child.stdin.take().expect("a pipe");
    let long = "x".repeat(1 << 20);
    let object = |index: usize| format!("{{\"apiVersion\": \"v1\", \"kind\": \"{index}{long}\"}}\n");
    let written = (0..1_000).take_while(|index| input.write_all(object(*index).as_bytes()).is_ok()).count();
    drop(input);
    let (code, _, error) = said(&child.wait_with_output().expect("it ends"));
    assert_eq!(code, Some(2), "{error}");
    assert!(error.starts_with("error: more than 64 MiB of different paths, reasons and kinds"), "{error}");
    assert!(written < 900, "{written} objects were read");
}

#[test]
fn pipes_are_read_to_their_end() {
    let folder = folder();
    let program = env!("CARGO_BIN_EXE_crd-schema");
    for (script, expected) in [
        ("validate --crd <(cat crd.yaml) <(cat job.yaml)", "1:62: warning: unknown field \"x\""),
        ("validate --crd crd.yaml /dev/stdin < job.yaml", "/dev/stdin:1:62: warning: unknown field \"x\""),
        ("cat job.yaml | P validate --crd crd.yaml -", "<stdin>:1:62: warning: unknown field \"x\""),
        ("audit --crd <(cat crd.yaml) <(cat job.yaml)", "lost by 1: x"),
        (
            "mkfifo pipe; cat job.yaml > pipe & P validate --crd crd.yaml pipe",
            "pipe:1:62: warning: unknown field \"x\"",
        ),
        // Nobody waits for a pipe that is found.
        ("mkfifo pipe.yaml; P validate --crd crd.yaml . 2>&1", "job.yaml:1:62: warning: unknown field \"x\""),
    ] {
        let script = if script.contains("P ") {
            script.replace("P ", &format!("{program} "))
        } else {
            format!("{program} {script}")
        };
        let output = Command::new("bash").args(["-c", &script]).current_dir(&folder).output().expect("bash");
        let (code, out, error) = said(&output);
        assert!(matches!(code, Some(0 | 1)) && out.contains(expected), "{script}: {code:?}\n{out}{error}");
    }
}

#[test]
fn names_that_are_no_text_work() {
    let folder = folder();
    let crds = folder.path().join("crds");
    fs::create_dir(&crds).expect("a folder");
    let name = OsStr::from_bytes(b"crds/a\xff\n.yaml");
    fs::write(folder.path().join(name), CRD).expect("written");
    let objects = OsStr::from_bytes(b"o\xc3.yaml");
    fs::write(folder.path().join(objects), JOB).expect("written");

    let of_folder = said(&run(folder.path(), &["lint", "crds"]));
    assert_eq!(of_folder.0, Some(0), "{of_folder:?}");
    let file = said(&run(folder.path(), &[OsStr::new("lint"), name]));
    assert_eq!(file.0, Some(0), "{file:?}");

    let [validate, crd, format] = ["validate", "--crd", "-ojson"].map(OsStr::new);
    let (code, out, error) = said(&run(folder.path(), &[validate, crd, name, objects]));
    assert_eq!((code, error.as_str()), (Some(0), ""));
    assert_eq!(out, "o\\xc3.yaml:1:62: warning: unknown field \"x\"\n");
    let (_, out, _) = said(&run(folder.path(), &[validate, crd, name, objects, format]));
    let found: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(found["findings"][0]["file"], "o\\xc3.yaml");
    let (_, out, _) = said(&run(folder.path(), &[validate, crd, name, objects, OsStr::new("-osarif")]));
    assert!(out.contains("\"uri\": \"o%C3.yaml\""), "{out}");
    let (_, out, _) = said(&run(folder.path(), &[validate, crd, name, objects, OsStr::new("-ogithub")]));
    assert_eq!(out, "::warning title=crd-schema::o\\xc3.yaml:1:62: unknown field \"x\"\n");

    let missing = OsStr::from_bytes(b"none\xff\x1b.yaml");
    let (code, _, error) = said(&run(folder.path(), &[OsStr::new("lint"), missing]));
    assert_eq!(code, Some(2));
    assert_eq!(error, "error: none\\xff\\u{1b}.yaml: No such file or directory (os error 2)\n");
    let package = OsStr::from_bytes(b"p\xff");
    let (code, _, error) =
        said(&run(folder.path(), &[OsStr::new("generate"), OsStr::new("--package"), package]));
    assert_eq!((code, error.as_str()), (Some(2), "error: the argument 'p\\xff' is not UTF-8\n"));
}

/// Whatever the expression, the path and the object are, the command ends and says why.
#[test]
fn expressions_are_evaluated_within_bounds() {
    let folder = folder();
    let long = format!("'{}' != ''", "x".repeat(100_000));
    let deep = format!("{}true{}", "(".repeat(40_000), ")".repeat(40_000));
    let many = vec!["1 < 2"; 10_000].join(" && ");
    let wide = format!("{} && false", vec!["1 < 2"; 9_000].join(" && "));
    let copies = "[1, 2, 3, 4, 5, 6, 7, 8, 9].map(a, [1, 2, 3, 4, 5, 6, 7, 8, 9].map(b, [1, 2, 3].map(c, [self, self])))";
    for (path, expression, code, expected) in [
        ("", long.as_str(), 2, "expression code point size exceeds limit: size: 100008, limit 100000"),
        ("", &deep, 2, "expression recursion limit exceeded: 250"),
        ("", &many, 0, "value: true"),
        ("", &wide, 1, "1 < 2: true"),
        ("", copies, 0, "type: list(list(list(list(object))))"),
        ("", "[1, 2, 3].map(a, 1", 2, "Syntax error: missing ')'"),
        ("", "", 2, "Syntax error: mismatched input '<EOF>'"),
        ("", "\u{1b}[31m\n::error::x", 2, "\\u{1b}"),
        ("mode", "self", 0, "not run: the object has no value there"),
        (&"a.".repeat(50_000), "true", 2, "begins with no name"),
        (&".a".repeat(50_000), "true", 2, "the schema has no field \"a\" there; it has mode"),
        (&"[".repeat(50_000), "true", 2, "has no closing bracket"),
        (&"[]".repeat(50_000), "true", 2, "neither a list nor a map"),
    ] {
        let arguments = ["eval", "--crd", "crd.yaml", "--at", path, "job.yaml", "--", expression];
        let (found, out, error) = said(&run(folder.path(), &arguments));
        let all = format!("{out}{error}");
        assert_eq!(found, Some(code), "{}", all.get(..500).unwrap_or(&all));
        assert!(all.contains(expected), "{expected}: {}", all.get(..500).unwrap_or(&all));
        assert!(!all.contains('\u{1b}'), "{expected}");
    }
    for arguments in ["eval --crd crd.yaml /dev/zero", "eval --crd crd.yaml --old /dev/zero job.yaml"] {
        let (code, _, error) = said(&run(folder.path(), &arguments.split(' ').collect::<Vec<_>>()));
        assert_eq!(code, Some(2), "{arguments}: {error}");
        assert!(error.contains("error: /dev/zero: more than 64 MiB"), "{arguments}: {error}");
    }
}
