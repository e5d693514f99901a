//! PR and KP: whether a member is there on both sides.
//!
//! `has` of a member whose parent is missing would be an error, so that all links of the chain are asked one by one.

use super::messages;
use super::words::Sides;
use crate::estimate::{self, Expr};
use crate::schema::{KeyMutability, Mutability};

/// The members from one struct to a member below it, through structs only.
pub(super) struct Chain {
    names: Vec<String>,
    pub(super) field_path: String,
}

/// A condition, and what to say when it is false.
pub(super) type Said = (Expr, &'static str);

impl Chain {
    /// `None` if CEL cannot spell a name.
    pub(super) fn new(names: &[&str]) -> Option<Self> {
        Some(Self {
            names: names.iter().map(|name| estimate::escaped(name)).collect::<Option<_>>()?,
            field_path: names.iter().map(|name| estimate::field_path_step(name)).collect(),
        })
    }

    /// The member itself.
    pub(super) fn value(&self, of: &Expr) -> Expr {
        self.names.iter().fold(of.clone(), |of, name| of.member(name))
    }

    pub(super) fn values(&self, of: &Sides) -> Sides {
        of.map(|side| self.value(side))
    }

    pub(super) fn present(&self, of: &Expr) -> Expr {
        let mut of = of.clone();
        let links = self.names.iter().map(|name| {
            let has = of.has(name);
            of = of.member(name);
            has
        });
        let links: Vec<_> = links.collect();
        Expr::and(links)
    }

    /// The condition holds, or the member is missing on one side.
    pub(super) fn guarded(&self, of: &Sides, condition: Expr) -> Expr {
        Expr::or([self.present(&of.new).negated(), self.present(&of.old).negated(), condition])
    }

    fn kept(&self, from: &Expr, to: &Expr) -> Expr {
        Expr::or([self.present(from).negated(), self.present(to)])
    }

    /// PR: the member neither comes nor goes, or does one of both.
    pub(super) fn presence(&self, mutability: Mutability, of: &Sides) -> Said {
        let Sides { new, old } = of;
        match mutability {
            Mutability::Immutable => (self.present(new).equals(&self.present(old)), messages::IMMUTABLE),
            Mutability::AddOnly => (self.kept(old, new), messages::CANNOT_BE_CLEARED),
            Mutability::RemoveOnly => (self.kept(new, old), messages::CANNOT_BE_SET),
        }
    }

    /// KP: what [`presence`](Self::presence) says, where a missing list or map is an empty one.
    pub(super) fn key_presence(&self, mutability: KeyMutability, of: &Sides) -> Vec<Said> {
        let kept = |from: &Expr, to: &Expr| {
            let empty = self.value(from).size().equals(&Expr::Number(0));
            Expr::or([self.kept(from, to), empty])
        };
        let no_removal = || (kept(&of.old, &of.new), messages::CANNOT_BE_REMOVED);
        let no_addition = || (kept(&of.new, &of.old), messages::CANNOT_BE_ADDED);
        match mutability {
            KeyMutability::AddOnly => vec![no_removal()],
            KeyMutability::RemoveOnly => vec![no_addition()],
            KeyMutability::Immutable => vec![no_removal(), no_addition()],
        }
    }
}
