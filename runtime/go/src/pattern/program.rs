//! A pattern as instructions, as many as its text has characters: a counted repetition is one, however high it counts.
//!
//! Go copies what is repeated (`regexp/syntax/simplify.go`). Here a place in the program is an instruction and the number of
//! the copy in which it stands, so that copies take no memory before a string leads to them.

use std::collections::HashMap;

use super::runes::{Rune, RuneSet, Table, Term};
use super::tables;
use super::tree::{Arena, Content, Id, Node, Op};

/// The position of an instruction.
pub(super) type Counter = u32;

/// What is done at a place.
#[derive(Debug, Clone, Copy)]
pub(super) enum Step {
    Rune(Rune),
    /// A code point of the class at that position.
    Class(u32),
    AnyButLineFeed,
    Any,
    Look(Look),
    /// Both to the next instruction, which is preferred, and to this one.
    Split(Counter),
    /// Both to this instruction, which is preferred, and to the next one.
    Prefer(Counter),
    Jump(Counter),
    /// A repetition begins whose copies are numbered from 0.
    Enter {
        copies: u16,
    },
    /// A copy ends.
    Again(Repeat),
    Match,
}

/// What comes behind a copy of what is repeated.
#[derive(Debug, Clone, Copy)]
pub(super) struct Repeat {
    /// Where the next copy begins.
    pub(super) body: Counter,
    /// After how many of them the repetition may end.
    pub(super) min: u16,
    pub(super) copies: u16,
    /// Whether the last copy may be repeated.
    pub(super) endless: bool,
    /// Whether an end is preferred.
    pub(super) is_lazy: bool,
}

/// What must hold at a place without taking a code point.
#[derive(Debug, Clone, Copy)]
pub(super) enum Look {
    BeginLine,
    EndLine,
    BeginText,
    EndText,
    WordBoundary,
    NoWordBoundary,
}

/// The instructions, the last of which is [`Step::Match`], and the classes that they name.
#[derive(Debug)]
pub(super) struct Program {
    pub(super) steps: Box<[Step]>,
    /// The number of the place of each instruction in its first copy; at the end how many places there are.
    pub(super) places: Box<[u32]>,
    classes: Box<[Class]>,
    /// Whether it can match at the beginning alone.
    pub(super) is_anchored: bool,
    /// About how many states an automaton of bytes would have.
    pub(super) weight: usize,
}

/// A class, those of its runes that are ASCII as bits.
#[derive(Debug)]
struct Class {
    ascii: [u64; 2],
    terms: Box<[Term]>,
}

impl Program {
    /// The program of a tree.
    pub(super) fn new(arena: &Arena, root: Id) -> Self {
        let mut compiler = Compiler { may_be_empty: may_be_empty(arena, root), ..Compiler::default() };
        compiler.open.push(Open { node: root, stage: Stage::Begin });
        while let Some(open) = compiler.open.pop() {
            compiler.advance(arena, open);
        }
        compiler.push(Step::Match);
        compiler.finish()
    }

    pub(super) fn has_rune(&self, class: u32, rune: Rune) -> bool {
        self.classes.get(class as usize).is_some_and(|class| class.contains(rune))
    }
}

impl Class {
    fn new(set: &RuneSet, terms: &[Term]) -> Self {
        let ascii = [0, u64::BITS].map(|first| {
            let runes = (0..u64::BITS).filter(|bit| set.contains(first + bit));
            runes.fold(0, |bits, bit| bits | 1 << bit)
        });
        let sorted = |term: &Term| Term { own: RuneSet::new(term.own.clone()).into_ranges(), ..term.clone() };
        Self { ascii, terms: terms.iter().map(sorted).collect() }
    }

    fn contains(&self, rune: Rune) -> bool {
        match self.ascii.get((rune / u64::BITS) as usize) {
            Some(bits) => bits >> (rune % u64::BITS) & 1 == 1,
            None => self.terms.iter().any(|term| term.contains(rune)),
        }
    }
}

impl Term {
    fn contains(&self, rune: Rune) -> bool {
        let is_own = |rune: Rune| {
            let at = self.own.partition_point(|&(_, high)| high < rune);
            self.own.get(at).is_some_and(|&(low, _)| low <= rune)
        };
        let found = is_own(rune)
            || self.folds && tables::orbit(rune).iter().any(|&variant| is_own(variant))
            || self.tables.iter().any(|Table { set, negated }| set.contains(rune) != *negated);
        found != self.negated
    }
}

/// A node that is being written.
struct Open {
    node: Id,
    stage: Stage,
}

/// How far it has come.
enum Stage {
    Begin,
    /// So many children of a sequence are written.
    Sequence(usize),
    /// So many alternatives are written; the split before the last one, and the jumps behind all.
    Alternatives {
        written: usize,
        split: usize,
        jumps: Vec<usize>,
    },
    /// The body of `*` or `?` is written, behind that split.
    Optional {
        split: usize,
    },
    /// That of `+` or of a counted repetition, which begins there.
    Repeated {
        body: usize,
        split: Option<usize>,
    },
}

