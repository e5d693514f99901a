//! From granit-parser's events to a [`Tree`], refusing what Go would read otherwise.

use std::borrow::Cow;
use std::collections::HashMap;

use granit_parser::{ErrorKind, Event, Parser, ScalarStyle, ScanError, Span, StrInput, StructureStyle, Tag};

use super::MAX_DEPTH;
use super::position::{Position, ReadError};
use super::scalar::Scalar;
use super::text::{
    Flaw, Gaps, anchor_flaw, check_characters, check_escapes, early_end_marker, flow_key_flaw,
    flow_plain_flaw, plain_tab, position_in, tag_flaw, without_mark,
};
use super::tree::{NodeId, Open, Tree};

/// Go reads one YAML document of each part between `---` lines and drops the rest without a word.
const IGNORED_BY_KUBECTL: &str = "text after the end of the document, which kubectl ignores: \
    only one document may stand between two `---` lines; is the indentation right?";

/// Reads one chunk of a stream, which begins at `origin` in its file.
///
/// # Errors
/// Syntax that is wrong, or that Go would read otherwise.
pub(super) fn compose(chunk: &str, origin: Position) -> Result<Tree, ReadError> {
    let chunk = without_mark(chunk);
    let mut composer = Composer::new(chunk, origin);
    check_characters(chunk).map_err(|flaw| composer.flaw(flaw))?;
    if let Some(at) = early_end_marker(chunk) {
        let message = "did not find expected node content: `...` ends a document that has not begun";
        return Err(composer.flaw(Flaw::new(at, message)));
    }
    let mut parser = parser(chunk);
    while let Some(event) = parser.next_event() {
        let (event, span) = event.map_err(|error| composer.scan_error(&error))?;
        composer.event(event, span)?;
    }
    composer.finish()
}

fn parser(chunk: &str) -> Parser<'_, StrInput<'_>> {
    let mut options = granit_parser::options! {
        // Go's splitting cuts between a directive and its `---`, so directives never work.
        disallow_directives: true,
        emit_anchor_events: true,
        // One more than ours, so that the message is ours.
        flow_nesting_limit: MAX_DEPTH + 1,
        block_nesting_limit: MAX_DEPTH + 1,
    };
    options.set_emit_comments(false);
    Parser::new_from_str_with_options(chunk, options)
}

struct Frame {
    node: NodeId,
    open: Open,
    /// Where its children begin among those that wait.
    start: usize,
    is_flow: bool,
}

struct Composer<'t> {
    chunk: &'t str,
    origin: Position,
    tree: Tree,
    /// The open lists and maps.
    stack: Vec<Frame>,
    /// Their children.
    waiting: Vec<NodeId>,
    anchors: HashMap<usize, NodeId>,
    gaps: Option<Gaps<'t>>,
    documents: usize,
    /// Where granit's last event ended: the place of an empty scalar.
    last: NodeId,
}

impl<'t> Composer<'t> {
    fn new(chunk: &'t str, origin: Position) -> Self {
        Self {
            chunk,
            origin,
            tree: Tree::default(),
            stack: Vec::new(),
            waiting: Vec::new(),
            anchors: HashMap::new(),
            gaps: chunk.contains('\t').then(|| Gaps::new(chunk)),
            documents: 0,
            last: 0,
        }
    }

    fn event(&mut self, event: Event<'_>, span: Span) -> Result<(), ReadError> {
        self.check_tag(span)?;
        match event {
            Event::DocumentStart(..) => {
                self.documents += 1;
                if self.documents > 1 {
                    return Err(self.error(span, IGNORED_BY_KUBECTL));
                }
                Ok(())
            }
            Event::Scalar(text, style, anchor, tag) => {
                self.check_scalar(span, style, &text)?;
                let is_block = matches!(style, ScalarStyle::Literal | ScalarStyle::Folded)
                    && !(text.is_empty() && self.begins_with_its_header(span));
                let scalar =
                    resolve(text, style, tag.as_deref()).map_err(|message| self.error(span, message))?;
                let node = self.tree.scalar(self.position(span), &scalar);
                self.add(node, span, anchor)?;
                if is_block {
                    self.begins_by(node, self.header_line(span));
                }
                Ok(())
            }
            Event::SequenceStart(style, anchor, _) => self.open(span, Open::Sequence, style, anchor),
            Event::MappingStart(style, anchor, _) => self.open(span, Open::Mapping, style, anchor),
            Event::SequenceEnd | Event::MappingEnd => {
                if let Some(frame) = self.stack.pop() {
                    self.tree.close(frame.node, self.waiting.drain(frame.start..));
                }
                Ok(())
            }
            Event::Alias(anchor) => self.alias(span, anchor),
            Event::Anchor(_, name) => self.anchor(span, &name),
            _ => Ok(()),
        }
    }

