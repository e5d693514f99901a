//! Extensions written out as value validations, for readers of a published schema that do not know the extensions.
//!
//! What comes out is for readers: it is a wire schema, because what the KEP writes out (`type` below `allOf`) is not
//! structural any more. The extensions stay.
//!
//! Source: `pkg/apiserver/schema/unfold.go`; the structural-schema KEP, "Unfolding the Extensions".
//!
//! Knows nothing of: definitions, profiles.

use crate::schema::{AnyOf, NestedValueValidation, SchemaNode, StructuralSchema, ValueValidation};
use crate::wire::JsonSchemaProps;

use super::{unfold_kep, unions};

/// Which extensions are written out.
///
/// ```
/// use crd_schema::crd::{Unfold, unfold};
/// use crd_schema::{JsonSchemaProps, StructuralSchema};
/// use serde_json::json;
///
/// let props: JsonSchemaProps = serde_json::from_value(json!({
///     "type": "object",
///     "properties": {"port": {
///         "x-kubernetes-int-or-string": true,
///         "anyOf": [{"pattern": "^[a-z]+$"}, {"minimum": 1}],
///     }},
/// }))?;
/// let schema = StructuralSchema::try_from(&props).unwrap();
/// let port = |how| serde_json::to_value(unfold(&schema, how)).map(|schema| schema["properties"]["port"].clone());
/// assert_eq!(port(Unfold::Server)?, json!({
///     "x-kubernetes-int-or-string": true,
///     "allOf": [{"anyOf": [{"type": "integer"}, {"type": "string"}]}],
///     "anyOf": [{"pattern": "^[a-z]+$"}, {"minimum": 1}],
/// }));
/// assert_eq!(port(Unfold::Kep)?, json!({
///     "x-kubernetes-int-or-string": true,
///     "allOf": [
///         {"anyOf": [{"type": "integer"}, {"type": "string"}]},
///         {"anyOf": [{"pattern": "^[a-z]+$"}, {"minimum": 1}]},
///     ],
/// }));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Unfold {
    /// What servers write out: int-or-string alone, with the pair of types in front of `allOf` where there is an `anyOf`.
    #[default]
    Server,
    /// What the structural-schema KEP writes out: int-or-string, with an `anyOf` moved into `allOf`, embedded resources
    /// and unions.
    Kep,
}

/// Writes extensions out as value validations.
///
/// [`Unfold`] has an example. Where an int-or-string has the pair of types already, as its `anyOf` or in the first
/// element of its `allOf`, nothing is added.
///
/// ```
/// use crd_schema::crd::{Unfold, unfold};
/// use crd_schema::SchemaBuilder;
///
/// let port = SchemaBuilder::int_or_string();
/// let schema = SchemaBuilder::object().property("port", port).build()?;
/// let props = unfold(&schema, Unfold::Server);
/// let pair = props.properties.as_ref().unwrap()["port"].any_of.as_ref().unwrap();
/// assert_eq!(pair[0].type_.as_deref(), Some("integer"));
/// assert_eq!(pair[1].type_.as_deref(), Some("string"));
/// # Ok::<(), crd_schema::Violations>(())
/// ```
pub fn unfold(schema: &StructuralSchema, how: Unfold) -> JsonSchemaProps {
    let mut root = schema.root().clone();
    root.for_each_mut(&mut |node| {
        int_or_string(node, how);
        if how == Unfold::Kep {
            unions::write_out(node);
        }
    });
    let mut props = JsonSchemaProps::from(&root);
    if how == Unfold::Kep {
        unfold_kep::unfold(&mut props);
    }
    props
}

/// As [`unfold`] for servers, on the tree that is published.
pub(super) fn for_servers(root: &mut SchemaNode) {
    root.for_each_mut(&mut |node| int_or_string(node, Unfold::Server));
}

fn int_or_string(node: &mut SchemaNode, how: Unfold) {
    if !node.int_or_string || has_the_pair(&node.value_validation) {
        return;
    }
    let validation = &mut node.value_validation;
    if validation.any_of.validations().is_empty() {
        validation.any_of = AnyOf::IntegerOrString;
        return;
    }
    let mut front = vec![only_any_of(AnyOf::IntegerOrString)];
    if how == Unfold::Kep {
        front.push(only_any_of(std::mem::take(&mut validation.any_of)));
    }
    validation.all_of.splice(0..0, front);
}

fn has_the_pair(validation: &ValueValidation) -> bool {
    let first = validation.all_of.first().map(|first| &first.value_validation.any_of);
    validation.any_of == AnyOf::IntegerOrString || first == Some(&AnyOf::IntegerOrString)
}

fn only_any_of(any_of: AnyOf) -> NestedValueValidation {
    let value_validation = ValueValidation { any_of, ..ValueValidation::default() };
    NestedValueValidation { value_validation, ..NestedValueValidation::default() }
}