#[derive(Default)]
struct Compiler<'a> {
    steps: Vec<Step>,
    places: Vec<u32>,
    next_place: u32,
    /// How many copies there are of what is written.
    copies: Option<u32>,
    classes: Vec<Class>,
    known: HashMap<&'a [Term], u32>,
    /// The classes of case variants, by the first of them.
    variants: HashMap<Rune, u32>,
    weight: usize,
    open: Vec<Open>,
    /// Of each node whether it matches nothing at all, too.
    may_be_empty: Vec<bool>,
}

impl<'a> Compiler<'a> {
    fn advance(&mut self, arena: &'a Arena, Open { node: id, stage }: Open) {
        let node = arena.get(id);
        match stage {
            Stage::Begin => self.begin(arena, id),
            Stage::Sequence(written) => {
                if let Some(&sub) = node.subs().get(written) {
                    self.open.push(Open { node: id, stage: Stage::Sequence(written + 1) });
                    self.write(sub);
                }
            }
            Stage::Alternatives { written, split, jumps } => {
                self.alternative(id, node, written, split, jumps);
            }
            Stage::Optional { split } => {
                let may_be_empty =
                    || node.subs().iter().any(|&sub| self.may_be_empty.get(sub) == Some(&true));
                if node.op == Op::Star && may_be_empty() {
                    // As `(x+)?`, so that an empty pass ends where Go ends it (`regexp/syntax/compile.go`, `star`).
                    self.push_split(!node.flags.non_greedy, counter(split + 1));
                } else if node.op == Op::Star {
                    self.push(Step::Jump(counter(split)));
                }
                self.set_split(split, node);
            }
            Stage::Repeated { body, split } => {
                self.end_repetition(node, body);
                if let Some(split) = split {
                    self.set_split(split, node);
                }
            }
        }
    }

    fn write(&mut self, node: Id) {
        self.open.push(Open { node, stage: Stage::Begin });
    }

    fn begin(&mut self, arena: &'a Arena, id: Id) {
        let node = arena.get(id);
        match node.op {
            Op::Literal => node.runes().iter().for_each(|&rune| self.rune(rune, node.flags.fold_case)),
            Op::Class => self.class(node),
            Op::AnyButLineFeed => self.consume(Step::AnyButLineFeed, 5),
            Op::Any => self.consume(Step::Any, 5),
            Op::BeginLine => self.push(Step::Look(Look::BeginLine)),
            Op::EndLine => self.push(Step::Look(Look::EndLine)),
            Op::BeginText => self.push(Step::Look(Look::BeginText)),
            Op::EndText => self.push(Step::Look(Look::EndText)),
            Op::WordBoundary => self.push(Step::Look(Look::WordBoundary)),
            Op::NoWordBoundary => self.push(Step::Look(Look::NoWordBoundary)),
            Op::Alternate => self.alternative(id, node, 0, 0, Vec::new()),
            Op::Star | Op::Quest => self.optional(id, node),
            Op::Plus => self.repeated(id, node, None),
            Op::Repeat => self.counted(id, node),
            Op::Empty | Op::Capture | Op::Concat | Op::LeftParen | Op::CapturingParen | Op::VerticalBar => {
                self.open.push(Open { node: id, stage: Stage::Sequence(0) });
            }
        }
    }

    fn rune(&mut self, rune: Rune, folds: bool) {
        let orbit = if folds { tables::orbit(rune) } else { &[] };
        let Some(&first) = orbit.first() else {
            self.consume(Step::Rune(rune), 1);
            return;
        };
        let at = *self.variants.entry(first).or_insert_with(|| {
            let set = RuneSet::new(orbit.iter().map(|&rune| (rune, rune)).collect());
            let term = Term { own: set.ranges().to_vec(), ..Term::default() };
            self.classes.push(Class::new(&set, &[term]));
            counter(self.classes.len() - 1)
        });
        self.consume(Step::Class(at), 2);
    }

    fn class(&mut self, node: &'a Node) {
        let Content::Class(class) = &node.content else { return };
        let at = *self.known.entry(&class.terms).or_insert_with(|| {
            self.classes.push(Class::new(&class.set, &class.terms));
            counter(self.classes.len() - 1)
        });
        let beyond_ascii = class.set.ranges().iter().filter(|(_, high)| *high > 0x7F).count();
        self.consume(Step::Class(at), 1 + 2 * beyond_ascii);
    }

