//! What a node is, apart from what is asked of its values.

use crate::convert::merge::nested;
use crate::schema::{NestedValueValidation, SchemaNode};

/// Takes out of the node, and of what is below it, everything that a branch can ask.
///
/// It recurs as deep as the node, which the walk has bounded.
pub(super) fn split(node: &mut SchemaNode) -> NestedValueValidation {
    // The pair belongs to what the node is.
    if node.int_or_string {
        return NestedValueValidation::default();
    }
    let mut asked = nested(std::mem::take(&mut node.value_validation));
    for (name, field) in &mut node.properties {
        let of_field = split(field);
        if of_field != NestedValueValidation::default() {
            asked.properties.get_or_insert_default().insert(name.clone(), of_field);
        }
    }
    if let Some(items) = &mut node.items {
        let of_items = split(items);
        asked.items = (of_items != NestedValueValidation::default()).then(|| Box::new(of_items));
    }
    asked
}
