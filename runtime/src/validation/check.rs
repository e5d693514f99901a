//! Whether a value is valid: the way without paths, strings and counts, which most requests go.

use serde_json::{Map, Number as JsonNumber, Value};

use super::node::{Additional, Junctors, List, Node, Object, StringRules, Types};
use super::types;
use super::values::has_duplicates;
use crate::by_name::{self, Next};
use crate::number::Number;

impl Node {
    #[inline]
    pub(super) fn allows(&self, value: &Value) -> bool {
        let has_plain_type = self.has_plain_type(value);
        has_plain_type && self.validates_only_types
            || (has_plain_type || types::error(self, value).is_none()) && self.rules_allow(value)
    }

    fn rules_allow(&self, value: &Value) -> bool {
        if self.allowed.as_ref().is_some_and(|allowed| !allowed.allows(value)) {
            return false;
        }
        let fits = match value {
            Value::Null => return true,
            Value::Bool(_) => true,
            Value::String(string) => self.allows_string(string),
            Value::Number(number) => self.allows_number(number),
            Value::Array(items) => self.list.as_ref().is_none_or(|list| list.allows(items)),
            Value::Object(fields) => self.object.as_ref().is_none_or(|object| object.allows(fields)),
        };
        fits && self.junctors.as_ref().is_none_or(|junctors| junctors.allow(value))
    }

    /// What nearly all values are: of a type that is declared.
    #[inline]
    fn has_plain_type(&self, value: &Value) -> bool {
        if self.types.is_empty() {
            return self.format.is_none();
        }
        self.types.has(match value {
            Value::Array(_) => Types::ARRAY,
            Value::Object(_) => Types::OBJECT,
            Value::String(_) => Types::STRING,
            Value::Bool(_) => Types::BOOLEAN,
            Value::Number(number) if number.is_i64() => Types::INTEGER,
            // Both need a closer look.
            Value::Number(_) | Value::Null => return false,
        })
    }

    fn allows_string(&self, string: &str) -> bool {
        self.string.as_ref().is_none_or(|rules| rules.error(string).is_none())
            && self.format.as_ref().and_then(|format| format.check).is_none_or(|check| check(string))
    }

    fn allows_number(&self, number: &JsonNumber) -> bool {
        self.numbers.as_ref().is_none_or(|numbers| numbers.allows(Number::read(number)))
    }
}

impl Junctors {
    fn allow(&self, value: &Value) -> bool {
        (self.any_of.is_empty() || self.any_of.iter().any(|branch| branch.allows(value)))
            && (self.one_of.is_empty()
                || self.one_of.iter().filter(|branch| branch.allows(value)).take(2).count() == 1)
            && self.all_of.iter().all(|branch| branch.allows(value))
            && self.not.as_ref().is_none_or(|not| !not.allows(value))
    }
}

/// What is wrong with a string; upstream tells the first error only (`validator.go`, `stringValidator`).
#[derive(Clone, Copy, Debug)]
pub(super) enum StringError {
    TooLong(i64),
    TooShort(i64),
    Pattern,
}

impl StringRules {
    pub(super) fn error(&self, string: &str) -> Option<StringError> {
        // Runes are counted only where bytes do not tell enough.
        let too_long = self.max_length.filter(|most| more_than(string.len(), *most) && runes(string) > *most);
        if let Some(most) = too_long {
            return Some(StringError::TooLong(most));
        }
        if let Some(fewest) = self.min_length.filter(|fewest| fewer_runes(string, *fewest)) {
            return Some(StringError::TooShort(fewest));
        }
        let pattern = self.pattern.as_ref()?;
        let is_match = pattern.compiled().as_ref().is_ok_and(|compiled| compiled.is_match(string));
        (!is_match).then_some(StringError::Pattern)
    }
}

fn runes(string: &str) -> i64 {
    signed(string.chars().count())
}

/// A rune has one to four bytes; they are counted only where bytes do not tell enough.
fn fewer_runes(string: &str, fewest: i64) -> bool {
    signed(string.len()) < fewest || signed(string.len() / 4) < fewest && runes(string) < fewest
}

fn more_than(count: usize, most: i64) -> bool {
    signed(count) > most
}

/// A length as upstream counts; nothing in memory is longer.
pub(super) fn signed(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

impl List {
    fn allows(&self, items: &[Value]) -> bool {
        let size = signed(items.len());
        self.min_items.is_none_or(|fewest| size >= fewest)
            && self.max_items.is_none_or(|most| size <= most)
            && self.items.as_ref().is_none_or(|node| items.iter().all(|item| node.allows(item)))
            && !(self.unique_items && has_duplicates(items))
    }
}

impl Object {
    fn allows(&self, fields: &Map<String, Value>) -> bool {
        let size = signed(fields.len());
        self.min_properties.is_none_or(|fewest| size >= fewest)
            && self.max_properties.is_none_or(|most| size <= most)
            && self.required_others.iter().all(|name| by_name::field(fields, name).is_some())
            && (self.says_nothing_of_fields() || self.allows_fields(fields))
    }

    fn says_nothing_of_fields(&self) -> bool {
        self.properties.is_empty() && matches!(self.additional, Additional::Anything)
    }

    /// Whether all fields are valid, and all properties there that are required.
    fn allows_fields(&self, fields: &Map<String, Value>) -> bool {
        let (mut next, mut required) = (Next::default(), 0);
        fields.iter().all(|(name, value)| match self.properties.get_next(name, &mut next) {
            Some(property) => {
                required += usize::from(property.is_required);
                property.node.allows(value)
            }
            None => self.additional.allows(value),
        }) && required == self.required_properties
    }
}

impl Additional {
    fn allows(&self, value: &Value) -> bool {
        match self {
            Self::Values(node) => node.allows(value),
            Self::Anything => true,
            Self::Nothing => false,
        }
    }
}
