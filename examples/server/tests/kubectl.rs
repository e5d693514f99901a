//! The server as kubectl sees it; skipped where there is no kubectl.

use std::fs;
use std::process::{Command, Output};

use serde_json::{Value, json};
use tempfile::TempDir;

mod common;

use common::Server;

/// kubectl with a home of its own, for it keeps what servers say.
struct Kubectl {
    server: Server,
    home: TempDir,
}

/// What it did and said.
#[derive(Debug)]
struct Said {
    success: bool,
    out: String,
    err: String,
}

impl Kubectl {
    /// None where there is none.
    fn start() -> Option<Self> {
        let version = Command::new("kubectl").args(["version", "--client"]).output();
        if !version.is_ok_and(|output| output.status.success()) {
            notice("skipped: there is no kubectl");
            return None;
        }
        Some(Self { server: Server::start(), home: tempfile::tempdir().expect("a folder") })
    }

    fn run(&self, arguments: &[&str]) -> Said {
        let mut command = Command::new("kubectl");
        command.env("HOME", self.home.path()).env_remove("KUBECONFIG").current_dir(self.home.path());
        command.env("KUBE_EDITOR", "sed -i s/command:.*/command:\\ edited/");
        command.args(["--server", &self.server.url("")]).args(arguments);
        let Output { status, stdout, stderr } = command.output().expect("kubectl can be started");
        let text = |bytes| String::from_utf8(bytes).expect("text");
        Said { success: status.success(), out: text(stdout), err: text(stderr) }
    }

    fn file(&self, name: &str, object: &Value) -> String {
        fs::write(self.home.path().join(name), object.to_string()).expect("a file can be written");
        name.to_owned()
    }

    fn spec(&self) -> Value {
        let said = self.run(&["get", "mnj", "backup-users", "-n", "ops", "-o", "json"]);
        let object: Value =
            serde_json::from_str(&said.out).unwrap_or_else(|error| panic!("{error}: {said:?}"));
        object["spec"].clone()
    }
}

#[test]
fn objects_are_created_read_patched_and_deleted() {
    let Some(kubectl) = Kubectl::start() else { return };
    let job = kubectl.file("job.json", &job(&json!({"serviceUser": "backup"})));
    let created = kubectl.run(&["create", "-f", &job]);
    let text = "maintenancenightlyjob.operations.example.com/backup-users created\n";
    assert_eq!((created.out.as_str(), created.err.as_str()), (text, ""));
    let again = kubectl.run(&["create", "-f", &job]);
    assert!(again.err.contains("(AlreadyExists)"), "{again:?}");
    let listed = kubectl.run(&["get", "mnj", "--all-namespaces", "--no-headers"]);
    assert_eq!(listed.out.split_whitespace().take(2).collect::<Vec<_>>(), ["ops", "backup-users"]);
    assert_eq!(kubectl.spec(), json!({"serviceUser": "backup"}));

    let patch = |spec: &Value| {
        let patch = json!({"spec": spec}).to_string();
        kubectl.run(&["patch", "mnj", "backup-users", "-n", "ops", "--type=merge", "-p", &patch])
    };
    let refused = patch(&json!({"serviceUser": "root"}));
    let text = "The MaintenanceNightlyJob \"backup-users\" is invalid: spec.serviceUser: Invalid value: \"root\": field is immutable\n";
    assert_eq!(refused.err, text);
    assert!(patch(&json!({"command": "echo"})).success);
    assert_eq!(kubectl.spec(), json!({"serviceUser": "backup", "command": "echo"}));
    let edited = kubectl.run(&["edit", "mnj", "backup-users", "-n", "ops"]);
    assert!(edited.success, "{edited:?}");
    assert_eq!(kubectl.spec()["command"], "edited");

    let gone = kubectl.run(&["delete", "mnj", "backup-users", "-n", "ops"]);
    assert!(gone.success, "{gone:?}");
    assert!(kubectl.run(&["get", "mnj", "backup-users", "-n", "ops"]).err.contains("(NotFound)"));
}

#[test]
fn objects_are_applied_and_replaced() {
    let Some(kubectl) = Kubectl::start() else { return };
    let apply = |spec: &Value| {
        let file = kubectl.file("job.json", &job(spec));
        kubectl.run(&["apply", "-f", &file])
    };
    let name = "maintenancenightlyjob.operations.example.com/backup-users";
    assert_eq!(apply(&json!({"serviceUser": "backup", "shell": "sh"})).out, format!("{name} created\n"));
    assert_eq!(apply(&json!({"serviceUser": "backup", "shell": "sh"})).out, format!("{name} unchanged\n"));
    assert_eq!(
        apply(&json!({"serviceUser": "backup", "command": "echo"})).out,
        format!("{name} configured\n")
    );
    assert_eq!(kubectl.spec(), json!({"serviceUser": "backup", "command": "echo"}));
    let refused = apply(&json!({"serviceUser": "root"}));
    assert!(
        refused.err.contains("spec.serviceUser: Invalid value: \"root\": field is immutable"),
        "{refused:?}"
    );
    let file = kubectl.file("other.json", &job(&json!({"serviceUser": "backup", "command": "true"})));
    let replaced = kubectl.run(&["replace", "-f", &file]);
    assert_eq!((replaced.out, replaced.err), (format!("{name} replaced\n"), String::new()));
}