    fn open(
        &mut self,
        span: Span,
        open: Open,
        style: StructureStyle,
        anchor: usize,
    ) -> Result<(), ReadError> {
        if self.stack.len() >= MAX_DEPTH {
            return Err(self.error(span, too_deep()));
        }
        let node = self.tree.open(self.position(span), open);
        self.add(node, span, anchor)?;
        let (start, is_flow) = (self.waiting.len(), style == StructureStyle::Flow);
        self.stack.push(Frame { node, open, start, is_flow });
        Ok(())
    }

    fn add(&mut self, node: NodeId, span: Span, anchor: usize) -> Result<(), ReadError> {
        if let Some(tag) = span.tag_start {
            self.tree.set_go_line(node, self.origin.offset(tag.line(), 1).line);
        }
        if anchor != 0 {
            self.anchors.insert(anchor, node);
        }
        self.last = node;
        self.attach(node)
    }

    /// The node begins on that line for Go, or before it.
    fn begins_by(&mut self, node: NodeId, line: usize) {
        if line < self.tree.go_line(node) {
            self.tree.set_go_line(node, line);
        }
    }

    /// The line that a block scalar begins on for Go; for granit it begins with its text, behind blank lines.
    fn header_line(&self, span: Span) -> usize {
        let start = span.start.byte_offset().unwrap_or_default();
        let before = self.chunk.get(..start).unwrap_or_default();
        let blanks = before.get(before.trim_end().len()..).unwrap_or_default();
        self.position(span).line.saturating_sub(blanks.matches('\n').count())
    }

    /// One without any line has its header in its span.
    fn begins_with_its_header(&self, span: Span) -> bool {
        let start = span.start.byte_offset().unwrap_or_default();
        self.chunk.get(start..).is_some_and(|rest| rest.starts_with(['|', '>']))
    }

    fn attach(&mut self, node: NodeId) -> Result<(), ReadError> {
        let Some(frame) = self.stack.last() else {
            self.tree.root = node;
            return Ok(());
        };
        let key = self.waiting.get(frame.start..).unwrap_or_default().as_chunks::<2>().1.first().copied();
        self.waiting.push(node);
        match (frame.open, key) {
            (Open::Mapping, Some(key)) => self.check_key(key),
            _ => Ok(()),
        }
    }

    /// Go looks for the `:` of a key on the line of its tag or anchor.
    fn check_key(&self, key: NodeId) -> Result<(), ReadError> {
        let at = self.tree.at(key);
        if self.tree.go_line(key) == at.line {
            return Ok(());
        }
        let message = "a key must stand on one line with its tag and anchor";
        Err(ReadError::new(at, message))
    }

    fn alias(&mut self, span: Span, anchor: usize) -> Result<(), ReadError> {
        let name = span.slice(self.chunk).unwrap_or_default().trim_start_matches('*');
        let Some(&target) = self.anchors.get(&anchor) else {
            return Err(self.error(span, format!("unknown anchor '{name}' referenced")));
        };
        // Aliases look back only, so a cycle can only go through an open list or map.
        if self.stack.iter().any(|frame| frame.node == target) {
            return Err(self.error(span, format!("anchor '{name}' value contains itself")));
        }
        let node = self.tree.alias(self.position(span), target);
        self.add(node, span, 0)
    }

    /// An anchor's own event follows the event of its node.
    fn anchor(&mut self, span: Span, name: &str) -> Result<(), ReadError> {
        if let Some(message) = anchor_flaw(name, self.after(span)) {
            return Err(self.error(span, message));
        }
        self.begins_by(self.last, self.position(span).line);
        Ok(())
    }

