//! How fast we are beside others that do the same work on the same bytes: `serde_json`, the crate `jsonschema`, and, with
//! `ORACLE_BIN`, Kubernetes' own code; on objects made up and, with `CRD_CORPUS`, on published samples.
//!
//! Prints how many times as long the other one takes: the median of the turns, and between which two quarters of them lie.

#![allow(missing_docs, reason = "nobody imports a bench")]

#[allow(dead_code, unreachable_pub, reason = "it is made for tests of another crate")]
#[path = "../../../tests/src/corpus.rs"]
mod corpus;
mod go;
mod sets;
mod turns;
#[path = "../workload/mod.rs"]
mod workload;

use std::cell::RefCell;
use std::hint::black_box;

use crd_schema::FieldPath;
use crd_schema::serve::{Decoded, FieldValidation};
use crd_schema::steps::{check_mutability, prune_json, prune_json_noting};
use crd_schema::validation::validate;
use serde::de::IgnoredAny;
use serde_json::Value;

use go::Go;
use sets::{Body, CORPUS, CORPUS_WITH_RULES, Kind, Markers, Set};
use turns::{Ratio, Runner, race, timed};
use workload::Objects;

/// What we do beside what others do.
const PAIRS: [(&str, &str); 14] = [
    ("prune_json", "serde_json to Value"),
    ("prune_json", "serde_json to IgnoredAny"),
    ("prune_json_noting", "serde_json to Value"),
    ("prune_json", "Go prune"),
    ("prune_json_noting", "Go prune, strict"),
    ("validate", "jsonschema::is_valid"),
    ("validate", "Go validate"),
    ("decode", "serde_json to Value"),
    ("create", "serde_json to Value"),
    ("create", "Go create, strict"),
    ("update", "serde_json to Value"),
    ("check_mutability", "update"),
    ("check_mutability", "read and update"),
    ("update", "create"),
];

fn main() {
    let arguments: Vec<_> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let smoke = arguments.iter().any(|argument| argument == "--test");
    let wanted: Vec<_> = arguments.iter().filter(|argument| !argument.starts_with("--")).collect();
    let (turns, sizes): (usize, &[usize]) =
        if smoke { (1, &[1_000]) } else { (31, &[1_000, 10_000, 100_000, 1_000_000, 10_000_000]) };
    let go = RefCell::new(Go::start());
    let measure = |name: &str, set: &dyn Fn() -> Option<Set>| {
        let is_wanted = |(ours, theirs): &&(&str, &str)| {
            let line = format!("{name} {ours} {theirs}");
            wanted.iter().all(|word| line.contains(word.as_str()))
        };
        let pairs: Vec<_> = PAIRS.iter().filter(is_wanted).collect();
        // Making a set takes longer than measuring it.
        let Some(set) = (if pairs.is_empty() { None } else { set() }) else { return };
        for (ours, theirs) in pairs {
            compare(&set, ours, theirs, &go, turns);
        }
    };
    for bytes in sizes {
        let kinds = [
            ("clean", Objects::Clean, Markers::None),
            ("unknown", Objects::Unknown, Markers::None),
            ("marked", Objects::Clean, Markers::Many),
        ];
        for (kind, objects, markers) in kinds {
            let name = format!("{} kB {kind}", bytes / 1000);
            measure(&name, &|| Some(Set::made(&name, *bytes, objects, markers)));
        }
    }
    if !smoke {
        measure(CORPUS, &Set::corpus);
        measure(CORPUS_WITH_RULES, &|| Set::corpus().map(Set::with_rules));
    }
}

