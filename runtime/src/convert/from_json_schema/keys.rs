//! Maps whose keys are asked for: `patternProperties` and `propertyNames` become a rule of the map, for a CRD has no word.
//!
//! CEL counts the characters of a string as `maxLength` does, and `matches` searches as `pattern` does.
//!
//! Source: schemars writes `patternProperties` for keys that are integers or have a pattern.

use serde_json::{Map, Value};

use super::Walk;
// CEL reads every escape that Go writes.
use crate::go_text::quoted;
use crate::path::FieldPath;
use crate::schema::{AdditionalProperties, Rule, SchemaNode, SchemaType};

/// The words of `propertyNames` that a rule can say, or that say nothing of a key.
const OF_NAMES: [&str; 7] = ["type", "pattern", "minLength", "maxLength", "enum", "title", "description"];

/// Whether the schema asks something of its keys.
pub(super) fn asks(schema: &Map<String, Value>) -> bool {
    schema.contains_key("patternProperties") || schema.contains_key("propertyNames")
}

impl<'d> Walk<'d, '_> {
    /// A map of values that all look alike, and what is asked of its keys.
    pub(super) fn map(
        &mut self,
        node: &mut SchemaNode,
        schema: &'d Map<String, Value>,
        path: &FieldPath<'_>,
    ) {
        let Some(values) = values(schema) else {
            let message = "has values of several types by the names of fields, and a structural schema has one for all; put \
                        `#[preserve_unknown]` here";
            return self.forbidden(path, message);
        };
        let Some(conditions) = conditions(schema) else {
            let message = "asks of names what no rule says; write the field's type with `#[crd(with = Type)]`, or \
                        `#[preserve_unknown]`";
            return self.forbidden(path, message);
        };
        let values = self.node(values, &path.property("additionalProperties"));
        if !conditions.is_empty() && !is_known_to_cel(&values) {
            let message = "asks of the names of values that may be anything, which no rule can; write the field's type with \
                        `#[crd(with = Type)]`";
            return self.forbidden(path, message);
        }
        node.additional_properties = Some(AdditionalProperties::Schema(Box::new(values)));
        if !conditions.is_empty() {
            let (tests, words): (Vec<_>, Vec<_>) = conditions.into_iter().unzip();
            let rule = Rule::new(format!("self.all(key, {})", tests.join(" && ")));
            node.rules.push(rule.message(format!("keys {}", words.join(" and "))));
        }
    }
}

/// Whether CEL has a type for the node; a rule of what holds another one is refused.
///
/// Source: `SchemaDeclType` of `k8s.io/apiserver/pkg/cel/common/schemas.go`.
fn is_known_to_cel(node: &SchemaNode) -> bool {
    match (&node.type_, &node.items, &node.additional_properties) {
        (None, ..) => node.int_or_string,
        (Some(SchemaType::Array), Some(items), _) => is_known_to_cel(items),
        (_, _, Some(AdditionalProperties::Schema(values))) => is_known_to_cel(values),
        _ => true,
    }
}

/// The one schema of all values.
fn values(schema: &Map<String, Value>) -> Option<&Value> {
    const ANYTHING: &Value = &Value::Bool(true);
    let by_name = |word| schema.get(word).and_then(Value::as_object).into_iter().flat_map(Map::values);
    let rest = Some(schema.get("additionalProperties").unwrap_or(ANYTHING));
    let rest = rest.filter(|rest| **rest != Value::Bool(false));
    let mut values = by_name("patternProperties").chain(by_name("properties")).chain(rest);
    let first = values.next()?;
    values.all(|other| other == first).then_some(first)
}

/// What each key must be, for CEL and for readers; `None`, if a rule cannot say it.
fn conditions(schema: &Map<String, Value>) -> Option<Vec<(String, String)>> {
    let mut conditions = Vec::new();
    let closed = schema.get("additionalProperties") == Some(&Value::Bool(false));
    conditions.extend(closed.then(|| one_of_the_known(schema)));
    match schema.get("propertyNames") {
        None | Some(Value::Bool(true)) => {}
        Some(Value::Object(names)) => {
            if !names.keys().all(|word| OF_NAMES.contains(&word.as_str())) {
                return None;
            }
            of_names(names, &mut conditions)?;
        }
        Some(_) => return None,
    }
    Some(conditions)
}

/// A key is declared, or has one of the patterns.
fn one_of_the_known(schema: &Map<String, Value>) -> (String, String) {
    let names = |word| schema.get(word).and_then(Value::as_object).into_iter().flat_map(Map::keys);
    let declared: Vec<_> = names("properties").map(|name| quoted(name)).collect();
    let patterns: Vec<_> = names("patternProperties").map(|pattern| quoted(pattern)).collect();
    let list = (!declared.is_empty()).then(|| declared.join(", "));
    let mut tests: Vec<_> = list.iter().map(|list| format!("key in [{list}]")).collect();
    let mut words: Vec<_> = list.iter().map(|list| format!("be one of {list}")).collect();
    tests.extend(patterns.iter().map(|pattern| format!("key.matches({pattern})")));
    words.extend(patterns.iter().map(|pattern| format!("match {pattern}")));
    let test = tests.join(" || ");
    let test = if tests.len() > 1 { format!("({test})") } else { test };
    (test, format!("must {}", words.join(" or ")))
}

fn of_names(names: &Map<String, Value>, conditions: &mut Vec<(String, String)>) -> Option<()> {
    if let Some(low) = names.get("minLength") {
        let low = low.as_u64()?;
        conditions.push((format!("key.size() >= {low}"), format!("must have at least {low} characters")));
    }
    if let Some(high) = names.get("maxLength") {
        let high = high.as_u64()?;
        conditions.push((format!("key.size() <= {high}"), format!("must have at most {high} characters")));
    }
    if let Some(pattern) = names.get("pattern") {
        let quoted = quoted(pattern.as_str()?);
        conditions.push((format!("key.matches({quoted})"), format!("must match {quoted}")));
    }
    if let Some(listed) = names.get("enum") {
        let names = listed.as_array()?.iter().map(|name| name.as_str().map(quoted));
        let list = names.collect::<Option<Vec<_>>>()?.join(", ");
        conditions.push((format!("key in [{list}]"), format!("must be one of {list}")));
    }
    Some(())
}
