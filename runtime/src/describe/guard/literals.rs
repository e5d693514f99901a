//! Whether literals are values of a type.

use super::bounds::is_whole;
use super::is_nullable;
use super::kind::{Kind, kind};
use crate::describe::{Literal, TypeDesc};

/// Whether all literals are values of the type, as far as their kind goes.
pub const fn literals_fit(type_: &TypeDesc, literals: &[Literal]) -> bool {
    let mut at = 0;
    while at < literals.len() {
        if !literal_fits(type_, literals[at]) {
            return false;
        }
        at += 1;
    }
    true
}

const fn literal_fits(type_: &TypeDesc, literal: Literal) -> bool {
    match (kind(type_), literal) {
        (Kind::Anything | Kind::Mixed | Kind::Unknown, _)
        | (Kind::Boolean, Literal::Bool(_))
        | (Kind::Integer | Kind::IntOrString, Literal::Integer(_))
        | (Kind::Number, Literal::Integer(_) | Literal::Number(_))
        | (Kind::Text | Kind::IntOrString, Literal::String(_))
        | (Kind::List, Literal::List(_))
        | (Kind::Map | Kind::Object, Literal::Object(_)) => true,
        (Kind::Integer, Literal::Number(number)) => is_whole(number),
        (_, Literal::Null) => is_nullable(type_),
        _ => false,
    }
}
