//! The server as kubectl sees it; skipped where there is no kubectl.

use std::fs;
use std::process::{Command, Output};

use serde_json::{Value, json};

mod common;

use common::Server;

#[test]
fn kubectl_finds_its_way() {
    if !is_there() {
        notice("skipped: there is no kubectl");
        return;
    }
    let server = Server::start();
    let home = std::env::temp_dir().join(format!("server-kubectl-{}", std::process::id()));
    fs::create_dir_all(&home).expect("a folder for the cache of kubectl");
    let kubectl = |arguments: &[&str]| {
        let mut command = Command::new("kubectl");
        command
            .env("HOME", &home)
            .env_remove("KUBECONFIG")
            .args(["--server", &server.url("")])
            .args(arguments);
        command.output().expect("kubectl can be started")
    };
    let file = home.join("job.json");
    fs::write(&file, job().to_string()).expect("a file can be written");

    // Its own validation would ask for an OpenAPI document.
    let created = kubectl(&["create", "--validate=false", "-f", &file.to_string_lossy()]);
    assert!(created.status.success(), "{created:?}");
    let listed = text(&kubectl(&["get", "mnj", "--all-namespaces", "--no-headers"]));
    assert_eq!(listed.split_whitespace().take(2).collect::<Vec<_>>(), ["ops", "backup-users"]);
    let found: Value =
        serde_json::from_slice(&kubectl(&["get", "mnj", "backup-users", "-n", "ops", "-o", "json"]).stdout)
            .expect("an object");
    assert_eq!(found["spec"], json!({"serviceUser": "backup"}));

    let patch = json!({"spec": {"serviceUser": "root"}}).to_string();
    let refused = kubectl(&["patch", "mnj", "backup-users", "-n", "ops", "--type=merge", "-p", &patch]);
    assert_eq!(
        String::from_utf8_lossy(&refused.stderr).trim_end(),
        "The MaintenanceNightlyJob \"backup-users\" is invalid: spec.serviceUser: Invalid value: \"root\": field is immutable"
    );
    let gone = kubectl(&["delete", "mnj", "backup-users", "-n", "ops"]);
    assert!(gone.status.success(), "{gone:?}");
    fs::remove_dir_all(&home).expect("it is ours");
}

fn job() -> Value {
    json!({
        "apiVersion": "operations.example.com/v1",
        "kind": "MaintenanceNightlyJob",
        "metadata": {"name": "backup-users", "namespace": "ops"},
        "spec": {"serviceUser": "backup", "privileged": true},
    })
}

fn is_there() -> bool {
    Command::new("kubectl").args(["version", "--client"]).output().is_ok_and(|output| output.status.success())
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[expect(clippy::print_stderr, reason = "a test that is skipped must say so")]
fn notice(text: &str) {
    eprintln!("{text}");
}
