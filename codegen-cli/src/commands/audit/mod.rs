//! `crd-schema audit`.

mod crew;
mod judge;
mod stored;
mod tally;

use std::collections::HashMap;
use std::io::Write;

use crd_schema::{ServeOptions, ServedVersion};
use serde_json::Value;

use self::stored::Stored;
use super::served::Served;
use super::unrun::UnrunRules;
use crate::cli::{Audit, TextFormat};
use crate::exit::{Failure, Outcome};
use crate::input;

/// By `apiVersion` and `kind`.
type Versions = HashMap<(String, String), ServedVersion>;

/// What objects are judged by.
struct Court {
    versions: Versions,
    stored: Stored,
}

pub(crate) fn run(arguments: &Audit, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let inputs = arguments.objects.iter().chain(&arguments.old);
    if inputs.filter(|file| *file == "-").count() > 1 {
        return Err(Failure::unusable("standard input can be read once only"));
    }
    let stored = arguments.old.as_deref().map_or(Ok(Stored::default()), Stored::read)?;
    let options = ServeOptions::default().server_version(arguments.server_version);
    let court = Court { versions: Served::with_options(&arguments.crd, options)?.every()?, stored };
    let tally = crew::tally(&arguments.objects, &court).map_err(Failure::unusable)?;
    if tally.is_of_nothing() {
        let empty = arguments.objects.iter().map(|file| input::without_objects(file));
        return Err(Failure::Unusable(empty.collect()));
    }
    let mut unrun = UnrunRules::default();
    tally.ids().filter_map(|id| court.versions.get(id)).for_each(|version| unrun.note(version));
    match arguments.output {
        TextFormat::Text => tally.print(out)?,
        TextFormat::Json => {
            let mut listed = tally.listed();
            for (member, value) in unrun.members() {
                listed.insert(member.to_owned(), value);
            }
            writeln!(out, "{:#}", Value::Object(listed))?;
        }
    }
    let outcome = if tally.is_clean() { Outcome::Fine } else { Outcome::Findings };
    Ok(unrun.finish(arguments.require_complete.into(), outcome))
}
