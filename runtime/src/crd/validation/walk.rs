//! Every schema below a schema, whatever the keyword.
//!
//! Source: `pkg/apis/apiextensions/validation/validation.go`, `SchemaHas`.
//!
//! Knows nothing of: what is looked for.

use crate::path::FieldPath;
use crate::wire::{JsonSchemaProps, SchemaOrArray, SchemaOrBool, SchemaOrStrings};

/// Whether the predicate holds for the schema or for one below it.
pub(super) fn any(props: &JsonSchemaProps, holds: &dyn Fn(&JsonSchemaProps) -> bool) -> bool {
    holds(props) || children(props).into_iter().any(|(_, child)| any(child, holds))
}

/// Visits the schema and all below it, in upstream's order, properties sorted by name.
pub(super) fn visit<'p>(
    props: &'p JsonSchemaProps,
    path: &FieldPath<'_>,
    visit_node: &mut dyn FnMut(&'p JsonSchemaProps, &FieldPath<'_>),
) {
    visit_node(props, path);
    for (place, child) in children(props) {
        match place {
            Place::Field(keyword) => visit(child, &path.property(keyword), visit_node),
            Place::Item(keyword, index) => visit(child, &path.property(keyword).index(index), visit_node),
            Place::Entry(keyword, key) => visit(child, &path.property(keyword).key(key), visit_node),
        }
    }
}

/// Where a schema stands in the one above it.
#[derive(Clone, Copy)]
enum Place<'p> {
    Field(&'static str),
    Item(&'static str, usize),
    Entry(&'static str, &'p str),
}

type Children<'p> = Vec<(Place<'p>, &'p JsonSchemaProps)>;

fn children(props: &JsonSchemaProps) -> Children<'_> {
    let mut found = Children::new();
    match &props.items {
        Some(SchemaOrArray::Schema(items)) => found.push((Place::Field("items"), items)),
        Some(SchemaOrArray::List(items)) => add_list("items", items, &mut found),
        _ => {}
    }
    let junctors = [("allOf", &props.all_of), ("anyOf", &props.any_of), ("oneOf", &props.one_of)];
    for (keyword, branches) in junctors {
        add_list(keyword, branches.as_deref().unwrap_or_default(), &mut found);
    }
    found.extend(props.not.as_deref().map(|not| (Place::Field("not"), not)));
    for (name, property) in props.properties.iter().flatten() {
        found.push((Place::Entry("properties", name), property));
    }
    add_schema("additionalProperties", props.additional_properties.as_ref(), &mut found);
    for (pattern, property) in props.pattern_properties.iter().flatten() {
        found.push((Place::Entry("patternProperties", pattern), property));
    }
    add_schema("additionalItems", props.additional_items.as_ref(), &mut found);
    for (name, definition) in props.definitions.iter().flatten() {
        found.push((Place::Entry("definitions", name), definition));
    }
    for (name, dependency) in props.dependencies.iter().flatten() {
        if let SchemaOrStrings::Schema(schema) = dependency {
            found.push((Place::Entry("dependencies", name), schema));
        }
    }
    found
}

fn add_list<'p>(keyword: &'static str, list: &'p [JsonSchemaProps], found: &mut Children<'p>) {
    found.extend(list.iter().enumerate().map(|(index, schema)| (Place::Item(keyword, index), schema)));
}

fn add_schema<'p>(keyword: &'static str, holder: Option<&'p SchemaOrBool>, found: &mut Children<'p>) {
    if let Some(SchemaOrBool::Schema(schema)) = holder {
        found.push((Place::Field(keyword), schema));
    }
}

/// Changes the schema and all below it.
pub(super) fn for_each_mut(props: &mut JsonSchemaProps, change: &mut dyn FnMut(&mut JsonSchemaProps)) {
    change(props);
    match &mut props.items {
        Some(SchemaOrArray::Schema(items)) => for_each_mut(items, change),
        Some(SchemaOrArray::List(items)) => items.iter_mut().for_each(|item| for_each_mut(item, change)),
        _ => {}
    }
    let junctors = [&mut props.all_of, &mut props.any_of, &mut props.one_of];
    junctors.into_iter().flatten().flatten().for_each(|branch| for_each_mut(branch, change));
    props.not.iter_mut().for_each(|not| for_each_mut(not, change));
    let maps = [&mut props.properties, &mut props.pattern_properties, &mut props.definitions];
    maps.into_iter().flatten().flat_map(|map| map.values_mut()).for_each(|below| for_each_mut(below, change));
    for holder in [&mut props.additional_properties, &mut props.additional_items] {
        if let Some(SchemaOrBool::Schema(schema)) = holder {
            for_each_mut(schema, change);
        }
    }
    for dependency in props.dependencies.iter_mut().flat_map(|map| map.values_mut()) {
        if let SchemaOrStrings::Schema(schema) = dependency {
            for_each_mut(schema, change);
        }
    }
}

/// The schema of the items, if there is one for all of them.
pub(super) fn items(props: &JsonSchemaProps) -> Option<&JsonSchemaProps> {
    match &props.items {
        Some(SchemaOrArray::Schema(items)) => Some(items),
        _ => None,
    }
}
