//! Objects on standard output, with the paths that were changed.

use crd_schema::{FieldPathBuf, yaml};
use serde_json::{Value, json};

use super::crds::at;
use crate::cli::Format;
use crate::exit::Failure;
use crate::input::Object;
use crate::output::Output;

pub(crate) struct Printer<'w> {
    format: Format,
    out: &'w mut Output,
    printed: Vec<Value>,
    first: bool,
}

/// Paths, as JSON lists them.
pub(crate) fn listed(paths: &[FieldPathBuf]) -> Vec<Value> {
    paths.iter().map(|path| path.to_string().into()).collect()
}

impl<'w> Printer<'w> {
    pub(crate) fn new(format: Format, out: &'w mut Output) -> Self {
        Self { format, out, printed: Vec::new(), first: true }
    }

    /// `told` is a member of the JSON beside the object.
    pub(crate) fn print(
        &mut self,
        object: &Object,
        changed: &Value,
        told: (&str, Vec<Value>),
    ) -> Result<(), Failure> {
        if self.format == Format::Json {
            let (member, listed) = told;
            self.printed.push(json!({"object": changed, member: listed}));
            return Ok(());
        }
        let text = yaml::to_string(changed)
            .map_err(|error| Failure::unusable(format!("{}: {error}", at(object))))?;
        if !std::mem::take(&mut self.first) {
            writeln!(self.out, "---")?;
        }
        Ok(self.out.data(&text)?)
    }

    pub(crate) fn finish(self) -> Result<(), Failure> {
        if self.format == Format::Json {
            self.out.json(&json!({"objects": self.printed}))?;
        }
        Ok(())
    }
}
