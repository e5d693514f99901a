//! What is printed: lines, in which everything is escaped, and data, which stays as it is.
//!
//! Nothing is printed but by way of this module.

mod escape;
mod screen;

use std::fmt;
use std::io::{self, Write};
use std::sync::OnceLock;

use serde_json::Value;

pub(crate) use escape::{escaped, escaped_name};
pub(crate) use screen::{Layout, Screen, Style, columns};

use escape::escaped_json;

/// Where a command prints: `writeln!` prints a line of text, whatever a file has put into it.
pub(crate) struct Output {
    out: Box<dyn Write>,
    screen: Screen,
}

impl Output {
    pub(crate) fn stdout(screen: Screen) -> Self {
        Self { out: Box::new(io::BufWriter::new(io::stdout().lock())), screen }
    }

    fn stderr() -> Self {
        Self { out: Box::new(io::stderr()), screen: TALK.get().copied().unwrap_or_default() }
    }

    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    pub(crate) fn screen(&self) -> Screen {
        self.screen
    }

    /// What `write!` and `writeln!` call: the only line break that is printed is the one at the end.
    pub(crate) fn write_fmt(&mut self, text: fmt::Arguments<'_>) -> io::Result<()> {
        let text = text.to_string();
        let (line, end) = text.strip_suffix('\n').map_or((text.as_str(), ""), |line| (line, "\n"));
        self.data(&format!("{}{end}", as_line(line)))
    }

    /// Documents and what else must stay as it is.
    pub(crate) fn data(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(text.as_bytes())
    }

    /// Lines of another text, in which tabs stay as they are.
    pub(crate) fn lines(&mut self, text: &str) -> io::Result<()> {
        for line in text.lines() {
            let parts: Vec<_> = line.split('\t').map(escaped).collect();
            self.data(&format!("{}\n", guarded(&parts.join("\t"))))?;
        }
        Ok(())
    }

    /// One document of JSON, which says the same where its characters are escaped.
    pub(crate) fn json(&mut self, value: &Value) -> io::Result<()> {
        let text = format!("{value:#}\n");
        self.data(&escaped_json(&text))
    }

    /// A line whose parts have styles, wrapped where the screen has a width.
    pub(crate) fn styled(&mut self, parts: &[(Style, &str)], indent: usize) -> io::Result<()> {
        let parts: Vec<_> = parts.iter().map(|(style, text)| (*style, escaped(text))).collect();
        let text = self.screen.laid_out(&parts, indent);
        self.data(&guarded(&text))
    }
}

/// What a program that reads lines takes for no command of its own.
fn as_line(text: &str) -> String {
    guarded(&escaped(text)).into_owned()
}

/// A line that begins with `::` is a command for GitHub's runner, which looks behind blanks, too.
fn guarded(line: &str) -> std::borrow::Cow<'_, str> {
    if line.trim_start().starts_with("::") {
        return line.replacen("::", "\\u{3a}:", 1).into();
    }
    line.into()
}

/// How standard error is laid out.
static TALK: OnceLock<Screen> = OnceLock::new();

/// Sets how standard error is laid out; before, it is plain.
pub(crate) fn set_talk(screen: Screen) {
    let _ = TALK.set(screen);
}

/// Talk goes to standard error; that it cannot be written is no reason to stop.
pub(crate) fn say(line: &str) {
    let _ = Output::stderr().styled(&[(Style::Plain, line)], 4);
}

/// As [`say`], of what ends the command.
pub(crate) fn say_error(line: &str) {
    let parts = [(Style::Error, "error"), (Style::Plain, ": "), (Style::Plain, line)];
    let _ = Output::stderr().styled(&parts, 4);
}

/// Has something printed to standard error.
pub(crate) fn tell(print: impl FnOnce(&mut Output) -> io::Result<()>) {
    let _ = print(&mut Output::stderr());
}
