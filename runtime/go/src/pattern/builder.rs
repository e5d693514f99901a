//! The stack on which the tree grows: operands, open groups and alternatives.
//!
//! Source: Go `regexp/syntax/parse.go`, `push` to `parseRightParen`.

use std::rc::Rc;

use super::error::{Reason, Stop};
use super::limits::Limits;
use super::runes::{Class, Rune, RuneSet};
use super::tables;
use super::tree::{Arena, Content, Flags, Id, Node, Op};

/// The most copies that repetitions may ask for, multiplied through all that are nested.
const MAX_REPEAT: u16 = 1000;

#[derive(Debug)]
pub(super) struct Builder<'p> {
    pub(super) pattern: &'p str,
    pub(super) flags: Flags,
    pub(super) arena: Arena,
    pub(super) limits: Limits,
    stack: Vec<Id>,
}

pub(super) type Outcome<'p, T = ()> = Result<T, Stop<'p>>;

impl<'p> Builder<'p> {
    pub(super) fn new(pattern: &'p str) -> Self {
        Self {
            pattern,
            flags: Flags::START,
            arena: Arena::default(),
            limits: Limits::new(),
            stack: Vec::new(),
        }
    }

    pub(super) fn free(&mut self, id: Id) {
        self.limits.forget(id);
        self.arena.free(id);
    }

