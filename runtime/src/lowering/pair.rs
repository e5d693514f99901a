//! PAIR: every key that both containers have, where no rule can stand on the elements.

use super::expr::{Expr, Op};
use super::keys;
use super::words::{Sides, Words};
use super::{Refusal, index};
use crate::schema::{ListType, NodeKind, SchemaNode};

/// Two elements with one key, and the rule over all of them.
pub(super) struct Pairing {
    pub(super) sides: Sides,
    whole: Box<dyn Fn(Expr) -> Expr>,
}

impl Pairing {
    pub(super) fn new(sides: Sides, whole: impl Fn(Expr) -> Expr + 'static) -> Self {
        Self { sides, whole: Box::new(whole) }
    }

    /// The body holds for each pair.
    pub(super) fn each(&self, body: Expr) -> Expr {
        (self.whole)(body)
    }
}

/// How elements of the container are paired; `None` for those of sets, which never are.
pub(super) fn pairing(words: &Words, container: &SchemaNode, of: &Sides) -> Result<Option<Pairing>, Refusal> {
    match (container.kind(), container.list_type) {
        (NodeKind::List(_), Some(ListType::Set)) => Ok(None),
        (NodeKind::List(_), Some(ListType::Map)) => list_map(words, container, of).map(Some),
        (NodeKind::List(_), _) => index::pairing(words, container, of).map(Some),
        _ => Ok(Some(map(words, of))),
    }
}

fn list_map(words: &Words, list: &SchemaNode, of: &Sides) -> Result<Pairing, Refusal> {
    let names = keys::names(list)?;
    let (new, old) = (words.fresh(), words.fresh());
    let sides = Sides { new: Expr::name(&new), old: Expr::name(&old) };
    let other_keys: Vec<_> =
        names.iter().map(|name| sides.new.field(name).binary(Op::Unequal, sides.old.field(name))).collect();
    let of = of.clone();
    Ok(Pairing::new(sides, move |body| {
        let paired = Expr::or(other_keys.iter().cloned().chain([body]));
        of.new.all([new.clone()], of.old.all([old.clone()], paired))
    }))
}

fn map(words: &Words, of: &Sides) -> Pairing {
    let key = words.fresh();
    let at = Expr::name(&key);
    let sides = of.map(|side| side.at(at.clone()));
    let missing = at.binary(Op::In, of.old.clone()).negated();
    let new = of.new.clone();
    Pairing::new(sides, move |body| new.all([key.clone()], Expr::or([missing.clone(), body])))
}
