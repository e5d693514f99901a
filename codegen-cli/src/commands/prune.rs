//! `crd-schema prune`.

use crd_schema::ServedVersion;
use crd_schema::path::FieldPathBuf;
use crd_schema::steps::Semantics;
use serde_json::Value;

use super::crds::at;
use super::printer::{Printer, shown};
use super::reasons::{self, Change, Changes};
use super::served::Served;
use crate::cli::{Prune, Reading};
use crate::exit::{Failure, Outcome, say};
use crate::input::{self, Inputs, Object};
use crate::output::Output;
use crate::walk;

pub(crate) fn run(arguments: &Prune, out: &mut Output) -> Result<Outcome, Failure> {
    input::check_stdin(&[&arguments.crd, &arguments.objects])?;
    let (mut served, mut inputs) = (Served::read(&arguments.crd)?, Inputs::default());
    let mut printer = Printer::new(arguments.output, out);
    let (mut removed_any, mut warned) = (false, false);
    for (file, origin) in walk::files(&arguments.objects).all()? {
        for object in inputs.objects(&file, origin)? {
            warned |= warn(&object);
            let Some(version) = served.find(&object)? else {
                let field = if arguments.explain { "changes" } else { "removed" };
                printer.print(&object, object.value(), (field, Vec::new()))?;
                continue;
            };
            let (pruned, removed) = prune(&version, &object, arguments.semantics)?;
            removed_any |= !removed.is_empty();
            let reported = if arguments.explain {
                explain(&version, &object, arguments.semantics)?
            } else {
                tell(&object, &removed)
            };
            printer.print(&object, &pruned, reported)?;
        }
    }
    printer.finish()?;
    inputs.finish(&arguments.objects)?;
    served.finish();
    let found = (arguments.check && removed_any) || (arguments.deny_warnings && warned);
    Ok(if found { Outcome::Findings } else { Outcome::Fine })
}

fn prune(
    version: &ServedVersion,
    object: &Object,
    reading: Reading,
) -> Result<(Value, Vec<FieldPathBuf>), Failure> {
    let mut pruned = object.value().clone();
    let removed = crd_schema::steps::prune_resource(version.schema(), &mut pruned, semantics(reading))
        .map_err(|error| Failure::unusable(format!("{}: {error}", at(object))))?;
    Ok((pruned, removed))
}

fn warn(object: &Object) -> bool {
    let mut warned = false;
    for (place, message) in object.duplicate_keys() {
        say(&format!("{place}: warning: {message}"));
        warned = true;
    }
    warned
}

fn semantics(reading: Reading) -> Semantics {
    match reading {
        Reading::Server => Semantics::Server,
        Reading::Kep => Semantics::Kep,
    }
}

fn tell(object: &Object, removed: &[FieldPathBuf]) -> (&'static str, Vec<Value>) {
    let mut listed = Vec::new();
    for (path, text) in shown(removed) {
        say(&format!("{}: removed {text}", object.key_place(path)));
        listed.push(Value::from(text));
    }
    ("removed", listed)
}

fn explain(
    version: &ServedVersion,
    object: &Object,
    reading: Reading,
) -> Result<(&'static str, Vec<Value>), Failure> {
    let Changes { listed, has_more } = reasons::changes(version.schema(), object.value(), semantics(reading))
        .map_err(|error| Failure::unusable(format!("{}: {error}", at(object))))?;
    for Change { path, what, reason } in &listed {
        say(&format!("{}: {what} {path}: {reason}", object.key_place(path)));
    }
    if has_more {
        say("more changes are not listed: the paths of one object have at most 16 MiB");
    }
    Ok(("changes", listed.iter().map(Change::listed).collect()))
}