    fn after(&self, span: Span) -> &'t str {
        let end = span.end.byte_offset();
        end.and_then(|end| self.chunk.get(end..)).unwrap_or_default()
    }

    fn check_tag(&self, span: Span) -> Result<(), ReadError> {
        let Some(span) = span.tag_span() else {
            return Ok(());
        };
        let tag = span.slice(self.chunk).unwrap_or_default();
        match tag_flaw(tag, self.after(span)) {
            Some(message) => Err(self.error(span, message)),
            None => Ok(()),
        }
    }

    fn check_scalar(&mut self, span: Span, style: ScalarStyle, text: &str) -> Result<(), ReadError> {
        let range = span.byte_range().unwrap_or_default();
        let is_block = matches!(style, ScalarStyle::Literal | ScalarStyle::Folded);
        if let Some(gaps) = &mut self.gaps {
            let checked = gaps.scalar(range.start, range.end, is_block);
            checked.map_err(|flaw| self.flaw(flaw))?;
        }
        let source = self.chunk.get(range.clone()).unwrap_or_default();
        if let (ScalarStyle::Plain, Some(flaw)) = (style, plain_tab(source, self.indent())) {
            return Err(self.flaw(flaw.moved(range.start)));
        }
        if is_block && self.stack.is_empty() {
            let message = "kubectl reads a block scalar that is the whole document otherwise";
            return Err(self.error(span, message));
        }
        if is_block && text.trim_start_matches('\n').starts_with('\t') {
            let message = "kubectl cannot tell the indentation of a block scalar that begins with a tab";
            return Err(self.error(span, message));
        }
        if style == ScalarStyle::DoubleQuoted {
            let checked = check_escapes(source);
            checked.map_err(|flaw| self.flaw(flaw.moved(range.start)))?;
        }
        let in_flow = self.stack.last().is_some_and(|frame| frame.is_flow);
        let after = self.after(span);
        if !in_flow || source.is_empty() {
            return Ok(());
        }
        let plain_flaw = (style == ScalarStyle::Plain).then(|| flow_plain_flaw(source, after));
        match plain_flaw.flatten().or_else(|| flow_key_flaw(source, after)) {
            Some(message) => Err(self.error(span, message)),
            None => Ok(()),
        }
    }

    /// How far lines must be indented: behind where the innermost list or map begins that is no flow.
    fn indent(&self) -> usize {
        let innermost = self.stack.iter().rev().find(|frame| !frame.is_flow);
        innermost.map_or(0, |frame| self.tree.at(frame.node).column)
    }

    fn finish(mut self) -> Result<Tree, ReadError> {
        if let Some(gaps) = self.gaps.take() {
            gaps.finish().map_err(|flaw| self.flaw(flaw))?;
        }
        self.tree.shrink();
        Ok(self.tree)
    }

    fn position(&self, span: Span) -> Position {
        self.origin.offset(span.start.line(), span.start.col() + 1)
    }

    fn error(&self, span: Span, message: impl Into<String>) -> ReadError {
        ReadError::new(self.position(span), message)
    }

    fn flaw(&self, Flaw { at, message, cause }: Flaw) -> ReadError {
        let place = position_in(self.chunk, at);
        ReadError::new(self.origin.offset(place.line, place.column), message).caused_by(cause)
    }

    fn scan_error(&self, error: &ScanError) -> ReadError {
        let marker = error.marker();
        let place = self.origin.offset(marker.line(), marker.col() + 1);
        let message = match error.kind() {
            ErrorKind::RecursionLimitExceeded => too_deep(),
            ErrorKind::ExpectedDocumentStart => IGNORED_BY_KUBECTL.to_owned(),
            ErrorKind::UnknownAnchor => {
                let rest = marker.byte_offset().and_then(|at| self.chunk.get(at..));
                let word = rest.and_then(|rest| rest.split_whitespace().next());
                let name = word.unwrap_or_default().trim_start_matches('*');
                format!("unknown anchor '{}' referenced", name.trim_end_matches([',', ']', '}']))
            }
            ErrorKind::TabNotAllowed
            | ErrorKind::TabInBlockIndentation
            | ErrorKind::TabAtBlockScalarStart
            | ErrorKind::TabInIndentation
            | ErrorKind::TabInPlainScalar => format!("{}; indent with spaces", error.info()),
            _ => error.info(),
        };
        ReadError::new(place, message)
    }
}

pub(super) fn too_deep() -> String {
    format!("lists and maps are nested more deeply than {MAX_DEPTH}")
}

fn resolve<'t>(
    text: Cow<'t, str>,
    style: ScalarStyle,
    tag: Option<&Tag>,
) -> Result<Scalar<Cow<'t, str>>, String> {
    match tag {
        Some(tag) => Scalar::resolve(&format!("{}{}", tag.handle(), tag.suffix()), text),
        None if style == ScalarStyle::Plain => Scalar::resolve("", text),
        None => Ok(Scalar::Str(text)),
    }
}
