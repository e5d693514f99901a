//! The nodes of one document, in a flat vector, as the file writes them.

use super::position::Position;
use super::scalar::Scalar;

/// An index into [`Tree::nodes`].
pub(super) type NodeId = usize;

#[derive(Debug)]
pub(super) struct Node {
    /// Where the content begins; for a map, its first key.
    pub(super) at: Position,
    /// The line of the first tag, anchor or content: the line that Go names.
    pub(super) go_line: usize,
    pub(super) kind: Kind,
}

#[derive(Debug)]
pub(super) enum Kind {
    Scalar(Scalar),
    Sequence(Vec<NodeId>),
    Mapping(Vec<(NodeId, NodeId)>),
    Alias(NodeId),
}

/// The nodes of one document. An alias always names a node before it, so there is no cycle.
#[derive(Debug, Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    pub(super) root: NodeId,
}

impl Tree {
    pub(super) fn add(&mut self, at: Position, kind: Kind) -> NodeId {
        self.nodes.push(Node { at, go_line: at.line, kind });
        self.nodes.len() - 1
    }

    pub(super) fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id]
    }

    pub(super) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id]
    }

    /// The node itself, or the anchored node that it names.
    pub(super) fn target(&self, id: NodeId) -> NodeId {
        match self.node(id).kind {
            // An alias cannot carry an anchor, so one step is enough.
            Kind::Alias(target) => target,
            _ => id,
        }
    }

    pub(super) fn is_merge_key(&self, id: NodeId) -> bool {
        matches!(self.node(id).kind, Kind::Scalar(Scalar::Merge))
    }
}
