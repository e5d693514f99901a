//! Conditions that keep a rule from being wrong or passed by.

use super::expr::Expr;
use super::presence::Said;
use super::words::{Sides, Words};
use super::{keys, messages};
use crate::declared::escaped;
use crate::schema::{SchemaNode, SchemaType};

/// Both sides are null, or neither is and the body holds.
pub(super) fn equal_nulls(of: &Sides, body: Expr) -> Expr {
    let alike = of.new.is_null().equals(&of.old.is_null());
    Expr::and([alike, Expr::or([of.new.is_null(), body])])
}

/// How the items of a list map are kept apart by the keys that they are stored with.
///
/// **Quirk**: a server compares keys as they are sent (`pkg/apiserver/schema/cel/maplist.go`, `listtype/validation.go`). It pairs
/// `80.0` with no stored `80`, runs no rule, takes it for an integer and stores `80`; beside an `80` it is no duplicate, and
/// is one in storage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KeyGuard {
    /// Reading a whole number that is written as a float is an error.
    Integer,
    /// As for integers.
    IntOrString,
    /// A key may have a fraction, so that the keys are compared.
    Distinct,
}

impl KeyGuard {
    /// What a key of the list needs; `None` for those that are stored as they are sent.
    fn of(list: &SchemaNode, name: &str) -> Option<Self> {
        let key = keys::field(list, name)?;
        escaped(name)?;
        match key.type_ {
            _ if key.int_or_string => Some(Self::IntOrString),
            Some(SchemaType::Integer) => Some(Self::Integer),
            // Several keys are compared as strings, as they are sent.
            Some(SchemaType::Number) if list.list_map_keys.len() == 1 => Some(Self::Distinct),
            _ => None,
        }
    }

    fn message(self) -> &'static str {
        match self {
            Self::Integer | Self::IntOrString => messages::KEYS_AS_STORED,
            Self::Distinct => messages::DISTINCT_KEYS,
        }
    }
}

/// KEY-GUARD: the rules of a list map, which run on creation, too.
pub(super) fn stored_keys(words: &Words, list: &SchemaNode) -> Vec<Said> {
    let said = |name: &String| {
        let (guard, spelled) = (KeyGuard::of(list, name)?, escaped(name)?);
        let item = words.fresh();
        let key = Expr::name(&item).field(&spelled);
        let list_itself = Sides::of_rule().new;
        let holds = match guard {
            KeyGuard::Integer => key.equals(&key),
            KeyGuard::IntOrString => Expr::or([key.is_of_type("int"), key.is_of_type("string")]),
            KeyGuard::Distinct => {
                let other = words.fresh();
                let same = key.equals(&Expr::name(&other).field(&spelled));
                list_itself.exists_one(&other, same)
            }
        };
        Some((list_itself.all([item], holds), guard.message()))
    };
    list.list_map_keys.iter().filter_map(said).collect()
}
