//! From the tree of Go to the one of `regex-syntax`.
//!
//! Only whether a text matches is asked, so groups and greed are dropped.

use regex_syntax::hir::{Class, ClassUnicode, ClassUnicodeRange, Dot, Hir, Look, Repetition};

use super::compiled::PatternLimit;
use super::runes::{Rune, RuneSet};
use super::tables;
use super::tree::{Arena, Id, Node, Op};

/// The deepest nesting, groups not counted: the compiler of `regex-automata` recurses.
const MAX_NESTING: usize = 250;

/// The most ranges of all classes together.
const MAX_RANGES: usize = 1 << 20;

/// A node whose children are being translated.
struct Open {
    id: Id,
    next: usize,
    done: Vec<Hir>,
}

/// The same language as that of the tree.
pub(super) fn translate(arena: &Arena, root: Id) -> Result<Hir, PatternLimit> {
    let mut path = vec![Open { id: root, next: 0, done: Vec::new() }];
    let mut depth = 0_usize;
    let mut ranges = 0_usize;
    let mut result = Hir::empty();
    while let Some(open) = path.last_mut() {
        let node = arena.get(open.id);
        if let Some(&sub) = node.subs().get(open.next) {
            open.next += 1;
            path.push(Open { id: sub, next: 0, done: Vec::new() });
            depth += usize::from(arena.get(sub).op != Op::Capture);
            if depth > MAX_NESTING {
                return Err(PatternLimit::Nesting);
            }
            continue;
        }
        ranges = ranges.saturating_add(node.rune_count());
        if ranges > MAX_RANGES {
            return Err(PatternLimit::Size);
        }
        let done = std::mem::take(&mut open.done);
        result = assemble(node, done);
        depth = depth.saturating_sub(usize::from(node.op != Op::Capture));
        path.pop();
        if let Some(parent) = path.last_mut() {
            parent.done.push(std::mem::replace(&mut result, Hir::empty()));
        }
    }
    Ok(result)
}

fn assemble(node: &Node, mut subs: Vec<Hir>) -> Hir {
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
        Op::Star => repeat(subs.pop(), 0, None),
        Op::Plus => repeat(subs.pop(), 1, None),
        Op::Quest => repeat(subs.pop(), 0, Some(1)),
        Op::Repeat => repeat(subs.pop(), node.min, node.max),
        Op::Alternate => Hir::alternation(subs),
        Op::Empty | Op::Concat | Op::Capture | Op::LeftParen | Op::CapturingParen | Op::VerticalBar => {
            Hir::concat(subs)
        }
    }
}

fn repeat(sub: Option<Hir>, min: u16, max: Option<u16>) -> Hir {
    let sub = Box::new(sub.unwrap_or_else(Hir::empty));
    Hir::repetition(Repetition { min: min.into(), max: max.map(u32::from), greedy: true, sub })
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
