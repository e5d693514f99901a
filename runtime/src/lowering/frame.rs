//! Expression mode: everything below a container becomes conditions on two of its elements.

use super::deviation;
use super::expr::Expr;
use super::messages;
use super::pair;
use super::place::Contents;
use super::plan::{Plan, is_marked, is_marked_below};
use super::presence::{Chain, Start};
use super::site::Site;
use super::words::{Sides, Words};
use super::{Refusal, equality, keys};
use crate::declared;
use crate::path::FieldPathBuf;
use crate::schema::{KEY_MUTABILITY, KeyMutability, ListType, MUTABILITY, Mutability};

/// Two elements that are paired, and whether they may be null.
struct Frame {
    sides: Sides,
    start: Start,
}

/// A condition, and the marker that it stands for.
struct Term {
    condition: Expr,
    marker: FieldPathBuf,
}

impl Term {
    fn map(self, change: impl FnOnce(Expr) -> Expr) -> Self {
        Self { condition: change(self.condition), ..self }
    }
}

impl Plan {
    /// Rules on a container for what is marked at and below its elements, one for each condition.
    pub(super) fn expressed(&mut self, site: &Site<'_>, element: &Site<'_>) {
        let words = self.words();
        for term in self.of_elements(site, element, &words, &Sides::of_rule()) {
            self.place(site, (term.condition, messages::ENTRIES), &term.marker);
        }
    }

    fn of_elements(
        &mut self,
        site: &Site<'_>,
        element: &Site<'_>,
        words: &Words,
        sides: &Sides,
    ) -> Vec<Term> {
        if !is_marked(element.node) {
            return Vec::new();
        }
        let pairing = match pair::pairing(words, site.node, sides) {
            Ok(Some(pairing)) => pairing,
            Ok(None) => return Vec::new(),
            Err(refusal) => {
                self.refuse_all(element, refusal);
                return Vec::new();
            }
        };
        if site.node.list_type == Some(ListType::Map) {
            self.note(&element.path(), deviation::of_keys(site.node));
            self.guard_keys(site, element);
        }
        let terms = self.of_element(element, words, &pairing.sides);
        terms.into_iter().map(|term| term.map(|condition| pairing.each(condition))).collect()
    }

    fn of_element(&mut self, site: &Site<'_>, words: &Words, sides: &Sides) -> Vec<Term> {
        if site.node.mutability.is_some() {
            return self.compared(site, equality::equal_element(words, site.node, sides));
        }
        let chain = Chain::of_element(site.node);
        let mut terms = Vec::new();
        if let Some(keys) = site.node.key_mutability {
            terms.extend(self.of_optional_keys(site, keys, words, sides, &chain));
        }
        let frame = Frame { sides: sides.clone(), start: Start::of(site.node) };
        terms.extend(self.of_inner(site, 0, words, &frame, &chain));
        terms
    }

    /// The condition of a marked value, or why there is none.
    fn compared(&mut self, site: &Site<'_>, equal: Result<Expr, Refusal>) -> Vec<Term> {
        let marker = site.keyword(MUTABILITY);
        match equal {
            Ok(condition) => {
                self.note(&marker, deviation::of_values(site.node));
                vec![Term { condition, marker }]
            }
            Err(refusal) => {
                self.refuse(refusal, marker);
                Vec::new()
            }
        }
    }

    fn of_keys(
        &mut self,
        site: &Site<'_>,
        mutability: KeyMutability,
        words: &Words,
        sides: &Sides,
    ) -> Vec<Term> {
        let marker = site.keyword(KEY_MUTABILITY);
        match keys::rules(words, site.node, mutability, sides) {
            Ok(rules) => {
                self.note(&marker, deviation::of_keys(site.node));
                let term = |(condition, _)| Term { condition, marker: marker.clone() };
                rules.into_iter().map(term).collect()
            }
            Err(refusal) => {
                self.refuse(refusal, marker);
                Vec::new()
            }
        }
    }

