//! Conditions that keep a rule from being wrong or passed by.

use super::presence::Said;
use super::words::{Sides, Words};
use super::{keys, messages};
use crate::estimate::{Expr, escaped};
use crate::schema::{SchemaNode, SchemaType};

/// Both sides are null, or neither is and the body holds.
pub(super) fn equal_nulls(of: &Sides, body: Expr) -> Expr {
    let alike = of.new.is_null().equals(&of.old.is_null());
    Expr::and([alike, Expr::or([of.new.is_null(), body])])
}

/// KEY-GUARD: what keeps the items of a list map apart by the keys that they are stored with, on creation, too.
///
/// **Quirk**: a server compares keys as they are sent (`pkg/apiserver/schema/cel/maplist.go`, `listtype/validation.go`). It pairs
/// `80.0` with no stored `80`, runs no rule, takes it for an integer and stores `80`; beside an `80` it is no duplicate, and
/// is one in storage. Reading the key makes such a write an error; a `number`, which may have a fraction, is compared.
pub(super) fn stored_keys(words: &Words, list: &SchemaNode) -> Vec<Said> {
    let said = |name: &String| {
        let key = keys::member(list, name)?;
        let (spelled, item) = (escaped(name)?, words.fresh());
        let of_item = Expr::name(&item).member(&spelled);
        let list_itself = Sides::of_rule().new;
        if let Some(condition) = readable(key) {
            return Some((list_itself.all([item], condition(&of_item)), messages::KEYS_AS_STORED));
        }
        // Keys of several members are compared as they would be written.
        if key.type_ != Some(SchemaType::Number) || list.list_map_keys.len() > 1 {
            return None;
        }
        let other = words.fresh();
        let same = of_item.equals(&Expr::name(&other).member(&spelled));
        let once = list_itself.all([item], list_itself.exists_one(&other, same));
        Some((once, messages::DISTINCT_KEYS))
    };
    list.list_map_keys.iter().filter_map(said).collect()
}

fn readable(key: &SchemaNode) -> Option<fn(&Expr) -> Expr> {
    if key.int_or_string {
        return Some(|key| Expr::or([key.is_of_type("int"), key.is_of_type("string")]));
    }
    (key.type_ == Some(SchemaType::Integer)).then_some(|key| key.equals(key))
}
