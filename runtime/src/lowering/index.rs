//! IDX: every position that both lists have.

use super::Refusal;
use super::expr::{Expr, Op};
use super::pair::Pairing;
use super::words::{Sides, Words};
use crate::declared::Bound;
use crate::schema::SchemaNode;

/// The largest list whose positions are written out; what the reader of a rule bears.
const MOST_POSITIONS: u64 = 256;

/// The items at one position, on lists of any kind.
pub(super) fn pairing(words: &Words, list: &SchemaNode, of: &Sides) -> Result<Pairing, Refusal> {
    if words.has_two_names() { Ok(items(words, of)) } else { positions(words, list, of) }
}

/// IDX-2: over positions and items at once.
fn items(words: &Words, of: &Sides) -> Pairing {
    let (position, item) = (words.fresh(), words.fresh());
    let at = Expr::name(&position);
    let sides = Sides { new: Expr::name(&item), old: of.old.at(at.clone()) };
    let (new, beyond) = (of.new.clone(), at.binary(Op::AtLeast, of.old.size()));
    Pairing::new(sides, move |body| {
        new.all([position.clone(), item.clone()], Expr::or([beyond.clone(), body]))
    })
}

/// IDX-lit: over all positions that there can be.
fn positions(words: &Words, list: &SchemaNode, of: &Sides) -> Result<Pairing, Refusal> {
    let most = Bound::Items.declared(list).filter(|most| *most <= MOST_POSITIONS);
    let positions = Expr::List((0..most.ok_or(Refusal::UnknownLength)?).map(Expr::Number).collect());
    let name = words.fresh();
    let at = Expr::name(&name);
    let sides = of.map(|side| side.at(at.clone()));
    let beyond = |side: &Expr| at.clone().binary(Op::AtLeast, side.size());
    let (beyond_new, beyond_old) = (beyond(&of.new), beyond(&of.old));
    Ok(Pairing::new(sides, move |body| {
        let body = Expr::or([beyond_new.clone(), beyond_old.clone(), body]);
        positions.all([name.clone()], body)
    }))
}
