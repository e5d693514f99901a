//! The Go oracle doing the same work, where `ORACLE_BIN` says that it is.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

/// A running oracle.
pub(crate) struct Go {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

impl Go {
    pub(crate) fn start() -> Option<Self> {
        let program = std::env::var_os("ORACLE_BIN")?;
        let mut child = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the oracle of ORACLE_BIN can be run");
        let (stdin, stdout) = (child.stdin.take().expect("piped"), child.stdout.take().expect("piped"));
        Some(Self { child, stdin, stdout: BufReader::new(stdout) })
    }

    /// How long the rounds of a step take; reading the request is not counted.
    pub(crate) fn time(&mut self, request: &Value, step: &str, rounds: u32) -> Duration {
        let mut request = request.clone();
        request["path"] = step.into();
        request["rounds"] = rounds.into();
        writeln!(self.stdin, "{request}").expect("the oracle reads");
        let mut line = String::new();
        self.stdout.read_line(&mut line).expect("the oracle answers");
        let answer: Value = serde_json::from_str(&line).unwrap_or_else(|_| json!(line));
        Duration::from_nanos(answer["nanoseconds"].as_u64().unwrap_or_else(|| panic!("{answer}")))
    }
}

impl Drop for Go {
    fn drop(&mut self) {
        // It would end by itself when its input does.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
