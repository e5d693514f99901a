//! The lowered rules: expressions, messages, paths.
//!
//! Each expression is true of an unchanged object, and is an error of the field rather than of the request.

use super::names;
use crate::schema::{KeyMutability, Mutability, Rule};

const IMMUTABLE: &str = "field is immutable";
const CANNOT_BE_REMOVED: &str = "entries cannot be removed";
const CANNOT_BE_ADDED: &str = "entries cannot be added";

/// A member below the node that carries the rule, through structs only; one link for each name.
pub(super) struct Chain<'a> {
    pub(super) above: Option<&'a Chain<'a>>,
    pub(super) name: &'a str,
}

/// A chain in the words of a rule.
pub(super) struct Spelled {
    names: Vec<String>,
    field_path: String,
}

impl Chain<'_> {
    /// `None` if CEL cannot name a link.
    pub(super) fn spelled(&self) -> Option<Spelled> {
        let mut links = vec![self.name];
        let mut at = self.above;
        while let Some(link) = at {
            links.push(link.name);
            at = link.above;
        }
        links.reverse();
        Some(Spelled {
            names: links.iter().map(|name| names::escaped(name)).collect::<Option<_>>()?,
            field_path: links.iter().map(|name| names::field_path_step(name)).collect(),
        })
    }
}

impl Spelled {
    /// How many links the chain has.
    pub(super) fn len(&self) -> usize {
        self.names.len()
    }

    /// The expression of the member.
    fn value(&self, side: &str) -> String {
        format!("{side}.{}", self.names.join("."))
    }

    /// Whether the member is there; `has` of a member whose parent is missing would be an error.
    fn present(&self, side: &str) -> String {
        let mut member = side.to_owned();
        let links: Vec<_> = self
            .names
            .iter()
            .map(|name| {
                member = format!("{member}.{name}");
                format!("has({member})")
            })
            .collect();
        match links.as_slice() {
            [only] => only.clone(),
            all => format!("({})", all.join(" && ")),
        }
    }

    /// `!P(from) || P(to)`.
    fn still_present(&self, from: &str, to: &str) -> String {
        format!("!{} || {}", self.present(from), self.present(to))
    }
}

fn rule(expression: impl Into<String>, message: &str) -> Rule {
    Rule { reason: Some("FieldValueInvalid".to_owned()), ..Rule::new(expression).message(message) }
}

fn rule_at(spelled: &Spelled, expression: impl Into<String>, message: &str) -> Rule {
    Rule { field_path: Some(spelled.field_path.clone()), ..rule(expression, message) }
}

/// EQ-plain: the server runs it exactly when both values are there.
pub(super) fn value(mutability: Mutability) -> Rule {
    let message = match mutability {
        Mutability::Immutable => IMMUTABLE,
        Mutability::AddOnly | Mutability::RemoveOnly => "field cannot be modified once set",
    };
    rule("self == oldSelf", message)
}

/// PR: the member neither comes nor goes, or does one of both.
pub(super) fn presence(mutability: Mutability, chain: &Spelled) -> Rule {
    match mutability {
        Mutability::Immutable => {
            let expression = format!("{} == {}", chain.present("self"), chain.present("oldSelf"));
            rule_at(chain, expression, IMMUTABLE)
        }
        Mutability::AddOnly => {
            rule_at(chain, chain.still_present("oldSelf", "self"), "field cannot be cleared once set")
        }
        Mutability::RemoveOnly => {
            rule_at(chain, chain.still_present("self", "oldSelf"), "field cannot be set once created")
        }
    }
}

/// KP: what [`presence`] says, where a missing list or map is an empty one.
pub(super) fn key_presence(mutability: KeyMutability, chain: &Spelled) -> Vec<Rule> {
    let keeps = |from, to, message| {
        let expression = format!("{} || size({}) == 0", chain.still_present(from, to), chain.value(from));
        rule_at(chain, expression, message)
    };
    let no_removal = || keeps("oldSelf", "self", CANNOT_BE_REMOVED);
    let no_addition = || keeps("self", "oldSelf", CANNOT_BE_ADDED);
    match mutability {
        KeyMutability::AddOnly => vec![no_removal()],
        KeyMutability::RemoveOnly => vec![no_addition()],
        KeyMutability::Immutable => vec![no_removal(), no_addition()],
    }
}

/// K-len: the keys of a list that is one value are its indices.
pub(super) fn list_keys(mutability: KeyMutability) -> Rule {
    match mutability {
        KeyMutability::AddOnly => rule("size(self) >= size(oldSelf)", CANNOT_BE_REMOVED),
        KeyMutability::RemoveOnly => rule("size(self) <= size(oldSelf)", CANNOT_BE_ADDED),
        KeyMutability::Immutable => rule("size(self) == size(oldSelf)", "entries cannot be added or removed"),
    }
}

/// K-in: each key of one map is in the other.
pub(super) fn map_keys(mutability: KeyMutability) -> Vec<Rule> {
    let no_removal = || rule("oldSelf.all(x1, x1 in self)", CANNOT_BE_REMOVED);
    let no_addition = || rule("self.all(x1, x1 in oldSelf)", CANNOT_BE_ADDED);
    match mutability {
        KeyMutability::AddOnly => vec![no_removal()],
        KeyMutability::RemoveOnly => vec![no_addition()],
        KeyMutability::Immutable => vec![no_removal(), no_addition()],
    }
}
