//! What older servers see of a schema.
//!
//! Source: `pkg/apiserver/schema/{convert,structural,validation}.go` of 1.30 and 1.35.
//!
//! Knows nothing of: what is checked.

use std::borrow::Cow;

use crate::server_version::ServerVersion;
use crate::wire::{JsonSchemaProps, SchemaOrArray, SchemaOrBool};

/// The schema as a server converts it to a structural one.
///
/// In nested value validations, servers before 1.36 do not see `example` and `externalDocs`, and servers before 1.31 refuse
/// `additionalProperties: false` as they do `true`.
pub(super) fn converted(props: &JsonSchemaProps, server: ServerVersion) -> Cow<'_, JsonSchemaProps> {
    if server >= ServerVersion::V1_36 {
        return Cow::Borrowed(props);
    }
    let mut props = props.clone();
    structural(&mut props, server);
    Cow::Owned(props)
}

fn structural(props: &mut JsonSchemaProps, server: ServerVersion) {
    for branch in branches(props) {
        nested(branch, server);
    }
    let values = match &mut props.additional_properties {
        Some(SchemaOrBool::Schema(values)) => Some(&mut **values),
        _ => None,
    };
    for below in properties(&mut props.properties).chain(items(&mut props.items)).chain(values) {
        structural(below, server);
    }
}

fn nested(props: &mut JsonSchemaProps, server: ServerVersion) {
    (props.example, props.external_docs) = (None, None);
    let forbids = props.additional_properties == Some(SchemaOrBool::Bool(false));
    if forbids && server < ServerVersion::V1_31 {
        props.additional_properties = Some(SchemaOrBool::Bool(true));
    }
    for branch in branches(props) {
        nested(branch, server);
    }
    for below in properties(&mut props.properties).chain(items(&mut props.items)) {
        nested(below, server);
    }
}

fn branches(props: &mut JsonSchemaProps) -> impl Iterator<Item = &mut JsonSchemaProps> {
    let JsonSchemaProps { all_of, any_of, one_of, not, .. } = props;
    all_of.iter_mut().chain(any_of).chain(one_of).flatten().chain(not.as_deref_mut())
}

fn properties(
    properties: &mut Option<std::collections::BTreeMap<String, Box<JsonSchemaProps>>>,
) -> impl Iterator<Item = &mut JsonSchemaProps> {
    properties.iter_mut().flat_map(|properties| properties.values_mut().map(Box::as_mut))
}

fn items(items: &mut Option<SchemaOrArray>) -> Option<&mut JsonSchemaProps> {
    match items {
        Some(SchemaOrArray::Schema(items)) => Some(items),
        _ => None,
    }
}
