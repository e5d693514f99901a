//! The program: what it prints, and how it ends.

use std::io::{BufRead as _, BufReader};
use std::net::TcpListener;
use std::process::{Child, Command, Output, Stdio};

/// The program with a free port; it ends with the test.
struct Program {
    child: Child,
    line: String,
}

impl Program {
    fn start(arguments: &[&str]) -> Self {
        let mut child = command(arguments).stderr(Stdio::piped()).spawn().expect("it starts");
        let mut line = String::new();
        let mut lines = BufReader::new(child.stderr.take().expect("it is piped"));
        lines.read_line(&mut line).expect("it logs");
        Self { child, line }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
    }
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_server"));
    command.args(arguments).env_remove("RUST_LOG");
    command
}

fn failure(arguments: &[&str]) -> String {
    let Output { status, stderr, .. } = command(arguments).output().expect("it starts");
    assert_eq!(status.code(), Some(1));
    String::from_utf8(stderr).expect("text")
}

#[test]
fn the_address_that_it_listens_on_is_printed() {
    let program = Program::start(&["127.0.0.1:0"]);
    let words = program.line.split_whitespace();
    let url = words.map(|word| word.trim_end_matches(';')).find(|word| word.starts_with("http://"));
    let url = url.unwrap_or_else(|| panic!("no URL: {}", program.line));
    assert!(!url.ends_with(":0"), "{url}");
    let mut found = ureq::get(format!("{url}/apis")).call().expect("it serves there");
    assert!(found.body_mut().read_to_string().expect("text").contains("operations.example.com"));
}

#[test]
fn an_error_is_one_line_for_people() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let address = taken.local_addr().expect("it is bound").to_string();
    let said = failure(&[&address]);
    assert!(said.contains(&format!("cannot listen on {address}: Address already in use")), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    let said = failure(&["nonsense"]);
    assert!(said.contains("cannot listen on nonsense: "), "{said}");
    assert!(!said.contains("Custom {") && !said.contains("Error:"), "{said}");
}

#[test]
fn the_help_says_what_it_does() {
    let Output { status, stdout, .. } = command(&["--help"]).output().expect("it starts");
    let said = String::from_utf8(stdout).expect("text");
    assert!(status.success());
    for part in ["[ADDRESS]", "127.0.0.1:8080", "validates"] {
        assert!(said.contains(part), "{part}: {said}");
    }
}
