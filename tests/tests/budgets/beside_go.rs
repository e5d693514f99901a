//! The same shapes in Kubernetes' own code: time and memory for one and for ten times the size.
//!
//! Go's time is that of a request to the oracle, with the JSON of it both ways; its memory is what a fresh process grows by,
//! garbage included. Ours is what the allocator gave at most at once. Nothing is asserted: it is a table to be read.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::measure::Shape;
use super::{defaults, lowering, patterns, strings};

/// A shape, its smaller size here, and what is asked of Go; nothing where Kubernetes has no such thing.
struct Row {
    shape: &'static str,
    small: usize,
    ask: Option<fn(usize) -> Value>,
}

const ROWS: [Row; 13] = [
    Row {
        shape: "patterns: lint",
        small: 100,
        ask: Some(|count| create(&patterns::letters_definition(count))),
    },
    Row { shape: "patterns: create", small: 100, ask: Some(write) },
    Row { shape: "patterns: decode, which needs none", small: 100, ask: Some(prune) },
    Row { shape: "positions: every field", small: 10_000, ask: Some(fields) },
    Row { shape: "unknown fields: decode", small: 10_000, ask: Some(unknown) },
    Row { shape: "defaults: items", small: 500, ask: Some(fill) },
    Row { shape: "lower: nullable structs, too dear", small: 400, ask: None },
    Row { shape: "lower: nullable structs, number key", small: 50, ask: None },
    Row { shape: "lowered rules: lint", small: 50, ask: Some(|count| create(&lowering::definition(count))) },
    Row {
        shape: "yaml: a list of tiny maps",
        small: 10_000,
        ask: Some(|count| yaml(&"- a: 1\n".repeat(count))),
    },
    Row {
        shape: "yaml: a list of tiny flow maps",
        small: 10_000,
        ask: Some(|count| yaml(&format!("[{}]\n", "{a: 1},".repeat(count)))),
    },
    Row {
        shape: "properties: read and lint",
        small: 10_000,
        ask: Some(|count| create(&strings::definition(count))),
    },
    Row { shape: "properties: lint", small: 10_000, ask: Some(|count| create(&strings::definition(count))) },
];

fn create(crd: &Value) -> Value {
    json!({"op": "validate_crd_create", "crd": crd})
}

fn yaml(text: &str) -> Value {
    json!({"op": "yaml", "text": text, "strict": true})
}

fn write(count: usize) -> Value {
    let (schema, object) = patterns::letters_schema(count);
    json!({"op": "strategy_create", "schema": schema, "object": object})
}

fn prune(count: usize) -> Value {
    let (schema, object) = patterns::letters_schema(count);
    json!({"op": "prune", "schema": schema, "object": object, "isResourceRoot": true})
}

fn fields(count: usize) -> Value {
    let lines: Vec<_> = (0..count).map(|index| format!("k{index}: 1\n")).collect();
    yaml(&lines.concat())
}

fn unknown(count: usize) -> Value {
    let unknown: Value = (0..count).map(|index| (format!("u{index}"), json!(1))).collect();
    let object = json!({"apiVersion": "example.com/v1", "kind": "Job", "spec": unknown});
    let schema = json!({"type": "object", "properties": {"spec": {"type": "object"}}});
    json!({"op": "prune", "schema": schema, "object": object, "isResourceRoot": true})
}

fn fill(count: usize) -> Value {
    let (schema, object) = defaults::items(count);
    json!({"op": "default", "schema": schema, "object": object})
}

/// A process that has answered nothing yet.
fn ask(program: &std::ffi::OsStr, request: &Value) -> (Duration, u64) {
    let mut command = Command::new(program);
    let mut oracle = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it can be run");
    let mut stdin = oracle.stdin.take().expect("it is piped");
    let mut stdout = BufReader::new(oracle.stdout.take().expect("it is piped"));
    let mut answer = |request: String| {
        let start = Instant::now();
        writeln!(stdin, "{request}").expect("it reads");
        let mut line = String::new();
        stdout.read_line(&mut line).expect("it answers");
        assert!(!line.contains(r#""failure":"#), "{}", line.get(..500).unwrap_or(&line));
        start.elapsed()
    };
    let path = format!("/proc/{}/status", oracle.id());
    let peak = || {
        let status = fs::read_to_string(&path).expect("Linux");
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("the most memory");
        line.trim().trim_end_matches(" kB").parse::<u64>().expect("kB")
    };
    answer(json!({"op": "version"}).to_string());
    let before = peak();
    let request = request.to_string();
    let time = answer(request);
    let taken = peak() - before;
    drop(stdin);
    oracle.wait().expect("it ends");
    (time, taken)
}

fn named(name: &str) -> &'static Shape {
    static ALL: [&[Shape]; 4] = [&patterns::SHAPES, &defaults::SHAPES, &lowering::SHAPES, &strings::SHAPES];
    ALL.iter().copied().flatten().find(|shape| shape.name == name).expect("a shape")
}

#[test]
#[ignore = "a table to be read"]
#[expect(clippy::print_stdout, reason = "a table to be read")]
fn beside_go() {
    let program = std::env::var_os("ORACLE_BIN");
    println!("| shape | size | bytes | ours | | Go | | ours / Go | |\n|---|---|---|---|---|---|---|---|---|");
    for Row { shape, small, ask: request } in ROWS {
        for size in [small, 10 * small] {
            let shape = named(shape);
            let (_, work) = (shape.make)(size);
            let start = Instant::now();
            work();
            let time = start.elapsed();
            let (bytes, taken) = shape.measure(size);
            let ours = (time, taken.bytes_max / 1000);
            let (go, ratio) = match program.as_ref().zip(request) {
                Some((program, request)) => {
                    let go = ask(program, &request(size));
                    (
                        printed(go),
                        format!(
                            "{:.2} | {:.2}",
                            ours.0.div_duration_f64(go.0),
                            kilobytes(ours.1) / kilobytes(go.1.max(1))
                        ),
                    )
                }
                None => ("– | –".to_owned(), "– | –".to_owned()),
            };
            println!("| {} | {size} | {bytes} | {} | {go} | {ratio} |", shape.name, printed(ours));
        }
    }
}

fn printed((time, kilobytes): (Duration, u64)) -> String {
    format!("{:.1} ms | {kilobytes} kB", time.as_secs_f64() * 1e3)
}

#[expect(clippy::cast_precision_loss, reason = "sizes are small")]
fn kilobytes(count: u64) -> f64 {
    count as f64
}