    pub(super) fn check(&mut self, id: Id) -> Outcome<'p> {
        self.limits.check(self.pattern, &self.arena, &self.stack, id)
    }

    /// Puts a node that holds nothing on the stack.
    pub(super) fn op(&mut self, op: Op) -> Outcome<'p> {
        let id = self.arena.add(Node::new(op, self.flags));
        self.push(id)
    }

    pub(super) fn literal(&mut self, rune: Rune) -> Outcome<'p> {
        let orbit = if self.flags.fold_case { tables::orbit(rune) } else { &[] };
        let content = Content::Runes(vec![orbit.first().copied().unwrap_or(rune)]);
        let id = self.arena.add(Node::with(Op::Literal, self.flags, content));
        self.push(id)
    }

    /// A class whose place was taken before its text was read, as Go does.
    pub(super) fn class(&mut self, id: Id, class: Rc<Class>) -> Outcome<'p> {
        *self.arena.get_mut(id) = Node::with(Op::Class, self.flags, Content::Class(class));
        self.push(id)
    }

    fn push(&mut self, id: Id) -> Outcome<'p> {
        self.limits.count_runes(self.arena.get(id));
        let literal = self.arena.get(id).set().and_then(as_literal);
        if let Some((rune, fold_case)) = literal {
            let flags = self.flags.with_fold_case(fold_case);
            if self.join_literals(Some((rune, flags)))? {
                return Ok(());
            }
            *self.arena.get_mut(id) = Node::with(Op::Literal, flags, Content::Runes(vec![rune]));
        } else {
            self.join_literals(None)?;
        }
        self.stack.push(id);
        self.check(id)
    }

    /// Joins the two topmost literals, which no operator can reach any more. The place that falls free may
    /// take the literal that comes next; says whether it did.
    fn join_literals(&mut self, next: Option<(Rune, Flags)>) -> Outcome<'p, bool> {
        let &[.., below, top] = self.stack.as_slice() else { return Ok(false) };
        let [lower, upper] = [below, top].map(|id| self.arena.get(id));
        if lower.op != Op::Literal
            || upper.op != Op::Literal
            || lower.flags.fold_case != upper.flags.fold_case
        {
            return Ok(false);
        }
        let moved = upper.runes().to_vec();
        self.limits.burn(moved.len())?;
        if let Content::Runes(runes) = &mut self.arena.get_mut(below).content {
            runes.extend(moved);
        }
        if let Some((rune, flags)) = next {
            *self.arena.get_mut(top) = Node::with(Op::Literal, flags, Content::Runes(vec![rune]));
            return Ok(true);
        }
        self.stack.pop();
        self.free(top);
        Ok(false)
    }

    /// Repeats what is on top; `operator` is the text that asks for it.
    pub(super) fn repeat(&mut self, mut node: Node, operator: &'p str) -> Outcome<'p> {
        let top = self.stack.last().copied().filter(|&top| !self.arena.get(top).op.is_marker());
        let Some(sub) = top else {
            return Err(Stop::Refused(Reason::MissingRepeatArgument, operator));
        };
        let (min, max) = (node.min, node.max);
        let repeats = node.op == Op::Repeat && (min >= 2 || max.is_some_and(|max| max >= 2));
        node.content = Content::Subs(vec![sub]);
        let id = self.arena.add(node);
        self.stack.pop();
        self.stack.push(id);
        self.check(id)?;
        if repeats && !self.copies_are_few(id)? {
            return Err(Stop::Refused(Reason::RepeatSize, operator));
        }
        Ok(())
    }

    fn copies_are_few(&mut self, root: Id) -> Outcome<'p, bool> {
        let mut waiting = vec![(root, MAX_REPEAT)];
        while let Some((id, mut left)) = waiting.pop() {
            let node = self.arena.get(id);
            self.limits.burn(node.subs().len())?;
            if node.op == Op::Repeat {
                match node.max.unwrap_or(node.min) {
                    _ if node.max == Some(0) => continue,
                    times if times > left => return Ok(false),
                    times => left = left.checked_div(times).unwrap_or(left),
                }
            }
            waiting.extend(node.subs().iter().map(|&sub| (sub, left)));
        }
        Ok(true)
    }

    /// Takes what is above the topmost marker.
    fn take_operands(&mut self) -> Vec<Id> {
        let marker = self.stack.iter().rposition(|&id| self.arena.get(id).op.is_marker());
        self.stack.split_off(marker.map_or(0, |at| at + 1))
    }

    fn concat(&mut self) -> Outcome<'p> {
        self.join_literals(None)?;
        let subs = self.take_operands();
        let id = match *subs.as_slice() {
            [] => self.arena.add(Node::new(Op::Empty, Flags::NONE)),
            [only] => only,
            _ => {
                let id = self.arena.add(Node::new(Op::Concat, self.flags));
                let subs = self.hoist(Op::Concat, subs)?;
                self.arena.get_mut(id).content = Content::Subs(subs);
                id
            }
        };
        self.push(id)
    }

    /// Puts the children of nodes of that operation in their place.
    pub(super) fn hoist(&mut self, op: Op, subs: Vec<Id>) -> Outcome<'p, Vec<Id>> {
        let mut flat = Vec::with_capacity(subs.len());
        for sub in subs {
            if self.arena.get(sub).op == op {
                flat.extend(self.arena.get_mut(sub).take_subs());
                self.free(sub);
            } else {
                flat.push(sub);
            }
        }
        self.limits.burn(flat.len())?;
        Ok(flat)
    }

    fn alternate(&mut self) -> Outcome<'p> {
        let subs = self.take_operands();
        if let Some(&last) = subs.last() {
            self.clean(last);
        }
        let id = match *subs.as_slice() {
            [only] => only,
            _ => self.alternatives(subs)?,
        };
        self.push(id)
    }

    /// A class of everything is `.`.
    pub(super) fn clean(&mut self, id: Id) {
        let node = self.arena.get_mut(id);
        let op = match node.set() {
            Some(set) if set.is_full() => Op::Any,
            Some(set) if set.is_full_but_line_feed() => Op::AnyButLineFeed,
            _ => return,
        };
        node.op = op;
        node.content = Content::Nothing;
    }

    /// A `|`: what is read so far is an alternative.
    pub(super) fn vertical_bar(&mut self) -> Outcome<'p> {
        self.concat()?;
        if self.swap_vertical_bar()? { Ok(()) } else { self.op(Op::VerticalBar) }
    }

    /// Brings the alternative on top below the bar, or into the class that is there.
    fn swap_vertical_bar(&mut self) -> Outcome<'p, bool> {
        let &[.., bar, top] = self.stack.as_slice() else { return Ok(false) };
        if self.arena.get(bar).op != Op::VerticalBar {
            return Ok(false);
        }
        let below = self.stack.iter().rev().nth(2).copied();
        self.stack.truncate(self.stack.len().saturating_sub(2));
        if let Some(below) = below {
            if self.arena.get(below).is_one_rune() && self.arena.get(top).is_one_rune() {
                self.stack.pop();
                let (kept, merged) = if self.arena.get(top).op > self.arena.get(below).op {
                    (top, below)
                } else {
                    (below, top)
                };
                self.merge_classes(kept, merged)?;
                self.free(merged);
                self.stack.extend([kept, bar]);
                return Ok(true);
            }
            self.clean(below);
        }
        self.stack.extend([top, bar]);
        Ok(true)
    }

    /// Ends an alternation: after a `)` and at the end of the pattern.
    fn end_alternatives(&mut self) -> Outcome<'p> {
        self.concat()?;
        if self.swap_vertical_bar()? {
            self.stack.pop();
        }
        self.alternate()
    }

    pub(super) fn right_paren(&mut self) -> Outcome<'p> {
        self.end_alternatives()?;
        let unexpected = Err(Stop::Refused(Reason::UnexpectedParen, self.pattern));
        let &[.., paren, inner] = self.stack.as_slice() else { return unexpected };
        let op = self.arena.get(paren).op;
        if !matches!(op, Op::LeftParen | Op::CapturingParen) {
            return unexpected;
        }
        self.stack.truncate(self.stack.len().saturating_sub(2));
        self.flags = self.arena.get(paren).flags;
        if op == Op::LeftParen {
            return self.push(inner);
        }
        *self.arena.get_mut(paren) = Node::with(Op::Capture, self.flags, Content::Subs(vec![inner]));
        self.push(paren)
    }

    /// The root of the whole.
    pub(super) fn finish(mut self) -> Outcome<'p, (Arena, Id)> {
        self.end_alternatives()?;
        match *self.stack.as_slice() {
            [root] => Ok((self.arena, root)),
            _ => Err(Stop::Refused(Reason::MissingParen, self.pattern)),
        }
    }
}

/// What Go writes as a literal though it is a class: one code point, or the two cases of one.
fn as_literal(set: &RuneSet) -> Option<(Rune, bool)> {
    let (first, last, runes) = match *set.ranges() {
        [(low, high)] => (low, high, high - low + 1),
        [(low, low_end), (high, high_end)] if low == low_end && high == high_end => (low, high, 2),
        _ => return None,
    };
    match runes {
        1 => Some((first, false)),
        2 if tables::orbit(first) == [first, last] => Some((first, true)),
        _ => None,
    }
}
