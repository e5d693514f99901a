//! An oracle that stays: it takes longer to start than to answer a hundred requests.

use std::cell::RefCell;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;

use serde_json::Value;

struct Pipe {
    child: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Drop for Pipe {
    fn drop(&mut self) {
        // Nobody asks it any more, whether it has ended by itself or not.
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

thread_local! {
    /// One for each test, which ends with it.
    static PIPE: RefCell<Option<Pipe>> = const { RefCell::new(None) };
}

fn start() -> Pipe {
    let program = std::env::var_os("ORACLE_BIN").expect("ORACLE_BIN names the oracle");
    let mut command = Command::new(program);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the oracle runs");
    let requests = child.stdin.take().expect("it is piped");
    let answers = BufReader::new(child.stdout.take().expect("it is piped"));
    Pipe { child, requests, answers }
}

/// One answer for each request, in order.
pub(crate) fn ask(requests: &[Value]) -> Vec<Value> {
    PIPE.with_borrow_mut(|pipe| {
        let Pipe { requests: input, answers, .. } = pipe.get_or_insert_with(start);
        // It answers while it reads: asking everything first would fill its pipe.
        thread::scope(|scope| {
            scope.spawn(|| {
                for request in requests {
                    writeln!(input, "{request}").expect("the oracle reads");
                }
            });
            let mut line = String::new();
            let mut next = |_| {
                line.clear();
                answers.read_line(&mut line).expect("the oracle answers in UTF-8");
                serde_json::from_str(&line).expect("the oracle answers JSON")
            };
            requests.iter().map(&mut next).collect()
        })
    })
}
