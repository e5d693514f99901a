//! Workflow commands, which GitHub Actions shows beside the lines of a pull request.
//!
//! Source: docs.github.com, "Workflow commands for GitHub Actions"; the escapes are those of `actions/toolkit`,
//! `packages/core/src/command.ts`.

use std::io;

use super::{Entry, Severity, shown};
use crate::output::{Output, escaped};

pub(super) fn print(entries: &[Entry], out: &mut Output) -> io::Result<()> {
    for entry in entries {
        let title = property(entry.rule.unwrap_or("crd-schema"));
        let text = shown(&entry.text);
        let help = entry.help.as_ref().map(|help| format!("\nhelp: {}", escaped(help))).unwrap_or_default();
        let position = entry.place.position;
        // Only files of the repository have lines there.
        let (place, text) = if let Some(file) = entry.place.file.name().plain() {
            let (line, column) = (position.line, position.column);
            (format!("file={},line={line},col={column},", property(file)), text)
        } else {
            (String::new(), format!("{}: {text}", entry.place))
        };
        let text = data(&format!("{text}{help}"));
        let command = format!("::{} {place}title={title}::{text}\n", level(entry.severity));
        out.data(&command)?;
    }
    Ok(())
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Note => "notice",
        other => other.name(),
    }
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::{data, property};

    #[test]
    fn what_ends_a_command_or_a_property_is_escaped() {
        assert_eq!(data("100%\r\na: b, c"), "100%25%0D%0Aa: b, c");
        assert_eq!(property("a:b,c%d"), "a%3Ab%2Cc%25d");
    }
}
