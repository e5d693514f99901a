//! The words of a description as those of a schema.

use serde_json::Value;

use crate::describe::{KeyMutabilityDesc, ListTypeDesc, Literal, MapTypeDesc, MutabilityDesc, RuleDesc};
use crate::schema::{KeyMutability, ListType, MapType, Mutability, Rule};

pub(super) fn value(literal: Literal) -> Value {
    match literal {
        Literal::Null => Value::Null,
        Literal::Bool(value) => value.into(),
        Literal::Integer(number) => number.into(),
        Literal::Number(number) => number.into(),
        Literal::String(string) => string.into(),
        Literal::List(items) => items.iter().copied().map(value).collect(),
        Literal::Object(by_name) => {
            by_name.iter().map(|&(name, field)| (name.to_owned(), value(field))).collect()
        }
    }
}

pub(super) fn rule_of(rule: RuleDesc) -> Rule {
    let string = |string: &str| Some(string.to_owned()).filter(|string| !string.is_empty());
    Rule {
        rule: rule.rule.to_owned(),
        message: string(rule.message),
        message_expression: string(rule.message_expression),
        reason: string(rule.reason),
        field_path: string(rule.field_path),
        optional_old_self: rule.optional_old_self.then_some(true),
    }
}

pub(super) fn list_type_of(list_type: ListTypeDesc) -> ListType {
    match list_type {
        ListTypeDesc::Atomic => ListType::Atomic,
        ListTypeDesc::Map => ListType::Map,
        ListTypeDesc::Set => ListType::Set,
    }
}

pub(super) fn map_type_of(map_type: MapTypeDesc) -> MapType {
    match map_type {
        MapTypeDesc::Atomic => MapType::Atomic,
        MapTypeDesc::Granular => MapType::Granular,
    }
}

pub(super) fn mutability_of(mutability: MutabilityDesc) -> Mutability {
    match mutability {
        MutabilityDesc::AddOnly => Mutability::AddOnly,
        MutabilityDesc::Immutable => Mutability::Immutable,
        MutabilityDesc::RemoveOnly => Mutability::RemoveOnly,
    }
}

pub(super) fn key_mutability_of(mutability: KeyMutabilityDesc) -> KeyMutability {
    match mutability {
        KeyMutabilityDesc::AddOnly => KeyMutability::AddOnly,
        KeyMutabilityDesc::Immutable => KeyMutability::Immutable,
        KeyMutabilityDesc::RemoveOnly => KeyMutability::RemoveOnly,
    }
}
