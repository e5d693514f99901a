//! `crd-schema stored`.

use crd_schema::ServedVersion;
use crd_schema::path::{FieldPathBuf, PathStep};
use crd_schema::serve::{Outcome as Written, Rejection, ServeOptions};
use serde_json::{Value, json};

use super::crds::{at, name};
use super::previous::Previous;
use super::printer::{Printer, shown};
use super::served::Served;
use crate::cli::Stored;
use crate::exit::{Failure, Outcome, say};
use crate::input::{self, Inputs, Object};
use crate::output::Output;
use crate::walk;

/// What only a server knows; an update keeps that of the old object.
const OF_SERVER: [&str; 3] = ["creationTimestamp", "generation", "uid"];

pub(crate) fn run(arguments: &Stored, out: &mut Output) -> Result<Outcome, Failure> {
    input::check_stdin(&[&arguments.crd, &arguments.objects, &arguments.old])?;
    let options = ServeOptions::default().server_version(arguments.server_version);
    let mut served = Served::with_options(&arguments.crd, options)?;
    let previous = Previous::read(&arguments.old, |object| object)?;
    let (mut inputs, mut outcome) = (Inputs::default(), Outcome::Fine);
    let mut printer = Printer::new(arguments.output, out);
    for (file, origin) in walk::files(&arguments.objects).all()? {
        for object in inputs.objects(&file, origin)? {
            let Some(version) = served.find(&object)? else {
                printer.print_fields(&object, object.value(), unchanged())?;
                continue;
            };
            let old = previous.find(&version, object.value());
            match written(arguments, &version, old, &object)? {
                Ok(written) => {
                    let stored = stored(&written, old);
                    printer.print_fields(&object, &stored, changes(arguments, &object, &written))?;
                }
                Err(rejection) => {
                    outcome = Outcome::Findings;
                    rejected(&version, &object, &rejection);
                }
            }
        }
    }
    printer.finish()?;
    inputs.finish(&arguments.objects)?;
    served.finish();
    Ok(outcome)
}

fn written(
    arguments: &Stored,
    version: &ServedVersion,
    old: Option<&Object>,
    object: &Object,
) -> Result<Result<Written, Rejection>, Failure> {
    let new = match version.decode(object.value().clone()) {
        Ok(new) => new,
        Err(rejection) => return Ok(Err(rejection)),
    };
    let Some(old) = old else {
        return match arguments.subresource {
            None => Ok(version.create_decoded(new)),
            Some(_) => Err(Failure::unusable(format!("{}: there is no such stored object", at(object)))),
        };
    };
    let stored = version.read(old.value().clone());
    let stored = stored.map_err(|error| Failure::unusable(format!("{}: {error}", at(old))))?;
    Ok(match arguments.subresource {
        None => version.update_decoded(&stored, new),
        Some(_) => version.update_status_decoded(&stored, new),
    })
}

fn stored(written: &Written, old: Option<&Object>) -> Value {
    let mut stored = written.object.value().clone();
    if let (None, Some(metadata)) = (old, stored.get_mut("metadata").and_then(Value::as_object_mut)) {
        metadata.retain(|name, _| !OF_SERVER.contains(&name.as_str()));
    }
    stored
}

/// What is printed beside an object in JSON.
fn unchanged() -> Vec<(&'static str, Value)> {
    vec![("removed", json!([])), ("defaulted", json!([])), ("warnings", json!([]))]
}

fn changes(arguments: &Stored, object: &Object, written: &Written) -> Vec<(&'static str, Value)> {
    for warning in &written.warnings {
        say(&format!("{}: warning: {warning}", at(object)));
    }
    let part = |paths| part(arguments, paths);
    let removed = listed("removed", &part(&written.removed), |path| object.key_place(path).to_string());
    let defaulted = listed("defaulted", &part(&written.defaulted), |path| object.place(path).to_string());
    vec![("removed", removed), ("defaulted", defaulted), ("warnings", json!(written.warnings))]
}

/// Of a write of the status nothing else is stored.
fn part(arguments: &Stored, paths: &[FieldPathBuf]) -> Vec<FieldPathBuf> {
    let is_written = |path: &&FieldPathBuf| match arguments.subresource {
        None => true,
        Some(_) => path.steps().first() == Some(&PathStep::Property("status")),
    };
    paths.iter().filter(is_written).cloned().collect()
}

fn listed(what: &str, paths: &[FieldPathBuf], place: impl Fn(&FieldPathBuf) -> String) -> Value {
    let mut listed = Vec::new();
    for (path, text) in shown(paths) {
        say(&format!("{}: {what} {text}", place(path)));
        listed.push(Value::from(text));
    }
    listed.into()
}

fn rejected(version: &ServedVersion, object: &Object, rejection: &Rejection) {
    if let Rejection::Invalid(violations) = rejection {
        for violation in violations {
            say(&format!("{}: error: {violation}", object.place(violation.path())));
        }
        return;
    }
    let status = version.status(name(object.value()), rejection);
    say(&format!("{}: error: {}", object.start(), status.message()));
}
