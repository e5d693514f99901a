//! `crd-schema default`.

use serde_json::Value;

use super::crds::at;
use super::printer::{Printer, shown};
use super::reasons::MOST_DEFAULTS;
use super::served::Served;
use crate::cli::Default;
use crate::exit::{Failure, Outcome, say};
use crate::input::{self, Inputs};
use crate::output::Output;
use crate::walk;

const CURE: &str = ", which no server could store (\"etcdserver: request is too large\"): make the defaults of list items and \
                    map values shorter, or the lists";

/// Nothing is removed: that is for `prune`.
pub(crate) fn run(arguments: &Default, out: &mut Output) -> Result<Outcome, Failure> {
    input::check_stdin(&[&arguments.crd, &arguments.objects])?;
    let (mut served, mut inputs) = (Served::read(&arguments.crd)?, Inputs::default());
    let mut printer = Printer::new(arguments.output, out);
    for (file, origin) in walk::files(&arguments.objects).all()? {
        for object in inputs.objects(&file, origin)? {
            let Some(version) = served.find(&object)? else {
                printer.print(&object, object.value(), ("defaulted", Vec::new()))?;
                continue;
            };
            let mut filled = object.value().clone();
            let defaulted =
                crd_schema::steps::apply_defaults_within(version.schema(), &mut filled, MOST_DEFAULTS)
                    .map_err(|error| Failure::unusable(format!("{}: {error}{CURE}", at(&object))))?;
            let mut listed = Vec::new();
            for (path, text) in shown(&defaulted) {
                say(&format!("{}: defaulted {text}", object.place(path)));
                listed.push(Value::from(text));
            }
            printer.print(&object, &filled, ("defaulted", listed))?;
        }
    }
    printer.finish()?;
    inputs.finish(&arguments.objects)?;
    served.finish();
    Ok(Outcome::Fine)
}
