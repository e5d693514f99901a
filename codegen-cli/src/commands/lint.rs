//! `crd-schema lint`.

use std::collections::HashMap;
use std::io::Write;
use std::slice;

use crd_schema::{CustomResourceDefinition, Linter, Severity as Found};
use rayon::prelude::*;

use super::crds::{self, Crd};
use crate::cli::Lint;
use crate::exit::{Failure, Outcome, say};
use crate::progress;
use crate::report::{Entry, Report, Severity};
use crate::walk::{self, Origin};

/// What is there now, by name.
type Old = HashMap<String, CustomResourceDefinition>;

/// What was found in a file, and what in it is no CRD.
struct Linted {
    entries: Vec<Entry>,
    crds: usize,
    skipped: Vec<String>,
}

pub(crate) fn run(arguments: &Lint, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let old = arguments.old.as_ref().map_or(Ok(Old::new()), read_old)?;
    let linter = Linter::new(arguments.server_version);
    let mut report = Report::new(&arguments.findings, out);
    let walk::Files { files, mut failures } = walk::files(&arguments.paths);
    let (mut skipped, mut crds, progress) = (Vec::new(), 0_usize, progress::of_files(files.len()));
    let results = files.into_par_iter().map(|(file, origin)| {
        let linted = lint(linter, &file, origin, &old);
        progress.inc(1);
        linted
    });
    // In the order of the files, whichever of them was done first.
    for result in results.collect::<Vec<_>>() {
        match result {
            Ok(linted) => {
                linted.entries.into_iter().for_each(|entry| report.add(entry));
                skipped.extend(linted.skipped);
                crds = crds.saturating_add(linted.crds);
            }
            Err(lines) => failures.extend(lines),
        }
    }
    progress.finish_and_clear();
    tell(&skipped);
    if crds == 0 && failures.is_empty() {
        failures.push(crds::without_crds(&arguments.paths));
    }
    let outcome = report.finish()?;
    if failures.is_empty() { Ok(outcome) } else { Err(Failure::Unusable(failures)) }
}

/// Without what is there now, nothing can be said of changes: the first file that cannot be read ends it.
fn read_old(path: &String) -> Result<Old, Failure> {
    let walk::Files { files, failures } = walk::files(slice::from_ref(path));
    if !failures.is_empty() {
        return Err(Failure::Unusable(failures));
    }
    let mut old = Old::new();
    for (file, origin) in files {
        let read = crds::from_file(&file, origin).map_err(Failure::Unusable)?;
        tell(&read.skipped);
        for crd in read.crds {
            old.entry(crds::name(crd.object.value()).to_owned()).or_insert(crd.definition);
        }
    }
    if old.is_empty() {
        // A first release has none.
        say(&crds::without_crds(slice::from_ref(path)));
    }
    Ok(old)
}

fn lint(linter: Linter, file: &str, origin: Origin, old: &Old) -> Result<Linted, Vec<String>> {
    let crds::Read { crds, skipped } = crds::from_file(file, origin)?;
    let entries = crds.par_iter().flat_map_iter(|crd| entries(linter, crd, old)).collect();
    Ok(Linted { entries, crds: crds.len(), skipped })
}

fn tell(skipped: &[String]) {
    for line in skipped {
        say(&format!("skipped: {line}"));
    }
}

fn entries(linter: Linter, crd: &Crd, old: &Old) -> Vec<Entry> {
    let duplicates = crd.object.duplicate_keys();
    let duplicates = duplicates.map(|(place, message)| Entry::plain(Severity::Warning, place, message));
    duplicates.chain(findings(linter, crd, old).into_iter().map(|finding| entry(crd, finding))).collect()
}

fn entry(crd: &Crd, finding: crd_schema::Finding) -> Entry {
    let (severity, place) = match finding.severity {
        Found::Warning => (Severity::Warning, crd.object.key_place(&finding.at)),
        _ => (Severity::Error, crd.object.place(&finding.at)),
    };
    let crd_schema::Finding { message: text, rule, help, .. } = finding;
    Entry { place, text, severity, rule, help }
}

fn findings(linter: Linter, crd: &Crd, old: &Old) -> Vec<crd_schema::Finding> {
    match old.get(crds::name(crd.object.value())) {
        Some(old) => linter.lint_update(&crd.definition, old),
        None => linter.lint(&crd.definition),
    }
}
