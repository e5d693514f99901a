//! K: the keys of lists and maps.

use super::expr::{Expr, Op};
use super::presence::Said;
use super::words::{Sides, Words};
use super::{Refusal, equality, messages};
use crate::declared;
use crate::schema::{KeyMutability, ListType, NodeKind, SchemaNode, SchemaType};

/// One side has all keys of the other one.
struct Inclusion<'s> {
    of: &'s Expr,
    within: &'s Expr,
    message: &'static str,
}

fn inclusions(mutability: KeyMutability, sides: &Sides) -> Vec<Inclusion<'_>> {
    let kept = || Inclusion { of: &sides.old, within: &sides.new, message: messages::CANNOT_BE_REMOVED };
    let known = || Inclusion { of: &sides.new, within: &sides.old, message: messages::CANNOT_BE_ADDED };
    match mutability {
        KeyMutability::AddOnly => vec![kept()],
        KeyMutability::RemoveOnly => vec![known()],
        KeyMutability::Immutable => vec![kept(), known()],
    }
}

/// The rules that compare key by key.
pub(super) fn rules(
    words: &Words,
    node: &SchemaNode,
    mutability: KeyMutability,
    sides: &Sides,
) -> Result<Vec<Said>, Refusal> {
    if !declared::is_typed(node) {
        return Err(Refusal::Untyped);
    }
    let each = |included: &dyn Fn(&Inclusion<'_>) -> Result<Expr, Refusal>| {
        let rules = inclusions(mutability, sides);
        rules.iter().map(|inclusion| Ok((included(inclusion)?, inclusion.message))).collect()
    };
    match (node.kind(), node.list_type) {
        (NodeKind::List(_), Some(ListType::Set)) => each(&|inclusion| set(words, node, inclusion)),
        (NodeKind::List(_), Some(ListType::Map)) => each(&|inclusion| list_map(words, node, inclusion)),
        (NodeKind::List(_), _) => Ok(vec![length(mutability, sides)]),
        (NodeKind::Map(Some(_)), _) => each(&|inclusion| Ok(contained(words, inclusion))),
        _ => Err(Refusal::UnknownKeys),
    }
}

/// K-len: the keys of a list that is one value are its positions.
fn length(mutability: KeyMutability, sides: &Sides) -> Said {
    let (op, message) = match mutability {
        KeyMutability::AddOnly => (Op::AtLeast, messages::CANNOT_BE_REMOVED),
        KeyMutability::RemoveOnly => (Op::AtMost, messages::CANNOT_BE_ADDED),
        KeyMutability::Immutable => (Op::Equal, messages::FIXED_LENGTH),
    };
    (sides.new.size().binary(op, sides.old.size()), message)
}

/// K-in, and K-set for items that `in` compares well.
fn contained(words: &Words, inclusion: &Inclusion<'_>) -> Expr {
    let name = words.fresh();
    let is_in = Expr::name(&name).binary(Op::In, inclusion.within.clone());
    inclusion.of.all([name], is_in)
}

/// K-set.
fn set(words: &Words, node: &SchemaNode, inclusion: &Inclusion<'_>) -> Result<Expr, Refusal> {
    let Some(items) = node.items().filter(|items| !equality::is_plain(items)) else {
        equality::validate(words, node)?;
        return Ok(contained(words, inclusion));
    };
    let (name, other) = (words.fresh(), words.fresh());
    let sides = Sides { new: Expr::name(&other), old: Expr::name(&name) };
    let same = equality::equal(words, items, &sides)?;
    Ok(inclusion.of.all([name], inclusion.within.exists(&other, same)))
}

/// K-map.
fn list_map(words: &Words, node: &SchemaNode, inclusion: &Inclusion<'_>) -> Result<Expr, Refusal> {
    let names = names(node)?;
    let (name, other) = (words.fresh(), words.fresh());
    let same = |key: &String| Expr::name(&other).field(key).equals(&Expr::name(&name).field(key));
    let same = Expr::and(names.iter().map(same));
    Ok(inclusion.of.all([name], inclusion.within.exists(&other, same)))
}

/// The keys of a list map as rules spell them.
pub(super) fn names(list: &SchemaNode) -> Result<Vec<String>, Refusal> {
    let names = list.list_map_keys.iter();
    names.map(|name| declared::escaped(name).ok_or(Refusal::UnspeakableName)).collect()
}

/// The schema of one key of a list map.
pub(super) fn field<'s>(list: &'s SchemaNode, name: &str) -> Option<&'s SchemaNode> {
    list.items()?.property(name)
}

/// K-merge, where it is exact: `+` merges by key, and the size of the sum counts keys.
pub(super) fn merging(node: &SchemaNode, mutability: KeyMutability, sides: &Sides) -> Option<Vec<Said>> {
    if !merges_exactly(node) {
        return None;
    }
    let rule = |Inclusion { of, within, message }| {
        let merged = Expr::clone(within).binary(Op::Plus, Expr::clone(of));
        (merged.size().equals(&within.size()), message)
    };
    Some(inclusions(mutability, sides).into_iter().map(rule).collect())
}

fn merges_exactly(node: &SchemaNode) -> bool {
    match node.list_type {
        Some(ListType::Set) => node.items().is_some_and(|items| {
            let has_format = matches!(
                items.value_validation.format.as_deref(),
                Some("byte" | "date" | "date-time" | "duration")
            );
            let is_string = items.type_ == Some(SchemaType::String) && !has_format;
            items.int_or_string
                || is_string
                || matches!(items.type_, Some(SchemaType::Integer | SchemaType::Boolean))
        }),
        Some(ListType::Map) => {
            let exact = |name: &String| {
                let is_plain = declared::escaped(name).as_ref() == Some(name);
                is_plain && field(node, name).is_some_and(|key| key.type_ != Some(SchemaType::Number))
            };
            node.list_map_keys.len() <= 3 && node.list_map_keys.iter().all(exact)
        }
        _ => false,
    }
}
