//! The program: what it prints, and how it ends.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStderr, Command, Output, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

const RULE: &str = "self.engine == oldSelf.engine";

/// The files that it is given.
fn files() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let own = rcgen::generate_simple_self_signed(["localhost".to_owned()]).expect("a certificate");
    let other = rcgen::generate_simple_self_signed(["localhost".to_owned()]).expect("a certificate");
    let files = [
        ("tls.crt", own.cert.pem()),
        ("tls.key", own.signing_key.serialize_pem()),
        ("other.key", other.signing_key.serialize_pem()),
        ("ruled.yaml", crd(&json!([{"rule": RULE}, {"rule": "has(self.image)"}])).to_string()),
        ("free.yaml", crd(&json!([])).to_string()),
        ("no-schema.yaml", json!({"spec": {"versions": [{"name": "v1"}]}}).to_string()),
    ];
    for (name, content) in files {
        fs::write(folder.path().join(name), content).expect("it can be written");
    }
    folder
}

fn crd(rules: &Value) -> Value {
    let text = json!({"type": "string"});
    let mut spec = json!({"type": "object", "properties": {"image": text, "engine": text}});
    if rules != &json!([]) {
        spec["x-kubernetes-validations"] = rules.clone();
    }
    json!({"kind": "CustomResourceDefinition", "spec": {
        "group": "example.com",
        "names": {"kind": "Job", "plural": "jobs"},
        "scope": "Namespaced",
        "versions": [{"name": "v1", "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": spec}}}}],
    }})
}

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_webhook"));
    command.current_dir(folder).args(arguments).env_remove("RUST_LOG");
    command
}

/// The running program; it ends with the test.
struct Program(Child, BufReader<ChildStderr>);

impl Program {
    fn start(folder: &Path, arguments: &[&str]) -> Self {
        let mut command = command(folder, arguments);
        let mut child = command.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        let lines = BufReader::new(child.stderr.take().expect("it is piped"));
        Self(child, lines)
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.1.read_line(&mut line).expect("it logs");
        line
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.0.kill().expect("it runs");
        self.0.wait().expect("it ends");
    }
}

#[test]
fn a_definition_is_replaced_while_it_serves() {
    let folder = files();
    let mut program = Program::start(folder.path(), &["127.0.0.1:0", "tls.crt", "tls.key", "ruled.yaml"]);
    let serving = program.line();
    assert!(serving.contains("serving on https://127.0.0.1:") && !serving.contains(":0\n"), "{serving}");
    let mut replace = |file: &str| {
        let stdin = program.0.stdin.as_mut().expect("it is piped");
        writeln!(stdin, "{file}").expect("it reads");
        program.line()
    };
    let line = replace("free.yaml");
    assert!(line.contains("free.yaml: replaced"), "{line}");
    let line = replace("nowhere.yaml");
    assert!(
        line.contains("nowhere.yaml: No such file") && line.contains("the definition stays as it was"),
        "{line}"
    );
    let line = replace("ruled.yaml");
    assert!(line.contains("ruled.yaml: replaced"), "{line}");
}

#[test]
fn an_error_is_one_line_for_people() {
    let folder = files();
    let cases: [(&[&str], &str); 6] = [
        (&["127.0.0.1:0", "none.crt", "tls.key"], "none.crt: No such file or directory"),
        (&["127.0.0.1:0", "tls.key", "tls.key"], "the certificate chain: there is none in the PEM file"),
        (&["127.0.0.1:0", "tls.crt", "tls.crt"], "the private key: there is none in the PEM file"),
        (&["127.0.0.1:0", "tls.crt", "other.key"], "keys may not be consistent"),
        (&["nonsense", "tls.crt", "tls.key"], "cannot listen on nonsense: "),
        (&["127.0.0.1:0", "tls.crt", "tls.key", "no-schema.yaml"], "no-schema.yaml: "),
    ];
    for (arguments, text) in cases {
        let Output { status, stderr, .. } = command(folder.path(), arguments).output().expect("it starts");
        let said = String::from_utf8(stderr).expect("text");
        assert_eq!(status.code(), Some(1), "{said}");
        assert!(said.contains(text), "{arguments:?}: {said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}
