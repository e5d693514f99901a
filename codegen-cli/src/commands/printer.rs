//! Objects on standard output, with the paths that were changed.

use std::io::Write;

use crd_schema::{FieldPathBuf, yaml};
use serde_json::{Value, json};

use super::crds::at;
use crate::cli::Format;
use crate::exit::Failure;
use crate::input::Object;

pub(crate) struct Printer<'w> {
    format: Format,
    /// What JSON calls the paths.
    member: &'static str,
    out: &'w mut dyn Write,
    printed: Vec<Value>,
    first: bool,
}

impl<'w> Printer<'w> {
    pub(crate) fn new(format: Format, member: &'static str, out: &'w mut dyn Write) -> Self {
        Self { format, member, out, printed: Vec::new(), first: true }
    }

    pub(crate) fn print(
        &mut self,
        object: &Object,
        changed: &Value,
        paths: &[FieldPathBuf],
    ) -> Result<(), Failure> {
        if self.format == Format::Json {
            let paths: Vec<_> = paths.iter().map(ToString::to_string).collect();
            self.printed.push(json!({"object": changed, self.member: paths}));
            return Ok(());
        }
        let text = yaml::to_string(changed)
            .map_err(|error| Failure::unusable(format!("{}: {error}", at(object))))?;
        if !std::mem::take(&mut self.first) {
            writeln!(self.out, "---")?;
        }
        Ok(self.out.write_all(text.as_bytes())?)
    }

    pub(crate) fn finish(self) -> Result<(), Failure> {
        if self.format == Format::Json {
            writeln!(self.out, "{:#}", json!({"objects": self.printed}))?;
        }
        Ok(())
    }
}
