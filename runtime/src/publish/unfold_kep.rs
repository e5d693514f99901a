//! What the structural-schema KEP writes out of embedded resources; no server does.
//!
//! The KEP calls these forms illustration and no part of the API. Where it leaves something open, the choice is here:
//! the pattern of `apiVersion` allows at most one slash, the schema of `metadata` says no more than that it is an object.
//!
//! Source: the structural-schema KEP, "Unfolding the Extensions".
//!
//! Knows nothing of: int-or-string, unions.

use std::collections::BTreeMap;

use crate::convert::by_name;
use crate::wire::{JsonSchemaProps, SchemaOrArray, SchemaOrBool};

const API_VERSION: &str = "^([^/]+/)?[^/]+$";
const RESOURCE: [&str; 3] = ["apiVersion", "kind", "metadata"];

/// Unfolds the schema and every schema of its spine.
pub(super) fn unfold(props: &mut JsonSchemaProps) {
    for property in props.properties.iter_mut().flat_map(BTreeMap::values_mut) {
        unfold(property);
    }
    if let Some(SchemaOrArray::Schema(items)) = &mut props.items {
        unfold(items);
    }
    if let Some(SchemaOrBool::Schema(values)) = &mut props.additional_properties {
        unfold(values);
    }
    embedded_resource(props);
}

fn embedded_resource(props: &mut JsonSchemaProps) {
    if props.embedded_resource != Some(true) {
        return;
    }
    let declares_some = props
        .properties
        .as_ref()
        .is_some_and(|properties| RESOURCE.iter().any(|name| properties.contains_key(*name)));
    if declares_some {
        let required = Some(vec!["kind".to_owned(), "apiVersion".to_owned()]);
        and(props, JsonSchemaProps { properties: Some(resource()), required, ..JsonSchemaProps::default() });
        return;
    }
    props.properties.get_or_insert_default().extend(resource());
    let required = props.required.get_or_insert_default();
    for name in ["kind", "apiVersion"] {
        if !required.iter().any(|known| known == name) {
            required.push(name.to_owned());
        }
    }
}

fn resource() -> BTreeMap<String, Box<JsonSchemaProps>> {
    let api_version = JsonSchemaProps { pattern: Some(API_VERSION.to_owned()), ..of_type("string") };
    let schemas = [api_version, of_type("string"), of_type("object")];
    by_name(RESOURCE.map(str::to_owned).into_iter().zip(schemas.map(Box::new)))
}

fn of_type(name: &str) -> JsonSchemaProps {
    JsonSchemaProps { type_: Some(name.to_owned()), ..JsonSchemaProps::default() }
}

/// The variant for schemas that say something of the same kind already.
fn and(props: &mut JsonSchemaProps, unfolded: JsonSchemaProps) {
    props.all_of.get_or_insert_default().push(unfolded);
}