    /// The keys of a list or map that may be missing.
    fn of_optional_keys(
        &mut self,
        site: &Site<'_>,
        mutability: KeyMutability,
        words: &Words,
        frame: &Sides,
        chain: &Chain,
    ) -> Vec<Term> {
        let sides = chain.values(frame);
        let compared = self.of_keys(site, mutability, words, &sides);
        if chain.is_always_there() {
            return compared;
        }
        let marker = site.keyword(KEY_MUTABILITY);
        let kept = chain.key_presence(mutability, frame).into_iter();
        let kept = kept.map(|(condition, _)| Term { condition, marker: marker.clone() });
        let compared = compared.into_iter().map(|term| term.map(|equal| chain.guarded(frame, equal)));
        kept.chain(compared).collect()
    }

    /// What is below a value that is reached by a chain.
    fn of_inner(
        &mut self,
        site: &Site<'_>,
        links: usize,
        words: &Words,
        frame: &Frame,
        chain: &Chain,
    ) -> Vec<Term> {
        let below = self.of_contents(site, links, words, frame, &chain.values(&frame.sides));
        // Fields of structs ask for the whole chain themselves.
        let is_struct = matches!(Contents::of(site.node), Ok(Contents::Fields));
        if is_struct || chain.is_always_there() {
            return below;
        }
        let guarded = |term: Term| term.map(|condition| chain.guarded(&frame.sides, condition));
        below.into_iter().map(guarded).collect()
    }

    /// What is below a value; `frame` are the values so many links above it.
    fn of_contents(
        &mut self,
        site: &Site<'_>,
        links: usize,
        words: &Words,
        frame: &Frame,
        sides: &Sides,
    ) -> Vec<Term> {
        if !is_marked_below(site.node) {
            return Vec::new();
        }
        match Contents::of(site.node) {
            Ok(Contents::Fields) => self.of_fields(site, links, words, frame),
            Ok(Contents::Elements) => {
                let element = site.element();
                element.map(|element| self.of_elements(site, &element, words, sides)).unwrap_or_default()
            }
            Err(refusal) => {
                self.refuse_below(site, refusal);
                Vec::new()
            }
        }
    }

    fn of_fields(&mut self, site: &Site<'_>, links: usize, words: &Words, frame: &Frame) -> Vec<Term> {
        let mut terms = Vec::new();
        for (name, field) in site.node.properties() {
            let Some(child) = self.marked_field(site, name, field) else { continue };
            self.note_presence(&child, None);
            terms.extend(self.of_field(&child, links.saturating_add(1), words, frame));
        }
        terms
    }

    fn of_field(&mut self, site: &Site<'_>, links: usize, words: &Words, frame: &Frame) -> Vec<Term> {
        let Some(chain) = Chain::new(&site.names(links)) else {
            self.refuse_all(site, Refusal::UnspeakableName);
            return Vec::new();
        };
        if !declared::is_typed(site.node) {
            self.refuse_all(site, Refusal::Untyped);
            return Vec::new();
        }
        if words.is_too_long_with(chain.field_path.len()) {
            self.refuse_all(site, Refusal::TooLong);
            return Vec::new();
        }
        let chain = chain.from(frame.start);
        if let Some(mutability) = site.node.mutability {
            return self.of_value(site, mutability, words, &frame.sides, &chain);
        }
        let mut terms = Vec::new();
        if let Some(keys) = site.node.key_mutability {
            terms.extend(self.of_optional_keys(site, keys, words, &frame.sides, &chain));
        }
        terms.extend(self.of_inner(site, links, words, frame, &chain));
        terms
    }

    fn of_value(
        &mut self,
        site: &Site<'_>,
        mutability: Mutability,
        words: &Words,
        frame: &Sides,
        chain: &Chain,
    ) -> Vec<Term> {
        let equal = equality::equal(words, site.node, &chain.values(frame));
        let terms = self.compared(site, equal).into_iter();
        let (presence, _) = chain.presence(mutability, frame);
        terms
            .map(|term| term.map(|equal| Expr::and([presence.clone(), chain.guarded(frame, equal)])))
            .collect()
    }
}
