//! Cuts YAML at the lines that begin with `---`, as kubectl does, and lists into their items.

use std::io::{self, BufRead as _, Read as _};
use std::ops::ControlFlow::{self, Break, Continue};

use super::list::{Document, Stop};
use super::{Sink, Source};

const SEPARATOR: &[u8] = b"---";

/// The line that ends a document is of none; a document that begins with such a line keeps it.
pub(super) fn cut(source: &mut Source, sink: Sink<'_>) -> io::Result<Result<(), String>> {
    let mut document = Document::new(source.place.clone());
    let mut line = std::mem::take(&mut source.indent);
    loop {
        // One byte more than may be, so that what is too long is not taken for all there is.
        let most = u64::try_from(source.most).unwrap_or(u64::MAX).saturating_add(1);
        let is_last = source.text.by_ref().take(most).read_until(b'\n', &mut line)? == 0 && line.is_empty();
        if line.len() + document.len() > source.most {
            let start = if document.is_empty() { &source.place } else { document.start() };
            return Ok(Err(super::too_long(start, source.most)));
        }
        if let Break(stop) = step(&mut document, (!is_last).then_some(&*line), source, sink) {
            return Ok(match stop {
                Stop::Unwanted => Ok(()),
                Stop::Wrong(what) => Err(what),
            });
        }
        if is_last {
            return Ok(Ok(()));
        }
        source.place.pass(&line);
        line.clear();
    }
}

/// A line, or none at the end of the file.
fn step(document: &mut Document, line: Option<&[u8]>, source: &Source, sink: Sink<'_>) -> ControlFlow<Stop> {
    let separator = line.map_or(Some(&b""[..]), |line| line.strip_prefix(SEPARATOR));
    if let Some(rest) = separator.filter(|_| !document.is_empty()) {
        document.end(&source.place, sink)?;
        *document = Document::new(source.place.clone());
        if matches!(rest.trim_ascii().first(), None | Some(b'#')) {
            return Continue(());
        }
        // The reader reports anything that is not a separator.
    }
    match line {
        Some(line) => document.take(line, &source.place, sink),
        None => Continue(()),
    }
}
