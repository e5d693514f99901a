//! From the tree of Go to the one of `regex-syntax`.
//!
//! Only whether a text matches is asked, so groups and greed are dropped.

use regex_syntax::hir::{Class, ClassUnicode, ClassUnicodeRange, Dot, Hir, Look, Repetition};

use super::compiled::PatternLimit;
use super::runes::{Rune, RuneSet};
use super::tables;
use super::tree::{Arena, Id, Node, Op};

/// The deepest nesting, groups not counted: the compiler of `regex-automata` recurses, and takes up to 10 KiB
/// of stack for a level when it is not optimised.
const MAX_NESTING: usize = 100;

/// The most ranges of all classes together.
const MAX_RANGES: usize = 1 << 20;

/// A node whose children are being translated.
struct Open {
    id: Id,
    next: usize,
    done: Vec<Hir>,
    /// The repetition that stands around a wrapper.
    around: Bounds,
}

/// How often something is repeated.
#[derive(Clone, Copy)]
struct Bounds {
    min: u16,
    max: Option<u16>,
}

impl Bounds {
    const ONCE: Self = Self { min: 1, max: Some(1) };

    /// `*`, `+`, `?` and what is the same in braces; a group is there once.
    ///
    /// `(?:a+)?` is `a*`: chains of these cost the compiler of `regex-automata` the most stack for a level.
    fn of_wrapper(node: &Node) -> Option<Self> {
        let bounds = match node.op {
            Op::Capture => Self::ONCE,
            op => Self::of_repetition(op, node)?,
        };
        (bounds.min <= 1 && bounds.max.is_none_or(|max| max == 1)).then_some(bounds)
    }

    fn of_repetition(op: Op, node: &Node) -> Option<Self> {
        match op {
            Op::Star => Some(Self { min: 0, max: None }),
            Op::Plus => Some(Self { min: 1, max: None }),
            Op::Quest => Some(Self { min: 0, max: Some(1) }),
            Op::Repeat => Some(Self { min: node.min, max: node.max }),
            _ => None,
        }
    }

    /// What two wrappers do that stand one in the other.
    fn join(self, inner: Self) -> Self {
        Self { min: self.min.min(inner.min), max: self.max.and(inner.max) }
    }

    fn repeat(self, sub: Hir) -> Hir {
        match (self.min, self.max) {
            (_, Some(0)) => Hir::empty(),
            (1, Some(1)) => sub,
            (min, max) => Hir::repetition(Repetition {
                min: min.into(),
                max: max.map(u32::from),
                greedy: true,
                sub: Box::new(sub),
            }),
        }
    }
}

/// The same language as that of the tree.
pub(super) fn translate(arena: &Arena, root: Id) -> Result<Hir, PatternLimit> {
    let mut path = vec![Open { id: root, next: 0, done: Vec::new(), around: Bounds::ONCE }];
    let (mut ranges, mut depth) = (0_usize, 0_usize);
    while let Some(mut open) = path.pop() {
        let node = arena.get(open.id);
        if let Some(&sub) = node.subs().get(open.next) {
            open.next += 1;
            let around = around(&open, node, arena.get(sub));
            path.extend([open, Open { id: sub, next: 0, done: Vec::new(), around }]);
            depth += levels(arena.get(sub));
            if depth > MAX_NESTING {
                return Err(PatternLimit::Nesting);
            }
            continue;
        }
        ranges = ranges.saturating_add(node.rune_count());
        if ranges > MAX_RANGES {
            return Err(PatternLimit::Size);
        }
        depth = depth.saturating_sub(levels(node));
        let hir = assemble(arena, open, node);
        match path.last_mut() {
            Some(parent) => parent.done.push(hir),
            None => return Ok(hir),
        }
    }
    Ok(Hir::empty())
}

/// Groups vanish, so that they count for nothing.
fn levels(node: &Node) -> usize {
    usize::from(node.op != Op::Capture)
}

/// What stands around a child: wrappers in a row are taken together at the last of them.
fn around(open: &Open, node: &Node, sub: &Node) -> Bounds {
    match Bounds::of_wrapper(node) {
        Some(own) if Bounds::of_wrapper(sub).is_some() => open.around.join(own),
        _ => Bounds::ONCE,
    }
}

fn assemble(arena: &Arena, open: Open, node: &Node) -> Hir {
    let mut subs = open.done;
    match node.op {
        Op::Literal => literal(node),
        Op::Class => node.set().map_or_else(Hir::fail, class),
        Op::AnyButLineFeed => Hir::dot(Dot::AnyCharExceptLF),
        Op::Any => Hir::dot(Dot::AnyChar),
        Op::BeginLine => Hir::look(Look::StartLF),
        Op::EndLine => Hir::look(Look::EndLF),
        Op::BeginText => Hir::look(Look::Start),
        Op::EndText => Hir::look(Look::End),
        Op::WordBoundary => Hir::look(Look::WordAscii),
        Op::NoWordBoundary => Hir::look(Look::WordAsciiNegate),
        Op::Capture | Op::Star | Op::Plus | Op::Quest | Op::Repeat => {
            let sub = subs.pop().unwrap_or_else(Hir::empty);
            repetition(arena, open.around, node).repeat(sub)
        }
        Op::Alternate => Hir::alternation(subs),
        Op::Empty | Op::Concat | Op::LeftParen | Op::CapturingParen | Op::VerticalBar => Hir::concat(subs),
    }
}

fn repetition(arena: &Arena, around: Bounds, node: &Node) -> Bounds {
    let Some(own) = Bounds::of_wrapper(node) else {
        return Bounds::of_repetition(node.op, node).unwrap_or(Bounds::ONCE);
    };
    let passed_on = node.subs().first().is_some_and(|&sub| Bounds::of_wrapper(arena.get(sub)).is_some());
    if passed_on { Bounds::ONCE } else { around.join(own) }
}

fn literal(node: &Node) -> Hir {
    Hir::concat(node.runes().iter().map(|&rune| one_rune(rune, node.flags.fold_case)).collect())
}

fn one_rune(rune: Rune, fold_case: bool) -> Hir {
    let orbit = tables::orbit(rune);
    if fold_case && !orbit.is_empty() {
        return class(&RuneSet::new(orbit.iter().map(|&rune| (rune, rune)).collect()));
    }
    class(&RuneSet::new(vec![(rune, rune)]))
}

/// Surrogates fall away: no text has them.
///
/// QUIRK `regexp/onepass.go` onePassPrefix: in a literal at the beginning of an anchored pattern Go compares a
/// surrogate as U+FFFD, so that `^\x{D800}` matches that character. Not reproduced.
fn class(set: &RuneSet) -> Hir {
    const BELOW: Rune = 0xD7FF;
    const ABOVE: Rune = 0xE000;
    let mut ranges = Vec::with_capacity(set.ranges().len() + 1);
    for &(low, high) in set.ranges() {
        ranges.extend(range(low, high.min(BELOW)));
        ranges.extend(range(low.max(ABOVE), high));
    }
    Hir::class(Class::Unicode(ClassUnicode::new(ranges)))
}

fn range(low: Rune, high: Rune) -> Option<ClassUnicodeRange> {
    let (start, end) = (char::from_u32(low)?, char::from_u32(high)?);
    (start <= end).then(|| ClassUnicodeRange::new(start, end))
}
