//! Whether a program matches: all places where it may stand are followed side by side, as Go's machine does, so that time is
//! in proportion to the text and no pattern makes it search back.
//!
//! Source: Go `regexp/exec.go`.

use std::cell::RefCell;

use super::places::Places;
use super::program::{Counter, Look, Program, Repeat, Step};

/// What a thread keeps between two matches; more is given back.
const KEPT: usize = 1 << 12;

thread_local! {
    static MACHINE: RefCell<Machine> = RefCell::default();
}

/// Where the program may stand before and behind a code point.
#[derive(Default)]
struct Machine {
    here: Reached,
    there: Reached,
    /// What is still to be followed: instructions, each in one of its copies.
    waiting: Vec<(Counter, u32)>,
}

/// What a step reaches.
#[derive(Default)]
struct Reached {
    places: Places,
    /// Those of them at which a code point is taken: the instruction, and its copy.
    taking: Vec<(Counter, u32)>,
}

/// What stands on both sides of a position.
#[derive(Clone, Copy)]
pub(super) struct Around {
    pub(super) before: Option<char>,
    pub(super) after: Option<char>,
}

impl Program {
    /// Whether it matches anywhere in the text.
    pub(super) fn is_match(&self, text: &str) -> bool {
        MACHINE.with(|machine| match machine.try_borrow_mut() {
            Ok(mut machine) => machine.run(self, text),
            Err(_) => Machine::default().run(self, text),
        })
    }
}

impl Machine {
    fn run(&mut self, program: &Program, text: &str) -> bool {
        let places = program.places.last().map_or(0, |places| *places as usize);
        self.here.places.make_room(places);
        self.there.places.make_room(places);
        let is_match = self.search(program, text);
        self.waiting.clear();
        self.waiting.shrink_to(KEPT);
        for reached in [&mut self.here, &mut self.there] {
            reached.clear();
            reached.places.shrink_to(KEPT);
            reached.taking.shrink_to(KEPT);
        }
        is_match
    }

    fn search(&mut self, program: &Program, text: &str) -> bool {
        let mut chars = text.chars();
        let mut around = Around { before: None, after: chars.next() };
        loop {
            let may_begin = !program.is_anchored || around.before.is_none();
            if may_begin && follow(program, &mut self.here, &mut self.waiting, (0, 0), around) {
                return true;
            }
            let Some(taken) = around.after else { return false };
            if program.is_anchored && self.here.taking.is_empty() {
                return false;
            }
            around = Around { before: Some(taken), after: chars.next() };
            for &(counter, copy) in &self.here.taking {
                if program.takes(counter, taken)
                    && follow(program, &mut self.there, &mut self.waiting, (counter + 1, copy), around)
                {
                    return true;
                }
            }
            self.here.clear();
            std::mem::swap(&mut self.here, &mut self.there);
        }
    }
}

impl Program {
    #[inline]
    pub(super) fn takes(&self, counter: Counter, taken: char) -> bool {
        match self.steps.get(counter as usize) {
            Some(Step::Rune(rune)) => *rune == u32::from(taken),
            Some(Step::Class(class)) => self.has_rune(*class, taken.into()),
            Some(Step::AnyButLineFeed) => taken != '\n',
            Some(Step::Any) => true,
            _ => false,
        }
    }
}

/// Goes from an instruction in one of its copies to all places that take a code point; whether the end is among those that
/// were passed.
fn follow(
    program: &Program,
    reached: &mut Reached,
    waiting: &mut Vec<(Counter, u32)>,
    start: (Counter, u32),
    around: Around,
) -> bool {
    waiting.push(start);
    while let Some((mut counter, mut copy)) = waiting.pop() {
        while let Some(step) = program.steps.get(counter as usize) {
            let place = program.places.get(counter as usize).map_or(0, |first| first + copy);
            if !reached.places.mark(place) {
                break;
            }
            match *step {
                Step::Match => return true,
                Step::Rune(_) | Step::Class(_) | Step::AnyButLineFeed | Step::Any => {
                    reached.taking.push((counter, copy));
                    break;
                }
                Step::Look(look) if !around.holds(look) => break,
                Step::Look(_) => counter += 1,
                Step::Jump(target) => counter = target,
                // The order does not count here.
                Step::Split(target) | Step::Prefer(target) => {
                    waiting.push((target, copy));
                    counter += 1;
                }
                Step::Enter { copies } => {
                    copy *= u32::from(copies);
                    counter += 1;
                }
                Step::Again(repeat) => {
                    let (outer, done) = repeat.done(copy);
                    if done >= u32::from(repeat.min) {
                        waiting.push((counter + 1, outer));
                    }
                    match repeat.next(copy, done) {
                        Some(next) => (counter, copy) = (repeat.body, next),
                        None => break,
                    }
                }
            }
        }
    }
    false
}

impl Repeat {
    /// The copy of all that is repeated, and how many of its own copies have been passed.
    pub(super) fn done(self, copy: u32) -> (u32, u32) {
        let copies = u32::from(self.copies.max(1));
        (copy / copies, copy % copies + 1)
    }

    /// The copy that may come next.
    pub(super) fn next(self, copy: u32, done: u32) -> Option<u32> {
        if done < u32::from(self.copies) { Some(copy + 1) } else { self.endless.then_some(copy) }
    }
}

impl Around {
    pub(super) fn holds(self, look: Look) -> bool {
        let Self { before, after } = self;
        let is_word = |side: Option<char>| side.is_some_and(|c| c == '_' || c.is_ascii_alphanumeric());
        match look {
            Look::BeginText => before.is_none(),
            Look::EndText => after.is_none(),
            Look::BeginLine => before.is_none_or(|c| c == '\n'),
            Look::EndLine => after.is_none_or(|c| c == '\n'),
            Look::WordBoundary => is_word(before) != is_word(after),
            Look::NoWordBoundary => is_word(before) == is_word(after),
        }
    }
}

impl Reached {
    fn clear(&mut self) {
        self.places.clear();
        self.taking.clear();
    }
}
