//! What the values of enums are for, as lists in descriptions.

use serde_json::Value;

use super::words::value;
use super::{Descriptions, Interpreter};
use crate::describe::{Facet, Literal, PossibleValue, Shape, Tagging, TypeDesc, UnionDesc};
use crate::schema::SchemaNode;

impl Interpreter<'_> {
    /// Lists the values of an enum behind `description`, or behind the type's own description where that is empty.
    pub(super) fn possible_values(&self, node: &mut SchemaNode, desc: &TypeDesc, description: &str) {
        let Some((values, owner)) = (self.descriptions == Descriptions::Kept).then(|| listed(desc)).flatten()
        else {
            return;
        };
        let description = if description.trim().is_empty() { described(desc) } else { description };
        match owner.shape {
            Shape::Union(UnionDesc {
                tagging: Tagging::Internal(tag) | Tagging::Adjacent { tag, .. },
                variants,
                ..
            }) => {
                let text_of = |value: &PossibleValue| {
                    let Literal::String(name) = value.value else { return value.description };
                    let variant = variants.iter().find(|variant| variant.name == name);
                    or_of_content(value.description, variant.and_then(|variant| variant.content))
                };
                let entries = values.iter().map(|value| (Some(named(value.value)), text_of(value)));
                if let Some(tag) = node.properties.get_mut(tag) {
                    tag.description = behind("", entries);
                }
            }
            // Nothing in JSON names the variant.
            Shape::Union(UnionDesc { variants, .. }) => {
                let described = values.iter().zip(variants);
                let described =
                    described.map(|(value, variant)| or_of_content(value.description, variant.content));
                let entries = described
                    .filter(|description| !description.trim().is_empty())
                    .map(|description| (None, description));
                node.description = behind(description, entries);
            }
            _ => {
                let allowed = values.iter().filter(|value| allows(node, value.value));
                node.description =
                    behind(description, allowed.map(|value| (Some(named(value.value)), value.description)));
            }
        }
    }
}

/// The list of the type or of what it is written as, and the type that has it.
fn listed(desc: &TypeDesc) -> Option<(&'static [PossibleValue], &TypeDesc)> {
    let own = desc.facets.iter().find_map(|facet| match *facet {
        Facet::PossibleValues(values) => Some((values, desc)),
        _ => None,
    });
    own.or_else(|| listed(below(desc)?))
}

/// The description of the type, or of what it is written as.
fn described(desc: &TypeDesc) -> &'static str {
    let own = desc.facets.iter().rev().find_map(|facet| match *facet {
        Facet::Description(description) => Some(description),
        _ => None,
    });
    own.or_else(|| below(desc).map(described)).unwrap_or_default()
}

fn below(desc: &TypeDesc) -> Option<&'static TypeDesc> {
    match desc.shape {
        Shape::Optional(inner) | Shape::Transparent(inner) | Shape::Newtype(inner) => Some(inner),
        _ => None,
    }
}

/// The description of a variant, or the first paragraph of that of its content.
fn or_of_content(description: &'static str, content: Option<&'static TypeDesc>) -> &'static str {
    if description.trim().is_empty() {
        let described = content.map(described).unwrap_or_default().trim();
        described.split("\n\n").next().unwrap_or_default()
    } else {
        description
    }
}

/// Whether the value is in every `enum` of the node: a field may narrow that of its type.
fn allows(node: &SchemaNode, literal: Literal) -> bool {
    let value = value(literal);
    let validation = &node.value_validation;
    let others = validation.all_of.iter().map(|part| &part.value_validation.enum_);
    let has = |values: &Vec<Value>| values.is_empty() || values.contains(&value);
    others.chain([&validation.enum_]).all(has)
}

fn named(literal: Literal) -> String {
    match literal {
        Literal::String(name) => name.to_owned(),
        other => value(other).to_string(),
    }
}

/// The description, and behind it a list of values, if one of them has a description.
fn behind<'t>(description: &str, entries: impl Iterator<Item = (Option<String>, &'t str)>) -> Option<String> {
    let (mut list, mut is_described) = (String::from("Possible values:"), false);
    for (name, description) in entries {
        let description = description.trim();
        let name = name.map(|name| format!("`{name}`")).unwrap_or_default();
        let between = if name.is_empty() || description.is_empty() { "" } else { ": " };
        list.extend(["\n- ", &name, between, &indented(description)]);
        is_described |= !description.is_empty();
    }
    let description = description.trim();
    match (description, is_described) {
        ("", true) => Some(list),
        (description, true) => Some(format!("{description}\n\n{list}")),
        ("", false) => None,
        (description, false) => Some(description.to_owned()),
    }
}

/// Further lines stand below the first one.
fn indented(description: &str) -> String {
    let lines = description.lines().enumerate().map(|(at, line)| match (at, line) {
        (0, _) | (_, "") => line.to_owned(),
        _ => format!("  {line}"),
    });
    lines.collect::<Vec<_>>().join("\n")
}
