//! Every function beside Go's own: recorded answers always, random ones where `ORACLE_BIN` names the built `tests/oracle`.
//!
//! `GO_COUNT` (500) says how many questions each function gets, `GO_SEED` repeats a run, `GO_FUNCTION` asks one function alone,
//! `GO_RECORD` names a file for the first answers of each function.
#![cfg(all(feature = "matching", feature = "time-zones"))]

mod generate;
mod ours;

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use generate::Generator;
use serde_json::{Value, json};

/// A question is the name of a function and its arguments.
struct Question {
    function: &'static str,
    arguments: Vec<String>,
}

impl Question {
    fn request(&self) -> Value {
        json!({"op": "go", "function": self.function, "strings": self.arguments})
    }
}

#[test]
fn recorded_answers_are_ours() {
    let mut wrong = Vec::new();
    let recorded = include_str!("recorded.ndjson");
    assert!(recorded.lines().count() > 400);
    for line in recorded.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let arguments: Vec<_> =
            case["strings"].as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect();
        let ours = ours::answer(case["function"].as_str().unwrap(), &arguments);
        if ours != case["answer"] {
            wrong.push(format!("{} {arguments:?}: ours {ours}, Go {}", case["function"], case["answer"]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn go_answers_the_same() {
    let Some(oracle) = std::env::var_os("ORACLE_BIN") else { return };
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let (count, seed) = (number("GO_COUNT").unwrap_or(500), number("GO_SEED").unwrap_or(366_911_726));
    let only = std::env::var("GO_FUNCTION").ok();
    let record = std::env::var_os("GO_RECORD");
    let mut record = record.map(|path| std::fs::File::create(path).unwrap());
    let mut generator = Generator::new(seed);
    let mut wrong = Vec::new();
    for function in generate::FUNCTIONS
        .iter()
        .chain(&generate::MORE)
        .filter(|name| only.as_deref().is_none_or(|only| only == **name))
    {
        let questions: Vec<_> =
            (0..count).map(|_| Question { function, arguments: generator.arguments(function) }).collect();
        let (mut accepted, mut kept) = (0, 0);
        ask(&oracle, &questions, |question, mut go| {
            go.as_object_mut().unwrap().remove("id");
            assert!(go.get("failure").is_none(), "{}: {go}", question.request());
            accepted += u64::from(go.get("result").is_some());
            let arguments: Vec<_> = question.arguments.iter().map(String::as_str).collect();
            let ours = ours::answer(function, &arguments);
            // Go's strings need not be UTF-8, and JSON shows what is none as U+FFFD.
            if [&go, &ours].iter().any(|answer| answer.to_string().contains('\u{fffd}')) {
                return;
            }
            if ours != go {
                wrong.push(format!("{function} {arguments:?}: ours {ours}, Go {go}"));
            } else if let Some(file) = record.as_mut().filter(|_| kept < 25 && go.to_string().len() < 300) {
                kept += 1;
                writeln!(file, "{}", json!({"function": function, "strings": arguments, "answer": go}))
                    .unwrap();
            }
        });
        // Questions that are all wrong show little.
        assert!(accepted * 10 >= count, "{function}: Go accepts {accepted} of {count}");
    }
    let shown: Vec<_> =
        wrong.iter().take(60).map(|text| text.chars().take(500).collect::<String>()).collect();
    assert!(shown.is_empty(), "GO_SEED={seed}: {} disagreements\n{}", wrong.len(), shown.join("\n"));
}

/// All code points, in both libraries' words.
#[test]
fn go_prints_the_same_characters() {
    let Some(oracle) = std::env::var_os("ORACLE_BIN") else { return };
    let all: Vec<char> = ('\0'..=char::MAX).collect();
    let questions: Vec<_> = all
        .chunks(4096)
        .map(|chars| Question { function: "is_print", arguments: vec![chars.iter().collect()] })
        .collect();
    let mut wrong = Vec::new();
    ask(&oracle, &questions, |question, go| {
        let printed = go["result"].as_str().unwrap().chars();
        for (c, go) in question.arguments[0].chars().zip(printed) {
            if crd_schema_go::quote::is_print(c) != (go == '1') {
                wrong.push(c);
            }
        }
    });
    assert!(wrong.is_empty(), "{}: {:?}", wrong.len(), &wrong[..wrong.len().min(50)]);
}

fn ask(oracle: &std::ffi::OsStr, questions: &[Question], mut each: impl FnMut(&Question, Value)) {
    let mut child =
        Command::new(oracle).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("ORACLE_BIN runs");
    let mut input = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    std::thread::scope(|scope| {
        // A second thread writes, so that no pipe fills up.
        scope.spawn(move || {
            for question in questions {
                writeln!(input, "{}", question.request()).unwrap();
            }
        });
        for question in questions {
            each(question, serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap());
        }
    });
    child.wait().unwrap();
}
