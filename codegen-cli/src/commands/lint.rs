//! `crd-schema lint`.

use std::io::Write;

use crd_schema::Severity as Found;

use super::crds::{self, Crd};
use crate::cli::Lint;
use crate::exit::{Failure, Outcome};
use crate::report::{Report, Severity};

pub(crate) fn run(arguments: &Lint, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let mut report = Report::new(&arguments.findings, out);
    let old = arguments.old.as_deref().map_or(Ok(Vec::new()), crds::read)?;
    for file in &arguments.crds {
        for crd in crds::read(file)? {
            for (place, message) in crd.object.duplicate_keys() {
                report.finding(Severity::Warning, &place, message)?;
            }
            for finding in findings(&crd, &old) {
                let (severity, place) = match finding.severity {
                    Found::Warning => (Severity::Warning, crd.object.key_place(&finding.at)),
                    _ => (Severity::Error, crd.object.place(&finding.at)),
                };
                report.finding(severity, &place, &finding.message)?;
            }
        }
    }
    Ok(report.finish()?)
}

fn findings(crd: &Crd, old: &[Crd]) -> Vec<crd_schema::Finding> {
    let name = crds::name(crd.object.value());
    match old.iter().find(|old| crds::name(old.object.value()) == name) {
        Some(old) => crd_schema::lint_update(&crd.definition, &old.definition),
        None => crd_schema::lint(&crd.definition),
    }
}
