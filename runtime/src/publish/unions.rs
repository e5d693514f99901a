//! Unions, written out as validations that every server knows.
//!
//! **Choice**, where the KEP leaves it open: a discriminator that is declared with the same names says it already; one
//! that is declared without any gets them.
//!
//! Source: the structural-schema KEP, "Unfolding the Extensions".
//!
//! Knows nothing of: profiles.

use serde_json::Value;

use crate::path::FieldPath;
use crate::schema::{
    NestedValueValidation, SchemaNode, SchemaType, StructuralSchema, Union, ValueValidation,
};
use crate::violation::Violations;

/// The same schema for servers, which do not know the extension: written out, and taken away.
pub(super) fn lowered(schema: &StructuralSchema) -> Result<StructuralSchema, Violations> {
    let mut root = schema.root().clone();
    root.for_each_mut(&mut |node| {
        write_out(node);
        node.unions.clear();
    });
    StructuralSchema::check(root, &FieldPath::ROOT)
}

/// Adds what the unions of the node say; they stay.
pub(super) fn write_out(node: &mut SchemaNode) {
    for union in node.unions.clone() {
        one_of(node, &union);
        let values: Vec<Value> = union.fields.values().map(|value| value.as_str().into()).collect();
        if let Some(name) = union.discriminator.filter(|_| !values.is_empty()) {
            discriminator(node, name, values);
        }
    }
}

fn one_of(node: &mut SchemaNode, union: &Union) {
    let required =
        |field: &String| nested(ValueValidation { required: vec![field.clone()], ..Default::default() });
    let one_of: Vec<_> = union.fields.keys().map(required).collect();
    if node.value_validation.one_of.is_empty() {
        node.value_validation.one_of = one_of;
    } else if !one_of.is_empty() && node.value_validation.one_of != one_of {
        and(node, nested(ValueValidation { one_of, ..Default::default() }));
    }
}

fn discriminator(node: &mut SchemaNode, name: String, values: Vec<Value>) {
    let string = || Box::new(SchemaNode { type_: Some(SchemaType::String), ..SchemaNode::default() });
    let known = &mut node.properties.entry(name.clone()).or_insert_with(string).value_validation.enum_;
    if known.is_empty() {
        *known = values;
    } else if known.len() != values.len() || !values.iter().all(|value| known.contains(value)) {
        let names = nested(ValueValidation { enum_: values, ..Default::default() });
        and(node, NestedValueValidation { properties: Some([(name, names)].into()), ..Default::default() });
    }
}

fn nested(value_validation: ValueValidation) -> NestedValueValidation {
    NestedValueValidation { value_validation, ..NestedValueValidation::default() }
}

/// The variant for schemas that say something of the same kind already.
fn and(node: &mut SchemaNode, validation: NestedValueValidation) {
    node.value_validation.all_of.push(validation);
}
