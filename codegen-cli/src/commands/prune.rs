//! `crd-schema prune`.

use std::io::Write;

use crd_schema::{FieldPathBuf, Semantics, yaml};
use serde_json::{Value, json};

use super::crds::{Served, at};
use crate::cli::{Format, Prune, Reading};
use crate::exit::{Failure, Outcome, say};
use crate::input::{self, Object};

pub(crate) fn run(arguments: &Prune, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let mut served = Served::read(&arguments.crd)?;
    let mut printer = Printer { format: arguments.output, out, printed: Vec::new(), first: true };
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

struct Printer<'w> {
    format: Format,
    out: &'w mut dyn Write,
    printed: Vec<Value>,
    first: bool,
}

impl Printer<'_> {
    fn print(&mut self, object: &Object, pruned: &Value, removed: &[FieldPathBuf]) -> Result<(), Failure> {
        if self.format == Format::Json {
            let removed: Vec<_> = removed.iter().map(ToString::to_string).collect();
            self.printed.push(json!({"object": pruned, "removed": removed}));
            return Ok(());
        }
        let text =
            yaml::to_string(pruned).map_err(|error| Failure::unusable(format!("{}: {error}", at(object))))?;
        if !std::mem::take(&mut self.first) {
            writeln!(self.out, "---")?;
        }
        Ok(self.out.write_all(text.as_bytes())?)
    }

    fn finish(self) -> Result<(), Failure> {
        if self.format == Format::Json {
            writeln!(self.out, "{:#}", json!({"objects": self.printed}))?;
        }
        Ok(())
    }
}
