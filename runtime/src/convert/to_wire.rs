//! Structural schema to `JSONSchemaProps`: total, and the inverse of the conversion.
//!
//! Source: `pkg/apiserver/schema/kubeopenapi.go`.

use super::by_name;

use serde_json::Value;

use crate::schema::{
    AdditionalProperties, AnyOf, ExternalDocs, NestedValueValidation, Rule, SchemaNode, StructuralSchema,
    Union, ValueValidation,
};
use crate::wire::{
    ExternalDocumentation, JsonSchemaProps, SchemaOrArray, SchemaOrBool, UnionProps, ValidationRule,
};

impl From<&StructuralSchema> for JsonSchemaProps {
    /// The schema on the wire, with its mutability markers; publishing decides about those.
    fn from(schema: &StructuralSchema) -> Self {
        node(schema.root())
    }
}

impl From<&SchemaNode> for JsonSchemaProps {
    /// A part of a schema on the wire.
    fn from(schema: &SchemaNode) -> Self {
        node(schema)
    }
}

fn node(schema: &SchemaNode) -> JsonSchemaProps {
    JsonSchemaProps {
        type_: schema.type_.as_ref().map(|type_| type_.name().to_owned()),
        description: schema.description.clone(),
        title: schema.title.clone(),
        default: schema.default.clone(),
        example: schema.example.clone(),
        external_docs: schema.external_docs.as_deref().map(external_docs).map(Box::new),
        nullable: flag(schema.nullable),
        preserve_unknown_fields: flag(schema.preserve_unknown_fields),
        embedded_resource: flag(schema.embedded_resource),
        int_or_string: flag(schema.int_or_string),
        list_map_keys: list(&schema.list_map_keys),
        list_type: schema.list_type.map(|word| word.name().to_owned()),
        map_type: schema.map_type.map(|word| word.name().to_owned()),
        mutability: schema.mutability.map(|word| word.name().to_owned()),
        key_mutability: schema.key_mutability.map(|word| word.name().to_owned()),
        unions: mapped(&schema.unions, union),
        validations: mapped(&schema.rules, rule),
        items: schema.items().map(|items| SchemaOrArray::Schema(Box::new(node(items)))),
        properties: Some(by_name(
            schema.properties.iter().map(|(name, property)| (name.clone(), Box::new(node(property)))),
        ))
        .filter(|properties| !properties.is_empty()),
        additional_properties: schema.additional_properties.as_ref().map(|additional| match additional {
            AdditionalProperties::Bool(allows) => SchemaOrBool::Bool(*allows),
            AdditionalProperties::Schema(values) => SchemaOrBool::Schema(Box::new(node(values))),
        }),
        ..value_validation(&schema.value_validation)
    }
}

fn nested(validation: &NestedValueValidation) -> JsonSchemaProps {
    let properties = validation.properties.as_ref();
    JsonSchemaProps {
        items: validation.items.as_ref().map(|items| SchemaOrArray::Schema(Box::new(nested(items)))),
        properties: properties.map(|properties| {
            by_name(properties.iter().map(|(name, property)| (name.clone(), Box::new(nested(property)))))
        }),
        additional_properties: validation.forbids_additional_properties.then_some(SchemaOrBool::Bool(false)),
        example: validation.example.clone(),
        external_docs: validation.external_docs.as_ref().map(external_docs).map(Box::new),
        ..value_validation(&validation.value_validation)
    }
}

fn value_validation(validation: &ValueValidation) -> JsonSchemaProps {
    JsonSchemaProps {
        format: validation.format.clone(),
        maximum: validation.maximum,
        exclusive_maximum: flag(validation.exclusive_maximum),
        minimum: validation.minimum,
        exclusive_minimum: flag(validation.exclusive_minimum),
        max_length: validation.max_length,
        min_length: validation.min_length,
        pattern: validation.pattern.clone(),
        max_items: validation.max_items,
        min_items: validation.min_items,
        unique_items: flag(validation.unique_items),
        multiple_of: validation.multiple_of,
        enum_: list::<Value>(&validation.enum_),
        max_properties: validation.max_properties,
        min_properties: validation.min_properties,
        required: list(&validation.required),
        all_of: mapped(&validation.all_of, nested),
        any_of: match &validation.any_of {
            AnyOf::Validations(branches) => mapped(branches, nested),
            AnyOf::IntegerOrString => Some(["integer", "string"].map(only_type).into()),
        },
        one_of: mapped(&validation.one_of, nested),
        not: validation.not.as_ref().map(|not| Box::new(nested(not))),
        ..JsonSchemaProps::default()
    }
}

fn only_type(name: &str) -> JsonSchemaProps {
    JsonSchemaProps { type_: Some(name.to_owned()), ..JsonSchemaProps::default() }
}

fn external_docs(docs: &ExternalDocs) -> ExternalDocumentation {
    let (description, url) = (docs.description.clone(), docs.url.clone());
    ExternalDocumentation { description, url, ..ExternalDocumentation::default() }
}

fn rule(rule: &Rule) -> ValidationRule {
    ValidationRule {
        rule: Some(rule.rule.clone()),
        message: rule.message.clone(),
        message_expression: rule.message_expression.clone(),
        reason: rule.reason.clone(),
        field_path: rule.field_path.clone(),
        optional_old_self: rule.optional_old_self,
        ..ValidationRule::default()
    }
}

fn union(union: &Union) -> UnionProps {
    let fields = Some(union.fields.clone()).filter(|fields| !fields.is_empty());
    UnionProps { discriminator: union.discriminator.clone(), fields, ..UnionProps::default() }
}

fn flag(set: bool) -> Option<bool> {
    set.then_some(true)
}

fn list<T: Clone>(items: &[T]) -> Option<Vec<T>> {
    (!items.is_empty()).then(|| items.to_vec())
}

fn mapped<T, W>(items: &[T], convert: impl Fn(&T) -> W) -> Option<Vec<W>> {
    (!items.is_empty()).then(|| items.iter().map(convert).collect())
}
