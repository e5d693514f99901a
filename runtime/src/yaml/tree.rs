//! The nodes of one document, as the file writes them: a few bytes each, for a file may have one for every two bytes.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::position::Position;
use super::scalar::Scalar;

/// The position of a node in its tree.
pub(super) type NodeId = u32;

/// No text may be longer, so that every count fits.
pub(super) const MAX_TEXT: usize = u32::MAX as usize;

/// The nodes of one document. An alias always names a node before it, so there is no cycle.
#[derive(Debug, Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    /// The nodes of lists and maps, side by side; those of a map are keys and values in turn.
    children: Vec<NodeId>,
    /// The text of all scalars.
    text: String,
    /// The line that Go names, of the nodes for which it is not that of the content.
    go_lines: BTreeMap<NodeId, u32>,
    pub(super) root: NodeId,
}

#[derive(Debug)]
struct Node {
    /// Where the content begins; for a map, its first key.
    line: u32,
    column: u32,
    content: Content,
}

#[derive(Debug)]
enum Content {
    /// A scalar without text of its own.
    Plain(Scalar<()>),
    Text(Piece),
    Binary(Piece),
    Sequence(Piece),
    Mapping(Piece),
    Alias(NodeId),
}

/// A part of the text or of the children.
#[derive(Clone, Copy, Debug, Default)]
struct Piece {
    start: u32,
    end: u32,
}

/// What a node is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind<'t> {
    Scalar(Scalar<&'t str>),
    Sequence(&'t [NodeId]),
    /// Keys with their values.
    Mapping(&'t [[NodeId; 2]]),
    Alias(NodeId),
}

/// A list or a map that begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Open {
    Sequence,
    Mapping,
}

impl Tree {
    pub(super) fn scalar(&mut self, at: Position, scalar: &Scalar<Cow<'_, str>>) -> NodeId {
        let content = match scalar.split() {
            (Scalar::Str(()), text) => Content::Text(self.keep(text)),
            (Scalar::Binary(()), text) => Content::Binary(self.keep(text)),
            (plain, _) => Content::Plain(plain),
        };
        self.add(at, content)
    }

    pub(super) fn alias(&mut self, at: Position, target: NodeId) -> NodeId {
        self.add(at, Content::Alias(target))
    }

    /// A list or a map, whose children come with [`Self::close`].
    pub(super) fn open(&mut self, at: Position, open: Open) -> NodeId {
        self.add(
            at,
            match open {
                Open::Sequence => Content::Sequence(Piece::default()),
                Open::Mapping => Content::Mapping(Piece::default()),
            },
        )
    }

    pub(super) fn close(&mut self, id: NodeId, children: impl IntoIterator<Item = NodeId>) {
        let start = small(self.children.len());
        self.children.extend(children);
        let all = Piece { start, end: small(self.children.len()) };
        if let Some(Content::Sequence(piece) | Content::Mapping(piece)) =
            self.nodes.get_mut(id as usize).map(|node| &mut node.content)
        {
            *piece = all;
        }
    }

    fn add(&mut self, at: Position, content: Content) -> NodeId {
        self.nodes.push(Node { line: small(at.line), column: small(at.column), content });
        small(self.nodes.len() - 1)
    }

    fn keep(&mut self, text: &str) -> Piece {
        let start = small(self.text.len());
        self.text.push_str(text);
        Piece { start, end: small(self.text.len()) }
    }

    /// Gives back what was taken for nodes to come.
    pub(super) fn shrink(&mut self) {
        self.nodes.shrink_to_fit();
        self.children.shrink_to_fit();
        self.text.shrink_to_fit();
    }

    pub(super) fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Where the content of a node begins.
    pub(super) fn at(&self, id: NodeId) -> Position {
        let Node { line, column, .. } = &self.nodes[id as usize];
        Position { line: *line as usize, column: *column as usize }
    }

    /// The line of the first tag, anchor or content: the line that Go names.
    pub(super) fn go_line(&self, id: NodeId) -> usize {
        self.go_lines.get(&id).map_or_else(|| self.at(id).line, |line| *line as usize)
    }

    pub(super) fn set_go_line(&mut self, id: NodeId, line: usize) {
        self.go_lines.insert(id, small(line));
    }

    pub(super) fn kind(&self, id: NodeId) -> Kind<'_> {
        match &self.nodes[id as usize].content {
            Content::Plain(scalar) => Kind::Scalar(scalar.with_text("")),
            Content::Text(piece) => Kind::Scalar(Scalar::Str(self.text_of(*piece))),
            Content::Binary(piece) => Kind::Scalar(Scalar::Binary(self.text_of(*piece))),
            Content::Sequence(piece) => Kind::Sequence(self.children_of(*piece)),
            Content::Mapping(piece) => Kind::Mapping(self.children_of(*piece).as_chunks().0),
            Content::Alias(target) => Kind::Alias(*target),
        }
    }

    fn text_of(&self, Piece { start, end }: Piece) -> &str {
        self.text.get(start as usize..end as usize).unwrap_or_default()
    }

    fn children_of(&self, Piece { start, end }: Piece) -> &[NodeId] {
        self.children.get(start as usize..end as usize).unwrap_or_default()
    }

    /// The node itself, or the anchored node that it names.
    pub(super) fn target(&self, id: NodeId) -> NodeId {
        match self.kind(id) {
            // An alias cannot carry an anchor, so one step is enough.
            Kind::Alias(target) => target,
            _ => id,
        }
    }

    pub(super) fn is_merge_key(&self, id: NodeId) -> bool {
        matches!(self.kind(id), Kind::Scalar(Scalar::Merge))
    }
}

/// A count in a string that is no longer than [`MAX_TEXT`].
fn small(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::Node;

    #[test]
    fn nodes_are_small() {
        assert!(size_of::<Node>() <= 24, "{}", size_of::<Node>());
    }
}
