//! Cuts JSON values that follow one another, and lists into their items, by braces and quotes alone.
//!
//! In a list as servers print it the kind comes after the items: they are given before it is known that it is one.

use std::io;
use std::ops::ControlFlow::{self, Break, Continue};

use super::piece::{Format, Piece, Place};
use super::{Sink, Source, yaml};

/// Why a run over bytes ends before they do.
enum Stop {
    /// No more pieces are wanted.
    Unwanted,
    /// What follows is no JSON.
    Foreign,
    Wrong(String),
}

pub(super) fn cut(source: &mut Source, sink: Sink<'_>) -> io::Result<Result<(), String>> {
    let mut cutter = Cutter::new(source.place.clone());
    loop {
        let bytes = source.text.fill_buf()?;
        if bytes.is_empty() {
            return Ok(cutter.end());
        }
        let (taken, stop) = cutter.take(bytes, sink);
        source.text.consume(taken);
        match stop {
            Continue(()) if cutter.held() > source.most => {
                return Ok(Err(super::too_long(&cutter.start, source.most)));
            }
            Continue(()) => {}
            Break(Stop::Unwanted) => return Ok(Ok(())),
            Break(Stop::Wrong(what)) => return Ok(Err(what)),
            // kubectl, too, reads the rest as YAML.
            Break(Stop::Foreign) => {
                source.place = cutter.here;
                return yaml::cut(source, sink);
            }
        }
    }
}

/// Nothing deeper than the items of a list ends a piece.
const DEEPEST: usize = 2;

/// Inside of quotes or not.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Quoted {
    No,
    Yes,
    /// The next byte stands for itself.
    Escaped,
}

impl Quoted {
    fn after(self, byte: u8) -> Self {
        match (self, byte) {
            (Self::Yes, b'\\') => Self::Escaped,
            (Self::Yes, b'"') => Self::No,
            (Self::Escaped, _) | (Self::No, b'"') => Self::Yes,
            (same, _) => same,
        }
    }
}

/// What was read of the value that is not ended yet.
struct Cutter {
    here: Place,
    /// Where the piece begins.
    start: Place,
    text: Vec<u8>,
    depth: usize,
    quoted: Quoted,
    outer: Outer,
    /// How deep the items of the list are, while they are read.
    items: Option<usize>,
}

/// The fields of the outermost object.
#[derive(Default)]
struct Outer {
    word: Vec<u8>,
    key: Vec<u8>,
    in_value: bool,
    is_list: Option<bool>,
    had_items: bool,
}

impl Outer {
    fn end_of_word(&mut self) {
        if self.in_value && self.key == b"kind" {
            self.is_list = Some(self.word.ends_with(b"List"));
        }
    }

    fn end_of_key(&mut self) {
        std::mem::swap(&mut self.key, &mut self.word);
        self.in_value = true;
    }

    /// Whether the value that begins here holds the items of a list.
    fn begins_items(&self) -> bool {
        self.in_value && self.key == b"items" && self.is_list != Some(false)
    }
}

impl Cutter {
    fn new(here: Place) -> Self {
        let (start, outer) = (here.clone(), Outer::default());
        Self { here, start, text: Vec::new(), depth: 0, quoted: Quoted::No, outer, items: None }
    }

    /// Takes as many bytes as make sense, and says how many and why not all.
    fn take(&mut self, bytes: &[u8], sink: Sink<'_>) -> (usize, ControlFlow<Stop>) {
        let mut taken = 0;
        while let Some(rest) = bytes.get(taken..).filter(|rest| !rest.is_empty()) {
            let (run, rest) = rest.split_at(self.run(rest));
            self.pass(run);
            taken += run.len();
            let Some(byte) = rest.first() else { break };
            let step =
                if self.quoted == Quoted::No { self.plain(*byte, sink) } else { self.in_quotes(*byte) };
            if step.is_break() {
                return (taken, step);
            }
            self.here.pass(&[*byte]);
            taken += 1;
        }
        (taken, Continue(()))
    }

    fn held(&self) -> usize {
        self.text.len().max(self.outer.word.len())
    }

    /// How many bytes mean nothing here.
    fn run(&mut self, bytes: &[u8]) -> usize {
        if self.depth > DEEPEST {
            return self.deep(bytes);
        }
        let found = match (self.quoted, self.depth) {
            (Quoted::Yes, _) => bytes.iter().position(|byte| matches!(byte, b'"' | b'\\')),
            (Quoted::Escaped, _) => Some(0),
            (Quoted::No, 0) => bytes.iter().position(|byte| !byte.is_ascii_whitespace()),
            (Quoted::No, _) => bytes.iter().position(|byte| is_structural(*byte)),
        };
        found.unwrap_or(bytes.len())
    }

