//! Alternatives that begin alike are put together, as Go does before it looks at its limits.
//!
//! Source: Go `regexp/syntax/parse.go`, `factor`. It recurses there; here a list of frames stands for the calls.

use std::rc::Rc;

use super::builder::{Builder, Outcome};
use super::class::fold_into;
use super::error::{Reason, Stop};
use super::limits::MAX_HEIGHT;
use super::runes::{Class, Rune, RuneSet};
use super::tree::{Content, Flags, Id, Node, Op};

/// How much of a list moves in the time of a step.
const MOVED_AT_ONCE: usize = 16;

/// An alternation in the making.
struct Frame {
    node: Id,
    subs: Vec<Id>,
    out: Vec<Id>,
    /// The first of the alternatives that begin alike.
    start: usize,
    next: usize,
    round: Round,
    /// What was split off from the alternatives that the frame above works on.
    prefix: Option<Id>,
}

/// What alternatives have in common.
enum Round {
    /// So many code points of that literal.
    Literals(Option<(Id, usize)>),
    /// An expression that matches a fixed number of code points.
    Expressions(Option<Id>),
}

impl<'p> Builder<'p> {
    /// The alternation of two or more.
    pub(super) fn alternatives(&mut self, subs: Vec<Id>) -> Outcome<'p, Id> {
        let mut frames = vec![self.open_frame(subs)?];
        while let Some(mut frame) = frames.pop() {
            if let Some(subs) = self.advance(&mut frame)? {
                frames.push(frame);
                // Every frame adds to the height, so the result could only be refused.
                if frames.len() > MAX_HEIGHT {
                    return Err(Stop::Refused(Reason::NestingDepth, self.pattern));
                }
                frames.push(self.open_frame(subs)?);
                continue;
            }
            let id = self.close_frame(&frame)?;
            match frames.last_mut() {
                Some(parent) => self.deliver(parent, id),
                None => return Ok(id),
            }
        }
        Ok(self.arena.add(Node::new(Op::Empty, Flags::NONE)))
    }

    fn open_frame(&mut self, subs: Vec<Id>) -> Outcome<'p, Frame> {
        let node = self.arena.add(Node::new(Op::Alternate, self.flags));
        let subs = self.hoist(Op::Alternate, subs)?;
        let round = Round::Literals(None);
        Ok(Frame { node, subs, out: Vec::new(), start: 0, next: 0, round, prefix: None })
    }

    /// The suffix of a prefix is ready.
    fn deliver(&mut self, frame: &mut Frame, suffix: Id) {
        let subs = frame.prefix.take().into_iter().chain([suffix]).collect();
        let id = self.arena.add(Node::with(Op::Concat, self.flags, Content::Subs(subs)));
        frame.out.push(id);
    }

    /// Goes on until suffixes have to be put together, which are returned, or until nothing is left to do.
    fn advance(&mut self, frame: &mut Frame) -> Outcome<'p, Option<Vec<Id>>> {
        loop {
            while frame.next <= frame.subs.len() {
                let at = frame.next;
                frame.next += 1;
                self.limits.burn(1)?;
                if let Some(subs) = self.extend_run(frame, at)? {
                    return Ok(Some(subs));
                }
            }
            if matches!(frame.round, Round::Expressions(_)) {
                return Ok(None);
            }
            frame.subs = std::mem::take(&mut frame.out);
            (frame.start, frame.next, frame.round) = (0, 0, Round::Expressions(None));
        }
    }

    /// Adds the alternative to those that begin alike, or ends their run before it.
    fn extend_run(&mut self, frame: &mut Frame, at: usize) -> Outcome<'p, Option<Vec<Id>>> {
        let sub = frame.subs.get(at).copied();
        let mut suffixes = None;
        match &mut frame.round {
            Round::Literals(common) => {
                let lead = sub.and_then(|sub| self.leading_literal(sub));
                if let (Some((own, length)), Some((other, _))) = (*common, lead) {
                    let same = self.common_length(own, length, other)?;
                    if same > 0 {
                        *common = Some((own, same));
                        return Ok(None);
                    }
                }
                let ended = std::mem::replace(common, lead);
                if at > frame.start + 1 {
                    suffixes = Some(self.split_literals(frame, at, ended)?);
                }
            }
            Round::Expressions(common) => {
                let lead = sub.and_then(|sub| self.leading_expression(sub));
                if let (Some(own), Some(other)) = (*common, lead)
                    && self.is_fixed(own)
                    && self.same_fixed(own, other)?
                {
                    return Ok(None);
                }
                let ended = std::mem::replace(common, lead);
                if at > frame.start + 1 {
                    suffixes = Some(self.split_expressions(frame, at, ended)?);
                }
            }
        }
        if at == frame.start + 1 {
            frame.out.extend(frame.subs.get(frame.start));
        }
        frame.start = at;
        Ok(suffixes)
    }

    fn split_literals(
        &mut self,
        frame: &mut Frame,
        end: usize,
        common: Option<(Id, usize)>,
    ) -> Outcome<'p, Vec<Id>> {
        let (literal, length) = common.unwrap_or_default();
        let own = self.arena.get(literal);
        let runes: Vec<Rune> = own.runes().iter().take(length).copied().collect();
        let flags = Flags::NONE.with_fold_case(own.flags.fold_case);
        frame.prefix = Some(self.arena.add(Node::with(Op::Literal, flags, Content::Runes(runes))));
        let run = frame.subs.get(frame.start..end).unwrap_or_default().to_vec();
        let mut suffixes = Vec::with_capacity(run.len());
        for sub in run {
            let suffix = self.without_literal(sub, length)?;
            self.check(suffix)?;
            suffixes.push(suffix);
        }
        Ok(suffixes)
    }

    fn split_expressions(
        &mut self,
        frame: &mut Frame,
        end: usize,
        common: Option<Id>,
    ) -> Outcome<'p, Vec<Id>> {
        frame.prefix = common;
        let run = frame.subs.get(frame.start..end).unwrap_or_default().to_vec();
        let mut suffixes = Vec::with_capacity(run.len());
        for (at, sub) in run.into_iter().enumerate() {
            let suffix = self.without_expression(sub, at > 0)?;
            self.check(suffix)?;
            suffixes.push(suffix);
        }
        Ok(suffixes)
    }

    fn leading_literal(&self, id: Id) -> Option<(Id, usize)> {
        let node = self.arena.get(id);
        let lead = if node.op == Op::Concat { *node.subs().first()? } else { id };
        let node = self.arena.get(lead);
        (node.op == Op::Literal).then(|| (lead, node.runes().len()))
    }

    fn common_length(&mut self, own: Id, length: usize, other: Id) -> Outcome<'p, usize> {
        let [own, other] = [own, other].map(|id| self.arena.get(id));
        if own.flags.fold_case != other.flags.fold_case {
            return Ok(0);
        }
        let pairs = own.runes().iter().take(length).zip(other.runes());
        let same = pairs.take_while(|(own, other)| own == other).count();
        self.limits.burn(same)?;
        Ok(same)
    }

    fn without_literal(&mut self, id: Id, length: usize) -> Outcome<'p, Id> {
        if self.arena.get(id).op != Op::Concat {
            self.shorten(id, length)?;
            return Ok(id);
        }
        let Some(&first) = self.arena.get(id).subs().first() else { return Ok(id) };
        self.shorten(first, length)?;
        if self.arena.get(first).op != Op::Empty {
            return Ok(id);
        }
        self.free(first);
        self.without_first(id)
    }

    fn shorten(&mut self, id: Id, length: usize) -> Outcome<'p> {
        let node = self.arena.get_mut(id);
        if let Content::Runes(runes) = &mut node.content {
            self.limits.burn(runes.len() / MOVED_AT_ONCE)?;
            runes.drain(..length.min(runes.len()));
            if runes.is_empty() {
                node.op = Op::Empty;
            }
        }
        Ok(())
    }

    /// A concatenation without its first part; of one part that is left only this.
    fn without_first(&mut self, id: Id) -> Outcome<'p, Id> {
        let mut subs = self.arena.get_mut(id).take_subs();
        self.limits.burn(subs.len() / MOVED_AT_ONCE)?;
        subs.drain(..subs.len().min(1));
        if let [only] = *subs.as_slice() {
            self.free(id);
            return Ok(only);
        }
        self.arena.get_mut(id).content = Content::Subs(subs);
        Ok(id)
    }

    fn leading_expression(&self, id: Id) -> Option<Id> {
        let node = self.arena.get(id);
        let lead = if node.op == Op::Concat { *node.subs().first()? } else { id };
        (self.arena.get(lead).op != Op::Empty).then_some(lead)
    }

    fn without_expression(&mut self, id: Id, frees: bool) -> Outcome<'p, Id> {
        let node = self.arena.get(id);
        let lead = if node.op == Op::Concat { node.subs().first().copied() } else { None };
        if let Some(lead) = lead {
            if frees {
                self.free(lead);
            }
            return self.without_first(id);
        }
        if frees {
            self.free(id);
        }
        Ok(self.arena.add(Node::new(Op::Empty, Flags::NONE)))
    }

    /// Whether it is one code point, or a fixed number of one.
    fn is_fixed(&self, id: Id) -> bool {
        let node = self.arena.get(id);
        let repeated = node.op == Op::Repeat && node.max == Some(node.min);
        node.is_one_rune()
            || repeated && node.subs().first().is_some_and(|&sub| self.arena.get(sub).is_one_rune())
    }

    /// Whether both are the same; the first one is fixed.
    fn same_fixed(&mut self, left: Id, right: Id) -> Outcome<'p, bool> {
        let [own, other] = [left, right].map(|id| self.arena.get(id));
        if own.op == Op::Repeat && other.op == Op::Repeat {
            let alike = own.flags.non_greedy == other.flags.non_greedy
                && (own.min, own.max) == (other.min, other.max);
            let subs = own.subs().first().copied().zip(other.subs().first().copied());
            return Ok(alike && subs.is_some_and(|(own, other)| self.same_rune(own, other)));
        }
        self.limits.burn(own.rune_count())?;
        Ok(self.same_rune(left, right))
    }

    fn same_rune(&self, left: Id, right: Id) -> bool {
        let [own, other] = [left, right].map(|id| self.arena.get(id));
        let literal = matches!(own.op, Op::Literal | Op::Class);
        own.op == other.op
            && own.content == other.content
            && (!literal || own.flags.fold_case == other.flags.fold_case)
    }

    /// The two last rounds: neighbours of one code point become a class, empty neighbours one.
    fn close_frame(&mut self, frame: &Frame) -> Outcome<'p, Id> {
        let mut kept: Vec<Id> = Vec::with_capacity(frame.out.len());
        let mut rest = frame.out.as_slice();
        while let Some((&first, after)) = rest.split_first() {
            let run = rest.iter().take_while(|&&id| self.arena.get(id).is_one_rune()).count();
            let id = if run > 1 { self.merge_run(rest.get(..run).unwrap_or_default())? } else { first };
            rest = if run > 1 { rest.get(run..).unwrap_or_default() } else { after };
            let empty = self.arena.get(id).op == Op::Empty;
            if empty && kept.last().is_some_and(|&last| self.arena.get(last).op == Op::Empty) {
                kept.pop();
            }
            kept.push(id);
        }
        if let [only] = *kept.as_slice() {
            self.free(frame.node);
            return Ok(only);
        }
        self.arena.get_mut(frame.node).content = Content::Subs(kept);
        Ok(frame.node)
    }

    fn merge_run(&mut self, run: &[Id]) -> Outcome<'p, Id> {
        let mut run = run.to_vec();
        let mut largest = 0;
        for (at, &id) in run.iter().enumerate().skip(1) {
            let largest_node = run.get(largest).map(|&id| self.arena.get(id));
            let node = self.arena.get(id);
            if largest_node.is_some_and(|l| (l.op, l.rune_count()) < (node.op, node.rune_count())) {
                largest = at;
            }
        }
        run.swap(0, largest);
        let Some((&kept, merged)) = run.split_first() else {
            return Ok(self.arena.add(Node::new(Op::Empty, Flags::NONE)));
        };
        for &id in merged {
            self.merge_classes(kept, id)?;
            self.free(id);
        }
        self.clean(kept);
        Ok(kept)
    }

    /// Adds the code points of the second to the first, whose operation is not the lesser one.
    pub(super) fn merge_classes(&mut self, kept: Id, merged: Id) -> Outcome<'p> {
        let [own, other] = [kept, merged].map(|id| self.arena.get(id));
        match own.op {
            Op::AnyButLineFeed if matches_line_feed(other) => self.arena.get_mut(kept).op = Op::Any,
            Op::Class | Op::Literal => {
                let same = own.op == Op::Literal && own.content == other.content && own.flags == other.flags;
                if !same {
                    let [own, other] = [class_of(own), class_of(other)];
                    self.limits.burn(own.set.ranges().len() + other.set.ranges().len())?;
                    let node = self.arena.get_mut(kept);
                    node.op = Op::Class;
                    node.content = Content::Class(Rc::new(own.union(other)));
                }
            }
            _ => {}
        }
        Ok(())
    }
}

fn matches_line_feed(node: &Node) -> bool {
    const LINE_FEED: Rune = 0x0A;
    match node.op {
        Op::Literal => node.runes() == [LINE_FEED],
        Op::Class => node.set().is_some_and(|set| set.contains(LINE_FEED)),
        op => op == Op::Any,
    }
}

fn class_of(node: &Node) -> Class {
    if let Some(class) = node.class() {
        return class.clone();
    }
    let mut ranges = Vec::new();
    for &rune in node.runes() {
        ranges.push((rune, rune));
        if node.flags.fold_case {
            fold_into(&mut ranges, rune, rune);
        }
    }
    Class::of_ranges(RuneSet::new(ranges))
}
