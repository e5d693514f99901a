//! The structural rules S1 to S17 of a tree of nodes.
//!
//! The rules of nested value validations need no check here: their type has no room for what is forbidden.
//!
//! Source: `pkg/apiserver/schema/validation.go`.

use crd_schema_go::pattern;
use serde_json::Value;

use super::node::{SchemaNode, SchemaType};
use super::value_validation::{NestedValueValidation, ValueValidation};
use crate::path::{FieldPath, PathStyle};
use crate::violation::{Cause, Violation, Violations};

/// Where a node stands; the rules of the type differ.
#[derive(Clone, Copy, PartialEq)]
enum Level {
    Root,
    Field,
    Item,
}

pub(super) fn check(root: &SchemaNode, path: &FieldPath<'_>, found: &mut Violations) {
    node(root, Level::Root, path, found);
}

fn node(schema: &SchemaNode, level: Level, path: &FieldPath<'_>, found: &mut Violations) {
    core(schema, level, path, found);
    int_or_string(schema, path, found);
    type_of_level(schema, level, path, found);
    if level == Level::Root || schema.embedded_resource {
        resource_fields(schema, path, found);
    }
    if level == Level::Root {
        root_metadata(schema, path, found);
    }
    patterns(&schema.value_validation, path, found);
    children(schema, path, found);
}

fn children(schema: &SchemaNode, path: &FieldPath<'_>, found: &mut Violations) {
    if let Some(items) = schema.items() {
        node(items, Level::Item, &path.property("items"), found);
    }
    let properties = path.property("properties");
    for (name, property) in &schema.properties {
        node(property, Level::Field, &properties.key(name), found);
    }
    if let Some(values) = schema.map_values() {
        node(values, Level::Field, &path.property("additionalProperties"), found);
    }
}

/// S1, S2, S10, S16.
fn core(schema: &SchemaNode, level: Level, path: &FieldPath<'_>, found: &mut Violations) {
    if schema.type_ == Some(SchemaType::Array) && schema.items.is_none() {
        found.push(required(path, "items", "must be specified"));
    }
    if level == Level::Root && schema.additional_properties.is_some() {
        found.push(forbidden(path, "additionalProperties", "must not be used at the root"));
    }
    if !schema.embedded_resource {
        return;
    }
    if schema.additional_properties.is_some() {
        let detail = "must not be used if x-kubernetes-embedded-resource is set";
        found.push(forbidden(path, "additionalProperties", detail));
    }
    if !schema.preserve_unknown_fields && schema.properties.is_empty() {
        let detail = "must not be empty if x-kubernetes-embedded-resource is true without \
                      x-kubernetes-preserve-unknown-fields";
        found.push(required(path, "properties", detail));
    }
}

/// S3, S4.
fn int_or_string(schema: &SchemaNode, path: &FieldPath<'_>, found: &mut Violations) {
    if !schema.int_or_string {
        return;
    }
    let flags = [
        ("x-kubernetes-preserve-unknown-fields", schema.preserve_unknown_fields),
        ("x-kubernetes-embedded-resource", schema.embedded_resource),
    ];
    for (extension, _) in flags.into_iter().filter(|(_, set)| *set) {
        let detail = "must be false if x-kubernetes-int-or-string is true";
        found.push(invalid(path, extension, Value::Bool(true), detail));
    }
}

/// S5 to S9 and S11.
fn type_of_level(schema: &SchemaNode, level: Level, path: &FieldPath<'_>, found: &mut Violations) {
    let is_object = schema.type_ == Some(SchemaType::Object);
    if schema.embedded_resource && !is_object {
        let detail = "must be object if x-kubernetes-embedded-resource is true";
        found.push(match &schema.type_ {
            None => required(path, "type", detail),
            Some(other) => invalid(path, "type", other.name().into(), detail),
        });
    } else if schema.type_.is_none() && !schema.int_or_string && !schema.preserve_unknown_fields {
        let (detail, cause) = match level {
            Level::Root => ("must not be empty at the root", Cause::Other),
            Level::Item => ("must not be empty for specified array items", Cause::MissingType),
            Level::Field => ("must not be empty for specified object fields", Cause::MissingType),
        };
        found.push(required(path, "type", detail).caused_by(cause));
    }
    match &schema.type_ {
        Some(other) if level == Level::Root && !is_object => {
            found.push(invalid(path, "type", other.name().into(), "must be object at the root"));
        }
        _ => {}
    }
}

