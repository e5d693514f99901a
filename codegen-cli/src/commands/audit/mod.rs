//! `crd-schema audit`.

mod crew;
mod judge;
mod tally;

use std::collections::HashMap;

use crd_schema::{ServeOptions, ServedVersion};
use serde_json::Value;

use super::served::Served;
use super::stored::Stored;
use crate::cli::{Audit, TextFormat};
use crate::exit::{Failure, Outcome};
use crate::input;
use crate::output::Output;
use crate::walk;

/// By `apiVersion` and `kind`.
type Versions = HashMap<(String, String), ServedVersion>;

/// What objects are judged by.
struct Court {
    versions: Versions,
    stored: Stored<Value>,
}

pub(crate) fn run(arguments: &Audit, out: &mut Output) -> Result<Outcome, Failure> {
    input::check_stdin(&[&arguments.crd, &arguments.objects, &arguments.old])?;
    let stored = Stored::read(&arguments.old, |object| object.value().clone())?;
    let options = ServeOptions::default().server_version(arguments.server_version);
    let court = Court { versions: Served::with_options(&arguments.crd, options)?.every()?, stored };
    let files = walk::files(&arguments.objects).names()?;
    let tally = crew::tally(&files, &court).map_err(Failure::unusable)?;
    if tally.is_of_nothing() {
        let empty = arguments.objects.iter().map(input::without_objects);
        return Err(Failure::Unusable(empty.collect()));
    }
    match arguments.output {
        TextFormat::Text => tally.print(out)?,
        TextFormat::Json => out.json(&Value::Object(tally.listed()))?,
    }
    Ok(if tally.is_clean() { Outcome::Fine } else { Outcome::Findings })
}
