//! The line of a file that a finding is about, as much of it as fits.

use crate::input::{Place, SourceFile};
use crate::output::{columns, escaped};

/// Lines are cut to so many columns where the screen has no width.
const USUAL_WIDTH: usize = 120;

/// Narrower ones would show nothing.
const LEAST_WIDTH: usize = 20;

/// Part of a line, and what in it is marked.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Excerpt {
    pub(super) text: String,
    /// How many columns there are before what is marked, and how many it takes.
    pub(super) before: usize,
    pub(super) marked: usize,
}

/// Goes through files once, for places that come in their order.
#[derive(Default)]
pub(super) struct Sources {
    open: Option<Cursor>,
}

/// A place in a file, and how many bytes there are before it.
struct Cursor {
    file: SourceFile,
    line: usize,
    column: usize,
    offset: usize,
}

impl Sources {
    /// Nothing where the file has no such place.
    pub(super) fn excerpt(&mut self, place: &Place, width: Option<usize>) -> Option<Excerpt> {
        let (line, column) = (place.position.line, place.position.column);
        let cursor = match self.open.take() {
            Some(cursor) if cursor.file.is(&place.file) && (cursor.line, cursor.column) <= (line, column) => {
                cursor
            }
            _ => Cursor::start(&place.file),
        };
        let cursor = self.open.insert(cursor);
        cursor.advance(line, column).then_some(())?;
        let (before, behind) = cursor.file.text().split_at_checked(cursor.offset)?;
        Some(excerpt(before, behind, width.unwrap_or(USUAL_WIDTH).max(LEAST_WIDTH)))
    }
}

impl Cursor {
    /// A byte order mark is no character of the first line.
    fn start(file: &SourceFile) -> Self {
        let offset = if file.text().starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Self { file: file.clone(), line: 1, column: 1, offset }
    }

    /// Goes on to a place; whether there is one. `\n`, `\r\n` and `\r` end lines.
    fn advance(&mut self, line: usize, column: usize) -> bool {
        let rest = self.file.text().get(self.offset..).unwrap_or_default();
        let mut chars = rest.chars();
        while (self.line, self.column) < (line, column) {
            let Some(c) = chars.next() else { return false };
            if c == '\n' || c == '\r' && !chars.as_str().starts_with('\n') {
                if self.line == line {
                    return false;
                }
                (self.line, self.column) = (self.line + 1, 1);
            } else {
                self.column += 1;
            }
            self.offset += c.len_utf8();
        }
        (self.line, self.column) == (line, column)
    }
}

fn excerpt(before: &str, behind: &str, width: usize) -> Excerpt {
    // What is marked stands rather to the left: what follows says more.
    let (before, is_cut) = last_columns(before, width / 2);
    let head = if is_cut { format!("…{before}") } else { before };
    let taken = width_of(&head);
    let line = behind.split(['\n', '\r']).next().unwrap_or_default();
    let (tail, is_cut) = first_columns(line, width.saturating_sub(taken + 1));
    let (word, _) = first_columns(word(line), width);
    let marked = width_of(&word).min(width_of(&tail)).max(1);
    let end = if is_cut { "…" } else { "" };
    Excerpt { text: format!("{head}{tail}{end}"), before: taken, marked }
}

/// The key or scalar that a place begins with.
fn word(line: &str) -> &str {
    let quoted = line.chars().next().filter(|first| matches!(first, '"' | '\''));
    let end = match quoted {
        Some(quote) => line.get(1..).and_then(|rest| rest.find(quote)).map(|end| end + 2),
        None => line.find(|c: char| c.is_whitespace() || ",:[]{}".contains(c)),
    };
    line.get(..end.unwrap_or(line.len())).unwrap_or_default()
}

/// As many characters of the beginning as fit, and whether others do not.
fn first_columns(line: &str, width: usize) -> (String, bool) {
    let (mut text, mut taken) = (String::new(), 0_usize);
    for c in line.chars() {
        let cell = shown(c);
        taken += width_of(&cell);
        if taken > width {
            return (text, true);
        }
        text.push_str(&cell);
    }
    (text, false)
}

/// As many characters of the end of the last line as fit, and whether others do not.
fn last_columns(before: &str, width: usize) -> (String, bool) {
    let (mut cells, mut taken, mut is_cut) = (Vec::new(), 0_usize, false);
    for c in before.chars().rev().take_while(|c| !matches!(c, '\n' | '\r' | '\u{feff}')) {
        let cell = shown(c);
        taken += width_of(&cell);
        if taken > width {
            is_cut = true;
            break;
        }
        cells.push(cell);
    }
    (cells.into_iter().rev().collect(), is_cut)
}

/// As the line is printed: a tab is as wide as rustc has it.
fn shown(c: char) -> String {
    if c == '\t' { "    ".to_owned() } else { escaped(c.encode_utf8(&mut [0; 4])).into_owned() }
}

fn width_of(text: &str) -> usize {
    text.chars().map(columns).sum()
}

#[cfg(test)]
mod tests {
    use super::excerpt;

    fn drawn(before: &str, behind: &str, width: usize) -> String {
        let excerpt = excerpt(before, behind, width);
        format!("{}\n{}{}", excerpt.text, " ".repeat(excerpt.before), "^".repeat(excerpt.marked))
    }

    #[test]
    fn what_is_marked_is_below_it() {
        for (before, behind, width, expected) in [
            ("a: 1\n  ", "b: 2\nc: 3", 40, "  b: 2\n  ^"),
            ("a: ", "'x y' # z", 40, "a: 'x y' # z\n   ^^^^^"),
            ("\ta: ", "xyz, b", 40, "    a: xyz, b\n       ^^^"),
            ("名前: ", "値]", 40, "名前: 値]\n      ^^"),
            ("a\u{1b}: ", "", 40, "a\\u{1b}: \n         ^"),
            ("\u{feff}", "a", 40, "a\n^"),
            ("0123456789012345", "word after and more", 20, "…6789012345word aft…\n           ^^^^"),
        ] {
            assert_eq!(drawn(before, behind, width), expected);
        }
    }
}
