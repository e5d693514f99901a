//! The command as users run it: each file of `cases` is files, arguments, and what must come out.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde::Deserialize;

#[derive(Deserialize)]
struct Case {
    /// What the runs find in their folder; `$LONG` stands for 262144 letters.
    #[serde(default)]
    files: BTreeMap<String, String>,
    runs: Vec<Run>,
}

#[derive(Deserialize)]
struct Run {
    args: Arguments,
    #[serde(default)]
    stdin: String,
    code: i32,
    #[serde(default)]
    stdout: String,
    #[serde(default)]
    stderr: String,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Arguments {
    /// Parted by blanks.
    Words(String),
    List(Vec<String>),
}

impl Arguments {
    fn list(&self) -> Vec<&str> {
        match self {
            Self::Words(words) => words.split_whitespace().collect(),
            Self::List(list) => list.iter().map(String::as_str).collect(),
        }
    }
}

fn cases() -> Vec<(PathBuf, Case)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let read = |path: PathBuf| {
        let text = fs::read(&path).expect("the text of a case");
        let documents = crd_schema::yaml::read_stream(&text).expect("a case is YAML");
        (path, serde_json::from_value(documents[0].value().clone()).expect("a case"))
    };
    fs::read_dir(folder).expect("the cases").map(|entry| read(entry.expect("a case").path())).collect()
}

fn write(files: &BTreeMap<String, String>, folder: &Path) {
    for (name, content) in files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder of the case");
        fs::write(path, content.replace("$LONG", &"x".repeat(262_144))).expect("a file of the case");
    }
}

#[test]
fn each_rule_has_a_finding() {
    let cases = cases();
    // A pattern of hundreds of kilobytes fits no transcript: `tests/tests/serve/patterns/hostile.rs` has one.
    for rule in crd_schema::lint::lint_rules().iter().filter(|rule| rule.id != "pattern-too-complex") {
        let mark = format!(" [{}]\n", rule.id);
        let found = |run: &Run| run.stdout.contains(&mark);
        assert!(cases.iter().flat_map(|(_, case)| &case.runs).any(found), "{}", rule.id);
    }
}

#[test]
fn transcripts() {
    let mut failures = Vec::new();
    let mut runs = 0;
    for (path, case) in cases() {
        let folder = tempfile::tempdir().expect("a folder");
        write(&case.files, folder.path());
        for run in &case.runs {
            runs += 1;
            failures.extend(differences(run, &execute(run, folder.path())).map(|difference| {
                format!("{}: crd-schema {}\n{difference}", path.display(), run.args.list().join(" "))
            }));
        }
    }
    assert!(runs > 0, "nothing was run");
    assert!(failures.is_empty(), "{} of {runs} runs differ:\n{}", failures.len(), failures.join("\n"));
}

fn execute(run: &Run, folder: &Path) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_crd-schema"))
        .args(run.args.list())
        .env_remove("NO_COLOR")
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    // The command may end without reading.
    let _ = child.stdin.take().expect("a pipe").write_all(run.stdin.as_bytes());
    child.wait_with_output().expect("the command ends")
}

fn differences(run: &Run, output: &Output) -> Option<String> {
    let expected = (Some(run.code), run.stdout.trim_end(), run.stderr.trim_end());
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let actual = (output.status.code(), stdout.trim_end(), stderr.trim_end());
    let show = |(code, stdout, stderr): (Option<i32>, &str, &str)| {
        format!("code {code:?}\nstdout:\n{stdout}\nstderr:\n{stderr}")
    };
    (expected != actual).then(|| format!("--- expected\n{}\n--- actual\n{}", show(expected), show(actual)))
}
