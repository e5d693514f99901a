//! kubectl on both servers; skipped where there is none.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use crd_schema_server::Api;
use crd_schema_tests::apiserver::second_server;
use crd_schema_tests::table::{Report, load};
use serde::Deserialize;
use serde_json::{Value, json};
use tempfile::TempDir;

/// A file of `cases/server-kubectl`.
#[derive(Deserialize)]
struct Case {
    crds: Vec<Value>,
    steps: Vec<Step>,
}

/// A command line.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    /// Words; those with spaces stand in single quotes.
    run: String,
    /// What is on standard input.
    #[serde(default)]
    input: Value,
    /// In what our server is known to differ, and why: the step fails when it no longer does.
    known: Option<String>,
}

/// kubectl with a home of its own, for it keeps what servers say.
struct Kubectl {
    home: TempDir,
}

/// What it did and said.
#[derive(Debug, PartialEq)]
struct Said {
    success: bool,
    out: String,
    err: String,
}

impl Kubectl {
    fn new(kubeconfig: &Value) -> Self {
        let home = tempfile::tempdir().expect("a folder");
        std::fs::write(home.path().join("kubeconfig"), kubeconfig.to_string()).expect("a file");
        Self { home }
    }

    fn run(&self, step: &Step) -> Said {
        let mut command = Command::new("kubectl");
        command.env("HOME", self.home.path()).current_dir(self.home.path());
        command.env("KUBECONFIG", self.home.path().join("kubeconfig"));
        command.env("KUBE_EDITOR", "sed -i s/image:.*/image:\\ edited/").args(words(&step.run));
        let streams = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = streams.spawn().expect("kubectl starts");
        let mut stdin = child.stdin.take().expect("it is piped");
        if !step.input.is_null() {
            stdin.write_all(step.input.to_string().as_bytes()).expect("kubectl reads");
        }
        drop(stdin);
        let output = child.wait_with_output().expect("kubectl ends");
        let text = |bytes: &[u8]| normal(&String::from_utf8_lossy(bytes));
        Said { success: output.status.success(), out: text(&output.stdout), err: text(&output.stderr) }
    }
}

fn words(line: &str) -> Vec<String> {
    let quoted = line.split('\'').enumerate().flat_map(|(at, part)| {
        if at % 2 == 1 { vec![part.to_owned()] } else { part.split_whitespace().map(str::to_owned).collect() }
    });
    quoted.collect()
}

/// Without times, ages, uids, revisions and addresses; lines of managed fields are left out.
fn normal(text: &str) -> String {
    // The order of fields is nobody's promise.
    if let Ok(value) = serde_json::from_str::<Value>(text)
        && value.is_object()
    {
        return lines(&format!("{value:#}"));
    }
    lines(text)
}

fn lines(text: &str) -> String {
    let lines = text.lines().map(|line| {
        let words = line.split_inclusive([' ', '"', '/', ',', '\t']).map(word);
        let line = words.collect::<String>();
        // Columns are as wide as their longest cell.
        let (indent, rest) = line.split_at(line.len() - line.trim_start().len());
        format!("{indent}{}", rest.split_whitespace().collect::<Vec<_>>().join(" "))
    });
    let mut shown: Vec<String> = lines.collect();
    shown.retain(|line| !line.contains("resourceVersion") && !line.contains("Resource Version"));
    shown.join("\n")
}

fn word(word: &str) -> String {
    let bare = word.trim_end_matches([' ', '"', '/', ',', '\t']);
    let end = &word[bare.len()..];
    let shape: String = bare.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
    let is_age = bare.len() > 1
        && bare.strip_suffix(['s', 'm']).is_some_and(|digits| digits.chars().all(|c| c.is_ascii_digit()));
    let is_uid = bare.len() == 36 && bare.matches('-').count() == 4;
    let is_address = bare.contains("127.0.0.1:");
    let is_diff = bare.starts_with("LIVE-") || bare.starts_with("MERGED-");
    let shown = match () {
        () if shape.contains("0000-00-00") || shape.contains("00:00:00") => "<time>",
        () if is_age => "<age>",
        () if is_uid => "<uid>",
        () if is_address => "<address>",
        () if is_diff => "<file>",
        () => bare,
    };
    format!("{shown}{end}")
}

