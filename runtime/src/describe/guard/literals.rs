//! Whether literals are values of a type, with all that is said of it, as far as constants tell: patterns and formats of
//! strings, and what a choice says of an object, are left to who makes the definition.

use super::bounds::is_whole;
use super::error::{LiteralError, Problem, error};
use super::find::same;
use super::kind::{Kind, kind};
use super::message::Message;
use super::{is_nullable, refuse};
use crate::describe::{Facet, Literal, Shape, TypeDesc};

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

pub(super) const fn literal_fits(type_: &TypeDesc, literal: Literal) -> bool {
    match (kind(type_), literal) {
        (Kind::Anything | Kind::Mixed | Kind::Unknown, _)
        | (Kind::Boolean, Literal::Bool(_))
        | (Kind::Integer | Kind::IntOrString, Literal::Integer(_))
        | (Kind::Number, Literal::Integer(_) | Literal::Number(_))
        | (Kind::String | Kind::IntOrString, Literal::String(_))
        | (Kind::List, Literal::List(_))
        | (Kind::Map | Kind::Object, Literal::Object(_)) => true,
        (Kind::Integer, Literal::Number(number)) => is_whole(number),
        (_, Literal::Null) => is_nullable(type_),
        _ => false,
    }
}

/// The word that a literal stands behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// `default = …`
    Default,
    /// `example = …`
    Example,
    /// `enum = […]`
    Enum,
}

/// Stops the compilation when a literal behind the word is no value of the property of the object; without a name, of the
/// type itself.
///
/// # Panics
/// With the cure, when a server would refuse the value.
#[track_caller]
pub const fn require_literals(schema: &TypeDesc, name: &str, word: Word) {
    if let Some((type_, facets)) = place(schema, name) {
        of_facets(&type_, facets, word);
    }
}

/// What is described there, and what is said of it beyond its type.
pub(super) const fn place(schema: &TypeDesc, name: &str) -> Option<(TypeDesc, &'static [Facet])> {
    if name.is_empty() {
        return Some((TypeDesc::of(schema.shape), schema.facets));
    }
    let Shape::Object(fields) = schema.shape else { return None };
    let mut at = 0;
    while at < fields.len() {
        if !fields[at].flattened && same(fields[at].name, name) {
            return Some((*fields[at].type_, fields[at].facets));
        }
        at += 1;
    }
    None
}

#[track_caller]
const fn of_facets(type_: &TypeDesc, facets: &'static [Facet], word: Word) {
    let mut at = 0;
    while at < facets.len() {
        match (facets[at], word) {
            (Facet::Default(literal), Word::Default) | (Facet::Example(literal), Word::Example) => {
                report(error(type_, facets, &literal), word);
            }
            (Facet::Enum(values), Word::Enum) => each(type_, facets, values),
            (Facet::Element(of_element), _) => of_facets(super::element(type_), of_element, word),
            _ => {}
        }
        at += 1;
    }
}

#[track_caller]
const fn each(type_: &TypeDesc, facets: &'static [Facet], values: &[Literal]) {
    let mut at = 0;
    while at < values.len() {
        report(error(type_, facets, &values[at]), Word::Enum);
        at += 1;
    }
}

#[track_caller]
const fn report(error: Option<LiteralError>, word: Word) {
    let Some(LiteralError { property, problem }) = error else { return };
    let mut message = Message::of(match word {
        Word::Default => &["the default "],
        Word::Example => &["the example "],
        Word::Enum => &["a value "],
    });
    if !property.is_empty() {
        message = Message::of(&["`", property, "` in ", message.as_str()]);
    }
    message = match problem {
        Problem::Is(what, cure) => message.and(what).and("; ").and(cure),
        Problem::NoneOf(values) => {
            listed(message.and("is none of the values that the field can have; write one of "), values)
        }
        Problem::Misses(name) => message.and("lacks the required property `").and(name).and("`; add it"),
        Problem::DoesNotKnow(name) => message
            .and("has a property `")
            .and(name)
            .and("` that the type does not have; remove or rename it"),
    };
    refuse(&[message.as_str()]);
}

const fn listed(mut message: Message, values: &[Literal]) -> Message {
    let mut at = 0;
    while at < values.len() {
        if at > 0 {
            message = message.and(", ");
        }
        message = match values[at] {
            Literal::String(value) => message.and("\"").and(value).and("\""),
            Literal::Bool(true) => message.and("true"),
            Literal::Bool(false) => message.and("false"),
            Literal::Integer(value) => message.integer(value),
            _ => message.and("…"),
        };
        at += 1;
    }
    message
}
