//! How the process ends.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

pub(crate) use crate::output::say;
use crate::output::say_error;
use crate::report::{Entry, print_to_stderr};

/// How a command came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Nothing to complain about.
    Fine,
    /// Something was found.
    Findings,
}

/// Why a command could not do its work.
pub(crate) enum Failure {
    /// Input or arguments cannot be used; a line each.
    Unusable(Vec<String>),
    /// A CRD cannot be used: everything that is wrong with it.
    Definition(Vec<Entry>),
    /// What was to be printed could not be.
    Output(io::Error),
}

impl Failure {
    pub(crate) fn unusable(message: impl Into<String>) -> Self {
        Self::Unusable(vec![message.into()])
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// The exit code, as the help text lists them.
#[derive(Clone, Copy)]
pub(crate) enum Code {
    Fine = 0,
    Findings = 1,
    Unusable = 2,
    OurError = 3,
}

impl From<Code> for ExitCode {
    fn from(code: Code) -> Self {
        Self::from(code as u8)
    }
}

/// A panic speaks as everything does: its text may be that of a file.
pub(crate) fn report_panics() {
    std::panic::set_hook(Box::new(|panic| {
        say_error(&panic.to_string());
        let trace = std::backtrace::Backtrace::capture();
        if trace.status() == std::backtrace::BacktraceStatus::Captured {
            trace.to_string().lines().for_each(say);
        }
    }));
}

/// Runs a command; a panic is an error of ours and reported as such.
pub(crate) fn guarded(run: impl FnOnce() -> Result<Outcome, Failure>) -> Code {
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(Ok(Outcome::Fine)) => Code::Fine,
        Ok(Ok(Outcome::Findings)) => Code::Findings,
        Ok(Err(Failure::Unusable(lines))) => {
            for line in lines {
                say_error(&line);
            }
            Code::Unusable
        }
        Ok(Err(Failure::Definition(entries))) => {
            print_to_stderr(entries);
            Code::Unusable
        }
        // Whoever reads has seen enough.
        Ok(Err(Failure::Output(error))) if error.kind() == io::ErrorKind::BrokenPipe => Code::Fine,
        Ok(Err(Failure::Output(error))) => {
            say_error(&format!("cannot write: {error}"));
            Code::OurError
        }
        Err(_) => {
            say_error("this is a bug in crd-schema, please report it with the input");
            Code::OurError
        }
    }
}
