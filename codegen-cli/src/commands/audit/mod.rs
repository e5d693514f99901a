//! `crd-schema audit`.

mod crew;
mod judge;
mod tally;

use crd_schema::ServedVersion;
use std::collections::HashMap;

use super::served::Served;
use crate::cli::{Audit, TextFormat};
use crate::exit::{Failure, Outcome};
use crate::input;
use crate::output::Output;
use crate::walk;

/// By `apiVersion` and `kind`.
type Versions = HashMap<(String, String), ServedVersion>;

pub(crate) fn run(arguments: &Audit, out: &mut Output) -> Result<Outcome, Failure> {
    input::check_stdin(&[&arguments.crd, &arguments.objects])?;
    let versions = Served::read(&arguments.crd)?.every()?;
    let files = walk::files(&arguments.objects).names()?;
    let tally = crew::tally(&files, &versions).map_err(Failure::unusable)?;
    if tally.is_of_nothing() {
        let empty = arguments.objects.iter().map(input::without_objects);
        return Err(Failure::Unusable(empty.collect()));
    }
    match arguments.output {
        TextFormat::Text => tally.print(out)?,
        TextFormat::Json => out.json(&tally.listed())?,
    }
    Ok(if tally.is_clean() { Outcome::Fine } else { Outcome::Findings })
}
