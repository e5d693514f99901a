//! From rules on a list or map, whose elements no server pairs, back to the markers below it.
//!
//! Each marker that there could be is lowered by itself, with nothing beside the way to it.

use std::collections::{HashMap, HashSet};

use super::plan::{Placed, node_at};
use super::{Lowering, messages, place};
use crate::estimate;
use crate::path::PathStep;
use crate::schema::{
    AdditionalProperties, KeyMutability, Mutability, NodeKind, Rule, SchemaNode, SchemaType, ValueValidation,
};

/// What is tried in search of the markers below one list or map.
pub(super) struct Below<'b> {
    lowering: Lowering,
    container: &'b SchemaNode,
    /// The rules of the container, by what they say.
    rules: HashMap<&'b str, Vec<&'b Rule>>,
    /// All words in them.
    words: HashSet<&'b str>,
    found: Vec<(Vec<PathStep<'b>>, Marker)>,
}

#[derive(Clone, Copy)]
pub(super) enum Marker {
    Value(Mutability),
    Keys(KeyMutability),
}

impl Marker {
    pub(super) fn put(self, node: &mut SchemaNode) {
        match self {
            Self::Value(mutability) => node.mutability = Some(mutability),
            Self::Keys(mutability) => node.key_mutability = Some(mutability),
        }
    }
}

impl<'b> Below<'b> {
    pub(super) fn new(lowering: Lowering, container: &'b SchemaNode, rules: &[&'b Rule]) -> Self {
        let mut by_text: HashMap<&str, Vec<&Rule>> = HashMap::new();
        for rule in rules {
            by_text.entry(&rule.rule).or_default().push(rule);
        }
        let is_between = |c: char| !c.is_ascii_alphanumeric() && c != '_';
        let words = rules.iter().flat_map(|rule| rule.rule.split(is_between)).collect();
        Self { lowering, container, rules: by_text, words, found: Vec::new() }
    }

    /// The markers of which every rule is there, with the way to each; so many nodes may still be looked at.
    pub(super) fn markers(mut self, left: &mut usize) -> Vec<(Vec<PathStep<'b>>, Marker)> {
        for (step, element) in elements(self.container) {
            self.descend(left, &mut vec![step], element);
        }
        self.found
    }

    /// Tries every marker at a node, and then what is below it.
    fn descend(&mut self, left: &mut usize, steps: &mut Vec<PathStep<'b>>, node: &'b SchemaNode) {
        for mutability in [Mutability::Immutable, Mutability::AddOnly, Mutability::RemoveOnly] {
            if self.is_said(left, steps, node, Marker::Value(mutability)) {
                self.found.push((steps.clone(), Marker::Value(mutability)));
                return;
            }
        }
        if matches!(node.kind(), NodeKind::List(_) | NodeKind::Map(_)) {
            let all = [KeyMutability::Immutable, KeyMutability::AddOnly, KeyMutability::RemoveOnly];
            let said = all.into_iter().find(|keys| self.is_said(left, steps, node, Marker::Keys(*keys)));
            self.found.extend(said.map(|keys| (steps.clone(), Marker::Keys(keys))));
        }
        for (name, member) in node.properties() {
            if !estimate::escaped(name).is_some_and(|spelled| self.words.contains(spelled.as_str())) {
                continue;
            }
            steps.extend([PathStep::Property("properties"), PathStep::Key(name)]);
            self.descend(left, steps, member);
            steps.truncate(steps.len().saturating_sub(2));
        }
        for (step, element) in elements(node) {
            steps.push(step);
            self.descend(left, steps, element);
            steps.pop();
        }
    }

    /// Whether the container has every rule that the marker would be lowered to. Those that keep keys apart are asked for later:
    /// they may stand on another list.
    fn is_said(&self, left: &mut usize, steps: &[PathStep<'_>], node: &SchemaNode, marker: Marker) -> bool {
        const CONTAINER: &str = "c";
        let Some(rest) = left.checked_sub(size(node).saturating_add(steps.len())) else { return false };
        *left = rest;
        let mut container = way(self.container, steps, &[]);
        let Some(node) = node_at(&mut container, steps) else { return false };
        marker.put(node);
        let mut above = SchemaNode { type_: Some(SchemaType::Object), ..SchemaNode::default() };
        above.value_validation.required.push(CONTAINER.to_owned());
        above.properties.insert(CONTAINER.to_owned(), Box::new(container));
        let mut placed = place::plan(&above, self.lowering).into_rules();
        placed.retain(|placed| placed.rule.message.as_deref() == Some(messages::ENTRIES));
        let is_there = |Placed { rule, .. }: &Placed| {
            self.rules.get(rule.rule.as_str()).is_some_and(|alike| alike.contains(&rule))
        };
        !placed.is_empty() && placed.iter().all(is_there)
    }
}

/// The node with nothing below it but what is on the way, the keys of list maps, and all that is at its end.
fn way(node: &SchemaNode, steps: &[PathStep<'_>], keys: &[String]) -> SchemaNode {
    let [step, rest @ ..] = steps else { return node.clone() };
    let mut copy = alone(node);
    for key in keys {
        copy.properties.extend(node.property(key).map(|of_key| (key.clone(), Box::new(of_key.clone()))));
    }
    match (step, rest) {
        (PathStep::Property("items"), rest) => {
            copy.items = node.items().map(|items| Box::new(way(items, rest, &node.list_map_keys)));
        }
        (PathStep::Property("additionalProperties"), rest) => {
            let values = node.map_values().map(|values| Box::new(way(values, rest, &[])));
            copy.additional_properties = values.map(AdditionalProperties::Schema);
        }
        (_, [PathStep::Key(name), rest @ ..]) => {
            let member = node.property(name).map(|member| Box::new(way(member, rest, &[])));
            copy.properties.extend(member.map(|member| ((*name).to_owned(), member)));
        }
        _ => {}
    }
    copy
}

/// What decides how rules reach through the node.
fn alone(node: &SchemaNode) -> SchemaNode {
    let of_node = &node.value_validation;
    let value_validation = ValueValidation {
        max_items: of_node.max_items,
        min_items: of_node.min_items,
        max_properties: of_node.max_properties,
        min_properties: of_node.min_properties,
        ..ValueValidation::default()
    };
    SchemaNode {
        type_: node.type_.clone(),
        nullable: node.nullable,
        preserve_unknown_fields: node.preserve_unknown_fields,
        embedded_resource: node.embedded_resource,
        int_or_string: node.int_or_string,
        list_map_keys: node.list_map_keys.clone(),
        list_type: node.list_type,
        map_type: node.map_type,
        value_validation,
        ..SchemaNode::default()
    }
}

fn elements(node: &SchemaNode) -> impl Iterator<Item = (PathStep<'static>, &SchemaNode)> {
    let items = node.items().map(|items| (PathStep::Property("items"), items));
    let values = node.map_values().map(|values| (PathStep::Property("additionalProperties"), values));
    items.into_iter().chain(values)
}

fn size(node: &SchemaNode) -> usize {
    let below = node.properties().map(|(_, member)| member).chain(node.items()).chain(node.map_values());
    below.map(size).fold(1, usize::saturating_add)
}
