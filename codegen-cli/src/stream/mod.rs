//! A file of any size, cut into the strings of its objects.
//!
//! Cutting is cheap, so that one reader keeps many busy who parse. The items of a list are given while it is read: in JSON,
//! and in YAML as kubectl writes it; any other document of YAML is held as a whole.
//! Knows nothing of: what objects say.

mod json;
mod line;
mod list;
mod piece;
#[cfg(test)]
mod tests;
mod yaml;

use std::io::{self, BufRead, BufReader};
use std::ops::ControlFlow;

use indicatif::ProgressBar;

use crate::input::{self, FileName};

pub(crate) use piece::Piece;
use piece::Place;

/// Where pieces go; it breaks when no more are wanted.
pub(crate) type Sink<'s> = &'s mut dyn FnMut(Piece) -> ControlFlow<()>;

const BUFFER: usize = 256 * 1024;
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Gives every piece of a file, or says what is wrong with the file.
pub(crate) fn pieces(file: &FileName, progress: &ProgressBar, sink: Sink<'_>) -> Result<(), String> {
    let failed = |error: io::Error| input::unreadable(file, &error);
    let bytes = input::open(file).map_err(failed)?;
    let text = Box::new(BufReader::with_capacity(BUFFER, progress.wrap_read(bytes)));
    let place = Place::start(file.to_string().into());
    let mut source = Source { text, place, indent: Vec::new(), most: input::MOST };
    source.cut(sink).map_err(failed)?
}

/// What is not cut yet, and where it begins.
struct Source {
    text: Box<dyn BufRead>,
    place: Place,
    /// Blanks that were read and not passed: those that the line begins with.
    indent: Vec<u8>,
    /// How many bytes a piece may have.
    most: usize,
}

/// What is said of a piece that is not held; no server stores so large an object.
fn too_long(start: &Place, most: usize) -> String {
    let what = "what begins here does not end within";
    format!(
        "{start}: {what} {} MiB; lists are read item by item in JSON and as `kubectl get -o yaml` prints them",
        most >> 20
    )
}

impl Source {
    /// The outer error is that of reading, the inner one that of the text.
    fn cut(&mut self, sink: Sink<'_>) -> io::Result<Result<(), String>> {
        if self.text.fill_buf()?.starts_with(BYTE_ORDER_MARK) {
            self.text.consume(BYTE_ORDER_MARK.len());
        }
        let first = self.first_byte()?;
        if matches!(first, Some(b'{' | b'[')) {
            self.place.pass(&std::mem::take(&mut self.indent));
            return json::cut(self, sink);
        }
        yaml::cut(self, sink)
    }

    /// The first byte that is no blank; blank lines are taken.
    fn first_byte(&mut self) -> io::Result<Option<u8>> {
        loop {
            let bytes = self.text.fill_buf()?;
            let blanks = bytes.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            let (found, empty) = (bytes.get(blanks).copied(), bytes.is_empty());
            self.indent.extend_from_slice(bytes.get(..blanks).unwrap_or_default());
            self.text.consume(blanks);
            if let Some(end) = self.indent.iter().rposition(|byte| *byte == b'\n') {
                self.place.pass(self.indent.drain(..=end).as_slice());
            }
            if found.is_some() || empty || self.indent.len() > self.most {
                return Ok(found);
            }
        }
    }
}
