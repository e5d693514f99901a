//! A document of YAML, line by line: the items of a list as `kubectl get -o yaml` writes it are given one by one, anything
//! else is given as a whole, and together they say what the document says.
//!
//! The kind comes behind the items: they are given before it is known that it is a list. As soon as a line could speak of
//! what stands in another item, or go on in the next one, what is left of the document is one piece.

use std::ops::ControlFlow::{self, Break, Continue};

use super::Sink;
use super::line::{self, Open};
use super::piece::{Format, Piece, Place};

/// Longer heads are none of a list.
const LONGEST_HEAD: usize = 256;

/// Why a document ends before its lines do.
pub(super) enum Stop {
    /// No more pieces are wanted.
    Unwanted,
    Wrong(String),
}

/// How the lines so far read.
#[derive(Clone, Copy)]
enum Form {
    /// Type fields, before `items:` or behind it.
    Head {
        has_items: bool,
    },
    /// Items whose dashes are in this column, and what the last line has left open.
    Items {
        column: usize,
        open: Open,
    },
    /// Fields behind the items.
    Tail,
    /// No more cuts: items were given before, or not.
    Rest,
    Whole,
}

/// A document that is not ended yet.
pub(super) struct Document {
    /// Where what is held begins.
    start: Place,
    held: Vec<u8>,
    form: Form,
    /// What stands before the first item, which is put before each one, so that it is read where it stood.
    head: Vec<u8>,
    has_given: bool,
}

impl Document {
    pub(super) fn new(start: Place) -> Self {
        let form = Form::Head { has_items: false };
        Self { start, held: Vec::new(), form, head: Vec::new(), has_given: false }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.held.is_empty() && self.head.is_empty()
    }

    /// How many bytes of it are held.
    pub(super) fn len(&self) -> usize {
        self.held.len() + self.head.len()
    }

    pub(super) fn start(&self) -> &Place {
        &self.start
    }

    /// Takes a line, which begins at `here`.
    pub(super) fn take(&mut self, text: &[u8], here: &Place, sink: Sink<'_>) -> ControlFlow<Stop> {
        if self.is_empty() {
            self.start = here.clone();
        }
        let next = match self.form {
            Form::Head { has_items } => self.head(text, here, has_items),
            Form::Items { column, open } => self.item(text, here, (column, open), sink)?,
            form => form,
        };
        self.become_form(next, here);
        self.held.extend_from_slice(text);
        Continue(())
    }

    /// What the document says that is not given yet.
    pub(super) fn end(&mut self, here: &Place, sink: Sink<'_>) -> ControlFlow<Stop> {
        match self.form {
            Form::Head { .. } | Form::Whole => self.give(Format::Yaml, sink),
            Form::Rest => self.give(Format::Rest, sink),
            Form::Items { .. } => {
                self.give_item(sink)?;
                self.become_form(Form::Tail, here);
                self.check_tail()
            }
            Form::Tail => self.check_tail(),
        }
    }

    fn head(&mut self, text: &[u8], here: &Place, has_items: bool) -> Form {
        let Some(content) = line::content(text).filter(|_| self.held.len() <= LONGEST_HEAD) else {
            return Form::Whole;
        };
        let is_first_line = self.held.is_empty();
        let column = line::indent(content);
        match line::item(content.get(column..).unwrap_or_default()) {
            _ if line::is_empty(content) && !content.contains(&b'\t') => Form::Head { has_items },
            Some(item) if has_items && item.starts_with(b" apiVersion: ") => {
                self.head = std::mem::take(&mut self.held);
                self.start = here.clone();
                after(line::scan(content), column)
            }
            None if is_first_line && content == b"---" => Form::Head { has_items },
            None if !has_items && content == b"items:" => Form::Head { has_items: true },
            None if !has_items && is_type_field(content) => Form::Head { has_items },
            _ => Form::Whole,
        }
    }

    fn item(
        &mut self,
        text: &[u8],
        here: &Place,
        (column, open): (usize, Open),
        sink: Sink<'_>,
    ) -> ControlFlow<Stop, Form> {
        let Some(content) = line::content(text) else { return Continue(Form::Rest) };
        let indent = line::indent(content);
        let rest = content.get(indent..).unwrap_or_default();
        let is_deeper = indent > column;
        match open {
            _ if rest.is_empty() => Continue(Form::Items { column, open }),
            Open::Quotes(quote) if is_deeper => Continue(after(line::scan_quoted(content, quote), column)),
            Open::Quotes(_) | Open::Perhaps => Continue(Form::Rest),
            Open::Text(parent) if indent > parent => Continue(Form::Items { column, open }),
            _ if line::is_empty(content) => Continue(Form::Items { column, open }),
            _ if is_deeper => Continue(after(line::scan(content), column)),
            _ if indent == column && line::item(rest).is_some() => {
                let next = after(line::scan(content), column);
                if matches!(next, Form::Items { .. }) {
                    self.give_item(sink)?;
                    self.start = here.clone();
                }
                Continue(next)
            }
            _ if indent == 0 && rest.first().is_some_and(u8::is_ascii_alphabetic) => {
                self.give_item(sink)?;
                Continue(Form::Tail)
            }
            _ => Continue(Form::Rest),
        }
    }

    fn become_form(&mut self, next: Form, here: &Place) {
        match (self.form, next) {
            (Form::Items { .. }, Form::Tail) => {
                self.start = here.clone();
                self.put_head_before();
            }
            (Form::Items { .. }, Form::Rest) => self.put_head_before(),
            (Form::Head { .. }, Form::Rest) if !self.head.is_empty() => self.put_head_before(),
            _ => {}
        }
        self.form = if self.has_given || !matches!(next, Form::Rest) { next } else { Form::Whole };
    }

    fn put_head_before(&mut self) {
        self.held.splice(..0, self.head.iter().copied());
        self.start.back(lines(&self.head));
    }

    fn give_item(&mut self, sink: Sink<'_>) -> ControlFlow<Stop> {
        self.has_given = true;
        self.put_head_before();
        self.give(Format::Items, sink)
    }

    fn give(&mut self, format: Format, sink: Sink<'_>) -> ControlFlow<Stop> {
        let piece = Piece::new(self.start.clone(), format, std::mem::take(&mut self.held));
        sink(piece).map_break(|()| Stop::Unwanted)
    }

    /// The items were those of a list if the head and what is behind the items say so.
    fn check_tail(&mut self) -> ControlFlow<Stop> {
        let text = std::mem::take(&mut self.held);
        let tail = Piece::new(self.start.clone(), Format::Rest, text);
        tail.objects().map_or_else(|wrong| Break(Stop::Wrong(wrong)), |_| Continue(()))
    }
}

fn after(open: Open, column: usize) -> Form {
    if open == Open::Perhaps { Form::Rest } else { Form::Items { column, open } }
}

/// `apiVersion` with a word, or the kind of a list.
fn is_type_field(content: &[u8]) -> bool {
    let kind = content.strip_prefix(b"kind: ").filter(|kind| kind.ends_with(b"List"));
    content.strip_prefix(b"apiVersion: ").or(kind).is_some_and(|word| {
        word.first().is_some_and(u8::is_ascii_alphabetic)
            && word.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'/' | b'-'))
    })
}

fn lines(text: &[u8]) -> usize {
    text.split_inclusive(|byte| *byte == b'\n').count()
}
