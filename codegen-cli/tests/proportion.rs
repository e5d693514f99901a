//! Work in proportion to the input: the time on the processor for ten times as much is compared with that for one, so that
//! neither the machine nor its load has a say. Looking through a map for each finding would make it a hundred times.
#![cfg(target_os = "linux")]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

const COUNT: usize = 2_000;

/// Ticks that children took which have ended: the only test of this program has no others.
fn ticks() -> u64 {
    let stat = fs::read_to_string("/proc/self/stat").expect("Linux");
    let (_, fields) = stat.rsplit_once(')').expect("the name");
    let field =
        |index: usize| fields.split_whitespace().nth(index).expect("a field").parse::<u64>().expect("ticks");
    field(13) + field(14)
}

fn work(folder: &Path, arguments: &str) -> u64 {
    let before = ticks();
    let mut command = Command::new(env!("CARGO_BIN_EXE_crd-schema"));
    command.args(arguments.split(' ')).current_dir(folder).stdout(Stdio::null()).stderr(Stdio::null());
    let status = command.status().expect("it runs");
    assert!(matches!(status.code(), Some(0 | 1)), "{arguments}: {status}");
    ticks() - before
}

fn crd(properties: &str) -> String {
    format!(
        "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {{name: jobs.example.com}}\n\
         spec: {{group: example.com, names: {{kind: Job, plural: jobs, listKind: JobList, singular: job}}, scope: Cluster, \
         versions: [{{name: v1, served: true, storage: true, schema: {{openAPIV3Schema: {{type: object, properties: {{\n\
         {properties}}}}}}}}}]}}\n"
    )
}

fn object(entries: &str) -> String {
    format!("apiVersion: example.com/v1\nkind: Job\nmetadata: {{name: a}}\n{entries}")
}

fn lines(count: usize, line: fn(usize) -> String) -> String {
    (0..count).fold(String::new(), |mut text, index| {
        writeln!(text, "{}", line(index)).expect("memory");
        text
    })
}

fn write(folder: &Path, count: usize) {
    let files = [
        ("plain.yaml", crd("mode: {type: string}")),
        ("map.yaml", crd("m: {type: object, additionalProperties: {type: string, maxLength: 1}}, \
                          i: {type: object, additionalProperties: {type: string, x-kubernetes-mutability: Immutable}}, \
                          o: {type: object, additionalProperties: {type: object, properties: {d: {type: integer, default: 1}}}}")),
        ("unknown.yaml", object(&lines(count, |index| format!("k{index}: 1")))),
        ("unknown.json", format!("{{\"apiVersion\": \"example.com/v1\", \"kind\": \"Job\", \"metadata\": {{\"name\": \"a\"}}\n{}}}",
            lines(count, |index| format!(", \"k{index}\": 1")))),
        ("repeated.yaml", object(&lines(count, |index| format!("k{}: 1", index / 2)))),
        ("merged.yaml", object(&format!("<<: [{}]\n", lines(count / 4, |index| format!("{{k{index}: 1}},"))))),
        ("list.json", format!("{{\"kind\": \"List\", \"items\": [{}null]}}", lines(count / 4, |index|
            format!("{{\"apiVersion\": \"example.com/v1\", \"kind\": \"Job\", \"metadata\": {{\"name\": \"a{index}\"}}, \"k\": 1}},")))
            .replace(",\nnull", "\n")),
        ("long.yaml", object(&format!("m:\n{}", lines(count, |index| format!("  k{index}: long"))))),
        ("old.yaml", object(&format!("i:\n{}", lines(count / 2, |index| format!("  k{index}: a"))))),
        ("new.yaml", object(&format!("i:\n{}", lines(count / 2, |index| format!("  k{index}: b"))))),
        ("filled.yaml", object(&format!("o:\n{}", lines(count / 2, |index| format!("  k{index}: {{}}"))))),
        ("wrong.yaml", crd(&lines(count / 4, |index| format!("k{index}: {{type: string, unique: true, uniqueItems: true}},")))),
    ];
    for (name, text) in files {
        fs::write(folder.join(name), text).expect("written");
    }
}

#[test]
fn places_are_found_in_proportion_to_the_input() {
    let (one, ten) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    write(one.path(), COUNT);
    write(ten.path(), 10 * COUNT);
    for arguments in [
        "validate --crd plain.yaml unknown.yaml",
        "validate --crd plain.yaml --color always unknown.json",
        "validate --crd plain.yaml repeated.yaml",
        "validate --crd plain.yaml merged.yaml",
        "validate --crd plain.yaml --old list.json list.json",
        "validate --crd map.yaml long.yaml",
        "prune --crd plain.yaml unknown.yaml",
        "prune --explain --crd plain.yaml unknown.json",
        "default --crd map.yaml filled.yaml",
        "audit --crd plain.yaml unknown.yaml",
        "check-update --crd map.yaml old.yaml new.yaml",
        "lint wrong.yaml",
    ] {
        let (small, large) = (work(one.path(), arguments), work(ten.path(), arguments));
        // Starting takes a few ticks of both.
        assert!(large <= 30 * small.max(3), "{arguments}: {small} ticks, {large} for ten times as much");
    }
}
