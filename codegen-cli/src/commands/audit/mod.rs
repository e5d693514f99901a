//! `crd-schema audit`.

mod tally;
mod validate;
mod workers;

use std::collections::HashMap;

use crd_schema::ServedVersion;
use crd_schema::serve::ServeOptions;
use serde_json::Value;

use super::previous::Previous;
use super::served::Served;
use crate::cli::{Audit, TextFormat};
use crate::exit::{Failure, Outcome};
use crate::input;
use crate::output::Output;
use crate::walk;

/// By `apiVersion` and `kind`.
type Versions = HashMap<(String, String), ServedVersion>;

/// What objects are validated by.
struct Auditor {
    versions: Versions,
    stored: Previous<Value>,
}

pub(crate) fn run(arguments: &Audit, out: &mut Output) -> Result<Outcome, Failure> {
    input::check_stdin(&[&arguments.crd, &arguments.objects, &arguments.old])?;
    let stored = Previous::read(&arguments.old, |object| object.value().clone())?;
    let options = ServeOptions::default().server_version(arguments.server_version);
    let auditor = Auditor { versions: Served::with_options(&arguments.crd, options)?.every()?, stored };
    let files = walk::files(&arguments.objects).names()?;
    let tally = workers::tally(&files, &auditor).map_err(Failure::unusable)?;
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
