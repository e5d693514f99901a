//! Structs: fields, and what is flattened into them.

use super::merge::{all_or_nothing, merge};
use super::{Interpreter, of_type};
use crate::describe::{FieldDesc, Shape, TypeDesc, guard};
use crate::path::FieldPath;
use crate::schema::{SchemaNode, SchemaType};

impl Interpreter<'_> {
    pub(super) fn object(&mut self, fields: &[FieldDesc], path: &FieldPath<'_>) -> SchemaNode {
        let mut object = of_type(SchemaType::Object);
        for field in fields.iter().filter(|field| !field.flattened) {
            self.declare(&mut object, field, &path.property("properties"));
        }
        for field in fields.iter().filter(|field| field.flattened) {
            self.flattened(&mut object, field, path);
        }
        object
    }

    fn declare(&mut self, object: &mut SchemaNode, field: &FieldDesc, path: &FieldPath<'_>) {
        let mut node = self.node(unwrapped(field), &path.key(field.name));
        self.facets(&mut node, field.facets, &path.key(field.name));
        self.describe(&mut node, field.description);
        self.possible_values(&mut node, field.type_, field.description);
        let has_default = node.default.as_ref().is_some_and(|default| !default.is_null());
        if field.required || field.required_if_null && !has_default {
            object.value_validation.required.push(field.name.to_owned());
        }
        object.properties.insert(field.name.to_owned(), Box::new(node));
    }

    fn flattened(&mut self, object: &mut SchemaNode, field: &FieldDesc, path: &FieldPath<'_>) {
        let (type_, optional) = without_option(field.type_);
        let mut node = self.node(type_, path);
        self.facets(&mut node, field.facets, path);
        if optional && !all_or_nothing(&mut node) {
            self.forbidden(path, "must have no rules where all of it may be missing");
        }
        merge(object, node, self.found, path);
    }
}

fn without_option(type_: &'static TypeDesc) -> (&'static TypeDesc, bool) {
    match type_.shape {
        Shape::Optional(inner) => (inner, true),
        Shape::Transparent(inner) if guard::has_descriptions_only(type_.facets) => without_option(inner),
        _ => (type_, false),
    }
}

/// The type of a field as serde writes it: without the outermost `None`, when that is left out instead.
fn unwrapped(field: &FieldDesc) -> &'static TypeDesc {
    match field.type_.shape {
        Shape::Optional(inner) if field.omits_null => inner,
        _ => field.type_,
    }
}