    fn alternative(&mut self, id: Id, node: &Node, written: usize, split: usize, mut jumps: Vec<usize>) {
        let subs = node.subs();
        if written > 0 && written < subs.len() {
            jumps.push(self.steps.len());
            self.push(Step::Jump(0));
            self.set(split, Step::Split(counter(self.steps.len())));
        }
        let Some(&sub) = subs.get(written) else {
            let end = counter(self.steps.len());
            for jump in jumps {
                self.set(jump, Step::Jump(end));
            }
            return;
        };
        let split = self.steps.len();
        if written + 1 < subs.len() {
            self.push(Step::Split(0));
        }
        self.open.push(Open { node: id, stage: Stage::Alternatives { written: written + 1, split, jumps } });
        self.write(sub);
    }

    fn optional(&mut self, id: Id, node: &Node) {
        let split = self.steps.len();
        self.push(Step::Split(0));
        self.open.push(Open { node: id, stage: Stage::Optional { split } });
        node.subs().iter().for_each(|&sub| self.write(sub));
    }

    fn repeated(&mut self, id: Id, node: &Node, split: Option<usize>) {
        let body = self.steps.len();
        self.open.push(Open { node: id, stage: Stage::Repeated { body, split } });
        node.subs().iter().for_each(|&sub| self.write(sub));
    }

    fn counted(&mut self, id: Id, node: &Node) {
        if node.max == Some(0) {
            return;
        }
        let split = (node.min == 0).then(|| {
            self.push(Step::Split(0));
            self.steps.len() - 1
        });
        let copies = copies(node);
        self.push(Step::Enter { copies });
        self.copies = Some(self.copies().saturating_mul(copies.into()));
        self.repeated(id, node, split);
    }

    fn end_repetition(&mut self, node: &Node, body: usize) {
        let body = counter(body);
        if node.op == Op::Plus {
            self.push_split(!node.flags.non_greedy, body);
            return;
        }
        let (copies, endless, is_lazy) = (copies(node), node.max.is_none(), node.flags.non_greedy);
        self.push(Step::Again(Repeat { body, min: node.min, copies, endless, is_lazy }));
        self.copies = self.copies().checked_div(copies.into());
    }

    fn copies(&self) -> u32 {
        self.copies.unwrap_or(1)
    }

    fn consume(&mut self, step: Step, weight: usize) {
        self.weight = self.weight.saturating_add(weight.saturating_mul(self.copies() as usize));
        self.push(step);
    }

    fn push(&mut self, step: Step) {
        self.steps.push(step);
        self.places.push(self.next_place);
        self.next_place = self.next_place.saturating_add(self.copies());
    }

    /// One way leads to the next instruction, the other one to the target.
    fn push_split(&mut self, prefers_target: bool, target: Counter) {
        self.push(if prefers_target { Step::Prefer(target) } else { Step::Split(target) });
    }

    /// A way of a split leads behind what is written so far; a lazy repetition prefers it.
    fn set_split(&mut self, split: usize, node: &Node) {
        let end = counter(self.steps.len());
        self.set(split, if node.flags.non_greedy { Step::Prefer(end) } else { Step::Split(end) });
    }

    fn set(&mut self, position: usize, step: Step) {
        if let Some(place) = self.steps.get_mut(position) {
            *place = step;
        }
    }

    fn finish(mut self) -> Program {
        self.places.push(self.next_place);
        Program {
            is_anchored: matches!(self.steps.first(), Some(Step::Look(Look::BeginText))),
            steps: self.steps.into(),
            places: self.places.into(),
            classes: self.classes.into(),
            weight: self.weight,
        }
    }
}

/// Of each node below the root whether Go takes it to match nothing at all, too (`regexp/syntax/compile.go`, `nullable`).
fn may_be_empty(arena: &Arena, root: Id) -> Vec<bool> {
    let mut order = vec![root];
    let mut next = 0;
    while let Some(&id) = order.get(next) {
        order.extend(arena.get(id).subs());
        next += 1;
    }
    let mut found = vec![false; arena.len()];
    for id in order.into_iter().rev() {
        let node = arena.get(id);
        let of_sub = |&sub: &Id| found.get(sub) == Some(&true);
        let is_empty = match node.op {
            Op::Literal => node.runes().is_empty(),
            Op::Class | Op::AnyButLineFeed | Op::Any => false,
            Op::Alternate => node.subs().iter().any(of_sub),
            Op::Star | Op::Quest => true,
            Op::Repeat => node.min == 0 || node.subs().iter().all(of_sub),
            // What looks around takes nothing, and has no children.
            _ => node.subs().iter().all(of_sub),
        };
        if let Some(place) = found.get_mut(id) {
            *place = is_empty;
        }
    }
    found
}

/// `x{2,}` is two copies, the last of which is repeated; `x*` is one.
fn copies(node: &Node) -> u16 {
    node.max.unwrap_or(node.min).max(1)
}

/// Go's limits keep programs far below.
fn counter(position: usize) -> Counter {
    Counter::try_from(position).unwrap_or(Counter::MAX)
}
