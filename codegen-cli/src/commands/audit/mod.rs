//! `crd-schema audit`.

mod crew;
mod judge;
mod tally;

use std::collections::HashMap;
use std::io::Write;

use crd_schema::{ServeOptions, ServedVersion};

use super::served::Served;
use crate::cli::{Audit, TextFormat};
use crate::exit::{Failure, Outcome};
use crate::input;

/// By `apiVersion` and `kind`.
type Versions = HashMap<(String, String), ServedVersion>;

pub(crate) fn run(arguments: &Audit, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let options = ServeOptions::default().server_version(arguments.server_version);
    let versions = Served::with_options(&arguments.crd, options)?.every()?;
    let tally = crew::tally(&arguments.objects, &versions).map_err(Failure::unusable)?;
    if tally.is_of_nothing() {
        let empty = arguments.objects.iter().map(|file| input::without_objects(file));
        return Err(Failure::Unusable(empty.collect()));
    }
    match arguments.output {
        TextFormat::Text => tally.print(out)?,
        TextFormat::Json => writeln!(out, "{:#}", tally.listed())?,
    }
    Ok(if tally.is_clean() { Outcome::Fine } else { Outcome::Findings })
}
