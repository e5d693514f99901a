//! `crd-schema serve` as users run it.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

const PATIENCE: Duration = Duration::from_secs(20);

/// A running server, which ends with the test.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(folder: &Path, arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_crd-schema"));
        command.current_dir(folder).args(["serve", "--address", "127.0.0.1:0"]).args(arguments);
        let mut child = command.stdout(Stdio::piped()).spawn().expect("it starts");
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().expect("it is piped"));
        out.read_line(&mut line).expect("a line");
        let address = line.trim().strip_prefix("http://").expect("a URL").to_owned();
        Self { child, address }
    }

    /// Code and body.
    fn ask(&self, method: &str, path: &str, body: &Value) -> (u16, Value) {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let mut stream = TcpStream::connect(&self.address).expect("a connection");
        let length = body.len();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\n\r\n{body}"
        )
        .expect("it is sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        let code = head.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("a code");
        (code, serde_json::from_str(body).unwrap_or_else(|_| body.into()))
    }

    /// Asks it to end, and waits; whether it ended well.
    #[cfg(unix)]
    fn end(mut self) -> bool {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().expect("kill").success());
        self.child.wait().expect("it ends").success()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn crd(field: &str) -> String {
    json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "jobs.example.com"},
        "spec": {
            "group": "example.com",
            "names": {"kind": "Job", "plural": "jobs"},
            "scope": "Namespaced",
            "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": {
                "type": "object",
                "properties": {"spec": {"type": "object", "properties": {field: {"type": "integer"}}}},
            }}}],
        },
    })
    .to_string()
}

fn job(name: &str) -> Value {
    json!({
        "apiVersion": "example.com/v1", "kind": "Job", "metadata": {"name": name}, "spec": {"size": 1, "colour": 2},
    })
}

const JOBS: &str = "/apis/example.com/v1/namespaces/default/jobs";

#[cfg(unix)]
#[test]
fn objects_outlive_the_server() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("crd.yaml"), crd("size")).expect("a file");
    fs::write(folder.path().join("job.yaml"), job("loaded").to_string()).expect("a file");
    let arguments = ["crd.yaml", "--load", "job.yaml", "--data", "data", "--kubeconfig", "kubeconfig"];
    let server = Server::start(folder.path(), &arguments);
    let kubeconfig = fs::read_to_string(folder.path().join("kubeconfig")).expect("a kubeconfig");
    assert!(kubeconfig.contains(&server.address), "{kubeconfig}");
    assert_eq!(server.ask("POST", JOBS, &job("made")).0, 201);
    assert!(server.end());
    let server = Server::start(folder.path(), &["--data", "data"]);
    let (code, made) = server.ask("GET", &format!("{JOBS}/made"), &Value::Null);
    assert_eq!((code, &made["spec"]), (200, &json!({"size": 1})));
    assert_eq!(server.ask("GET", &format!("{JOBS}/loaded"), &Value::Null).0, 200);
    assert!(server.end());
}

#[test]
fn files_that_change_are_read_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("crd.yaml");
    fs::write(&file, crd("size")).expect("a file");
    let server = Server::start(folder.path(), &["crd.yaml", "--watch-files"]);
    let spec = |name: &str| server.ask("POST", JOBS, &job(name)).1["spec"].clone();
    assert_eq!(spec("a"), json!({"size": 1}));
    fs::write(&file, "nothing: [").expect("a file");
    std::thread::sleep(Duration::from_millis(1500));
    fs::write(&file, crd("colour")).expect("a file");
    let start = Instant::now();
    let mut at = 0;
    while spec(&format!("b{at}")) != json!({"colour": 2}) {
        assert!(start.elapsed() < PATIENCE, "the new definition is not served");
        at += 1;
        std::thread::sleep(Duration::from_millis(100));
    }
}

fn refused(arguments: &[&str]) -> (Option<i32>, String) {
    let command = Command::new(env!("CARGO_BIN_EXE_crd-schema")).arg("serve").args(arguments).output();
    let output = command.expect("it runs");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn what_cannot_be_served_is_said() {
    let (code, said) = refused(&["--address", "0.0.0.0:0"]);
    assert_eq!(code, Some(2));
    assert!(said.contains("0.0.0.0:0: this server knows no users"), "{said}");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("crd.yaml");
    fs::write(&file, crd("size").replace("jobs.example.com", "other.example.com")).expect("a file");
    let (code, said) = refused(&[file.to_str().expect("a path")]);
    assert_eq!(code, Some(2));
    assert!(
        said.contains("metadata.name: Invalid value: \"other.example.com\": must be spec.names.plural"),
        "{said}"
    );
}

/// The text of kubectl, about the document that this server shows; skipped where there is none.
#[test]
fn fields_are_explained_as_kubectl_does() {
    let kubectl = || Command::new("kubectl");
    let version = kubectl().args(["version", "--client"]).output();
    if !version.is_ok_and(|output| output.status.success()) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let crds = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/maintenance-job-types/crds");
    let crds = crds.canonicalize().expect("the CRDs");
    let crds = crds.to_str().expect("a path");
    let server = Server::start(folder.path(), &[crds]);
    let fields = [
        "mnj",
        "mnj.spec",
        "mnj.spec.serviceUser",
        "mnj.status.lastRun",
        "mnj.metadata",
        "mnj.metadata.ownerReferences.uid",
        "maintenanceplans",
        "maintenanceplans.spec",
        "maintenanceplans.status",
    ];
    for field in fields {
        for recursive in [&[][..], &["--recursive"]] {
            let mut theirs = kubectl();
            theirs.env("HOME", folder.path()).env_remove("KUBECONFIG");
            theirs.args(["--server", &format!("http://{}", server.address), "explain", field]);
            let theirs = theirs.args(recursive).output().expect("kubectl runs");
            let mut ours = Command::new(env!("CARGO_BIN_EXE_crd-schema"));
            let ours =
                ours.args(["explain", "--crd", crds, field]).args(recursive).output().expect("it runs");
            let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
            assert!(theirs.status.success(), "{field}: {}", text(theirs.stderr));
            assert_eq!(
                text(ours.stdout),
                text(theirs.stdout),
                "{field} {recursive:?}: {}",
                text(ours.stderr)
            );
        }
    }
}