/// S12 to S14.
fn resource_fields(schema: &SchemaNode, path: &FieldPath<'_>, found: &mut Violations) {
    let fields =
        [("kind", SchemaType::String), ("apiVersion", SchemaType::String), ("metadata", SchemaType::Object)];
    let properties = path.property("properties");
    for (name, wanted) in fields {
        let Some(field) = schema.property(name).filter(|field| field.type_.as_ref() != Some(&wanted)) else {
            continue;
        };
        let actual = field.type_.as_ref().map_or("", SchemaType::name);
        found.push(invalid(&properties.key(name), "type", actual.into(), &format!("must be {wanted}")));
    }
}

/// S15: of metadata a schema may say the type, and something about the two names.
fn root_metadata(schema: &SchemaNode, path: &FieldPath<'_>, found: &mut Violations) {
    if schema.property("metadata").is_some_and(SchemaNode::says_more_than_names) {
        let path = path.property("properties");
        let path = path.key("metadata").to_owned(PathStyle::Bracketed);
        found.push(Violation::forbidden(path, SchemaNode::METADATA_REFUSAL));
    }
}

impl SchemaNode {
    /// What is said of a schema of root metadata that says too much.
    pub(crate) const METADATA_REFUSAL: &'static str =
        "must not specify anything other than name and generateName, but metadata is implicitly specified";

    pub(crate) fn says_more_than_names(&self) -> bool {
        let mut rest = self.clone();
        rest.type_ = None;
        // Defaults here are validated by the rules of the CRD, markers by those of their placement.
        rest.default = None;
        rest.mutability = None;
        rest.key_mutability = None;
        rest.unions.clear();
        if rest.properties.keys().all(|name| name == "name" || name == "generateName") {
            rest.properties.clear();
        }
        rest != Self::default()
    }
}

/// S17, at the node and in everything nested in its junctors.
fn patterns(validation: &ValueValidation, path: &FieldPath<'_>, found: &mut Violations) {
    let pattern = validation.pattern.as_deref().unwrap_or_default();
    if let Some(error) = pattern::refusal(pattern) {
        let detail = format!("must be a valid regular expression, but isn't: {error}");
        found.push(invalid(path, "pattern", pattern.into(), &detail));
    }
    for (keyword, index, branch) in validation.junctors() {
        let list = path.property(keyword);
        match index {
            Some(index) => nested_patterns(branch, &list.index(index), found),
            None => nested_patterns(branch, &list, found),
        }
    }
}

fn nested_patterns(validation: &NestedValueValidation, path: &FieldPath<'_>, found: &mut Violations) {
    patterns(&validation.value_validation, path, found);
    if let Some(items) = &validation.items {
        nested_patterns(items, &path.property("items"), found);
    }
    let properties = path.property("properties");
    for (name, property) in validation.properties.iter().flatten() {
        nested_patterns(property, &properties.key(name), found);
    }
}

fn required(path: &FieldPath<'_>, field: &str, detail: &str) -> Violation {
    Violation::required(path.property(field).to_owned(PathStyle::Bracketed), detail)
}

fn forbidden(path: &FieldPath<'_>, field: &str, detail: &str) -> Violation {
    Violation::forbidden(path.property(field).to_owned(PathStyle::Bracketed), detail)
}

fn invalid(path: &FieldPath<'_>, field: &str, value: Value, detail: &str) -> Violation {
    Violation::invalid(path.property(field).to_owned(PathStyle::Bracketed), value, detail)
}
