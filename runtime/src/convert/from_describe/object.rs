//! Structs: members, and what is flattened into them.

use super::merge::{all_or_nothing, merge};
use super::{Interpreter, of_type};
use crate::describe::{FieldDesc, Shape, TypeDesc, TypeDocs};
use crate::path::FieldPath;
use crate::schema::{SchemaNode, SchemaType};

impl Interpreter<'_> {
    pub(super) fn object(
        &mut self,
        fields: &[FieldDesc],
        docs: Option<&TypeDocs>,
        path: &FieldPath<'_>,
    ) -> SchemaNode {
        let mut object = of_type(SchemaType::Object);
        for field in fields.iter().filter(|field| !field.flattened) {
            self.member(&mut object, field, docs, &path.property("properties"));
        }
        for field in fields.iter().filter(|field| field.flattened) {
            self.flattened(&mut object, field, docs, path);
        }
        object
    }

    fn member(
        &mut self,
        object: &mut SchemaNode,
        field: &FieldDesc,
        docs: Option<&TypeDocs>,
        path: &FieldPath<'_>,
    ) {
        let docs = docs.and_then(|docs| docs.fields.iter().find(|docs| docs.name == field.name));
        let mut node = self.node(unwrapped(field), docs.map(|docs| docs.type_), &path.key(field.name));
        self.facets(&mut node, field.facets, &path.key(field.name));
        if let Some(text) = docs.map(|docs| docs.text.trim()).filter(|text| !text.is_empty()) {
            node.description = Some(text.to_owned());
        }
        if field.required {
            object.value_validation.required.push(field.name.to_owned());
        }
        object.properties.insert(field.name.to_owned(), node);
    }

    fn flattened(
        &mut self,
        object: &mut SchemaNode,
        field: &FieldDesc,
        docs: Option<&TypeDocs>,
        path: &FieldPath<'_>,
    ) {
        let docs = docs.and_then(|docs| docs.fields.iter().find(|docs| docs.name == field.name));
        let (type_, optional) = without_option(field.type_);
        let mut node = self.node(type_, docs.map(|docs| docs.type_), path);
        if optional && !all_or_nothing(&mut node) {
            self.forbidden(path, "must have no rules where all of it may be missing");
        }
        merge(object, node, self.found, path);
    }
}

fn without_option(type_: &'static TypeDesc) -> (&'static TypeDesc, bool) {
    match type_.shape {
        Shape::Optional(inner) => (inner, true),
        Shape::Transparent(inner) if type_.facets.is_empty() => without_option(inner),
        _ => (type_, false),
    }
}

/// The type of a member as serde writes it: without the outermost `None`, when that is left out instead.
fn unwrapped(field: &FieldDesc) -> &'static TypeDesc {
    match field.type_.shape {
        Shape::Optional(inner) if field.omits_null => inner,
        _ => field.type_,
    }
}
