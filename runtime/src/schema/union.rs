//! Unions, as the structural-schema KEP has them.

use std::collections::BTreeMap;

pub(crate) const UNIONS: &str = "x-kubernetes-unions";

/// A set of fields of which exactly one is there.
///
/// ```
/// use crd_schema::crd::{Unfold, unfold};
/// use crd_schema::{JsonSchemaProps, StructuralSchema};
/// use serde_json::json;
///
/// let props: JsonSchemaProps = serde_json::from_value(json!({
///     "type": "object",
///     "x-kubernetes-unions": [{"discriminator": "type", "fields": {"bar": "Bar", "foo": "Foo"}}],
///     "properties": {"bar": {"type": "string"}, "foo": {"type": "integer"}},
/// }))?;
/// let schema = StructuralSchema::try_from(&props).unwrap();
/// assert_eq!(schema.root().unions()[0].discriminator.as_deref(), Some("type"));
/// assert_eq!(JsonSchemaProps::from(&schema), props);
///
/// let unfolded = serde_json::to_value(unfold(&schema, Unfold::Kep))?;
/// assert_eq!(unfolded["oneOf"], json!([{"required": ["bar"]}, {"required": ["foo"]}]));
/// assert_eq!(unfolded["properties"]["type"], json!({"type": "string", "enum": ["Bar", "Foo"]}));
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// Source: the structural-schema KEP; no released server has them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Union {
    /// The field that names the one that is there.
    pub discriminator: Option<String>,
    /// The fields, each with the name that the discriminator has for it.
    pub fields: BTreeMap<String, String>,
}
