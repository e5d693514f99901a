//! The `crd-schema` command: lints CRDs, prunes objects and checks updates as a Kubernetes API server does.

mod arguments;
mod cli;
mod commands;
mod exit;
mod explain;
mod input;
mod json_schema;
mod output;
mod progress;
mod report;
mod stream;
mod walk;

use std::process::ExitCode;

fn main() -> ExitCode {
    exit::report_panics();
    match arguments::parse() {
        Ok(arguments) => exit::guarded(|| commands::run(&arguments)).into(),
        Err(code) => code.into(),
    }
}
