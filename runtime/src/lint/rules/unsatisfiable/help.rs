//! Why keywords leave no value, and what to write instead.

use serde_json::Value;

use super::Claims;
use super::core::Core;
use crate::schema::{AdditionalProperties, ListType, SchemaType};

/// Why there is no value.
pub(super) fn reason(core: &Core, claims: &Claims<'_>) -> String {
    let node = claims.node;
    if let Some(name) = core.required.first().filter(|_| core.keywords.is_empty()) {
        return if node.additional_properties() == Some(&AdditionalProperties::Bool(false)) {
            format!("{name:?} is required, and `additionalProperties: false` refuses it")
        } else {
            format!("{name:?} is required, and is dropped from every object, since it is not declared")
        };
    }
    if core.has("maxProperties") && !core.has("minProperties") {
        return format!("{} is less than the fields that are always there", all(core));
    }
    if core.has("minProperties") && !core.has("maxProperties") {
        return format!(
            "{} is more than the properties that are declared, and others are dropped",
            all(core)
        );
    }
    if core.has("minItems") && !core.has("maxItems") && node.list_type().is_some() {
        return format!("{} is more than there are different items", all(core));
    }
    let kind = match node.schema_type() {
        _ if node.is_int_or_string() => " of type integer or string".to_owned(),
        Some(of_type) => format!(" of type {of_type}"),
        None => String::new(),
    };
    let parts = parts(core);
    let verb = if parts.len() == 1 { "leaves" } else { "leave" };
    format!("{} {verb} none{kind}", joined(&parts))
}

/// The keywords, as they are written.
fn all(core: &Core) -> String {
    joined(&core.keywords.iter().map(written).collect::<Vec<_>>())
}

/// The keywords, and what else is to blame.
fn parts(core: &Core) -> Vec<String> {
    let above = core.needs_above.then(|| "what a nested validation above says of it".to_owned());
    let required = (!core.required.is_empty()).then(|| "`required`".to_owned());
    core.keywords.iter().map(written).chain(required).chain(above).collect()
}

fn joined(parts: &[String]) -> String {
    match parts.split_last() {
        Some((last, first)) if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => parts.concat(),
    }
}

fn written((name, value): &(&str, Value)) -> String {
    match value {
        Value::Null => format!("`{name}`"),
        Value::Array(values) if values.len() > 3 => format!("`{name}` of {} values", values.len()),
        // Whole numbers without a fraction of zero.
        Value::Number(number) => match number.as_f64().filter(|float| float.abs() < 1e15) {
            Some(float) => format!("`{name}: {float}`"),
            None => format!("`{name}: {number}`"),
        },
        value => format!("`{name}: {value}`"),
    }
}

/// What to write instead.
pub(super) fn of(core: &Core, claims: &Claims<'_>) -> String {
    of_fields(core, claims)
        .or_else(|| of_numbers(core, claims))
        .or_else(|| of_list(core, claims))
        .unwrap_or_else(|| match parts(core).len() {
            0 | 1 => "leave it out, or change it so that there are values".to_owned(),
            _ => "change one of them".to_owned(),
        })
}

fn of_fields(core: &Core, claims: &Claims<'_>) -> Option<String> {
    if let Some(name) = core.required.first().filter(|_| core.keywords.is_empty()) {
        return Some(format!("declare {name:?} under `properties`, or do not require it"));
    }
    if core.has("maxProperties") && !core.has("minProperties") {
        let meta = if claims.is_resource { "; `apiVersion`, `kind` and `metadata` count, too" } else { "" };
        return Some(format!("raise the limit, or require fewer properties{meta}"));
    }
    let is_closed = core.has("minProperties") && !core.has("maxProperties");
    is_closed.then(|| {
        "declare the fields under `properties`, describe them with `additionalProperties`, or keep them with \
         `x-kubernetes-preserve-unknown-fields: true`"
            .to_owned()
    })
}

const BOUNDS: [&str; 3] = ["minimum", "maximum", "multipleOf"];

fn of_numbers(core: &Core, claims: &Claims<'_>) -> Option<String> {
    let bounds = BOUNDS.iter().filter_map(|name| Some((*name, core.said(name)?.as_f64()?)));
    let bounds: Vec<_> = bounds.collect();
    let &[(name, bound)] = bounds.as_slice() else { return None };
    if name == "multipleOf" && bound <= 0.0 {
        return Some("write a number above 0".to_owned());
    }
    match core.said("format").and_then(Value::as_str) {
        Some("int32") => {
            return Some(
                "write `format: int64`, or a bound from -2147483648 to 2147483647, the range of int32"
                    .to_owned(),
            );
        }
        Some("float") => return Some("write `format: double`, or a bound that a float can hold".to_owned()),
        _ => {}
    }
    let is_integer = claims.node.schema_type() == Some(&SchemaType::Integer) && parts(core).len() == 1;
    is_integer.then(|| whole(name, bound)).flatten()
}

/// Integers have bounds that are integers.
fn whole(name: &str, bound: f64) -> Option<String> {
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    if !(-LIMIT..LIMIT).contains(&bound) {
        return Some("write a bound that an int64 can hold, or leave it out".to_owned());
    }
    let inside = match name {
        _ if bound.fract() == 0.0 => return None,
        "minimum" => bound.ceil(),
        "maximum" => bound.floor(),
        _ => return Some("write a whole number, or `type: number`".to_owned()),
    };
    Some(format!("the bound of an integer is a whole number: write `{name}: {inside}`"))
}

fn of_list(core: &Core, claims: &Claims<'_>) -> Option<String> {
    if core.has("minItems") && !core.has("maxItems") {
        let keyword = match claims.node.list_type() {
            Some(ListType::Map) => "allow more keys",
            _ => "allow more values of the items",
        };
        return Some(format!("lower `minItems`, or {keyword}"));
    }
    let values = core.said("enum").filter(|_| core.keywords.len() == 1)?.as_array()?;
    let name = claims.node.schema_type()?.name();
    let quoted = name == "string" && values.iter().any(|value| value.is_boolean() || value.is_number());
    Some(if quoted {
        "put the values in quotes: YAML reads `yes`, `on` and `1.0` as other types than strings".to_owned()
    } else {
        format!("list values of type {name} that the other keywords allow")
    })
}
