//! The runtime beside a real API server, request by request; skipped unless `APISERVER_BIN` names one.

use std::collections::BTreeMap;

use crd_schema_tests::apiserver::{Case, Lowered, Objects, Server, Transitions, run_case, server};
use crd_schema_tests::table::{Report, load};
use serde_json::Value;

#[expect(clippy::print_stderr, reason = "how much was compared belongs to the result")]
fn say(what: &str, count: usize) {
    eprintln!("{what}: {count} compared with the server");
}

/// Installs CRDs that the server must take.
fn install(server: &Server, crds: &[&Value]) {
    for (crd, answer) in server.install(crds) {
        panic!("{}: {}", crd["metadata"]["name"], answer.body);
    }
}

#[test]
fn requests() {
    let Some(server) = server() else { return };
    let mut report = Report::default();
    let cases = load::<Case>("apiserver");
    install(server, &cases.iter().map(|(_, case)| &case.crd).collect::<Vec<_>>());
    let taken = cases.iter().map(|(file, case)| run_case(&mut report, server, file, case)).sum();
    say("steps", taken);
    report.finish();
}

/// Tables whose CRD the server refuses for reasons beyond structure: defaults that are not valid.
const REFUSED: [&str; 0] = [];

#[test]
fn objects_of_other_tables() {
    let Some(server) = server() else { return };
    let tables = ["prune", "defaulting"].into_iter().flat_map(|folder| {
        let crd = move |file: &str, table: &Objects| table.crd(&format!("{file}.{folder}.example.com"));
        load::<Objects>(folder).into_iter().map(move |(file, table)| (crd(&file, &table), file, table))
    });
    let tables: Vec<_> = tables.collect();
    let refused = server.install(&tables.iter().map(|(crd, ..)| crd).collect::<Vec<_>>());
    let mut report = Report::default();
    let (mut taken, mut out) = (0, Vec::new());
    for (crd, file, table) in &tables {
        match refused.iter().find(|(refused, _)| *refused == crd) {
            Some((_, answer)) => out.push(format!("{file}: {}", answer.body["message"])),
            None => taken += table.create(&mut report, server, file, crd),
        }
    }
    report.expect("tables that the server refuses", &REFUSED.to_vec(), &out.iter().map(String::as_str).collect());
    say("objects of the tables of pruning and defaulting", taken);
    report.finish();
}

#[test]
fn lowered_mutability() {
    let Some(server) = server() else { return };
    let mut report = Report::default();
    let tables: BTreeMap<String, Transitions> = load("mutability").into_iter().collect();
    let lowered = load::<Lowered>("apiserver-lowered");
    let crds: Vec<_> = lowered.iter().flat_map(|(_, lowered)| lowered.crds()).collect();
    install(server, &crds.iter().collect::<Vec<_>>());
    let taken = lowered.iter().map(|(_, lowered)| lowered.take(&mut report, server, &tables[&lowered.table]));
    say("transitions of the tables of mutability", taken.sum());
    report.finish();
}
