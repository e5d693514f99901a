//! What is computed before any value is known.
//!
//! Source: cel-go `interpreter/decorators.go`.

use super::{CallNode, ElementNode, EntryNode, Node};
use crate::eval;
use crate::server::Server;
use crate::value::{Const, ConstSet, Error};

/// The functions that convert; a constant argument is converted while planning.
const CONVERSIONS: [&str; 10] =
    ["bool", "bytes", "double", "duration", "dyn", "int", "string", "timestamp", "type", "uint"];

/// The call, or what it gives.
///
/// # Errors
///
/// Why the conversion of a constant fails.
pub(super) fn folded(mut call: CallNode, server: Server) -> Result<Node, Error> {
    if let ("in_list", [_, Node::Const(Const::List(items))]) =
        (call.overload.unwrap_or_default(), &call.args[..])
    {
        if items.is_empty() {
            return Ok(Node::Const(Const::Bool(false)));
        }
        if let Some(set) = ConstSet::of(items) {
            return Ok(Node::InSet(Box::new((call.args.swap_remove(0), set))));
        }
    }
    if CONVERSIONS.contains(&call.function) && matches!(call.args[..], [Node::Const(_)]) {
        let node = Node::Call(Box::new(call));
        return Ok(eval::constant(&node, server)?.map_or(node, Node::Const));
    }
    Ok(Node::Call(Box::new(call)))
}

/// A list literal; one of constants is a constant.
pub(super) fn list(elements: Vec<ElementNode>) -> Node {
    let constants = elements.iter().map(|element| match &element.value {
        Node::Const(constant) if !element.is_optional => Some(constant.clone()),
        _ => None,
    });
    match constants.collect::<Option<Vec<_>>>() {
        Some(constants) => Node::Const(Const::List(constants.into())),
        None => Node::List(elements),
    }
}

/// A map literal; one of constants is a constant.
pub(super) fn map(entries: Vec<EntryNode>) -> Node {
    let constants = entries.iter().map(|entry| match (&entry.key, &entry.value) {
        (Node::Const(key), Node::Const(value)) if !entry.is_optional => Some((key.clone(), value.clone())),
        _ => None,
    });
    match constants.collect::<Option<Vec<_>>>() {
        Some(constants) => Node::Const(Const::Map(constants.into())),
        None => Node::Map(entries),
    }
}
