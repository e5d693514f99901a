//! The Go oracle of `tests/oracle`, where `ORACLE_BIN` says that it is.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

use serde_json::Value;

/// Asks the oracle; `None`, with a word to the reader, when there is none.
///
/// # Panics
/// When the oracle cannot be run, or does not answer every request.
pub fn ask(requests: &[Value]) -> Option<Vec<Value>> {
    let Some(program) = std::env::var_os("ORACLE_BIN") else {
        notice();
        return None;
    };
    Some(ask_program(Path::new(&program), requests))
}

/// Asks an oracle.
///
/// # Panics
/// When it cannot be run, or does not answer every request.
pub fn ask_program(program: &Path, requests: &[Value]) -> Vec<Value> {
    let mut oracle = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the oracle can be run");
    let mut stdin = oracle.stdin.take().expect("it is piped");
    let stdout = BufReader::new(oracle.stdout.take().expect("it is piped"));
    // It answers while it reads: asking everything first would fill its pipe.
    let answers: Vec<Value> = thread::scope(|scope| {
        scope.spawn(move || {
            for request in requests {
                writeln!(stdin, "{request}").expect("the oracle reads");
            }
        });
        let line = |line: std::io::Result<String>| line.expect("the oracle answers in UTF-8");
        stdout.lines().map(|answer| plain(serde_json::from_str(&line(answer)).expect("JSON"))).collect()
    });
    oracle.wait().expect("the oracle ends");
    assert_eq!(answers.len(), requests.len(), "one answer for each request");
    answers
}

/// With `arbitrary_precision` a number that was read is a string; two strings of one number would differ.
fn plain(mut value: Value) -> Value {
    match &mut value {
        Value::Number(number) if number.as_i64().is_none() && number.as_u64().is_none() => {
            if let Some(float) = number.as_f64().and_then(serde_json::Number::from_f64) {
                *number = float;
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| *item = plain(item.take())),
        Value::Object(fields) => fields.values_mut().for_each(|field| *field = plain(field.take())),
        _ => {}
    }
    value
}

#[expect(clippy::print_stderr, reason = "a test that is skipped must say so")]
fn notice() {
    eprintln!("skipped: ORACLE_BIN names no oracle");
}
