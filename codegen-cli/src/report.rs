//! What is printed, in which form.

use std::io::{self, Write};

use serde_json::{Value, json};

use crate::cli::{FindingFormat, Findings};
use crate::exit::Outcome;
use crate::input::Place;

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Severity {
    Error,
    Warning,
}

impl Severity {
    fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

/// Findings, printed as they come or all at the end.
pub(crate) struct Report<'w> {
    format: FindingFormat,
    deny_warnings: bool,
    out: &'w mut dyn Write,
    collected: Vec<Value>,
    errors: usize,
    warnings: usize,
}

impl<'w> Report<'w> {
    pub(crate) fn new(arguments: &Findings, out: &'w mut dyn Write) -> Self {
        let (format, deny_warnings) = (arguments.output, arguments.deny_warnings);
        Self { format, deny_warnings, out, collected: Vec::new(), errors: 0, warnings: 0 }
    }

    pub(crate) fn finding(&mut self, severity: Severity, place: &Place, text: &str) -> io::Result<()> {
        match severity {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
        }
        let (file, position) = (&place.file, place.position);
        match self.format {
            FindingFormat::Text => writeln!(self.out, "{file}:{position}: {}: {text}", severity.name()),
            FindingFormat::Json => {
                self.collected.push(json!({
                    "severity": severity.name(),
                    "file": file,
                    "line": position.line,
                    "column": position.column,
                    "message": text,
                }));
                Ok(())
            }
        }
    }

    /// Prints what is left, and says how it came out.
    pub(crate) fn finish(self) -> io::Result<Outcome> {
        if self.format == FindingFormat::Json {
            writeln!(self.out, "{:#}", json!({"findings": self.collected}))?;
        }
        let found = self.errors > 0 || (self.deny_warnings && self.warnings > 0);
        Ok(if found { Outcome::Findings } else { Outcome::Fine })
    }
}
