//! Conditions that keep a rule from being wrong or passed by.

use super::keys;
use super::words::{Sides, Words};
use crate::estimate::{Expr, Op, escaped};
use crate::schema::{SchemaNode, SchemaType};

/// The body holds, or a side is null: a null element is no frame.
pub(super) fn unless_null(of: &Sides, body: Expr) -> Expr {
    Expr::or([of.new.is_null(), of.old.is_null(), body])
}

/// Both sides are null, or neither is and the body holds.
pub(super) fn equal_nulls(of: &Sides, body: Expr) -> Expr {
    let alike = of.new.is_null().equals(&of.old.is_null());
    Expr::and([alike, Expr::or([of.new.is_null(), body])])
}

/// KEY-GUARD, one for each key that may be written as another number than it is stored as.
///
/// **Quirk**: a server pairs `80.0` with no stored `80`, runs no rule, takes it for an integer and stores `80`
/// (`pkg/apiserver/schema/cel/maplist.go`). Reading the key makes such an update an error.
pub(super) fn whole_keys(words: &Words, list: &SchemaNode) -> Vec<Expr> {
    let spelled = |name: &String| {
        let condition = readable(keys::member(list, name)?)?;
        let item = words.fresh();
        let key = Expr::name(&item).member(&escaped(name)?);
        let Sides { new, old } = Sides::of_rule();
        // It runs on updates alone, for it reads the old value.
        let is_update = old.size().binary(Op::AtLeast, Expr::Number(0));
        Some(Expr::and([new.all([item], condition(&key)), is_update]))
    };
    list.list_map_keys.iter().filter_map(spelled).collect()
}

fn readable(key: &SchemaNode) -> Option<fn(&Expr) -> Expr> {
    if key.int_or_string {
        return Some(|key| Expr::or([key.is_of_type("int"), key.is_of_type("string")]));
    }
    (key.type_ == Some(SchemaType::Integer)).then_some(|key| key.equals(key))
}
