//! Value validations as expressions of CEL.
//!
//! It recurs as deep as the validations, which the structural schema bounds.

use std::fmt::Write as _;

use serde_json::Value;

use crate::declared::escaped;
use crate::schema::{NestedValueValidation, SchemaNode, SchemaType, ValueValidation};

/// An expression, or the word that has none.
type Expression = Result<String, &'static str>;

/// What all of the validation asks of the subject.
pub(super) fn nested(subject: &str, asked: &NestedValueValidation, node: Option<&SchemaNode>) -> Expression {
    let mut all = terms(subject, &asked.value_validation, node)?;
    if asked.items.is_some() {
        return Err("items");
    }
    for (name, property) in asked.properties.iter().flatten() {
        let below = format!("{subject}.{}", field(name)?);
        let inner = nested(&below, property, node.and_then(|node| node.property(name)))?;
        if inner != "true" {
            let is_there = asked.value_validation.required.contains(name)
                || node.is_some_and(|node| node.value_validation.required.contains(name));
            all.push(if is_there { inner } else { format!("(!has({below}) || {inner})") });
        }
    }
    Ok(all_of(all))
}

pub(super) fn validation(subject: &str, asked: &ValueValidation, node: Option<&SchemaNode>) -> Expression {
    Ok(all_of(terms(subject, asked, node)?))
}

/// Exactly one of the branches: what the tag names, where one does; otherwise the branches that hold are counted.
pub(super) fn one_of(
    subject: &str,
    branches: &[NestedValueValidation],
    node: Option<&SchemaNode>,
) -> Expression {
    if let Some(tag) = tag(branches, node) {
        let mut string = String::new();
        for branch in branches {
            let (value, rest) = without_tag(branch, &tag);
            let inner = nested(subject, &rest, node)?;
            if inner != "true" {
                let (tag, value) = (field(&tag)?, literal(&value)?);
                let _ = write!(string, "{subject}.{tag} == {value} ? {inner} : ");
            }
        }
        return Ok(format!("{string}true"));
    }
    let counted =
        branches.iter().map(|branch| nested(subject, branch, node).map(|holds| format!("({holds} ? 1 : 0)")));
    Ok(format!("{} == 1", counted.collect::<Result<Vec<_>, _>>()?.join(" + ")))
}

/// The required field of which each branch names one value that no other one has.
fn tag(branches: &[NestedValueValidation], node: Option<&SchemaNode>) -> Option<String> {
    let required = &node?.value_validation.required;
    let value = |branch: &NestedValueValidation, name: &str| {
        let values = &branch.properties.as_ref()?.get(name)?.value_validation.enum_;
        (values.len() == 1).then(|| values.first().cloned())?
    };
    let tells = |name: &&String| {
        let values: Option<Vec<Value>> = branches.iter().map(|branch| value(branch, name)).collect();
        values.is_some_and(|values| {
            values
                .iter()
                .enumerate()
                .all(|(at, value)| !values.iter().skip(at + 1).any(|other| other == value))
        })
    };
    required.iter().find(tells).cloned()
}

fn without_tag(branch: &NestedValueValidation, tag: &str) -> (Value, NestedValueValidation) {
    let mut rest = branch.clone();
    let field = rest.properties.as_mut().and_then(|fields| fields.remove(tag));
    let value = field.and_then(|field| field.value_validation.enum_.into_iter().next());
    (value.unwrap_or_default(), rest)
}

fn terms(
    subject: &str,
    asked: &ValueValidation,
    node: Option<&SchemaNode>,
) -> Result<Vec<String>, &'static str> {
    refuse_wordless(asked)?;
    let mut all = Vec::new();
    for name in &asked.required {
        all.push(format!("has({subject}.{})", field(name)?));
    }
    bounds(subject, asked, node, &mut all);
    match asked.enum_.as_slice() {
        [] => {}
        [one] => all.push(format!("{subject} == {}", literal(one)?)),
        values => {
            let values = values.iter().map(literal).collect::<Result<Vec<_>, _>>()?;
            all.push(format!("{subject} in [{}]", values.join(", ")));
        }
    }
    if let Some(pattern) = &asked.pattern {
        all.push(format!("{subject}.matches({})", quoted(pattern)));
    }
    for part in &asked.all_of {
        all.push(nested(subject, part, node)?);
    }
    let any = asked.any_of.validations().iter().map(|part| nested(subject, part, node));
    match any.collect::<Result<Vec<_>, _>>()?.as_slice() {
        [] => {}
        any => all.push(format!("({})", any.join(" || "))),
    }
    if !asked.one_of.is_empty() {
        all.push(format!("({})", one_of(subject, &asked.one_of, node)?));
    }
    if let Some(not) = &asked.not {
        all.push(format!("!({})", nested(subject, not, node)?));
    }
    all.retain(|term| term != "true");
    Ok(all)
}

fn bounds(subject: &str, asked: &ValueValidation, node: Option<&SchemaNode>, all: &mut Vec<String>) {
    let is_integer = node.is_some_and(|node| node.type_ == Some(SchemaType::Integer));
    let numbers = [
        (asked.minimum, if asked.exclusive_minimum { ">" } else { ">=" }),
        (asked.maximum, if asked.exclusive_maximum { "<" } else { "<=" }),
    ];
    for (bound, operator) in numbers {
        let Some(bound) = bound else { continue };
        let bound =
            if is_integer && bound.fract() == 0.0 { format!("{bound:.0}") } else { format!("{bound:?}") };
        all.push(format!("{subject} {operator} {bound}"));
    }
    let sizes = [(asked.min_length.or(asked.min_items), ">="), (asked.max_length.or(asked.max_items), "<=")];
    for (size, operator) in sizes {
        if let Some(size) = size {
            all.push(format!("size({subject}) {operator} {size}"));
        }
    }
}

fn refuse_wordless(asked: &ValueValidation) -> Result<(), &'static str> {
    let said = [
        (asked.format.is_some(), "format"),
        (asked.multiple_of.is_some(), "multipleOf"),
        (asked.min_properties.is_some(), "minProperties"),
        (asked.max_properties.is_some(), "maxProperties"),
    ];
    said.into_iter().find(|(said, _)| *said).map_or(Ok(()), |(_, word)| Err(word))
}

fn all_of(mut terms: Vec<String>) -> String {
    match terms.len() {
        0 => "true".to_owned(),
        1 => terms.pop().unwrap_or_default(),
        _ => format!("({})", terms.join(" && ")),
    }
}

fn field(name: &str) -> Result<String, &'static str> {
    escaped(name).ok_or("a field that CEL cannot name")
}

fn literal(value: &Value) -> Expression {
    match value {
        Value::String(string) => Ok(quoted(string)),
        Value::Bool(_) | Value::Number(_) => Ok(value.to_string()),
        _ => Err("enum"),
    }
}

fn quoted(string: &str) -> String {
    let mut quoted = String::from("'");
    for character in string.chars() {
        match character {
            '\\' | '\'' => quoted.extend(['\\', character]),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            other => quoted.push(other),
        }
    }
    quoted.push('\'');
    quoted
}
