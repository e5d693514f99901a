//! Cuts YAML at the lines that begin with `---`, as kubectl does.

use std::io;

use super::piece::{Format, Piece};
use super::{Sink, Source};

const SEPARATOR: &[u8] = b"---";

/// Each document begins with the line that parts it from the one before.
pub(super) fn cut(source: &mut Source, sink: Sink<'_>) -> io::Result<()> {
    let (mut document, mut line) = (Vec::new(), Vec::new());
    let mut start = source.place.clone();
    loop {
        line.clear();
        let length = source.text.read_until(b'\n', &mut line)?;
        if (length == 0 || line.starts_with(SEPARATOR)) && !document.is_empty() {
            let piece = Piece::new(start, Format::Yaml, std::mem::take(&mut document));
            start = source.place.clone();
            if sink(piece).is_break() {
                return Ok(());
            }
        }
        if length == 0 {
            return Ok(());
        }
        source.place.pass(&line);
        document.extend_from_slice(&line);
    }
}
