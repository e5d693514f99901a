//! Expression mode: everything below a container becomes conditions on two of its elements.

use super::deviation;
use super::messages;
use super::pair;
use super::place::Contents;
use super::plan::{Plan, is_marked, is_marked_below};
use super::presence::Chain;
use super::site::Site;
use super::words::{Sides, Words};
use super::{Refusal, equality, guard, keys};
use crate::estimate::{self, Expr};
use crate::path::FieldPathBuf;
use crate::schema::{KEY_MUTABILITY, KeyMutability, ListType, MUTABILITY, Mutability};

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
        }
        let terms = self.of_element(element, words, &pairing.sides);
        terms.into_iter().map(|term| term.map(|condition| pairing.each(condition))).collect()
    }

    fn of_element(&mut self, site: &Site<'_>, words: &Words, sides: &Sides) -> Vec<Term> {
        if site.node.mutability.is_some() {
            return self.compared(site, equality::equal_element(words, site.node, sides));
        }
        let keys = site.node.key_mutability;
        let mut terms = keys.map(|keys| self.of_keys(site, keys, words, sides)).unwrap_or_default();
        terms.extend(self.of_contents(site, 0, words, sides, sides));
        let guarded = |term: Term| {
            if site.node.nullable { term.map(|condition| guard::unless_null(sides, condition)) } else { term }
        };
        terms.into_iter().map(guarded).collect()
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

    /// What is below a value that both sides have; `frame` are the values so many links above it.
    fn of_contents(
        &mut self,
        site: &Site<'_>,
        links: usize,
        words: &Words,
        frame: &Sides,
        sides: &Sides,
    ) -> Vec<Term> {
        if !is_marked_below(site.node) {
            return Vec::new();
        }
        match Contents::of(site.node) {
            Ok(Contents::Members) => self.of_members(site, links, words, frame),
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

    fn of_members(&mut self, site: &Site<'_>, links: usize, words: &Words, frame: &Sides) -> Vec<Term> {
        let mut terms = Vec::new();
        for (name, member) in site.node.properties() {
            let Some(child) = self.marked_member(site, name, member) else { continue };
            self.note_presence(&child, None);
            terms.extend(self.of_member(&child, links.saturating_add(1), words, frame));
        }
        terms
    }

    fn of_member(&mut self, site: &Site<'_>, links: usize, words: &Words, frame: &Sides) -> Vec<Term> {
        let Some(chain) = Chain::new(&site.names(links)) else {
            self.refuse_all(site, Refusal::UnspeakableName);
            return Vec::new();
        };
        if !estimate::is_typed(site.node) {
            self.refuse_all(site, Refusal::Untyped);
            return Vec::new();
        }
        if words.is_too_long_with(chain.field_path.len()) {
            self.refuse_all(site, Refusal::TooLong);
            return Vec::new();
        }
        let sides = chain.values(frame);
        if let Some(mutability) = site.node.mutability {
            return self.of_value(site, mutability, words, frame, &chain);
        }
        let mut terms = Vec::new();
        if let Some(keys) = site.node.key_mutability {
            let kept = chain.key_presence(keys, frame).into_iter();
            let marker = site.keyword(KEY_MUTABILITY);
            terms.extend(kept.map(|(condition, _)| Term { condition, marker: marker.clone() }));
            let compared = self.of_keys(site, keys, words, &sides).into_iter();
            terms.extend(compared.map(|term| term.map(|condition| chain.guarded(frame, condition))));
        }
        let below = self.of_contents(site, links, words, frame, &sides);
        let is_struct = matches!(Contents::of(site.node), Ok(Contents::Members));
        // Members of structs ask for the whole chain themselves.
        terms.extend(below.into_iter().map(|term| {
            if is_struct { term } else { term.map(|condition| chain.guarded(frame, condition)) }
        }));
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
