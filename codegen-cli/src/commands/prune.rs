//! `crd-schema prune`.

use std::io::Write;

use crd_schema::{FieldPathBuf, Semantics};
use serde_json::Value;

use super::crds::{Served, at};
use super::printer::Printer;
use crate::cli::{Prune, Reading};
use crate::exit::{Failure, Outcome, say};
use crate::input::{self, Object};

pub(crate) fn run(arguments: &Prune, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let mut served = Served::read(&arguments.crd)?;
    let mut printer = Printer::new(arguments.output, "removed", out);
    let (mut removed_any, mut warned) = (false, false);
    for file in &arguments.objects {
        for object in input::objects(file)? {
            warned |= warn(&object);
            let (pruned, removed) = prune(&mut served, &object, arguments.semantics)?;
            removed_any |= !removed.is_empty();
            tell(&object, &removed);
            printer.print(&object, &pruned, &removed)?;
        }
    }
    printer.finish()?;
    let found = (arguments.check && removed_any) || (arguments.deny_warnings && warned);
    Ok(if found { Outcome::Findings } else { Outcome::Fine })
}

fn prune(
    served: &mut Served,
    object: &Object,
    reading: Reading,
) -> Result<(Value, Vec<FieldPathBuf>), Failure> {
    let version = served.of(object)?;
    let semantics = match reading {
        Reading::Server => Semantics::Server,
        Reading::Kep => Semantics::Kep,
    };
    let mut pruned = object.value().clone();
    let removed = crd_schema::prune_resource(version.schema(), &mut pruned, semantics)
        .map_err(|error| Failure::unusable(format!("{}: {error}", at(object))))?;
    Ok((pruned, removed))
}

fn warn(object: &Object) -> bool {
    let mut warned = false;
    for (place, message) in object.duplicate_keys() {
        say(&format!("{}:{}: warning: {message}", place.file, place.position));
        warned = true;
    }
    warned
}

fn tell(object: &Object, removed: &[FieldPathBuf]) {
    for path in removed {
        let place = object.key_place(path);
        say(&format!("{}:{}: removed {path}", place.file, place.position));
    }
}
