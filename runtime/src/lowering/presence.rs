//! PR and KP: whether a field is there on both sides.
//!
//! `has` of a field whose parent is missing would be an error, so that all links of the chain are asked one by one.

use super::expr::Expr;
use super::messages;
use super::words::Sides;
use crate::declared;
use crate::schema::{KeyMutability, Mutability, SchemaNode};

/// The fields from one value to a field below it, through structs only.
///
/// Without fields it is the value itself.
pub(super) struct Chain {
    names: Vec<String>,
    pub(super) field_path: String,
    start: Start,
    /// So many of the last fields are there whenever the one before them is, by their defaults.
    pub(super) filled: usize,
}

/// What a chain starts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    /// A value that is there.
    Present,
    /// An item or value that may be null, which is absence.
    Nullable,
}

impl Start {
    pub(super) fn of(element: &SchemaNode) -> Self {
        if element.nullable { Self::Nullable } else { Self::Present }
    }
}

/// A condition, and what to say when it is false.
pub(super) type Said = (Expr, &'static str);

impl Chain {
    /// `None` if CEL cannot spell a name.
    pub(super) fn new(names: &[&str]) -> Option<Self> {
        Some(Self {
            names: names.iter().map(|name| declared::escaped(name)).collect::<Option<_>>()?,
            field_path: names.iter().map(|name| declared::field_path_step(name)).collect(),
            start: Start::Present,
            filled: 0,
        })
    }

    /// The chain without fields.
    pub(super) fn of_element(element: &SchemaNode) -> Self {
        Self { names: Vec::new(), field_path: String::new(), start: Start::of(element), filled: 0 }
    }

    pub(super) fn from(self, start: Start) -> Self {
        Self { start, ..self }
    }

    /// Whether there is nothing to ask.
    pub(super) fn is_always_there(&self) -> bool {
        self.start == Start::Present && self.names.is_empty()
    }

    /// Says of how many of the last fields a default makes sure; one is always asked for.
    pub(super) fn with_filled(self, fields: usize) -> Self {
        let filled = fields.min(self.names.len().saturating_sub(1));
        Self { filled, ..self }
    }

    /// The field itself.
    pub(super) fn value(&self, of: &Expr) -> Expr {
        self.names.iter().fold(of.clone(), |of, name| of.field(name))
    }

    pub(super) fn values(&self, of: &Sides) -> Sides {
        of.map(|side| self.value(side))
    }

    pub(super) fn present(&self, of: &Expr) -> Expr {
        Self::links(self.start, &self.names, of)
    }

    fn absent(&self, of: &Expr) -> Expr {
        let is_value = self.start == Start::Nullable && self.names.is_empty();
        if is_value { of.is_null() } else { self.present(of).negated() }
    }

    /// Whether the last field is there that no default makes sure.
    fn reached(&self, of: &Expr) -> Expr {
        let asked = self.names.len().saturating_sub(self.filled);
        Self::links(self.start, self.names.get(..asked).unwrap_or(&self.names), of)
    }

    fn links(start: Start, names: &[String], of: &Expr) -> Expr {
        let mut at = of.clone();
        let links = names.iter().map(|name| {
            let has = at.has(name);
            at = at.field(name);
            has
        });
        let not_null = (start == Start::Nullable).then(|| of.is_not_null());
        Expr::and(not_null.into_iter().chain(links))
    }

    /// The condition holds, or the field is missing on one side.
    pub(super) fn guarded(&self, of: &Sides, condition: Expr) -> Expr {
        Expr::or([self.absent(&of.new), self.absent(&of.old), condition])
    }

    fn kept(&self, from: &Expr, to: &Expr) -> Expr {
        Expr::or([self.absent(from), self.present(to)])
    }

    /// PR: the field neither comes nor goes, or does one of both.
    pub(super) fn presence(&self, mutability: Mutability, of: &Sides) -> Said {
        let Sides { new, old } = of;
        match mutability {
            Mutability::Immutable => {
                let alike = self.present(new).equals(&self.present(old));
                (self.and_not_filled(of, alike), messages::IMMUTABLE)
            }
            Mutability::AddOnly => (self.kept(old, new), messages::CANNOT_BE_CLEARED),
            Mutability::RemoveOnly => (self.and_not_filled(of, self.kept(new, old)), messages::CANNOT_BE_SET),
        }
    }

    /// Nor does a default come with a struct that a write of `/scale` makes.
    ///
    /// **Quirk**: rules see what such a write stores before defaults are filled in (`pkg/registry/customresource/etcd.go`,
    /// `scaleUpdatedObjectInfo`).
    fn and_not_filled(&self, of: &Sides, condition: Expr) -> Expr {
        if self.filled == 0 {
            return condition;
        }
        Expr::and([condition, Expr::or([self.reached(&of.new).negated(), self.reached(&of.old)])])
    }

    /// KP: what [`presence`](Self::presence) says, where a missing list or map is an empty one.
    pub(super) fn key_presence(&self, mutability: KeyMutability, of: &Sides) -> Vec<Said> {
        let kept = |from: &Expr, to: &Expr| {
            let empty = self.value(from).size().equals(&Expr::Number(0));
            Expr::or([self.kept(from, to), empty])
        };
        let no_removal = || (kept(&of.old, &of.new), messages::CANNOT_BE_REMOVED);
        let no_addition = || (self.and_not_filled(of, kept(&of.new, &of.old)), messages::CANNOT_BE_ADDED);
        match mutability {
            KeyMutability::AddOnly => vec![no_removal()],
            KeyMutability::RemoveOnly => vec![no_addition()],
            KeyMutability::Immutable => vec![no_removal(), no_addition()],
        }
    }
}
