//! Reads the arguments, and says what is wrong with them.

use clap::Parser as _;
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};

use crate::cli::Arguments;
use crate::exit::Code;
use crate::output::{self, Screen, escaped, escaped_name, say_error};

/// The arguments; or the exit code, when all is said already.
pub(crate) fn parse() -> Result<Arguments, Code> {
    let arguments = Arguments::try_parse().map_err(|error| report(&error.into_shown()))?;
    output::set_talk(Screen::stderr(arguments.color));
    Ok(arguments)
}

fn report(error: &Error) -> Code {
    let bad = std::env::args_os().skip(1).find(|argument| argument.to_str().is_none());
    if let (ErrorKind::InvalidUtf8, Some(bad)) = (error.kind(), bad) {
        say_error(&format!("the argument '{}' is not UTF-8", escaped_name(&bad)));
        return Code::Unusable;
    }
    // Help and versions go to standard output.
    let _ = error.print();
    if error.use_stderr() { Code::Unusable } else { Code::Fine }
}

trait Shown {
    fn into_shown(self) -> Self;
}

impl Shown for Error {
    /// What the user wrote is part of the text; what could be written instead repeats it, with styles.
    fn into_shown(mut self) -> Self {
        let shown: Vec<_> = self.context().filter_map(|(kind, value)| Some((kind, shown(value)?))).collect();
        if !shown.is_empty() {
            self.insert(ContextKind::Suggested, ContextValue::None);
        }
        for (kind, value) in shown {
            self.insert(kind, value);
        }
        self
    }
}

/// The value in another form, if that differs.
fn shown(value: &ContextValue) -> Option<ContextValue> {
    let shown = match value {
        ContextValue::String(text) => ContextValue::String(escaped(text).into_owned()),
        ContextValue::Strings(strings) => {
            ContextValue::Strings(strings.iter().map(|text| escaped(text).into_owned()).collect())
        }
        _ => return None,
    };
    (shown != *value).then_some(shown)
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::Shown as _;
    use crate::cli::Arguments;

    /// Whatever is wrong with an argument, it cannot write to the terminal.
    #[test]
    fn arguments_are_shown() {
        let hidden = "x\u{1b}[31m\n::error::\u{202e}\u{9b}";
        for arguments in [
            &["crd-schema", hidden][..],
            &["crd-schema", "lint", &format!("--{hidden}")],
            &["crd-schema", "lint", "-\u{1b}"],
            &["crd-schema", "lint", "a", "-o", hidden],
            &["crd-schema", "lint", "a", &format!("--output={hidden}")],
            &["crd-schema", "cost", "a", "--server", hidden],
            &["crd-schema", "lint", "a", &format!("--deny-warnings={hidden}")],
            &["crd-schema", "generate", "--max-desc-len", hidden],
            &["crd-schema", "explain", "a", hidden],
        ] {
            let error = Arguments::try_parse_from(arguments).err().expect("it is refused").into_shown();
            let text = error.to_string();
            assert!(!text.chars().any(|c| c != '\n' && c.is_control() || c == '\u{202e}'), "{text:?}");
            assert!(!text.contains("\n::"), "{text:?}");
        }
    }
}
