//! What the lowered rules cost, as the server estimates it.
//!
//! Source: `apiserver pkg/cel/limits.go`, `pkg/apiserver/schema/cel/maxlength.go`, cel-go `checker/cost.go`.
//! Only the rules that lowering writes; what rules of the user cost is not known here.

use crate::schema::{SchemaNode, SchemaType};

/// What all rules of one schema may be estimated at.
pub(super) const SCHEMA_LIMIT: u64 = 100_000_000;
/// What one evaluation may cost, as the estimate bounds it.
pub(super) const RULE_TARGET: u64 = 1_000_000;
/// What all evaluations for one object may cost.
pub(super) const OBJECT_TARGET: u64 = 10_000_000;

/// The bytes of the largest request less its two outermost ones.
const REQUEST: u64 = 3_145_726;

/// `self == oldSelf`.
pub(super) fn value(node: &SchemaNode) -> u64 {
    compared_size(node).div_ceil(10).saturating_add(2)
}

/// A presence rule on a chain of `links`.
pub(super) fn presence(links: usize) -> u64 {
    let links = u64::try_from(links).unwrap_or(u64::MAX);
    links.saturating_mul(links.saturating_add(1)).saturating_add(1)
}

/// A key presence rule on a chain of `links`.
pub(super) fn key_presence(links: usize) -> u64 {
    let size = u64::try_from(links).unwrap_or(u64::MAX).saturating_add(3);
    presence(links).saturating_add(size)
}

/// A rule on the length of a list.
pub(super) const LIST_KEYS: u64 = 5;

/// A rule on the keys of a map.
pub(super) fn map_keys(node: &SchemaNode) -> u64 {
    entries(node).saturating_mul(6).saturating_add(2)
}

/// How many units the server compares; it does not look inside of structs and items.
fn compared_size(node: &SchemaNode) -> u64 {
    if node.int_or_string {
        // Servers before 1.34 ignore a bound.
        return REQUEST;
    }
    match &node.type_ {
        Some(SchemaType::String) => text_size(node),
        Some(SchemaType::Array) => items(node),
        Some(SchemaType::Object) if node.map_values().is_some() => entries(node),
        _ => 0,
    }
}

fn text_size(node: &SchemaNode) -> u64 {
    let validation = &node.value_validation;
    let limit = validation.max_length.map(bound);
    match validation.format.as_deref() {
        Some("date-time" | "duration") => return 32,
        Some("date") => return 12,
        Some("byte") => return limit.unwrap_or(REQUEST),
        _ => {}
    }
    let longest = validation.enum_.iter().filter_map(|value| Some(value.as_str()?.len())).max();
    let longest = longest.and_then(|length| u64::try_from(length).ok());
    limit.map(|limit| limit.saturating_mul(4)).or(longest).unwrap_or(REQUEST)
}

fn items(node: &SchemaNode) -> u64 {
    let most = node.value_validation.max_items.map(bound);
    most.unwrap_or_else(|| REQUEST / node.items().map_or(0, smallest).saturating_add(1))
}

fn entries(node: &SchemaNode) -> u64 {
    let most = node.value_validation.max_properties.map(bound);
    most.unwrap_or_else(|| REQUEST / node.map_values().map_or(0, smallest).saturating_add(6))
}

fn bound(limit: i64) -> u64 {
    u64::try_from(limit).unwrap_or(0)
}

/// The bytes of the smallest value.
fn smallest(node: &SchemaNode) -> u64 {
    if node.int_or_string {
        return 1;
    }
    match (&node.type_, node.value_validation.format.as_deref()) {
        (Some(SchemaType::Boolean), _) => 4,
        (Some(SchemaType::Integer | SchemaType::Number), _) => 1,
        (Some(SchemaType::String), Some("duration")) => 3,
        (Some(SchemaType::String), Some("date")) => 12,
        (Some(SchemaType::String), Some("date-time")) => 21,
        (Some(SchemaType::Object), _) => smallest_struct(node),
        _ => 2,
    }
}

fn smallest_struct(node: &SchemaNode) -> u64 {
    let required = &node.value_validation.required;
    let needed = node.properties().filter(|(name, member)| {
        member.default.is_none() && required.iter().any(|required| required == name)
    });
    needed.fold(2, |sum: u64, (name, member)| {
        let name = u64::try_from(name.len()).unwrap_or(u64::MAX);
        sum.saturating_add(name).saturating_add(smallest(member)).saturating_add(4)
    })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::schema::{SchemaNode, StructuralSchema};
    use crate::wire::JsonSchemaProps;

    fn cost(schema: &Value, of: impl Fn(&SchemaNode) -> u64) -> u64 {
        let props = json!({"type": "object", "properties": {"f": schema}});
        let props: JsonSchemaProps = serde_json::from_value(props).expect("a schema");
        let schema = StructuralSchema::try_from(&props).expect("structural");
        of(schema.root().property("f").expect("declared"))
    }

    /// What `cel.Compile` of Kubernetes 1.37.2 answers for `self == oldSelf`.
    #[test]
    fn values_cost_what_the_server_says() {
        let table = [
            (json!({"type": "string"}), 314_575),
            (json!({"type": "string", "maxLength": 63}), 28),
            (json!({"type": "string", "enum": ["abc", "defghijklmnopq"]}), 4),
            (json!({"type": "string", "format": "byte"}), 314_575),
            (json!({"type": "string", "format": "byte", "maxLength": 30}), 5),
            (json!({"type": "string", "format": "date-time"}), 6),
            (json!({"type": "string", "format": "date"}), 4),
            (json!({"type": "string", "format": "duration"}), 6),
            (json!({"type": "integer"}), 2),
            (json!({"type": "boolean"}), 2),
            (json!({"x-kubernetes-int-or-string": true}), 314_575),
            (json!({"type": "array", "items": {"type": "string"}}), 104_860),
            (json!({"type": "array", "maxItems": 30, "items": {"type": "string"}}), 5),
            (json!({"type": "object", "properties": {"a": {"type": "string"}}}), 2),
            (json!({"type": "object", "additionalProperties": {"type": "string"}}), 39_324),
        ];
        for (schema, expected) in table {
            assert_eq!(cost(&schema, super::value), expected, "{schema}");
        }
    }

    /// The same for `oldSelf.all(x1, x1 in self)`.
    #[test]
    fn keys_cost_what_the_server_says() {
        let table = [
            (json!({"type": "string"}), 2_359_292),
            (json!({"type": "integer"}), 2_696_336),
            (json!({"type": "boolean"}), 1_887_434),
            (json!({"type": "string", "format": "date-time"}), 699_050),
            (
                json!({"type": "object", "required": ["abc"], "properties": {"abc": {"type": "string"}}}),
                1_110_254,
            ),
        ];
        for (values, expected) in table {
            let schema = json!({"type": "object", "additionalProperties": values});
            assert_eq!(cost(&schema, super::map_keys), expected, "{schema}");
        }
        let bounded =
            json!({"type": "object", "maxProperties": 100, "additionalProperties": {"type": "boolean"}});
        assert_eq!(cost(&bounded, super::map_keys), 602);
        assert_eq!((super::presence(1), super::key_presence(1)), (3, 7));
    }
}
