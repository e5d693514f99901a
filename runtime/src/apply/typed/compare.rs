//! What differs between two values of a type.
//!
//! Source: `structured-merge-diff typed/compare.go`.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::element::element;
use super::errors::{Errors, Step};
use super::lists::{are_empty, items, object};
use super::validate::mismatch;
use crate::apply::path::PathElement;
use crate::apply::schema::{Kind, ListAtom, MapAtom, Relation, Scalar, TypeId, Types};
use crate::apply::set::{Entry, FieldSet};
use crate::apply::value::equal;

/// The fields that come, go and change.
#[derive(Clone, Debug, Default)]
pub(in crate::apply) struct Comparison {
    pub(in crate::apply) removed: FieldSet,
    pub(in crate::apply) modified: FieldSet,
    pub(in crate::apply) added: FieldSet,
}

impl Comparison {
    pub(in crate::apply) fn is_empty(&self) -> bool {
        self.removed.is_empty() && self.modified.is_empty() && self.added.is_empty()
    }
}

/// Compares two objects.
pub(in crate::apply) fn compare(types: &Types, old: &Value, new: &Value) -> Result<Comparison, String> {
    let mut walk = Walk { types, errors: Errors::default() };
    let found = walk.values(types.root(), Pair { old: Some(old), new: Some(new) });
    walk.errors.into_result()?;
    Ok(Comparison { removed: found.removed.below, modified: found.modified.below, added: found.added.below })
}

/// A value before and after; one of them may be missing.
#[derive(Clone, Copy)]
struct Pair<'v> {
    old: Option<&'v Value>,
    new: Option<&'v Value>,
}

/// What differs at a path and below it.
#[derive(Default)]
struct Found {
    removed: Entry,
    modified: Entry,
    added: Entry,
}

impl Found {
    /// Most fields do not differ, and need no element.
    fn put(&mut self, element: impl FnOnce() -> PathElement, below: Self) {
        if below.removed.is_empty() && below.modified.is_empty() && below.added.is_empty() {
            return;
        }
        let element = element();
        self.removed.below.put(element.clone(), below.removed);
        self.modified.below.put(element.clone(), below.modified);
        self.added.below.put(element, below.added);
    }
}

/// Whether what is below a path has been looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Depth {
    Leaf,
    Granular,
}

struct Walk<'t, 'v> {
    types: &'t Types,
    errors: Errors<'v>,
}

impl<'t, 'v> Walk<'t, 'v> {
    /// Values of different JSON types are compared as both types.
    fn values(&mut self, of: TypeId, pair: Pair<'v>) -> Found {
        let atom = self.types.atom(of);
        let (old, new) = (atom.deduce(pair.old), atom.deduce(pair.new));
        let mut found = Found::default();
        let depth = if pair.new.is_none() {
            self.handle(atom.kind(old), pair, &mut found)
        } else {
            if pair.old.is_some() && old != new {
                self.handle(atom.kind(old), pair, &mut found);
            }
            self.handle(atom.kind(new), pair, &mut found)
        };
        if depth == Depth::Granular {
            found.added.owned |= pair.old.is_none();
            found.removed.owned |= pair.old.is_some() && pair.new.is_none();
        }
        found
    }

    fn handle(&mut self, kind: Kind<'t>, pair: Pair<'v>, found: &mut Found) -> Depth {
        match kind {
            Kind::Scalar(scalar) => self.scalar(scalar, pair, found),
            Kind::List(list) => {
                let (old, new) = (items(pair.old), items(pair.new));
                let is_empty = old.is_empty() && new.is_empty();
                if is_empty || list.relation == Relation::Atomic {
                    return leaf(pair, found);
                }
                self.lists(list, old, new, found);
                Depth::Granular
            }
            Kind::Map(map) => {
                let (old, new) = (object(pair.old), object(pair.new));
                if map.atomic || are_empty(old, new) {
                    return leaf(pair, found);
                }
                self.maps(map, old, new, found);
                Depth::Granular
            }
            Kind::Invalid => {
                self.errors.add("schema error: invalid atom: inlined");
                Depth::Granular
            }
        }
    }