    /// How many bytes there are before the one that leads out of what is in an item.
    fn deep(&mut self, bytes: &[u8]) -> usize {
        let leads_out = |byte: &u8| {
            match (self.quoted, byte) {
                (Quoted::No, b'{' | b'[') => self.depth += 1,
                (Quoted::No, b'}' | b']') if self.depth == DEEPEST + 1 => return true,
                (Quoted::No, b'}' | b']') => self.depth -= 1,
                _ => self.quoted = self.quoted.after(*byte),
            }
            false
        };
        bytes.iter().position(leads_out).unwrap_or(bytes.len())
    }

    fn pass(&mut self, run: &[u8]) {
        self.here.pass(run);
        if self.depth > 0 {
            self.text.extend_from_slice(run);
        }
        if self.depth == 1 && self.quoted == Quoted::Yes {
            self.outer.word.extend_from_slice(run);
        }
    }

    fn in_quotes(&mut self, byte: u8) -> ControlFlow<Stop> {
        self.text.push(byte);
        self.quoted = self.quoted.after(byte);
        if self.depth == 1 {
            match self.quoted {
                Quoted::No => self.outer.end_of_word(),
                _ => self.outer.word.push(byte),
            }
        }
        Continue(())
    }

    fn plain(&mut self, byte: u8, sink: Sink<'_>) -> ControlFlow<Stop> {
        match byte {
            b'{' | b'[' => return self.open(byte),
            b'}' | b']' => return self.close(byte, sink),
            // Between two values there are only blanks.
            _ if self.depth == 0 => return Break(Stop::Foreign),
            b',' if self.items == Some(self.depth) => return self.end_of_item(sink),
            b'"' => {
                self.quoted = Quoted::Yes;
                self.outer.word.clear();
            }
            b':' if self.depth == 1 => self.outer.end_of_key(),
            b',' if self.depth == 1 => self.outer.in_value = false,
            _ => {}
        }
        self.text.push(byte);
        Continue(())
    }

    fn open(&mut self, byte: u8) -> ControlFlow<Stop> {
        if self.depth == 0 {
            self.start = self.here.clone();
            self.outer = Outer::default();
        }
        let items = byte == b'['
            && match self.depth {
                0 => true,
                1 => self.items.is_none() && self.outer.begins_items(),
                _ => false,
            };
        self.depth += 1;
        if items {
            self.items = Some(self.depth);
            self.outer.had_items = true;
            self.begin_item();
        } else {
            self.text.push(byte);
        }
        Continue(())
    }

    /// What stands around the items is of no interest.
    fn begin_item(&mut self) {
        self.text.clear();
        self.start = self.here.clone();
        self.start.pass(b"[");
    }

    fn close(&mut self, byte: u8, sink: Sink<'_>) -> ControlFlow<Stop> {
        if self.items == Some(self.depth) {
            return self.end_of_items(byte, sink);
        }
        self.text.push(byte);
        self.depth = self.depth.saturating_sub(1);
        match (self.depth, self.outer.had_items, self.outer.is_list) {
            (0, true, Some(true)) => self.text.clear(),
            (0, true, _) => return self.wrong("an object with items, whose kind is no list"),
            (0, false, _) => return self.give(sink),
            _ => {}
        }
        Continue(())
    }

    fn end_of_items(&mut self, byte: u8, sink: Sink<'_>) -> ControlFlow<Stop> {
        if byte != b']' {
            return self.wrong("a list that ends with }");
        }
        if self.is_blank() {
            // A list without items is not nothing.
            self.text = b"[]".to_vec();
        }
        self.give(sink)?;
        self.items = None;
        self.depth -= 1;
        Continue(())
    }

    fn end_of_item(&mut self, sink: Sink<'_>) -> ControlFlow<Stop> {
        if self.is_blank() {
            return self.wrong("an item is missing");
        }
        self.give(sink)?;
        self.begin_item();
        Continue(())
    }

    fn is_blank(&self) -> bool {
        self.text.iter().all(u8::is_ascii_whitespace)
    }

    fn give(&mut self, sink: Sink<'_>) -> ControlFlow<Stop> {
        let text = std::mem::take(&mut self.text);
        let piece = Piece::new(self.start.clone(), Format::Json, text);
        sink(piece).map_break(|()| Stop::Unwanted)
    }

    fn wrong(&self, what: &str) -> ControlFlow<Stop> {
        Break(Stop::Wrong(format!("{}: {what}", self.here)))
    }

    /// At the end of the file.
    fn end(&self) -> Result<(), String> {
        if self.depth == 0 { Ok(()) } else { Err(format!("{}: what begins here does not end", self.start)) }
    }
}

fn is_structural(byte: u8) -> bool {
    matches!(byte, b'{' | b'}' | b'[' | b']' | b'"' | b',' | b':')
}
