//! What a terminal gets that a file does not: colours, and lines that fit.

use std::borrow::Cow;
use std::io;

use anstream::AutoStream;
use anstream::stream::RawStream;
use anstyle::{AnsiColor, Style as Ansi};
use clap::ColorChoice;
use console::Term;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// What a part of a line is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    Plain,
    Place,
    Error,
    Warning,
    Gutter,
}

impl Style {
    fn ansi(self) -> Ansi {
        let coloured = |colour: AnsiColor| Ansi::new().bold().fg_color(Some(colour.into()));
        match self {
            Self::Plain => Ansi::new(),
            Self::Place => Ansi::new().bold(),
            Self::Error => coloured(AnsiColor::BrightRed),
            Self::Warning => coloured(AnsiColor::BrightYellow),
            Self::Gutter => coloured(AnsiColor::BrightBlue),
        }
    }
}

/// Whether lines are for a program or for a reader.
#[derive(Clone, Copy, Default)]
pub(crate) enum Layout {
    /// A line each.
    #[default]
    Lines,
    /// Source lines are shown, and lines are wrapped at so many columns where these are known.
    Reader(Option<usize>),
}

/// How a stream is written to.
#[derive(Clone, Copy, Default)]
pub(crate) struct Screen {
    has_colours: bool,
    pub(crate) layout: Layout,
}

impl Screen {
    pub(crate) fn stdout(choice: ColorChoice) -> Self {
        Self::of(&io::stdout(), &Term::stdout(), choice)
    }

    pub(crate) fn stderr(choice: ColorChoice) -> Self {
        Self::of(&io::stderr(), &Term::stderr(), choice)
    }

    /// `NO_COLOR`, `CLICOLOR_FORCE` and `TERM` have their say when the user has none.
    fn of(stream: &impl RawStream, terminal: &Term, choice: ColorChoice) -> Self {
        let has_colours = match choice {
            ColorChoice::Auto => AutoStream::choice(stream) != anstream::ColorChoice::Never,
            ColorChoice::Always => true,
            ColorChoice::Never => false,
        };
        let layout = match (stream.is_terminal(), choice) {
            (true, _) => Layout::Reader(terminal.size_checked().map(|(_, columns)| usize::from(columns))),
            (false, ColorChoice::Always) => Layout::Reader(None),
            (false, _) => Layout::Lines,
        };
        Self { has_colours, layout }
    }

    /// A line break at the end, and before words that do not fit; what follows is indented.
    pub(super) fn laid_out(self, parts: &[(Style, Cow<'_, str>)], indent: usize) -> String {
        let width = match self.layout {
            Layout::Reader(Some(width)) => width,
            Layout::Reader(None) | Layout::Lines => usize::MAX,
        };
        let (mut line, mut column) = (String::new(), 0_usize);
        for (style, text) in parts.iter().filter(|(_, text)| !text.is_empty()) {
            let ansi = if self.has_colours { style.ansi() } else { Ansi::new() };
            line.push_str(&ansi.render().to_string());
            for word in text.split_inclusive(' ') {
                let columns = word.trim_end().width();
                // A word may begin in one part and end in the next one.
                if line.ends_with(' ') && column > indent && column.saturating_add(columns) > width {
                    line.truncate(line.trim_end_matches(' ').len());
                    line.push('\n');
                    line.extend(std::iter::repeat_n(' ', indent));
                    column = indent;
                }
                line.push_str(word);
                column = column.saturating_add(word.width());
            }
            line.push_str(&ansi.render_reset().to_string());
        }
        line.push('\n');
        line
    }
}

/// How many columns a character takes.
pub(crate) fn columns(c: char) -> usize {
    c.width().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{Layout, Screen, Style};

    fn laid_out(width: Option<usize>, has_colours: bool) -> String {
        let layout = width.map_or(Layout::Lines, |width| Layout::Reader(Some(width)));
        let parts = [(Style::Error, "error".into()), (Style::Plain, ": one two 名前 three".into())];
        Screen { has_colours, layout }.laid_out(&parts, 2)
    }

    #[test]
    fn words_that_do_not_fit_go_on_the_next_line() {
        assert_eq!(laid_out(None, false), "error: one two 名前 three\n");
        assert_eq!(laid_out(Some(18), false), "error: one two\n  名前 three\n");
        assert_eq!(laid_out(Some(3), false), "error:\n  one\n  two\n  名前\n  three\n");
    }

    #[test]
    fn colours_end_with_the_part() {
        assert_eq!(laid_out(None, true), "\u{1b}[1m\u{1b}[91merror\u{1b}[0m: one two 名前 three\n");
    }
}
