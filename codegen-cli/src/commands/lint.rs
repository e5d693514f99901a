//! `crd-schema lint`.

use std::collections::{BTreeMap, BTreeSet};

use crd_schema::ServerVersion;
use crd_schema::lint::{Linter, RuleCounts, Severity as Found, Sifted, rule_counts, takes_for_established};
use rayon::prelude::*;
use serde_json::json;

use super::crds::{self, Crd};
use crate::cli::Lint;
use crate::exit::{Failure, Outcome, say};
use crate::input::{self, FileName};
use crate::output::Output;
use crate::progress;
use crate::report::{Entry, Report, Severity};
use crate::walk::{self, Origin};

/// What is there now, by name.
type Old = BTreeMap<String, Crd>;

/// What was found in a file, and what in it is no CRD.
#[derive(Default)]
struct Linted {
    entries: Vec<Entry>,
    seen: Seen,
    skipped: Vec<String>,
}

/// How much was looked at.
#[derive(Default)]
struct Seen {
    /// The names of all CRDs.
    names: Vec<String>,
    schemas: usize,
    checked: usize,
    unchecked: usize,
    /// Findings that are accepted.
    allowed: usize,
    /// The names of CRDs whose old definitions are taken for established.
    assumed: Vec<String>,
}

pub(crate) fn run(arguments: &Lint, out: &mut Output) -> Result<Outcome, Failure> {
    input::check_stdin(&[&arguments.paths, &arguments.old])?;
    let old = if arguments.old.is_empty() { Old::new() } else { read_old(&arguments.old)? };
    let linter = Linter::new(arguments.server_version);
    let linter = arguments.oldest_server.map_or(linter, |oldest| linter.oldest_server(oldest));
    let mut report = Report::new(&arguments.findings, out);
    let walk::Files { files, mut failures } = walk::files(&arguments.paths);
    let (mut skipped, mut seen, progress) = (Vec::new(), Seen::default(), progress::of_files(files.len()));
    let results = files.into_par_iter().map(|(file, origin)| {
        let linted = lint((arguments, linter), &file, origin, &old);
        progress.inc(1);
        linted
    });
    // In the order of the files, whichever of them was done first.
    for result in results.collect::<Vec<_>>() {
        match result {
            Ok(linted) => {
                linted.entries.into_iter().for_each(|entry| report.add(entry));
                skipped.extend(linted.skipped);
                seen.add(linted.seen);
            }
            Err(lines) => failures.extend(lines),
        }
    }
    progress.finish_and_clear();
    tell(&skipped);
    if seen.names.is_empty() && failures.is_empty() {
        failures.push(crds::without_crds(&arguments.paths));
    }
    if failures.is_empty() {
        removed(&seen, &old).for_each(|entry| report.add(entry));
    }
    report.beside("summary", seen.listed());
    let outcome = report.finish()?;
    if !arguments.quiet && !seen.names.is_empty() {
        seen.tell();
    }
    if failures.is_empty() { Ok(outcome) } else { Err(Failure::Unusable(failures)) }
}

/// Without what is there now, nothing can be said of changes: the first file that cannot be read ends it.
fn read_old(paths: &[FileName]) -> Result<Old, Failure> {
    let mut old = Old::new();
    for (file, origin) in walk::files(paths).all()? {
        let read = crds::from_file(&file, origin).map_err(Failure::Unusable)?;
        tell(&read.skipped);
        for crd in read.crds {
            old.entry(crd.name().to_owned()).or_insert(crd);
        }
    }
    if old.is_empty() {
        // A first release has none.
        say(&crds::without_crds(paths));
    }
    Ok(old)
}

fn lint(by: (&Lint, Linter), file: &FileName, origin: Origin, old: &Old) -> Result<Linted, Vec<String>> {
    let crds::Read { crds, skipped } = crds::from_file(file, origin)?;
    let each = crds.par_iter().map(|crd| of_crd(by, crd, old)).collect::<Vec<_>>();
    let mut linted = Linted { skipped, ..Linted::default() };
    for (entries, seen) in each {
        linted.entries.extend(entries);
        linted.seen.add(seen);
    }
    Ok(linted)
}

fn tell(skipped: &[String]) {
    for line in skipped {
        say(&format!("skipped: {line}"));
    }
}

