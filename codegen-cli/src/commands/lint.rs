//! `crd-schema lint`.

use std::io::Write;

use crd_schema::Severity as Found;

use super::crds;
use crate::cli::Lint;
use crate::exit::{Failure, Outcome};
use crate::report::{Report, Severity};

pub(crate) fn run(arguments: &Lint, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let mut report = Report::new(&arguments.findings, out);
    for file in &arguments.crds {
        for crd in crds::read(file)? {
            for (place, message) in crd.object.duplicate_keys() {
                report.finding(Severity::Warning, &place, message)?;
            }
            for finding in crd_schema::lint(&crd.definition) {
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
