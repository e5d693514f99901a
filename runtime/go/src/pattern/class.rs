//! Character classes: `[…]`, `[:alpha:]`, `\d`, `\p{Greek}`.
//!
//! Source: Go `regexp/syntax/parse.go`, `parseClass`; `perl_groups.go`.

use std::rc::Rc;

use super::builder::Outcome;
use super::error::{Reason, Stop};
use super::parse::Parser;
use super::runes::{Class, Rune, RuneSet, Table, Term};
use super::tables;
use super::tree::{Flags, Node, Op};

type Ranges = [(Rune, Rune)];

const DIGIT: &Ranges = &[(0x30, 0x39)];
const LOWER: &Ranges = &[(0x61, 0x7A)];
const UPPER: &Ranges = &[(0x41, 0x5A)];
const ALPHA: &Ranges = &[(0x41, 0x5A), (0x61, 0x7A)];
const ALNUM: &Ranges = &[(0x30, 0x39), (0x41, 0x5A), (0x61, 0x7A)];
const WORD: &Ranges = &[(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)];
/// Without the vertical tab, unlike `[:space:]`.
const PERL_SPACE: &Ranges = &[(0x09, 0x0A), (0x0C, 0x0D), (0x20, 0x20)];

fn perl_class(letter: u8) -> Option<&'static Ranges> {
    match letter {
        b'd' => Some(DIGIT),
        b's' => Some(PERL_SPACE),
        b'w' => Some(WORD),
        _ => None,
    }
}

fn posix_class(name: &str) -> Option<&'static Ranges> {
    Some(match name {
        "alnum" => ALNUM,
        "alpha" => ALPHA,
        "ascii" => &[(0, 0x7F)],
        "blank" => &[(0x09, 0x09), (0x20, 0x20)],
        "cntrl" => &[(0, 0x1F), (0x7F, 0x7F)],
        "digit" => DIGIT,
        "graph" => &[(0x21, 0x7E)],
        "lower" => LOWER,
        "print" => &[(0x20, 0x7E)],
        "punct" => &[(0x21, 0x2F), (0x3A, 0x40), (0x5B, 0x60), (0x7B, 0x7E)],
        "space" => &[(0x09, 0x0D), (0x20, 0x20)],
        "upper" => UPPER,
        "word" => WORD,
        "xdigit" => &[(0x30, 0x39), (0x41, 0x46), (0x61, 0x66)],
        _ => return None,
    })
}

/// Adds the case variants that a range has outside of itself, and says how many it looked at.
pub(super) fn fold_into(ranges: &mut Vec<(Rune, Rune)>, low: Rune, high: Rune) -> usize {
    let mut looked_at = 0;
    let variants = tables::orbits(low, high).flatten().inspect(|_| looked_at += 1);
    ranges.extend(variants.filter(|&&rune| rune < low || rune > high).map(|&rune| (rune, rune)));
    looked_at
}