fn of_crd((arguments, linter): (&Lint, Linter), crd: &Crd, all_old: &Old) -> (Vec<Entry>, Seen) {
    let name = crd.name().to_owned();
    let old = all_old.get(&name);
    let findings = match old {
        Some(old) => linter.lint_update(&crd.definition, &old.definition),
        None => linter.lint(&crd.definition),
    };
    let Sifted { findings, allowed, .. } = crd_schema::lint::allow(findings, &arguments.allow);
    let duplicates = crd.object.duplicate_keys();
    let mut entries: Vec<_> =
        duplicates.map(|(place, message)| Entry::plain(Severity::Warning, place, message)).collect();
    entries.extend(findings.into_iter().map(|finding| entry(crd, finding)));
    if old.is_none() && !all_old.is_empty() {
        let text = format!("{name} is new: --old has no CRD of this name");
        entries.push(Entry::plain(Severity::Note, crd.object.start(), text));
    }
    let RuleCounts { schemas, checked, unchecked, .. } = rule_counts(&crd.definition);
    let is_assumed = old.is_some_and(|old| takes_for_established(&old.definition));
    let assumed = is_assumed.then(|| name.clone()).into_iter().collect();
    let seen = Seen { names: vec![name], schemas, checked, unchecked, allowed: allowed.len(), assumed };
    (entries, seen)
}

fn entry(crd: &Crd, finding: crd_schema::lint::Finding) -> Entry {
    let (severity, place) = match finding.severity {
        Found::Warning => (Severity::Warning, crd.object.key_place(&finding.at)),
        Found::Note => (Severity::Note, crd.object.key_place(&finding.at)),
        _ => (Severity::Error, crd.object.place(&finding.at)),
    };
    let (path, server_path) = (finding.at.to_string(), finding.server.map(|said| said.path().to_string()));
    let crd_schema::lint::Finding { message, rule, help, servers, .. } = finding;
    let text = format!("{}{message}", said_by(&servers));
    Entry { place, text, severity, rule, help, path: Some(path), server_path, servers }
}

/// The minors that refuse something, in front of what they say; nothing where all do that are asked.
fn said_by(servers: &[ServerVersion]) -> String {
    match servers {
        [] => String::new(),
        [only] => format!("Kubernetes {only}: "),
        [first, .., last] => format!("Kubernetes {first} to {last}: "),
    }
}

/// What is there now and not any more.
fn removed<'o>(seen: &Seen, old: &'o Old) -> impl Iterator<Item = Entry> + use<'o> {
    let names: BTreeSet<_> = seen.names.iter().cloned().collect();
    let is_gone = move |(name, _): &(&String, &Crd)| !names.contains(*name);
    old.iter().filter(is_gone).map(|(name, crd)| {
        let text = format!(
            "{name} is missing among the new CRDs: where a CRD is deleted, the server deletes all its objects"
        );
        Entry::plain(Severity::Warning, crd.object.start(), text)
    })
}

impl Seen {
    fn add(&mut self, other: Self) {
        self.names.extend(other.names);
        self.schemas = self.schemas.saturating_add(other.schemas);
        self.checked = self.checked.saturating_add(other.checked);
        self.unchecked = self.unchecked.saturating_add(other.unchecked);
        self.allowed = self.allowed.saturating_add(other.allowed);
        self.assumed.extend(other.assumed);
    }

    fn listed(&self) -> serde_json::Value {
        json!({
            "crds": self.names.len(), "schemas": self.schemas, "rulesChecked": self.checked,
            "rulesNotChecked": self.unchecked, "allowed": self.allowed, "takenForEstablished": self.assumed,
        })
    }

    fn tell(&self) {
        if !self.assumed.is_empty() {
            say(&format!(
                "taken for established, without a status that says so: {}",
                self.assumed.join(", ")
            ));
        }
        let mut line = [
            counted(self.names.len(), "CRD"),
            counted(self.schemas, "schema"),
            format!("{} checked", counted(self.checked, "rule")),
        ]
        .join(", ");
        if self.unchecked > 0 {
            line = format!("{line}, {} not checked", counted(self.unchecked, "rule"));
        }
        if self.allowed > 0 {
            line = format!("{line}, {} allowed", counted(self.allowed, "finding"));
        }
        say(&line);
    }
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
