//! What a value is after a configuration has been applied to it.
//!
//! Source: `structured-merge-diff typed/merge.go`. Both are validated before, so that its errors cannot occur.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::element::element;
use super::lists::{are_empty, items, object};
use crate::apply::path::PathElement;
use crate::apply::schema::{Kind, ListAtom, MapAtom, Relation, TypeId, Types};

/// Merges a configuration into an object; nothing is removed.
pub(in crate::apply) fn merge(types: &Types, live: &Value, config: &Value) -> Value {
    values(types, types.root(), Some(live), Some(config)).unwrap_or_default()
}

fn values(types: &Types, of: TypeId, live: Option<&Value>, config: Option<&Value>) -> Option<Value> {
    let atom = types.atom(of);
    // Where the JSON types differ, upstream merges as both, and the result is that of the configuration's type.
    let kind = atom.kind(atom.deduce(config.or(live)));
    match kind {
        Kind::Map(map) => {
            let (old, new) = (object(live), object(config));
            if map.atomic || are_empty(old, new) {
                return leaf(live, config);
            }
            maps(types, map, old, new)
        }
        Kind::List(list) => {
            let (old, new) = (items(live), items(config));
            if old.is_empty() && new.is_empty() || list.relation == Relation::Atomic {
                return leaf(live, config);
            }
            Lists::new(types, list, old, new).merged()
        }
        Kind::Scalar(_) => leaf(live, config),
        Kind::Invalid => None,
    }
}

fn leaf(live: Option<&Value>, config: Option<&Value>) -> Option<Value> {
    config.or(live).cloned()
}

fn maps(
    types: &Types,
    map: &MapAtom,
    live: Option<&Map<String, Value>>,
    config: Option<&Map<String, Value>>,
) -> Option<Value> {
    let mut merged = Map::new();
    let mut field = |name: &String, old: Option<&Value>, new: Option<&Value>| {
        let value = map.field(name).and_then(|of| values(types, of, old, new));
        merged.extend(value.map(|value| (name.clone(), value)));
    };
    for (name, value) in live.into_iter().flatten() {
        field(name, Some(value), config.and_then(|config| config.get(name)));
    }
    for (name, value) in config.into_iter().flatten() {
        if live.is_none_or(|live| !live.contains_key(name)) {
            field(name, None, Some(value));
        }
    }
    (!merged.is_empty()).then_some(Value::Object(merged))
}

/// Two lists, whose elements are numbered, so that items are compared by number.
struct Lists<'t, 'v> {
    types: &'t Types,
    of: TypeId,
    live: Side<'v>,
    config: Side<'v>,
    merged: Vec<Value>,
    /// Which elements of the configuration are in the result.
    done: Vec<bool>,
}

/// One of the lists.
struct Side<'v> {
    items: &'v [Value],
    /// The number of each item.
    numbers: Vec<usize>,
    /// By number, the item; null where it comes more than once.
    observed: Vec<Option<&'v Value>>,
}

impl<'v> Side<'v> {
    fn has(&self, number: usize) -> bool {
        self.item(number).is_some()
    }

    fn item(&self, number: usize) -> Option<&'v Value> {
        self.observed.get(number).copied().flatten()
    }

    /// Items of the configuration that the other list has, too, in order, without repetition.
    fn shared<'s>(&'s self, other: &'s Self) -> impl Iterator<Item = usize> + use<'s, 'v> {
        self.numbers.iter().copied().filter(|number| other.has(*number))
    }
}

impl<'t, 'v> Lists<'t, 'v> {
    fn new(types: &'t Types, list: &ListAtom, live: &'v [Value], config: &'v [Value]) -> Self {
        let mut known = BTreeMap::new();
        let live = side(types, list, live, &mut known);
        let config = side(types, list, config, &mut known);
        let done = vec![false; known.len()];
        Self { types, of: list.items, live, config, merged: Vec::new(), done }
    }

    /// Items in the order of the configuration, with those that it lacks where they were.
    ///
    /// Source: `visitListItems` in `typed/merge.go`.
    fn merged(mut self) -> Option<Value> {
        let shared: Vec<_> = self.config.shared(&self.live).collect();
        let mut shared = shared.into_iter();
        let mut next_shared = shared.next();
        let (mut old, mut new) = (0, 0);
        loop {
            let live = self.live.numbers.get(old).copied();
            let config = self.config.numbers.get(new).copied();
            match (live, config) {
                (None, None) => break,
                (Some(live), Some(config)) if live == config => {
                    self.take_config(config);
                    (old, new, next_shared) = (old + 1, new + 1, shared.next());
                    continue;
                }
                // It comes later in the configuration, behind other items that both have.
                (Some(live), Some(_))
                    if self.config.has(live) && next_shared.is_some_and(|next| next != live) =>
                {
                    old += 1;
                    continue;
                }
                _ => {}
            }
            if let Some(live) = live {
                if !self.config.has(live) {
                    self.merged.extend(values(self.types, self.of, self.live.items.get(old), None));
                    old += 1;
                    continue;
                }
                if self.done.get(live) == Some(&true) || config.is_none() {
                    old += 1;
                }
            }
            if let Some(config) = config {
                self.take_config(config);
                new += 1;
                if next_shared == Some(config) {
                    next_shared = shared.next();
                }
            }
        }
        (!self.merged.is_empty()).then_some(Value::Array(self.merged))
    }

    fn take_config(&mut self, number: usize) {
        if let Some(done) = self.done.get_mut(number) {
            *done = true;
        }
        let (live, config) = (self.live.item(number), self.config.item(number));
        self.merged.extend(values(self.types, self.of, live, config));
    }
}

fn side<'v>(
    types: &Types,
    list: &ListAtom,
    items: &'v [Value],
    known: &mut BTreeMap<PathElement, usize>,
) -> Side<'v> {
    const REPEATED: &Value = &Value::Null;
    let (mut numbers, mut observed) = (Vec::with_capacity(items.len()), Vec::new());
    for item in items {
        let Ok(element) = element(types, list, item) else { continue };
        let next = known.len();
        let number = *known.entry(element).or_insert(next);
        numbers.push(number);
        if observed.len() <= number {
            observed.resize(number + 1, None);
        }
        let known = &mut observed[number];
        *known = Some(if known.is_some() { REPEATED } else { item });
    }
    Side { items, numbers, observed }
}
