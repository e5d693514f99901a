//! `crd-schema default`.

use std::io::Write;

use super::crds::at;
use super::printer::{Printer, listed};
use super::reasons::MOST_DEFAULTS;
use super::served::Served;
use crate::cli::Default;
use crate::exit::{Failure, Outcome, say};
use crate::input::Inputs;

const CURE: &str = ", which no server could store (\"etcdserver: request is too large\"): make the defaults of list items and \
                    map values shorter, or the lists";

/// Nothing is removed: that is for `prune`.
pub(crate) fn run(arguments: &Default, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let (mut served, mut inputs) = (Served::read(&arguments.crd)?, Inputs::default());
    let mut printer = Printer::new(arguments.output, out);
    for file in &arguments.objects {
        for object in inputs.objects(file)? {
            let Some(version) = served.find(&object)? else {
                printer.print(&object, object.value(), ("defaulted", Vec::new()))?;
                continue;
            };
            let mut filled = object.value().clone();
            let defaulted = crd_schema::apply_defaults_within(version.schema(), &mut filled, MOST_DEFAULTS)
                .map_err(|error| Failure::unusable(format!("{}: {error}{CURE}", at(&object))))?;
            for path in &defaulted {
                let place = object.place(path);
                say(&format!("{}:{}: defaulted {path}", place.file, place.position));
            }
            printer.print(&object, &filled, ("defaulted", listed(&defaulted)))?;
        }
    }
    printer.finish()?;
    inputs.finish()?;
    served.finish()?;
    Ok(Outcome::Fine)
}
