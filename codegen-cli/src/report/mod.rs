//! What was found, and the forms in which it is printed.

mod github;
mod sarif;
mod source;
mod text;

use std::io;

use crd_schema::ServerVersion;
use serde_json::{Map, Value, json};

use crate::cli::{FindingFormat, Findings};
use crate::exit::Outcome;
use crate::input::Place;
use crate::output::{self, Output, say};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Severity {
    Error,
    Warning,
    /// Something to know; it never counts.
    Note,
}

impl Severity {
    fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

/// Something found; sorted by place and text.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Entry {
    pub(crate) place: Place,
    pub(crate) text: String,
    pub(crate) severity: Severity,
    /// The rule of ours that found it.
    pub(crate) rule: Option<&'static str>,
    pub(crate) help: Option<String>,
    /// Where it stands, as a path; known where it is about a CRD.
    pub(crate) path: Option<String>,
    /// The path under which a server says it.
    pub(crate) server_path: Option<String>,
    /// The minors that refuse, where not all do that are asked.
    pub(crate) servers: Vec<ServerVersion>,
}

impl Entry {
    /// What only a server or a client says.
    pub(crate) fn plain(severity: Severity, place: Place, text: impl Into<String>) -> Self {
        Self {
            place,
            text: text.into(),
            severity,
            rule: None,
            help: None,
            path: None,
            server_path: None,
            servers: Vec::new(),
        }
    }
}

/// The lines of a string. The compiler of CEL shows the source of an expression below each error, in lines that begin in two
/// ways; any other line break comes from a file, and is spelled out where the line is printed.
pub(crate) fn lines(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in text.split('\n') {
        match lines.last_mut() {
            Some(last) if !line.starts_with(" | ") && !line.starts_with("ERROR: ") => {
                last.extend(["\n", line]);
            }
            _ => lines.push(line.to_owned()),
        }
    }
    lines
}

/// The text as a program shows it that knows line breaks: those of [`lines`] alone.
fn shown(text: &str) -> String {
    let lines: Vec<_> = lines(text).iter().map(|line| output::escaped(line).into_owned()).collect();
    lines.join("\n")
}

/// How many bytes of strings are kept.
const MOST_TEXT: usize = 64 << 20;

/// Findings, sorted and printed when all are known.
pub(crate) struct Report<'w> {
    format: FindingFormat,
    deny_warnings: bool,
    out: &'w mut Output,
    entries: Vec<Entry>,
    /// How many bytes their strings have.
    length: usize,
    /// What JSON says beside the findings.
    beside: Map<String, Value>,
}

/// What cannot be part of a report of findings, since the command prints other things.
pub(crate) fn print_to_stderr(entries: Vec<Entry>) {
    let entries = sorted(entries);
    output::tell(|out| text::print(&entries, out));
}

/// A server says some things twice: its strategies check object meta, and so does what calls them.
fn sorted(mut entries: Vec<Entry>) -> Vec<Entry> {
    entries.sort();
    entries.dedup();
    entries
}

impl<'w> Report<'w> {
    pub(crate) fn new(arguments: &Findings, out: &'w mut Output) -> Self {
        let (format, deny_warnings) = (arguments.output, arguments.deny_warnings);
        Self { format, deny_warnings, out, entries: Vec::new(), length: 0, beside: Map::new() }
    }

    pub(crate) fn add(&mut self, entry: Entry) {
        self.add_all([entry]);
    }

    /// As many as may be kept, and at least one: paths below one long key are long, each of them.
    pub(crate) fn add_all(&mut self, entries: impl IntoIterator<Item = Entry>) {
        let mut entries = entries.into_iter();
        while self.length <= MOST_TEXT {
            let Some(entry) = entries.next() else { return };
            self.length = self.length.saturating_add(entry.text.len());
            self.entries.push(entry);
        }
    }

    /// Something that only JSON has a place for.
    pub(crate) fn beside(&mut self, field: &str, value: Value) {
        self.beside.insert(field.to_owned(), value);
    }

    /// Prints everything, and says how it came out.
    pub(crate) fn finish(mut self) -> io::Result<Outcome> {
        if self.length > MOST_TEXT {
            say(&format!("more than {} MiB of findings: others are not listed", MOST_TEXT >> 20));
        }
        self.entries = sorted(self.entries);
        let counts = |entry: &Entry| match entry.severity {
            Severity::Error => true,
            Severity::Warning => self.deny_warnings,
            Severity::Note => false,
        };
        let found = self.entries.iter().any(counts);
        match self.format {
            FindingFormat::Text => text::print(&self.entries, self.out)?,
            FindingFormat::Json => json(&self.entries, self.beside, self.out)?,
            FindingFormat::Github => github::print(&self.entries, self.out)?,
            FindingFormat::Sarif => sarif::print(&self.entries, self.out)?,
        }
        Ok(if found { Outcome::Findings } else { Outcome::Fine })
    }
}

fn json(entries: &[Entry], mut beside: Map<String, Value>, out: &mut Output) -> io::Result<()> {
    let finding = |entry: &Entry| {
        let mut finding = json!({
            "severity": entry.severity.name(),
            "file": entry.place.file,
            "line": entry.place.position.line,
            "column": entry.place.position.column,
            "message": entry.text,
            "path": entry.path,
            "serverPath": entry.server_path,
            "rule": entry.rule,
            "help": entry.help,
        });
        if !entry.servers.is_empty() {
            finding["servers"] = entry.servers.iter().map(ToString::to_string).collect();
        }
        finding
    };
    beside.insert("findings".to_owned(), entries.iter().map(finding).collect());
    out.json(&Value::Object(beside))
}

#[cfg(test)]
mod tests {
    use super::{lines, shown};

    #[test]
    fn only_the_source_of_an_expression_has_lines_of_its_own() {
        let text = "spec.a\n::error::: Invalid value: compilation failed: ERROR: <input>:1:1: x\n | a\n | ^\nERROR: y";
        let expected = [
            "spec.a\n::error::: Invalid value: compilation failed: ERROR: <input>:1:1: x",
            " | a",
            " | ^",
            "ERROR: y",
        ];
        assert_eq!(lines(text), expected);
        assert_eq!(shown("a\nb\n | \u{1b}"), "a\\nb\n | \\u{1b}");
        assert_eq!(lines(""), [""]);
    }
}
