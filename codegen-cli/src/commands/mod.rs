//! One file a command: each takes its arguments and where to write, and says how it came out.

mod audit;
mod check_update;
mod cost;
mod crds;
mod default;
mod explain;
mod generate;
mod json_schema;
mod lint;
mod lower;
mod printer;
mod prune;
mod reasons;
mod served;
mod unrun;
mod validate;

use std::io::{self, Write as _};

use crate::cli::{Arguments, Command};
use crate::exit::{Failure, Outcome};

pub(crate) fn run(arguments: &Arguments) -> Result<Outcome, Failure> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let outcome = match &arguments.command {
        Command::Generate(arguments) => generate::run(arguments, &mut out),
        Command::Lint(arguments) => lint::run(arguments, &mut out),
        Command::Explain(arguments) => explain::run(arguments, &mut out),
        Command::Prune(arguments) => prune::run(arguments, &mut out),
        Command::Validate(arguments) => validate::run(arguments, &mut out),
        Command::Default(arguments) => default::run(arguments, &mut out),
        Command::Audit(arguments) => audit::run(arguments, &mut out),
        Command::CheckUpdate(arguments) => check_update::run(arguments, &mut out),
        Command::Lower(arguments) => lower::run(arguments, &mut out),
        Command::Cost(arguments) => cost::run(arguments, &mut out),
    };
    // What was printed before a failure is still worth reading.
    out.flush()?;
    outcome
}