    /// One of them must be such a scalar.
    fn scalar(&mut self, scalar: Scalar, pair: Pair<'v>, found: &mut Found) -> Depth {
        let wrong = |value: Option<&Value>| value.and_then(|value| mismatch(scalar, value));
        if let (Some(old), Some(new)) = (wrong(pair.old), wrong(pair.new)) {
            self.errors.add(format_args!("lhs: {old}"));
            self.errors.add(format_args!("rhs: {new}"));
            return Depth::Granular;
        }
        leaf(pair, found)
    }

    fn maps(
        &mut self,
        map: &'t MapAtom,
        old: Option<&'v Map<String, Value>>,
        new: Option<&'v Map<String, Value>>,
        found: &mut Found,
    ) {
        for (name, value) in old.into_iter().flatten() {
            self.field(map, name, Pair { old: Some(value), new: new.and_then(|new| new.get(name)) }, found);
        }
        let is_new = |name: &String| old.is_none_or(|old| !old.contains_key(name));
        for (name, value) in new.into_iter().flatten().filter(|(name, _)| is_new(name)) {
            self.field(map, name, Pair { old: None, new: Some(value) }, found);
        }
    }

    fn field(&mut self, map: &'t MapAtom, name: &'v str, pair: Pair<'v>, found: &mut Found) {
        match map.field(name) {
            Some(of) => {
                let below = self.below(Step::Field(name), of, pair);
                found.put(|| PathElement::field(name), below);
            }
            None => self.errors.add_at(Step::Field(name), "schema error: invalid atom: inlined"),
        }
    }

    fn below(&mut self, step: Step<'v>, of: TypeId, pair: Pair<'v>) -> Found {
        self.errors.enter(step);
        let found = self.values(of, pair);
        self.errors.leave();
        found
    }

    fn lists(&mut self, list: &'t ListAtom, old: &'v [Value], new: &'v [Value], found: &mut Found) {
        let mut all: BTreeMap<PathElement, (Vec<&'v Value>, Vec<&'v Value>)> = BTreeMap::new();
        for (element, item) in self.named(list, old) {
            all.entry(element).or_default().0.push(item);
        }
        for (element, item) in self.named(list, new) {
            all.entry(element).or_default().1.push(item);
        }
        for (element, (old, new)) in all {
            let below = self.items(list, &element, &old, &new);
            found.put(|| element, below);
        }
    }

    fn named(&mut self, list: &ListAtom, items: &'v [Value]) -> Vec<(PathElement, &'v Value)> {
        let mut named = Vec::with_capacity(items.len());
        for (position, item) in items.iter().enumerate() {
            match element(self.types, list, item) {
                Ok(element) => named.push((element, item)),
                Err(why) => self.errors.add(format_args!("element {position}: {why}")),
            }
        }
        named
    }

    /// Items with one key: those that come more than once are compared as a whole.
    fn items(
        &mut self,
        list: &ListAtom,
        element: &PathElement,
        old: &[&'v Value],
        new: &[&'v Value],
    ) -> Found {
        let step = || Step::Item(element.clone());
        match (old, new) {
            ([] | [_], [] | [_]) => {
                let pair = Pair { old: old.first().copied(), new: new.first().copied() };
                self.below(step(), list.items, pair)
            }
            ([_, _, ..], [_, _, ..]) => {
                let same = old.len() == new.len() && old.iter().zip(new).all(|(old, new)| equal(old, new));
                let modified = Entry { owned: !same, ..Entry::default() };
                Found { modified, ..Found::default() }
            }
            ([_, _, ..], _) => {
                let one = new.first().map(|new| Pair { old: None, new: Some(new) });
                let mut found = one.map_or_else(Found::default, |pair| self.below(step(), list.items, pair));
                found.removed.owned = true;
                found
            }
            (_, _) => {
                let one = old.first().map(|old| Pair { old: Some(old), new: None });
                let mut found = one.map_or_else(Found::default, |pair| self.below(step(), list.items, pair));
                found.added.owned = true;
                found
            }
        }
    }
}

fn leaf(pair: Pair<'_>, found: &mut Found) -> Depth {
    match (pair.old, pair.new) {
        (None, _) => found.added.owned = true,
        (_, None) => found.removed.owned = true,
        (Some(old), Some(new)) => found.modified.owned |= !equal(old, new),
    }
    Depth::Leaf
}
