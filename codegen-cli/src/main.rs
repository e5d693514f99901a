//! The `crd-schema` command: lints CRDs, prunes objects and checks updates as a Kubernetes API server does.

mod cli;
mod commands;
mod exit;
mod input;
mod progress;
mod report;
mod stream;
mod walk;

use std::process::ExitCode;

use clap::Parser as _;

fn main() -> ExitCode {
    let arguments = cli::Arguments::parse();
    exit::guarded(|| commands::run(&arguments)).into()
}
