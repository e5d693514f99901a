//! `crd-schema lint`.

use std::io::Write;
use std::slice;

use crd_schema::Severity as Found;

use super::crds::{self, Crd};
use crate::cli::Lint;
use crate::exit::{Failure, Outcome, say};
use crate::progress;
use crate::report::{Entry, Report, Severity};
use crate::walk;

pub(crate) fn run(arguments: &Lint, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let old = arguments.old.as_ref().map_or(Ok(Vec::new()), read_old)?;
    let mut report = Report::new(&arguments.findings, out);
    let walk::Files { files, mut failures } = walk::files(&arguments.paths);
    let (mut skipped, progress) = (Vec::new(), progress::of_files(files.len()));
    for (file, origin) in files {
        match crds::from_file(&file, origin) {
            Ok(read) => {
                read.crds.iter().for_each(|crd| add(crd, &old, &mut report));
                skipped.extend(read.skipped);
            }
            Err(lines) => failures.extend(lines),
        }
        progress.inc(1);
    }
    progress.finish_and_clear();
    tell(&skipped);
    let outcome = report.finish()?;
    if failures.is_empty() { Ok(outcome) } else { Err(Failure::Unusable(failures)) }
}

/// Without what is there now, nothing can be said of changes: the first file that cannot be read ends it.
fn read_old(path: &String) -> Result<Vec<Crd>, Failure> {
    let walk::Files { files, failures } = walk::files(slice::from_ref(path));
    if !failures.is_empty() {
        return Err(Failure::Unusable(failures));
    }
    let mut old = Vec::new();
    for (file, origin) in files {
        let read = crds::from_file(&file, origin).map_err(Failure::Unusable)?;
        tell(&read.skipped);
        old.extend(read.crds);
    }
    Ok(old)
}

fn tell(skipped: &[String]) {
    for line in skipped {
        say(&format!("skipped: {line}"));
    }
}

fn add(crd: &Crd, old: &[Crd], report: &mut Report<'_>) {
    for (place, message) in crd.object.duplicate_keys() {
        report.add(Entry::plain(Severity::Warning, place, message));
    }
    for finding in findings(crd, old) {
        let (severity, place) = match finding.severity {
            Found::Warning => (Severity::Warning, crd.object.key_place(&finding.at)),
            _ => (Severity::Error, crd.object.place(&finding.at)),
        };
        let crd_schema::Finding { message: text, rule, help, .. } = finding;
        report.add(Entry { place, text, severity, rule, help });
    }
}

fn findings(crd: &Crd, old: &[Crd]) -> Vec<crd_schema::Finding> {
    let name = crds::name(crd.object.value());
    match old.iter().find(|old| crds::name(old.object.value()) == name) {
        Some(old) => crd_schema::lint_update(&crd.definition, &old.definition),
        None => crd_schema::lint(&crd.definition),
    }
}
