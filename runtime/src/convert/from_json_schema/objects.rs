//! A choice of objects: one object with the fields of all, and what each branch asks of them.

use std::collections::BTreeSet;

use super::Walk;
use super::choice::{Choice, empty_object};
use super::split::split;
use crate::convert::from_describe::union::{keep_if_telling, raise_required, refuse_others};
use crate::convert::merge::{by_name, is_alike, nested, required};
use crate::path::FieldPath;
use crate::schema::{AdditionalProperties, NestedValueValidation, SchemaNode};

impl Walk<'_, '_> {
    pub(super) fn objects(
        &mut self,
        mut nodes: Vec<SchemaNode>,
        anything_goes: bool,
        choice: Choice,
        path: &FieldPath<'_>,
    ) -> SchemaNode {
        if nodes.len() == 1 && !anything_goes {
            return nodes.pop().unwrap_or_default();
        }
        let mut whole = empty_object();
        if nodes.iter().all(|node| only_name(node).is_some()) {
            let names = nodes.iter().filter_map(only_name).map(required).collect();
            self.join(&mut whole, nodes, path);
            if !anything_goes {
                choice.ask(&mut whole.value_validation, names);
            }
            return whole;
        }
        let mut branches = asked(&mut nodes);
        self.join(&mut whole, nodes, path);
        values_of_tags(&mut whole, &branches);
        if anything_goes {
            return whole;
        }
        raise_required(&mut whole.value_validation.required, &mut branches);
        if let Some(tag) = tag(&branches) {
            keep_if_telling(&mut branches, &tag);
        }
        // A branch that asks for nothing makes the others say nothing.
        if choice == Choice::One || !branches.contains(&NestedValueValidation::default()) {
            choice.ask(&mut whole.value_validation, branches);
        }
        whole
    }

    /// Declares the fields of all nodes in one.
    fn join(&mut self, whole: &mut SchemaNode, nodes: Vec<SchemaNode>, path: &FieldPath<'_>) {
        let below = path.property("properties");
        for mut node in nodes {
            whole.rules.append(&mut node.rules);
            for (name, field) in std::mem::take(&mut node.properties) {
                match whole.properties.get_mut(&name) {
                    Some(known) => self.unite(known, *field, &below.key(&name)),
                    None => drop(whole.properties.insert(name, field)),
                }
            }
            if node.additional_properties == Some(AdditionalProperties::Bool(false)) {
                node.additional_properties = None;
            }
            by_name(whole, node, self.found, path);
        }
    }

    /// Declares a field as two branches do, without what they ask of it.
    fn unite(&mut self, known: &mut SchemaNode, mut other: SchemaNode, path: &FieldPath<'_>) {
        known.description = known.description.take().or(other.description.take());
        known.nullable |= other.nullable;
        if known.type_ != other.type_ || known.int_or_string != other.int_or_string {
            let kind = |node: &SchemaNode| match &node.type_ {
                Some(type_) => type_.name().to_owned(),
                None if node.int_or_string => "int-or-string".to_owned(),
                None => "anything".to_owned(),
            };
            let message = format!(
                "is {} in one variant and {} in another, and one object has both; put `#[preserve_unknown]` on the field, or \
                 rename one of the two",
                kind(known),
                kind(&other)
            );
            return self.forbidden(path, &message);
        }
        let below = path.property("properties");
        for (name, field) in std::mem::take(&mut other.properties) {
            match known.properties.get_mut(&name) {
                Some(known) => self.unite(known, *field, &below.key(&name)),
                None => drop(known.properties.insert(name, field)),
            }
        }
        known.preserve_unknown_fields |= other.preserve_unknown_fields;
        let rest = |node: &SchemaNode| SchemaNode {
            items: node.items.clone(),
            additional_properties: node.additional_properties.clone(),
            list_type: node.list_type,
            ..SchemaNode::default()
        };
        if !is_alike(&rest(known), &rest(&other)) {
            self.forbidden(path, "must be described alike in every variant");
        }
    }
}

/// What each node asks; it stays with a field only where it is the same wherever the field is.
fn asked(nodes: &mut [SchemaNode]) -> Vec<NestedValueValidation> {
    let all: BTreeSet<String> = nodes.iter().flat_map(|node| node.properties.keys().cloned()).collect();
    let differing: Vec<String> =
        all.iter().filter(|name| !is_same_everywhere(nodes, name)).cloned().collect();
    let mut branches = Vec::new();
    for node in nodes {
        let mut branch = nested(std::mem::take(&mut node.value_validation));
        if node.additional_properties == Some(AdditionalProperties::Bool(false)) {
            refuse_others(&mut branch.value_validation, &all, node);
        }
        for name in &differing {
            let Some(of_field) = node.properties.get_mut(name).map(|field| split(field)) else { continue };
            if of_field != NestedValueValidation::default() {
                branch.properties.get_or_insert_default().insert(name.clone(), of_field);
            }
        }
        branches.push(branch);
    }
    branches
}

/// The field, if it is the only one and must be there.
fn only_name(node: &SchemaNode) -> Option<&str> {
    let mut names = node.properties.keys();
    let name = names.next().filter(|_| names.next().is_none())?;
    let validation = &node.value_validation;
    let bare = crate::schema::ValueValidation { required: Vec::new(), ..validation.clone() };
    let is_bare = bare == crate::schema::ValueValidation::default();
    let is_tag = node.properties.values().any(|field| !field.value_validation.enum_.is_empty());
    (validation.required == [name.as_str()] && is_bare && !is_tag).then_some(name)
}

fn is_same_everywhere(nodes: &[SchemaNode], name: &str) -> bool {
    let mut found = nodes.iter().filter_map(|node| node.properties.get(name));
    let Some(first) = found.next() else { return true };
    found.all(|other| is_alike(other, first))
}

/// Where every branch lists the values of a field, they are all that it has.
fn values_of_tags(whole: &mut SchemaNode, branches: &[NestedValueValidation]) {
    for (name, field) in &mut whole.properties {
        let listed = branches
            .iter()
            .map(|branch| Some(&branch.properties.as_ref()?.get(name)?.value_validation.enum_));
        let Some(listed) = listed.collect::<Option<Vec<_>>>() else { continue };
        if listed.iter().any(|values| values.is_empty()) {
            continue;
        }
        for value in listed.into_iter().flatten() {
            if !field.value_validation.enum_.contains(value) {
                field.value_validation.enum_.push(value.clone());
            }
        }
    }
}

/// The field whose value tells the branches apart.
fn tag(branches: &[NestedValueValidation]) -> Option<String> {
    let lists = |branch: &NestedValueValidation, name: &str| {
        let field = branch.properties.as_ref().and_then(|by_name| by_name.get(name));
        field.is_some_and(|field| !field.value_validation.enum_.is_empty())
    };
    let names = branches.first()?.properties.as_ref()?.keys();
    names.into_iter().find(|name| branches.iter().all(|branch| lists(branch, name))).cloned()
}
