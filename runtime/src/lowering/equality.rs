//! EQ: equality of two values as the marker means it.
//!
//! The server's `==` ignores the order of sets and list maps, and goes wrong in several places; the expressions here are
//! chosen so that none of them is reached.
//!
//! Source: `apiserver pkg/cel/common/values.go`; each difference was seen on a server.

use super::expr::{Expr, Op};
use super::words::{Sides, Words};
use super::{Refusal, guard, index};
use crate::declared;
use crate::schema::{AdditionalProperties, ListType, NodeKind, SchemaNode};

/// The two values are deeply equal.
pub(super) fn equal(words: &Words, node: &SchemaNode, sides: &Sides) -> Result<Expr, Refusal> {
    if !declared::is_typed(node) {
        return Err(Refusal::Untyped);
    }
    if is_plain(node) {
        validate(words, node)?;
        return Ok(sides.equal());
    }
    match node.kind() {
        NodeKind::List(Some(items)) if can_be_copied(words, node, items) => {
            Ok(sides.new.copied(&words.fresh()).equals(&sides.old.copied(&words.fresh())))
        }
        NodeKind::List(Some(items)) => {
            let pairing = index::pairing(words, node, sides)?;
            let body = equal_elements(words, items, &pairing.sides)?;
            Ok(Expr::and([sides.map(Expr::size).equal(), pairing.each(body)]))
        }
        NodeKind::Map(Some(values)) => map(words, values, sides),
        NodeKind::Struct => fields(words, node, sides),
        _ => Err(Refusal::UnknownFields),
    }
}

/// EQ-ord: from 1.30 on the estimate knows how large a copy is.
///
/// **Quirk**: copies that hold values which do not fit the schema, `1.0` below an item for one, count as equal: the error of
/// comparing two items is lost (cel-go `common/types/list.go`, `Equal`). Only scalars are read while they are copied.
fn can_be_copied(words: &Words, list: &SchemaNode, items: &SchemaNode) -> bool {
    let is_unordered = matches!(list.list_type, Some(ListType::Set | ListType::Map));
    let is_scalar = matches!(items.kind(), NodeKind::Scalar(_) | NodeKind::IntOrString);
    is_unordered && is_scalar && words.can_copy()
}

/// Equality of items or values, which may be null.
fn equal_elements(words: &Words, node: &SchemaNode, sides: &Sides) -> Result<Expr, Refusal> {
    let equal = equal(words, node, sides)?;
    // The bare `==` takes null for a value.
    let guarded = node.nullable && !is_plain(node);
    Ok(if guarded { guard::equal_nulls(sides, equal) } else { equal })
}

/// Equality of a list item or map value that is marked itself.
pub(super) fn equal_element(words: &Words, node: &SchemaNode, sides: &Sides) -> Result<Expr, Refusal> {
    equal_elements(words, node, sides)
}

/// EQ-map.
fn map(words: &Words, values: &SchemaNode, sides: &Sides) -> Result<Expr, Refusal> {
    let key = words.fresh();
    let at = Expr::name(&key);
    let body = equal_elements(words, values, &sides.map(|side| side.at(at.clone())))?;
    let is_in = at.binary(Op::In, sides.old.clone());
    let entries = sides.new.all([key], Expr::and([is_in, body]));
    Ok(Expr::and([sides.map(Expr::size).equal(), entries]))
}

/// EQ-struct: field by field.
fn fields(words: &Words, node: &SchemaNode, sides: &Sides) -> Result<Expr, Refusal> {
    if is_open(node) {
        return Err(Refusal::UnknownFieldsInParts);
    }
    let mut terms = Vec::new();
    for (name, field) in node.properties() {
        let name = declared::escaped(name).ok_or(Refusal::UnspeakableField)?;
        let has = sides.map(|side| side.has(&name));
        if words.is_too_long_with(has.new.to_string().len()) {
            return Err(Refusal::TooLong);
        }
        let equal = equal(words, field, &sides.map(|side| side.field(&name)))?;
        terms.push(has.equal());
        terms.push(Expr::or([has.new.negated(), equal]));
    }
    Ok(Expr::and(terms))
}

/// Whether the bare `==` reaches none of its defects below the node.
pub(super) fn is_plain(node: &SchemaNode) -> bool {
    let is_ordered = !matches!(node.list_type, Some(ListType::Set | ListType::Map));
    is_ordered
        && node.items().is_none_or(is_plain)
        && node.map_values().is_none_or(is_plain)
        && node
            .properties()
            .all(|(name, field)| !field.nullable && !declared::breaks_equality(name) && is_plain(field))
}

/// Whether values of the node may have fields that CEL does not see.
fn is_open(node: &SchemaNode) -> bool {
    let any = node.additional_properties == Some(AdditionalProperties::Bool(true));
    node.preserve_unknown_fields || node.embedded_resource || any
}

/// Refuses what `==` takes for equal and is not, unless that is asked for.
pub(super) fn validate(words: &Words, node: &SchemaNode) -> Result<(), Refusal> {
    if words.lowering.approximates || !swaps_unknown(node) { Ok(()) } else { Err(Refusal::UnknownFields) }
}

/// Whether one unknown field may take the place of another below the node.
///
/// Values without type are compared as they are.
pub(super) fn swaps_unknown(node: &SchemaNode) -> bool {
    if node.type_.is_none() {
        return false;
    }
    is_open(node)
        || node.items().is_some_and(swaps_unknown)
        || node.map_values().is_some_and(swaps_unknown)
        || node.properties().any(|(_, field)| swaps_unknown(field))
}
