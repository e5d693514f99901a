//! Whether literals are values of a type, with all that is said of it, as far as constants tell: patterns and formats of
//! strings, and what a choice says of an object, are left to who makes the definition.

use super::bounds::is_whole;
use super::find::{Wanted, below, find, find_through, same};
use super::kind::{Kind, kind};
use super::members::member;
use super::same::literal as equal;
use super::text::Text;
use super::{is_nullable, refuse};
use crate::describe::{Facet, FieldDesc, ListTypeDesc, Literal, Shape, Tagging, TypeDesc, UnionDesc};

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
                told(fault(type_, facets, &literal), word);
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
        told(fault(type_, facets, &values[at]), Word::Enum);
        at += 1;
    }
}

/// Why a server refuses a value, and the property in it that is meant, if it is not the whole.
#[derive(Clone, Copy)]
struct Fault {
    property: &'static str,
    problem: Problem,
}

#[derive(Clone, Copy)]
enum Problem {
    /// What is wrong, and what to write instead.
    Is(&'static str, &'static str),
    NoneOf(&'static [Literal]),
    Misses(&'static str),
    DoesNotKnow(&'static str),
}

const fn of_whole(problem: Problem) -> Option<Fault> {
    Some(Fault { property: "", problem })
}

const fn is(what: &'static str, cure: &'static str) -> Option<Fault> {
    of_whole(Problem::Is(what, cure))
}

#[track_caller]
const fn told(fault: Option<Fault>, word: Word) {
    let Some(Fault { property, problem }) = fault else { return };
    let mut text = Text::of(match word {
        Word::Default => &["the default "],
        Word::Example => &["the example "],
        Word::Enum => &["a value "],
    });
    if !property.is_empty() {
        text = Text::of(&["`", property, "` in ", text.as_str()]);
    }
    text = match problem {
        Problem::Is(what, cure) => text.and(what).and("; ").and(cure),
        Problem::NoneOf(values) => {
            listed(text.and("is none of the values that the field can have; write one of "), values)
        }
        Problem::Misses(name) => text.and("lacks the required property `").and(name).and("`; add it"),
        Problem::DoesNotKnow(name) => {
            text.and("has a property `").and(name).and("` that the type does not have; remove or rename it")
        }
    };
    refuse(&[text.as_str()]);
}

const fn listed(mut text: Text, values: &[Literal]) -> Text {
    let mut at = 0;
    while at < values.len() {
        if at > 0 {
            text = text.and(", ");
        }
        text = match values[at] {
            Literal::String(value) => text.and("\"").and(value).and("\""),
            Literal::Bool(true) => text.and("true"),
            Literal::Bool(false) => text.and("false"),
            Literal::Integer(value) => text.integer(value),
            _ => text.and("…"),
        };
        at += 1;
    }
    text
}

/// The first reason why the value is none of the type with these facets.
const fn fault(type_: &TypeDesc, facets: &'static [Facet], value: &Literal) -> Option<Fault> {
    if let Literal::Null = value {
        let null = find(facets, Wanted::Nullable) || literal_fits(type_, Literal::Null);
        return if null { None } else { is("is null, which the type does not have", "write another value") };
    }
    let found = of_level(facets, value);
    if found.is_some() {
        return found;
    }
    of_type(type_, type_, value)
}

/// `whole` is the type with all newtypes around `type_`.
const fn of_type(whole: &TypeDesc, type_: &TypeDesc, value: &Literal) -> Option<Fault> {
    let found = of_level(type_.facets, value);
    if found.is_some() {
        return found;
    }
    match below(type_) {
        Some(inner) => of_type(whole, inner, value),
        None if !literal_fits(type_, *value) => {
            is("is of another type than the field", "write a value that the field can have")
        }
        None => of_shape(whole, type_.shape, value),
    }
}

const fn of_level(facets: &'static [Facet], value: &Literal) -> Option<Fault> {
    let mut at = 0;
    while at < facets.len() {
        let found = of_facet(facets, &facets[at], value);
        if found.is_some() {
            return found;
        }
        at += 1;
    }
    None
}

const fn of_facet(level: &'static [Facet], facet: &Facet, value: &Literal) -> Option<Fault> {
    match (*facet, *value) {
        (Facet::Enum(values), _) if !contains(values, value) => of_whole(Problem::NoneOf(values)),
        (Facet::Element(of_element), Literal::List(items)) => of_items(of_element, items),
        (Facet::Element(of_element), Literal::Object(members)) => of_values(of_element, members),
        (Facet::ListType(ListTypeDesc::Set), Literal::List(items)) if has_twice(items) => {
            is("has an item twice, and a set has each once", "write it once")
        }
        (_, Literal::String(text)) => of_length(facet, characters(text)),
        (_, Literal::List(items)) => of_items_count(facet, items.len()),
        (_, Literal::Object(members)) => of_properties_count(facet, members.len()),
        (_, Literal::Integer(number)) => of_number(level, facet, as_float(number)),
        (_, Literal::Number(number)) => of_number(level, facet, number),
        _ => None,
    }
}

#[allow(clippy::cast_precision_loss)]
const fn as_float(number: i64) -> f64 {
    number as f64
}

#[expect(clippy::float_cmp, reason = "the bound itself is meant")]
const fn of_number(level: &'static [Facet], facet: &Facet, number: f64) -> Option<Fault> {
    match *facet {
        Facet::Minimum(bound) if number < bound || number == bound && has_exclusive(level, true) => {
            is("is below the minimum", "write a number within the bounds, or change them")
        }
        Facet::Maximum(bound) if number > bound || number == bound && has_exclusive(level, false) => {
            is("is above the maximum", "write a number within the bounds, or change them")
        }
        Facet::Format(format) if !has_number(format, number) => {
            is("is outside of the format of the field", "write a number that the format has, or change it")
        }
        Facet::MultipleOf(factor) if !is_multiple(number, factor) => {
            is("is no multiple of `multiple_of`", "write a multiple")
        }
        _ => None,
    }
}

/// Whether a number is one of the format, as far as a server knows it.
///
/// Source: `kube-openapi pkg/validation/validate/values.go`, `IsValueValidAgainstRange`.
pub(super) const fn has_number(format: &str, number: f64) -> bool {
    let (low, high) = range_of(format);
    low <= number && number <= high
}

/// The smallest and the largest number of the format.
pub(super) const fn range_of(format: &str) -> (f64, f64) {
    if same(format, "int32") {
        (-2_147_483_648.0, 2_147_483_647.0)
    } else if same(format, "int64") {
        (-9_223_372_036_854_775_808.0, 9_223_372_036_854_775_807.0)
    } else if same(format, "float") {
        (f32::MIN as f64, f32::MAX as f64)
    } else {
        (f64::NEG_INFINITY, f64::INFINITY)
    }
}

const fn has_exclusive(level: &[Facet], low: bool) -> bool {
    let mut at = 0;
    while at < level.len() {
        match level[at] {
            Facet::ExclusiveMinimum if low => return true,
            Facet::ExclusiveMaximum if !low => return true,
            _ => {}
        }
        at += 1;
    }
    false
}

/// Fractions are left to who makes the definition: a server divides floats there.
#[allow(clippy::cast_possible_truncation)]
const fn is_multiple(number: f64, factor: f64) -> bool {
    let exact = is_whole(number) && is_whole(factor) && number.abs() < 9e15 && factor.abs() < 9e15;
    !exact || factor == 0.0 || (number as i64) % (factor as i64) == 0
}

const fn of_length(facet: &Facet, length: usize) -> Option<Fault> {
    match *facet {
        Facet::MinLength(least) if is_less(length, least) => {
            is("has fewer characters than `min_length`", "write a longer one")
        }
        Facet::MaxLength(most) if is_more(length, most) => {
            is("has more characters than `max_length`", "write a shorter one")
        }
        _ => None,
    }
}

const fn of_items_count(facet: &Facet, count: usize) -> Option<Fault> {
    match *facet {
        Facet::MinItems(least) if is_less(count, least) => {
            is("has fewer items than the field must have", "add items, or lower `min_items`")
        }
        Facet::MaxItems(most) if is_more(count, most) => {
            is("has more items than the field may have", "remove items, or raise `max_items`")
        }
        _ => None,
    }
}

const fn of_properties_count(facet: &Facet, count: usize) -> Option<Fault> {
    match *facet {
        Facet::MinProperties(least) if is_less(count, least) => {
            is("has fewer properties than `min_properties`", "add properties")
        }
        Facet::MaxProperties(most) if is_more(count, most) => {
            is("has more properties than `max_properties`", "remove properties")
        }
        _ => None,
    }
}

#[allow(clippy::cast_possible_wrap)]
const fn is_less(count: usize, least: i64) -> bool {
    (count as i64) < least
}

#[allow(clippy::cast_possible_wrap)]
const fn is_more(count: usize, most: i64) -> bool {
    count as i64 > most
}

/// How many characters the text has; those of UTF-8 begin with a byte that is none of the middle.
const fn characters(text: &str) -> usize {
    let (bytes, mut count, mut at) = (text.as_bytes(), 0, 0);
    while at < bytes.len() {
        if bytes[at] & 0b1100_0000 != 0b1000_0000 {
            count += 1;
        }
        at += 1;
    }
    count
}

const fn contains(values: &[Literal], value: &Literal) -> bool {
    let mut at = 0;
    while at < values.len() {
        if equal(&values[at], value) {
            return true;
        }
        at += 1;
    }
    false
}

const fn has_twice(items: &[Literal]) -> bool {
    let mut at = 0;
    while at < items.len() {
        if contains(items.split_at(at).0, &items[at]) {
            return true;
        }
        at += 1;
    }
    false
}

const fn of_items(facets: &'static [Facet], items: &[Literal]) -> Option<Fault> {
    let mut at = 0;
    while at < items.len() {
        let found = of_level(facets, &items[at]);
        if found.is_some() {
            return found;
        }
        at += 1;
    }
    None
}

const fn of_values(facets: &'static [Facet], members: &[(&'static str, Literal)]) -> Option<Fault> {
    let mut at = 0;
    while at < members.len() {
        let found = of_level(facets, &members[at].1);
        if found.is_some() {
            return named(found, members[at].0);
        }
        at += 1;
    }
    None
}

const fn named(found: Option<Fault>, name: &'static str) -> Option<Fault> {
    match found {
        Some(Fault { property, problem }) if property.is_empty() => Some(Fault { property: name, problem }),
        other => other,
    }
}

const fn of_shape(whole: &TypeDesc, shape: Shape, value: &Literal) -> Option<Fault> {
    match (shape, value) {
        (Shape::Object(fields), Literal::Object(members)) => {
            let found = known(whole, members);
            if found.is_some() { found } else { complete(fields, members) }
        }
        (Shape::Map(values), Literal::Object(members)) => {
            let mut at = 0;
            while at < members.len() {
                let found = fault(values, &[], &members[at].1);
                if found.is_some() {
                    return named(found, members[at].0);
                }
                at += 1;
            }
            None
        }
        (Shape::List(item) | Shape::Set(item), Literal::List(items)) => {
            let mut at = 0;
            while at < items.len() {
                let found = fault(item, &[], &items[at]);
                if found.is_some() {
                    return found;
                }
                at += 1;
            }
            None
        }
        (Shape::Tuple(types), Literal::List(items)) if types.len() != items.len() => {
            is("has another number of items than the tuple", "write one for each")
        }
        (Shape::Union(union), Literal::Object(members)) => of_union(&union, members),
        _ => None,
    }
}

/// Whether every property is one of the type, with a value that it can have.
const fn known(type_: &TypeDesc, members: &[(&'static str, Literal)]) -> Option<Fault> {
    let mut at = 0;
    while at < members.len() {
        let (name, value) = members[at];
        let found = match member(type_, name) {
            Some(member) if matches!(value, Literal::Null) && member.is_nullable() => None,
            Some(member) => fault(member.type_, member.facets, &value),
            None if is_open(type_) || find_through(type_, Wanted::EmbeddedResource) => None,
            None => of_whole(Problem::DoesNotKnow(name)),
        };
        if let Some(Fault { problem: Problem::DoesNotKnow(_), .. }) = found {
            return found;
        }
        if found.is_some() {
            return named(found, name);
        }
        at += 1;
    }
    None
}

/// Whether a server keeps properties that the type does not have.
pub(super) const fn is_open(type_: &TypeDesc) -> bool {
    if find_through(type_, Wanted::PreserveUnknown) {
        return true;
    }
    let Shape::Object(fields) = super::written_as(type_).shape else {
        return matches!(kind(type_), Kind::Anything | Kind::Unknown | Kind::Map);
    };
    let mut at = 0;
    while at < fields.len() {
        if fields[at].flattened && is_open(fields[at].type_) {
            return true;
        }
        at += 1;
    }
    false
}

/// Whether all required properties are there; those of flattened types are left to who makes the definition.
const fn complete(fields: &[FieldDesc], members: &[(&'static str, Literal)]) -> Option<Fault> {
    let mut at = 0;
    while at < fields.len() {
        if fields[at].required && !fields[at].flattened && !has(members, fields[at].name) {
            return of_whole(Problem::Misses(fields[at].name));
        }
        at += 1;
    }
    None
}

const fn has(members: &[(&'static str, Literal)], name: &str) -> bool {
    let mut at = 0;
    while at < members.len() {
        if same(members[at].0, name) {
            return true;
        }
        at += 1;
    }
    false
}

/// An object with one variant, or with a tag that names one.
const fn of_union(union: &UnionDesc, members: &[(&'static str, Literal)]) -> Option<Fault> {
    match union.tagging {
        Tagging::Untagged => None,
        Tagging::External => match members {
            [(name, value)] => match variant(union, name) {
                Some(Some(content)) => named(fault(content, &[], value), name),
                Some(None) => None,
                None => is("names no variant", "write the name of one as serde writes it"),
            },
            _ => is("is not of one variant", "write an object with the name of one variant"),
        },
        Tagging::Internal(tag) | Tagging::Adjacent { tag, .. } => {
            let mut at = 0;
            while at < members.len() {
                match members[at] {
                    (name, Literal::String(said)) if same(name, tag) => {
                        return match variant(union, said) {
                            Some(_) => None,
                            None => {
                                is("names no variant in its tag", "write the name of one as serde writes it")
                            }
                        };
                    }
                    _ => at += 1,
                }
            }
            of_whole(Problem::Misses(tag))
        }
    }
}

/// The content of the variant of that name, if there is one.
const fn variant(union: &UnionDesc, name: &str) -> Option<Option<&'static TypeDesc>> {
    let mut at = 0;
    while at < union.variants.len() {
        if same(union.variants[at].name, name) {
            return Some(union.variants[at].content);
        }
        at += 1;
    }
    None
}