impl<'p> Parser<'p> {
    /// `\d`, `\p{…}` and their like as an expression of their own; `false` when none stands here.
    pub(super) fn class_escape(&mut self) -> Outcome<'p, bool> {
        // Go takes the place before it knows, which counts against the limits.
        let id = self.builder.arena.add(Node::new(Op::Class, self.builder.flags));
        let class = match self.unicode_class()? {
            Some(class) => Some(class),
            None => self.perl_escape()?.map(|set| Rc::new(Class::of_ranges(set))),
        };
        if let Some(class) = class {
            return self.builder.class(id, class).map(|()| true);
        }
        self.builder.free(id);
        Ok(false)
    }

    /// `[…]`, whose bracket stands here.
    pub(super) fn class(&mut self) -> Outcome<'p> {
        let id = self.builder.arena.add(Node::new(Op::Class, self.builder.flags));
        let start = self.at;
        self.skip(1);
        let negated = self.eat("^");
        let (mut ranges, mut said) = (Vec::new(), Term::default());
        // A bracket that comes first is a character of the class.
        let mut first = true;
        while first || !self.rest().starts_with(']') {
            first = false;
            self.class_item(start, &mut ranges, &mut said)?;
            self.builder.limits.burn(1)?;
        }
        self.skip(1);
        let set = RuneSet::new(ranges);
        let set = if negated { set.negated() } else { set };
        let said = Term { negated, folds: self.builder.flags.fold_case, ..said };
        self.builder.class(id, Rc::new(Class { set, terms: vec![said] }))
    }

    fn class_item(&mut self, start: usize, ranges: &mut Vec<(Rune, Rune)>, said: &mut Term) -> Outcome<'p> {
        if let Some(set) = self.named_class()? {
            return self.add_small(&set, ranges, said);
        }
        if let Some(class) = self.unicode_class()? {
            self.builder.limits.burn(class.set.ranges().len())?;
            ranges.extend_from_slice(class.set.ranges());
            class.terms.iter().cloned().for_each(|term| said.add(term));
            return Ok(());
        }
        if let Some(set) = self.perl_escape()? {
            return self.add_small(&set, ranges, said);
        }
        self.class_range(start, ranges, said)
    }

    /// A set of few ranges, which has all case variants already.
    fn add_small(&mut self, set: &RuneSet, ranges: &mut Vec<(Rune, Rune)>, said: &mut Term) -> Outcome<'p> {
        self.builder.limits.burn(set.ranges().len())?;
        ranges.extend_from_slice(set.ranges());
        said.own.extend_from_slice(set.ranges());
        Ok(())
    }

    fn class_range(&mut self, start: usize, ranges: &mut Vec<(Rune, Rune)>, said: &mut Term) -> Outcome<'p> {
        let range = self.at;
        let low = self.class_rune(start)?;
        let mut high = low;
        // In `[a-]` the hyphen is a character of the class.
        if self.rest().len() >= 2 && self.rest().starts_with('-') && !self.rest().starts_with("-]") {
            self.skip(1);
            high = self.class_rune(start)?;
            if high < low {
                return Err(Stop::Refused(Reason::CharRange, self.since(range)));
            }
        }
        ranges.push((low, high));
        said.own.push((low, high));
        if self.builder.flags.fold_case {
            let looked_at = fold_into(ranges, low, high);
            self.builder.limits.burn(looked_at)?;
        }
        Ok(())
    }

    fn class_rune(&mut self, start: usize) -> Outcome<'p, Rune> {
        if self.rest().starts_with('\\') {
            return self.escape();
        }
        self.bump().map(Rune::from).ok_or(Stop::Refused(Reason::MissingBracket, self.since_to_end(start)))
    }

    /// `[:alpha:]` and `[:^alpha:]`, inside brackets.
    fn named_class(&mut self) -> Outcome<'p, Option<RuneSet>> {
        let rest = self.rest();
        let end = rest.strip_prefix("[:").and_then(|inner| inner.find(":]"));
        let Some(end) = end else { return Ok(None) };
        let text = rest.get(..end + 4).unwrap_or_default();
        let inner = rest.get(2..end + 2).unwrap_or_default();
        let (name, negated) = inner.strip_prefix('^').map_or((inner, false), |name| (name, true));
        let Some(ranges) = posix_class(name) else {
            return Err(Stop::Refused(Reason::CharRange, text));
        };
        self.skip(text.len());
        self.ascii_class(ranges, negated).map(Some)
    }

    /// `\d \D \s \S \w \W`
    fn perl_escape(&mut self) -> Outcome<'p, Option<RuneSet>> {
        let &[b'\\', letter, ..] = self.rest().as_bytes() else { return Ok(None) };
        let Some(ranges) = perl_class(letter.to_ascii_lowercase()) else { return Ok(None) };
        self.skip(2);
        self.ascii_class(ranges, letter.is_ascii_uppercase()).map(Some)
    }

    fn ascii_class(&mut self, ranges: &Ranges, negated: bool) -> Outcome<'p, RuneSet> {
        let mut all = ranges.to_vec();
        if self.builder.flags.fold_case {
            for &(low, high) in ranges {
                let looked_at = fold_into(&mut all, low, high);
                self.builder.limits.burn(looked_at)?;
            }
        }
        let set = RuneSet::new(all);
        Ok(if negated { set.negated() } else { set })
    }

    /// `\pL`, `\p{Greek}`, `\P{^Greek}`
    fn unicode_class(&mut self) -> Outcome<'p, Option<Rc<Class>>> {
        let text = self.rest();
        let Some(after) = text.strip_prefix("\\p").or_else(|| text.strip_prefix("\\P")) else {
            return Ok(None);
        };
        let length = match after.strip_prefix('{') {
            None => after.chars().next().map_or(0, char::len_utf8),
            Some(inner) => match inner.find('}') {
                Some(end) => end + 2,
                None => return Err(Stop::Refused(Reason::CharRange, text)),
            },
        };
        let spelled = after.get(..length).unwrap_or_default();
        let name = spelled.strip_prefix('{').and_then(|name| name.strip_suffix('}')).unwrap_or(spelled);
        let (name, inverted) = name.strip_prefix('^').map_or((name, false), |name| (name, true));
        let negated = text.starts_with("\\P") != inverted;
        let whole = text.get(..length + 2).unwrap_or_default();
        let class = self.named_table(name, negated, whole)?;
        self.skip(whole.len());
        Ok(Some(class))
    }

    /// The class of a name, made once for each way in which a pattern uses it.
    fn named_table(&mut self, name: &'p str, negated: bool, whole: &'p str) -> Outcome<'p, Rc<Class>> {
        let Flags { fold_case, .. } = self.builder.flags;
        let key = (name, fold_case, negated);
        if let Some(class) = self.classes.get(&key) {
            return Ok(Rc::clone(class));
        }
        let Some(shared) = tables::named(name, fold_case) else {
            return Err(Stop::Refused(Reason::CharRange, whole));
        };
        self.builder.limits.burn(2 * tables::ROWS + shared.ranges().len())?;
        let set = if negated { shared.negated() } else { RuneSet::clone(&shared) };
        let class = Rc::new(Class::of_table(set, Table { set: shared, negated }));
        self.classes.insert(key, Rc::clone(&class));
        Ok(class)
    }
}
