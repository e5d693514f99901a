//! Objects on standard output, with the paths that were changed.

use crd_schema::path::FieldPathBuf;
use crd_schema::yaml;
use serde_json::{Value, json};

use super::crds::at;
use crate::cli::Format;
use crate::exit::{Failure, say};
use crate::input::Object;
use crate::output::Output;

pub(crate) struct Printer<'w> {
    format: Format,
    out: &'w mut Output,
    printed: Vec<Value>,
    first: bool,
}

/// How many bytes of paths are shown of one object: each path below a long key repeats the key.
const MOST_TEXT: usize = 16 << 20;

/// How many bytes of paths may still be shown of an object.
pub(crate) struct Left(Option<usize>);

impl Default for Left {
    fn default() -> Self {
        Self(Some(MOST_TEXT))
    }
}

impl Left {
    /// Whether a path so long is shown; after the first that is not, none is.
    pub(crate) fn takes(&mut self, length: usize) -> bool {
        self.0 = self.0.and_then(|left| left.checked_sub(length));
        self.0.is_some()
    }

    /// Whether a path was not shown.
    pub(crate) fn is_exceeded(&self) -> bool {
        self.0.is_none()
    }
}

/// Paths as they are printed, as many as are shown.
pub(crate) fn shown(paths: &[FieldPathBuf]) -> Vec<(&FieldPathBuf, String)> {
    let mut left = Left::default();
    let strings = paths.iter().map(|path| (path, path.to_string()));
    let shown: Vec<_> = strings.take_while(|(_, text)| left.takes(text.len())).collect();
    if shown.len() < paths.len() {
        say(&format!("{} more paths are not listed", paths.len() - shown.len()));
    }
    shown
}

impl<'w> Printer<'w> {
    pub(crate) fn new(format: Format, out: &'w mut Output) -> Self {
        Self { format, out, printed: Vec::new(), first: true }
    }

    /// `shown` is a field of the JSON beside the object.
    pub(crate) fn print(
        &mut self,
        object: &Object,
        changed: &Value,
        (field, shown): (&'static str, Vec<Value>),
    ) -> Result<(), Failure> {
        self.print_fields(object, changed, vec![(field, shown.into())])
    }

    /// `shown` are the fields of the JSON beside the object.
    pub(crate) fn print_fields(
        &mut self,
        object: &Object,
        changed: &Value,
        shown: Vec<(&'static str, Value)>,
    ) -> Result<(), Failure> {
        if self.format == Format::Json {
            let fields = shown.into_iter().map(|(name, value)| (name.to_owned(), value));
            let object = [("object".to_owned(), changed.clone())];
            self.printed.push(Value::Object(object.into_iter().chain(fields).collect()));
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
