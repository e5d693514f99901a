//! `crd-schema default`.

use std::io::Write;

use super::printer::{Printer, listed};
use super::served::Served;
use crate::cli::Default;
use crate::exit::{Failure, Outcome, say};
use crate::input::Inputs;

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
            let defaulted = crd_schema::apply_defaults_noting(version.schema(), &mut filled);
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
