//! A line each for programs; for readers with the line of the file that it is about.

use std::io;

use super::source::Sources;
use super::{Entry, Severity};
use crate::output::{Layout, Output, Style};

pub(super) fn print(entries: &[Entry], out: &mut Output) -> io::Result<()> {
    let mut sources = Sources::default();
    for entry in entries {
        header(entry, out)?;
        match out.screen().layout {
            Layout::Lines => {
                if let Some(help) = &entry.help {
                    writeln!(out, "    help: {help}")?;
                }
            }
            Layout::Reader(width) => below(entry, &mut sources, width, out)?,
        }
    }
    Ok(())
}

fn header(entry: &Entry, out: &mut Output) -> io::Result<()> {
    let Entry { place, text, severity, rule, .. } = entry;
    let style = style(*severity);
    let rule = rule.map(|rule| format!(" [{rule}]")).unwrap_or_default();
    let (place, text) = (place.to_string(), format!(": {text}"));
    let parts = [
        (Style::Place, place.as_str()),
        (Style::Plain, ": "),
        (style, severity.name()),
        (Style::Plain, &text),
        (style, &rule),
    ];
    out.styled(&parts, 4)
}

fn below(entry: &Entry, sources: &mut Sources, width: Option<usize>, out: &mut Output) -> io::Result<()> {
    let line = entry.place.position.line.to_string();
    let margin = " ".repeat(line.len());
    let excerpt = sources.excerpt(&entry.place, width.map(|width| width.saturating_sub(line.len() + 4)));
    if let Some(excerpt) = excerpt {
        // These have the width that there is: nothing is wrapped.
        let unwrapped = usize::MAX;
        let blanks = format!("{margin} |");
        out.styled(&[(Style::Gutter, &blanks)], unwrapped)?;
        out.styled(&[(Style::Gutter, &format!("{line} | ")), (Style::Plain, &excerpt.text)], unwrapped)?;
        let marks = format!("{}{}", " ".repeat(excerpt.before), "^".repeat(excerpt.marked));
        let style = style(entry.severity);
        out.styled(&[(Style::Gutter, &format!("{blanks} ")), (style, &marks)], unwrapped)?;
    }
    if let Some(help) = &entry.help {
        let head = format!("{margin} = ");
        out.styled(
            &[(Style::Gutter, &head), (Style::Place, "help"), (Style::Plain, &format!(": {help}"))],
            margin.len() + 9,
        )?;
    }
    out.data("\n")
}

fn style(severity: Severity) -> Style {
    match severity {
        Severity::Error => Style::Error,
        Severity::Warning => Style::Warning,
        Severity::Note => Style::Gutter,
    }
}
