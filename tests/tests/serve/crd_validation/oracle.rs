//! Kubernetes' own code, asked line by line (`tests/oracle/README.md`).

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

use crate::crd_validation::verdict::Verdict;

pub(crate) struct Oracle {
    child: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Oracle {
    /// The program that `CRD_ORACLE` names.
    pub(crate) fn start() -> Option<Self> {
        let program = std::env::var_os("CRD_ORACLE")?;
        let mut child = Command::new(&program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("{}: {error}", program.display()));
        let requests = child.stdin.take().expect("it is piped");
        let answers = BufReader::new(child.stdout.take().expect("it is piped"));
        Some(Self { child, requests, answers })
    }

    fn ask(&mut self, request: &Value) -> Value {
        let mut line = request.to_string();
        line.push('\n');
        self.requests.write_all(line.as_bytes()).expect("the oracle reads");
        let mut answer = String::new();
        self.answers.read_line(&mut answer).expect("the oracle answers");
        serde_json::from_str(&answer).expect("the oracle answers JSON")
    }

    /// What the server says; `None` when it cannot decode the definition, or crashes on it.
    pub(crate) fn verdict(&mut self, crd: &Value, old: Option<&Value>) -> Option<Verdict> {
        let answer = match old {
            None => self.ask(&json!({"op": "validate_crd_create", "crd": crd})),
            Some(old) => self.ask(&json!({"op": "validate_crd_update", "crd": crd, "old": old})),
        };
        answer.get("errors").is_some().then(|| Verdict::read(&answer))
    }

    /// What the server fills in.
    pub(crate) fn defaulted(&mut self, crd: &Value) -> Value {
        touched_by_defaults(&self.ask(&json!({"op": "default_crd", "crd": crd}))["crd"])
    }
}

impl Drop for Oracle {
    fn drop(&mut self) {
        // It ends by itself when nobody writes to it, but a test that fails must not wait for that.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The fields that defaulting touches, with what Go writes and we leave out made equal.
pub(crate) fn touched_by_defaults(crd: &Value) -> Value {
    let spec = &crd["spec"];
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let stored: Vec<_> = crd["status"]["storedVersions"].as_array().into_iter().flatten().map(text).collect();
    json!({
        "singular": text(&spec["names"]["singular"]),
        "listKind": text(&spec["names"]["listKind"]),
        "strategy": text(&spec["conversion"]["strategy"]),
        "port": spec["conversion"]["webhook"]["clientConfig"]["service"]["port"],
        "storedVersions": stored,
    })
}
