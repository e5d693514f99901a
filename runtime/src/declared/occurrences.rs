//! How often a rule can occur in one object.
//!
//! Source: `apiextensions-apiserver pkg/apis/apiextensions/validation/cel_validation.go`, `CELSchemaContext`; `compilation.go`,
//! `maxCardinality`.

use crate::schema::SchemaNode;

use super::Sizes;
use super::size::smallest;

/// The largest request that a server reads.
const REQUEST: u64 = 3_145_728;

/// How often the last node of `way` can occur; `way` has all nodes above it, from the root.
///
/// The product of all bounds; where one is missing, how often the smallest value fits into a request.
pub(crate) fn occurrences<'s>(
    above: impl IntoIterator<Item = &'s SchemaNode>,
    node: &SchemaNode,
    sizes: Sizes<'_>,
) -> u64 {
    let bounded =
        above.into_iter().try_fold(1_u64, |product, node| Some(product.saturating_mul(sizes.times(node)?)));
    bounded.unwrap_or_else(|| REQUEST / smallest(node).saturating_add(1))
}