fn compare(set: &Set, ours: &str, theirs: &str, go: &RefCell<Option<Go>>, turns: usize) {
    let (Some(mut one), Some(mut other)) = (runner(set, ours, go), runner(set, theirs, go)) else { return };
    // Large sets would take minutes in Go.
    let turns = if set.bytes() > 500_000 { turns.div_ceil(3) } else { turns };
    let Ratio { ours: taken, low, median, high } = race(&mut one, &mut other, turns);
    #[expect(clippy::cast_precision_loss, reason = "sizes are small")]
    let speed = set.bytes() as f64 / taken.as_secs_f64() / 1e6;
    say(&format!(
        "{:<16} {ours:<18} {speed:>7.1} MB/s   {theirs:<25} takes {median:>6.2} times as long ({low:.2} to {high:.2})",
        set.name
    ));
}

#[expect(clippy::print_stdout, reason = "it is what a bench is for")]
fn say(line: &str) {
    println!("{line}");
}

/// Does the work with every body of the set; `None` where there is no Go.
fn runner<'r>(set: &'r Set, work: &'r str, go: &'r RefCell<Option<Go>>) -> Option<Runner<'r>> {
    Some(match work {
        "serde_json to Value" => {
            each(set, |_, body| serde_json::from_slice::<Value>(body.text.as_bytes()).expect("JSON"))
        }
        "serde_json to IgnoredAny" => {
            each(set, |_, body| serde_json::from_slice::<IgnoredAny>(body.text.as_bytes()).expect("JSON"))
        }
        "jsonschema::is_valid" => each(set, |kind, body| kind.other.is_valid(&body.pruned)),
        "prune_json" => {
            each(set, |kind, body| prune_json(kind.served.schema(), body.text.as_bytes()).expect("JSON"))
        }
        "prune_json_noting" => each(set, |kind, body| {
            prune_json_noting(kind.served.schema(), body.text.as_bytes()).expect("JSON")
        }),
        "validate" => each(set, |kind, body| validate(&kind.validator, &body.pruned, &FieldPath::ROOT)),
        "decode" => each(set, |kind, body| decode(kind, &body.text)),
        "create" => {
            each(set, |kind, body| kind.served.create_decoded(decode(kind, &body.text)).expect("it is valid"))
        }
        "update" => each(set, |kind, body| {
            kind.served.update_decoded(&body.stored, decode(kind, &body.update)).expect("it is valid")
        }),
        // As a server does it, which has the old object from its storage.
        "read and update" => each(set, |kind, body| {
            let old = serde_json::from_str(&body.kept).expect("JSON");
            let old = kind.served.read(old).expect("it was stored");
            kind.served.update_decoded(&old, decode(kind, &body.update)).expect("it is valid")
        }),
        "check_mutability" => {
            each(set, |kind, body| check_mutability(kind.served.schema(), &body.stored, &body.again))
        }
        "Go prune" => of_go(set, "prune", false, go)?,
        "Go prune, strict" => of_go(set, "prune", true, go)?,
        "Go validate" => of_go(set, "validate", false, go)?,
        "Go create, strict" => of_go(set, "create", true, go)?,
        _ => return None,
    })
}

fn decode(kind: &Kind, text: &str) -> Decoded {
    kind.served.decode_json(text.as_bytes(), FieldValidation::Warn).expect("it can be read")
}

fn each<'r, T>(set: &'r Set, work: impl Fn(&'r Kind, &'r Body) -> T + 'r) -> Runner<'r> {
    timed(move || {
        for kind in &set.kinds {
            for body in &kind.bodies {
                black_box(work(kind, body));
            }
        }
    })
}

fn of_go<'r>(set: &'r Set, step: &'r str, strict: bool, go: &'r RefCell<Option<Go>>) -> Option<Runner<'r>> {
    go.borrow().as_ref()?;
    let mut requests: Vec<_> = set.kinds.iter().map(Kind::request).collect();
    for request in &mut requests {
        request["strict"] = strict.into();
    }
    Some(Box::new(move |rounds| {
        let mut go = go.borrow_mut();
        requests.iter().filter_map(|request| Some(go.as_mut()?.time(request, step, rounds))).sum()
    }))
}