#[test]
fn unknown_fields_are_reported_by_the_server() {
    let Some(kubectl) = Kubectl::start() else { return };
    let file = kubectl.file("job.json", &job(&json!({"serviceUser": "backup", "privileged": true})));
    for validate in ["--validate=strict", "--validate=true"] {
        let strict = kubectl.run(&["create", validate, "-f", &file]);
        assert!(!strict.success, "{strict:?}");
        // The words of a server: kubectl's own validation would say `error validating data`.
        let text = "MaintenanceNightlyJob in version \"v1\" cannot be handled as a MaintenanceNightlyJob: \
            strict decoding error: unknown field \"spec.privileged\"";
        assert!(strict.err.contains(text), "{strict:?}");
    }
    let warned = kubectl.run(&["create", "--validate=warn", "-f", &file]);
    assert!(warned.success, "{warned:?}");
    assert_eq!(warned.err, "Warning: unknown field \"spec.privileged\"\n");
    assert_eq!(kubectl.spec(), json!({"serviceUser": "backup"}));
    let dry = kubectl.run(&["apply", "--dry-run=server", "-f", &file]);
    assert!(!dry.success, "{dry:?}");
}

#[test]
fn types_are_explained() {
    let Some(kubectl) = Kubectl::start() else { return };
    for form in ["plaintext", "plaintext-openapiv2"] {
        let said = kubectl.run(&["explain", "maintenancenightlyjobs.spec", "--output", form]);
        assert!(said.success, "{said:?}");
        for part in ["KIND:", "MaintenanceNightlyJob", "operations.example.com", "serviceUser"] {
            assert!(said.out.contains(part), "{form}, {part}: {said:?}");
        }
    }
    let said = kubectl.run(&["explain", "mnj.metadata.ownerReferences.uid"]);
    assert!(said.success && said.out.contains("uid"), "{said:?}");
    let said = kubectl.run(&["explain", "mnj.spec.privileged"]);
    assert!(said.err.contains("field \"privileged\" does not exist"), "{said:?}");
    let resources = kubectl.run(&["api-resources", "--no-headers"]);
    assert!(resources.out.contains("operations.example.com/v1"), "{resources:?}");
}

/// The commands of the README, with the address of this server, and what it says that they print.
#[test]
fn the_readme_is_true() {
    const PROMPT: &str = "$ kubectl --server http://127.0.0.1:8080 ";
    let Some(kubectl) = Kubectl::start() else { return };
    let readme = include_str!("../../../README.md");
    let block = readme.split("```").find(|block| block.contains("$ cargo run -p server &")).expect("a block");
    fs::create_dir_all(kubectl.home.path().join("examples/server")).expect("a folder");
    fs::write(kubectl.home.path().join("examples/server/job.yaml"), include_str!("../job.yaml"))
        .expect("a file");
    let mut lines = block.lines().skip_while(|line| !line.starts_with(PROMPT)).peekable();
    let mut ran = 0;
    while let Some(command) = lines.next() {
        let arguments = command.strip_prefix(PROMPT).unwrap_or_else(|| panic!("no command: {command}"));
        let arguments: Vec<_> = arguments.split(' ').map(|argument| argument.trim_matches('\'')).collect();
        let said = kubectl.run(&arguments);
        let mut expected = String::new();
        while let Some(line) = lines.next_if(|line| !line.starts_with("$ ")) {
            expected.extend([line, "\n"]);
        }
        let printed = said.out.clone() + &said.err;
        if expected.is_empty() {
            assert!(said.success && said.out.contains("The user who runs the job"), "{command}: {said:?}");
        } else {
            // A newer kubectl adds where it deleted from.
            assert_eq!(printed.replace(" from default namespace", ""), expected, "{command}");
        }
        ran += 1;
    }
    assert_eq!(ran, 4);
}

fn job(spec: &Value) -> Value {
    json!({
        "apiVersion": "operations.example.com/v1",
        "kind": "MaintenanceNightlyJob",
        "metadata": {"name": "backup-users", "namespace": "ops"},
        "spec": spec,
    })
}

#[expect(clippy::print_stderr, reason = "a test that is skipped must say so")]
fn notice(text: &str) {
    eprintln!("{text}");
}
