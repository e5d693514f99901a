//! Where a program matches: the places where it may stand are followed in the order of Go's preference, each with the position
//! at which its match began, so that the first way that Go would try is found in proportion to the text.
//!
//! Source: Go `regexp/exec.go`, `regexp/regexp.go`, `allMatches`.

use std::ops::Range;

use super::machine::Around;
use super::places::Places;
use super::program::{Counter, Program, Step};

/// A way through the program.
#[derive(Clone, Copy)]
struct Thread {
    counter: Counter,
    copy: u32,
    start: usize,
}

/// The ways that have not ended, the preferred ones first.
struct Threads {
    places: Places,
    ways: Vec<Thread>,
}

/// Finds one match after another.
pub(super) struct Finder<'p> {
    program: &'p Program,
    here: Threads,
    there: Threads,
    waiting: Vec<Thread>,
}

impl<'p> Finder<'p> {
    pub(super) fn new(program: &'p Program) -> Self {
        let places = program.places.last().map_or(0, |places| *places as usize);
        Self { program, here: Threads::new(places), there: Threads::new(places), waiting: Vec::new() }
    }

    /// The leftmost match that begins at `from` or later.
    pub(super) fn find_at(&mut self, text: &str, from: usize) -> Option<Range<usize>> {
        let (before, rest) = text.split_at_checked(from)?;
        let mut chars = rest.chars();
        let mut at = from;
        let mut around = Around { before: before.chars().next_back(), after: chars.next() };
        let mut found = None;
        loop {
            let may_begin = found.is_none() && !(self.program.is_anchored && around.before.is_some());
            if may_begin {
                let start = Thread { counter: 0, copy: 0, start: at };
                follow(self.program, &mut self.here, &mut self.waiting, start, around);
            }
            if self.here.ways.is_empty() && (found.is_some() || self.program.is_anchored) {
                break;
            }
            let next = around.after.map_or(at, |taken| at + taken.len_utf8());
            let behind = Around { before: around.after, after: chars.next() };
            for index in 0..self.here.ways.len() {
                let Some(&thread) = self.here.ways.get(index) else { break };
                if matches!(self.program.steps.get(thread.counter as usize), Some(Step::Match)) {
                    // Whatever is preferred less ends here.
                    found = Some(thread.start..at);
                    break;
                }
                if around.after.is_some_and(|taken| self.program.takes(thread.counter, taken)) {
                    let moved = Thread { counter: thread.counter + 1, ..thread };
                    follow(self.program, &mut self.there, &mut self.waiting, moved, behind);
                }
            }
            self.here.clear();
            std::mem::swap(&mut self.here, &mut self.there);
            if around.after.is_none() {
                break;
            }
            (at, around) = (next, behind);
        }
        self.here.clear();
        found
    }

    /// All matches that do not overlap, at most so many. An empty one right behind another does not count.
    pub(super) fn find_all(&mut self, text: &str, most: usize) -> Vec<Range<usize>> {
        let (mut found, mut position, mut end) = (Vec::new(), 0, None);
        while found.len() < most && position <= text.len() {
            let Some(range) = self.find_at(text, position) else { break };
            let is_repeated = range.end == position && end == Some(range.start);
            position = if range.end == position {
                let next = text.get(position..).and_then(|rest| rest.chars().next());
                position + next.map_or(1, char::len_utf8)
            } else {
                range.end
            };
            end = Some(range.end);
            if !is_repeated {
                found.push(range);
            }
        }
        found
    }
}

/// Goes from a place to all that take a code point or end the match, the preferred ones first.
fn follow(
    program: &Program,
    threads: &mut Threads,
    waiting: &mut Vec<Thread>,
    start: Thread,
    around: Around,
) {
    waiting.push(start);
    while let Some(mut thread) = waiting.pop() {
        while let Some(step) = program.steps.get(thread.counter as usize) {
            let place = program.places.get(thread.counter as usize).map_or(0, |first| first + thread.copy);
            if !threads.places.mark(place) {
                break;
            }
            let next = Thread { counter: thread.counter + 1, ..thread };
            thread = match *step {
                Step::Match | Step::Rune(_) | Step::Class(_) | Step::AnyButLineFeed | Step::Any => {
                    threads.ways.push(thread);
                    break;
                }
                Step::Look(look) if !around.holds(look) => break,
                Step::Look(_) => next,
                Step::Split(target) => {
                    waiting.push(Thread { counter: target, ..thread });
                    next
                }
                Step::Jump(target) => Thread { counter: target, ..thread },
                Step::Prefer(target) => {
                    waiting.push(next);
                    Thread { counter: target, ..thread }
                }
                Step::Enter { copies } => Thread { copy: thread.copy * u32::from(copies), ..next },
                Step::Again(repeat) => {
                    let (outer, done) = repeat.done(thread.copy);
                    let end = (done >= u32::from(repeat.min)).then_some(Thread { copy: outer, ..next });
                    let again = repeat.next(thread.copy, done);
                    let again = again.map(|copy| Thread { counter: repeat.body, copy, ..thread });
                    let (first, second) = if repeat.is_lazy { (end, again) } else { (again, end) };
                    waiting.extend(second);
                    match first {
                        Some(first) => first,
                        None => break,
                    }
                }
            };
        }
    }
}

impl Threads {
    fn new(places: usize) -> Self {
        let mut threads = Self { places: Places::default(), ways: Vec::new() };
        threads.places.make_room(places);
        threads
    }

    fn clear(&mut self) {
        self.places.clear();
        self.ways.clear();
    }
}
