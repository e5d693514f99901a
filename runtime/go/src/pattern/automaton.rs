//! A small automaton of bytes in the place of the program: a table look-up for each byte of a string.
//!
//! Only whether a string matches is asked, so groups and greed are dropped on the way to the tree of `regex-syntax`.

use regex_automata::dfa::{Automaton as _, StartKind, dense};
use regex_automata::nfa::thompson;
use regex_automata::{Anchored, Input};
use regex_syntax::hir::{Class, ClassUnicode, ClassUnicodeRange, Dot, Hir, Look, Repetition};

use super::parse::parse;
use super::runes::{Rune, RuneSet};
use super::tables;
use super::tree::{Arena, Id, Node, Op};

/// The deepest nesting, groups not counted: the compiler of `regex-automata` recurses, and takes up to 10 KiB
/// of stack for a level when it is not optimised.
const MAX_NESTING: usize = 100;

/// What is decided by a table of states and bytes.
#[derive(Debug)]
pub(super) struct Automaton(dense::DFA<Vec<u32>>);

impl Automaton {
    /// The most memory that one may take.
    pub(super) const MAX_SIZE: usize = 128 << 10;

    /// What has more states as a program of bytes is not worth trying.
    pub(super) const MAX_STATES: usize = 4096;

    /// The automaton of a pattern; `None` when there is no small one.
    pub(super) fn new(pattern: &str) -> Option<Self> {
        let (arena, root) = parse(pattern).ok()?;
        let hir = translate(&arena, root)?;
        drop(arena);
        // `\B` holds within a character, too, if one looks at bytes.
        if hir.properties().look_set().contains(Look::WordAsciiNegate) {
            return None;
        }
        let limits = thompson::Config::new().nfa_size_limit(Some(2 * Self::MAX_SIZE)).utf8(false);
        let program = thompson::Compiler::new().configure(limits).build_from_hir(&hir).ok()?;
        let limits = dense::Config::new()
            .start_kind(StartKind::Unanchored)
            .determinize_size_limit(Some(2 * Self::MAX_SIZE))
            .dfa_size_limit(Some(Self::MAX_SIZE));
        dense::Builder::new().configure(limits).build_from_nfa(&program).ok().map(Self)
    }

    pub(super) fn size(&self) -> usize {
        self.0.memory_usage()
    }

    pub(super) fn is_match(&self, text: &str) -> bool {
        let input = Input::new(text).anchored(Anchored::No).earliest(true);
        // It has no bytes at which it would give up.
        self.0.try_search_fwd(&input).is_ok_and(|found| found.is_some())
    }
}

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

/// The same language as that of the tree; `None` when it nests too deeply.
fn translate(arena: &Arena, root: Id) -> Option<Hir> {
    let mut path = vec![Open { id: root, next: 0, done: Vec::new(), around: Bounds::ONCE }];
    let mut depth = 0_usize;
    while let Some(mut open) = path.pop() {
        let node = arena.get(open.id);
        if let Some(&sub) = node.subs().get(open.next) {
            open.next += 1;
            let around = around(&open, node, arena.get(sub));
            path.extend([open, Open { id: sub, next: 0, done: Vec::new(), around }]);
            depth += levels(arena.get(sub));
            if depth > MAX_NESTING {
                return None;
            }
            continue;
        }
        depth = depth.saturating_sub(levels(node));
        let hir = assemble(arena, open, node);
        match path.last_mut() {
            Some(parent) => parent.done.push(hir),
            None => return Some(hir),
        }
    }
    Some(Hir::empty())
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