fn kubeconfig(address: &str) -> Value {
    json!({
        "apiVersion": "v1", "kind": "Config", "current-context": "ours",
        "clusters": [{"name": "ours", "cluster": {"server": address}}],
        "users": [{"name": "ours", "user": {}}],
        "contexts": [{"name": "ours", "context": {"cluster": "ours", "user": "ours"}}],
    })
}

#[expect(clippy::print_stderr, reason = "a test that is skipped must say so")]
fn say(text: &str) {
    eprintln!("{text}");
}

/// Types that are built in are written in protobuf; the real server of the tests has no namespaces to compare with.
#[test]
fn namespaces_are_made_and_go() {
    if !Command::new("kubectl")
        .args(["version", "--client"])
        .output()
        .is_ok_and(|output| output.status.success())
    {
        say("skipped: there is no kubectl");
        return;
    }
    let ours = super::start(Api::builder());
    let kubectl = Kubectl::new(&kubeconfig(ours.address()));
    let rows = [
        ("create namespace team", "namespace/team created"),
        ("label namespace team a=b", "namespace/team labeled"),
        ("annotate namespace team note=text", "namespace/team annotated"),
        ("get namespace team -o jsonpath={.metadata.labels.a},{.metadata.annotations.note}", "b,text"),
        (
            "get namespaces -o name",
            "namespace/default\nnamespace/kube-node-lease\nnamespace/kube-public\n\
         namespace/kube-system\nnamespace/team",
        ),
        ("get namespace team --no-headers", "team Active <age>"),
        ("delete namespace team", "namespace \"team\" deleted"),
        ("get namespace team --ignore-not-found", ""),
    ];
    for (line, out) in rows {
        let said = kubectl.run(&Step { run: line.to_owned(), input: Value::Null, known: None });
        assert_eq!((said.success, said.out.as_str()), (true, out), "{line}: {said:?}");
    }
}

/// On a server of its own: kubectl looks at everything that there is.
#[test]
fn kubectl_sees_no_difference() {
    let Some(real) = second_server() else { return };
    let version = Command::new("kubectl").args(["version", "--client"]).output();
    if !version.is_ok_and(|output| output.status.success()) {
        say("skipped: there is no kubectl");
        return;
    }
    let ours = super::ours();
    let cases = load::<Case>("server-kubectl");
    let mut report = Report::default();
    let mut count = 0;
    for (file, case) in &cases {
        let crds: Vec<_> = case.crds.iter().collect();
        assert_eq!(real.install(&crds).len() + ours.install_now(&crds).len(), 0);
        let given = std::fs::read(Path::new(real.kubeconfig())).expect("a kubeconfig");
        let given = crd_schema::yaml::read_stream(&given).expect("YAML").remove(0).into_value();
        let (theirs, own) = (Kubectl::new(&given), Kubectl::new(&kubeconfig(ours.address())));
        for step in &case.steps {
            let (theirs, own) = std::thread::scope(|scope| {
                let theirs = scope.spawn(|| theirs.run(step));
                let own = own.run(step);
                (theirs.join().expect("kubectl ends"), own)
            });
            count += 1;
            let name = format!("{file}: {}", step.run);
            if let Some(why) = &step.known {
                report.expect(&format!("{name}: known to differ ({why})"), &true, &(theirs != own));
            } else {
                let shown = format!("server {theirs:#?}\nours {own:#?}");
                report.expect(&format!("{name}\n{shown}"), &true, &(theirs == own));
            }
        }
    }
    say(&format!("kubectl: {count} commands compared with the server"));
    report.finish();
}
