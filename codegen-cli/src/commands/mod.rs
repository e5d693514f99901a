//! One file a command: each takes its arguments and where to write, and says how it came out.

mod audit;
mod check_update;
mod cost;
mod crds;
mod default;
mod eval;
mod explain;
mod generate;
mod json_schema;
mod lint;
mod lower;
mod previous;
mod printer;
mod prune;
mod reasons;
mod serve;
mod served;
mod stored;
mod validate;

use crate::cli::{Arguments, Command, Findings};
use crate::exit::{Failure, Outcome};
use crate::output::{Output, Screen};
use crate::report::Report;

pub(crate) fn run(arguments: &Arguments) -> Result<Outcome, Failure> {
    let mut out = Output::stdout(Screen::stdout(arguments.color));
    let outcome = match &arguments.command {
        Command::Generate(arguments) => generate::run(arguments, &mut out),
        Command::Lint(arguments) => lint::run(arguments, &mut out),
        Command::Explain(arguments) => explain::run(arguments, &mut out),
        Command::Prune(arguments) => prune::run(arguments, &mut out),
        Command::Validate(arguments) => validate::run(arguments, &mut out),
        Command::Stored(arguments) => stored::run(arguments, &mut out),
        Command::Default(arguments) => default::run(arguments, &mut out),
        Command::Audit(arguments) => audit::run(arguments, &mut out),
        Command::CheckUpdate(arguments) => {
            let outcome = check_update::run(arguments, &mut out);
            reported(outcome, &arguments.findings, &mut out)
        }
        Command::JsonSchema(arguments) => json_schema::run(arguments, &mut out),
        Command::Lower(arguments) => lower::run(arguments, &mut out),
        Command::Cost(arguments) => cost::run(arguments, &mut out),
        Command::Eval(arguments) => eval::run(arguments, &mut out),
        Command::Serve(arguments) => serve::run(arguments, &mut out),
    };
    // What was printed before a failure is still worth reading.
    out.flush()?;
    outcome
}

/// What is wrong with a CRD is printed in the form that was asked for.
fn reported(
    outcome: Result<Outcome, Failure>,
    format: &Findings,
    out: &mut Output,
) -> Result<Outcome, Failure> {
    let Err(Failure::Definition(entries)) = outcome else { return outcome };
    let mut report = Report::new(format, out);
    report.add_all(entries);
    report.finish()?;
    Err(Failure::Unusable(Vec::new()))
}
