//! The syntax tree, kept as Go keeps it: its limits count nodes, so the same nodes must exist.

use std::rc::Rc;

use super::runes::{Class, Rune, RuneSet};

/// The place of a node in its arena.
pub(super) type Id = usize;

/// What a node does. The order is Go's and decides which of two nodes absorbs the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Op {
    Empty,
    Literal,
    Class,
    AnyButLineFeed,
    Any,
    BeginLine,
    EndLine,
    BeginText,
    EndText,
    WordBoundary,
    NoWordBoundary,
    Capture,
    Star,
    Plus,
    Quest,
    Repeat,
    Concat,
    Alternate,
    // Only on the stack of the parser.
    LeftParen,
    CapturingParen,
    VerticalBar,
}

impl Op {
    /// Whether it only marks a place on the parser's stack.
    pub(super) fn is_marker(self) -> bool {
        self >= Self::LeftParen
    }
}

/// The flags in force where a node stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "they are flags")]
pub(super) struct Flags {
    /// `i`
    pub(super) fold_case: bool,
    /// `s`
    pub(super) dot_line_feed: bool,
    /// Not `m`.
    pub(super) one_line: bool,
    /// `U`, or a `?` after a repetition.
    pub(super) non_greedy: bool,
}

impl Flags {
    /// What `regexp.Compile` starts with.
    pub(super) const START: Self =
        Self { fold_case: false, dot_line_feed: false, one_line: true, non_greedy: false };
    /// Of nodes that stand nowhere in the text.
    pub(super) const NONE: Self =
        Self { fold_case: false, dot_line_feed: false, one_line: false, non_greedy: false };

    pub(super) fn with_fold_case(self, fold_case: bool) -> Self {
        Self { fold_case, ..self }
    }
}

/// What a node holds beside its operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Content {
    Nothing,
    Runes(Vec<Rune>),
    Class(Rc<Class>),
    Subs(Vec<Id>),
}

/// A node; `min` and `max` are of `Op::Repeat` alone.
#[derive(Debug, Clone)]
pub(super) struct Node {
    pub(super) op: Op,
    pub(super) flags: Flags,
    pub(super) min: u16,
    /// `None` is no upper bound.
    pub(super) max: Option<u16>,
    pub(super) content: Content,
}

impl Node {
    pub(super) fn new(op: Op, flags: Flags) -> Self {
        Self { op, flags, min: 0, max: None, content: Content::Nothing }
    }

    pub(super) fn with(op: Op, flags: Flags, content: Content) -> Self {
        Self { content, ..Self::new(op, flags) }
    }

    pub(super) fn runes(&self) -> &[Rune] {
        match &self.content {
            Content::Runes(runes) => runes,
            _ => &[],
        }
    }

    pub(super) fn class(&self) -> Option<&Class> {
        match &self.content {
            Content::Class(class) => Some(class),
            _ => None,
        }
    }

    pub(super) fn set(&self) -> Option<&RuneSet> {
        self.class().map(|class| &class.set)
    }

    pub(super) fn subs(&self) -> &[Id] {
        match &self.content {
            Content::Subs(subs) => subs,
            _ => &[],
        }
    }

    pub(super) fn take_subs(&mut self) -> Vec<Id> {
        match std::mem::replace(&mut self.content, Content::Nothing) {
            Content::Subs(subs) => subs,
            _ => Vec::new(),
        }
    }

    /// Whether it matches exactly one code point.
    pub(super) fn is_one_rune(&self) -> bool {
        match self.op {
            Op::Literal => self.runes().len() == 1,
            op => matches!(op, Op::Class | Op::AnyButLineFeed | Op::Any),
        }
    }

    /// How many numbers Go keeps for it: they count against the limit of classes.
    pub(super) fn rune_count(&self) -> usize {
        self.runes().len() + self.set().map_or(0, |set| 2 * set.ranges().len())
    }
}

/// The nodes, addressed by number: ids come from `add` of the same arena, which never shrinks. Freed places are used again, the last one first, as Go does.
#[derive(Debug, Default)]
pub(super) struct Arena {
    nodes: Vec<Node>,
    free: Vec<Id>,
}

impl Arena {
    pub(super) fn add(&mut self, node: Node) -> Id {
        if let Some(id) = self.free.pop() {
            *self.get_mut(id) = node;
            return id;
        }
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    pub(super) fn free(&mut self, id: Id) {
        self.get_mut(id).content = Content::Nothing;
        self.free.push(id);
    }

    /// How many nodes were ever needed at once.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn get(&self, id: Id) -> &Node {
        &self.nodes[id]
    }

    pub(super) fn get_mut(&mut self, id: Id) -> &mut Node {
        &mut self.nodes[id]
    }
}
