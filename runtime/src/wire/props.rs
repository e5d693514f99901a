//! `JSONSchemaProps`.

use std::collections::BTreeMap;

use serde_json::Value;

use super::either::{SchemaOrArray, SchemaOrBool, SchemaOrStrings};
use super::object::{Content, omit_empty, wire_object};
use crate::path::{FieldPathBuf, PathStep};

wire_object! {
    /// A schema as it stands in a CRD.
    ///
    /// Source: `pkg/apis/apiextensions/v1/types_jsonschema.go`; the two mutability extensions are those of the
    /// Immutable Fields KEP and the unions those of the structural-schema KEP: no released server knows them.
    ///
    /// ```
    /// use crd_schema::JsonSchemaProps;
    /// use serde_json::json;
    ///
    /// let props: JsonSchemaProps = serde_json::from_value(json!({
    ///     "type": "object",
    ///     "properties": {"size": {"type": "integer", "minimum": 1, "readOnly": true}},
    /// }))?;
    /// let unknown: Vec<_> = props.unknown_fields().iter().map(ToString::to_string).collect();
    /// assert_eq!(unknown, ["properties.size.readOnly"]);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub struct JsonSchemaProps {
        /// `id`, which structural schemas must not have.
        id: String = "id",
        /// `$schema`, which structural schemas must not have.
        schema: String = "$schema",
        /// `$ref`, which structural schemas must not have.
        reference: String = "$ref",
        /// What the value means.
        description: String = "description",
        /// The JSON type; one name, never a list of them.
        type_: String = "type",
        /// The format of a string or number.
        format: String = "format",
        /// A heading.
        title: String = "title",
        /// The value that the server fills in.
        default: Value = "default",
        /// The largest number.
        maximum: f64 = "maximum",
        /// Whether `maximum` itself is refused.
        exclusive_maximum: bool = "exclusiveMaximum",
        /// The smallest number.
        minimum: f64 = "minimum",
        /// Whether `minimum` itself is refused.
        exclusive_minimum: bool = "exclusiveMinimum",
        /// The most characters.
        max_length: i64 = "maxLength",
        /// The fewest characters.
        min_length: i64 = "minLength",
        /// A regular expression in Go's syntax.
        pattern: String = "pattern",
        /// The most items.
        max_items: i64 = "maxItems",
        /// The fewest items.
        min_items: i64 = "minItems",
        /// Whether items must differ; CRDs must not set it.
        unique_items: bool = "uniqueItems",
        /// What a number must be a multiple of.
        multiple_of: f64 = "multipleOf",
        /// All values that are allowed.
        enum_: Vec<Value> = "enum",
        /// The most fields.
        max_properties: i64 = "maxProperties",
        /// The fewest fields.
        min_properties: i64 = "minProperties",
        /// The names of fields that must be there.
        required: Vec<String> = "required",
        /// The schema of the items of a list.
        items: SchemaOrArray = "items",
        /// Schemas that the value must all fit.
        all_of: Vec<JsonSchemaProps> = "allOf",
        /// Schemas of which the value must fit exactly one.
        one_of: Vec<JsonSchemaProps> = "oneOf",
        /// Schemas of which the value must fit one or more.
        any_of: Vec<JsonSchemaProps> = "anyOf",
        /// A schema that the value must not fit.
        not: Box<JsonSchemaProps> = "not",
        /// The schemas of declared fields.
        properties: BTreeMap<String, Box<JsonSchemaProps>> = "properties" pointer,
        /// The schema of all other fields.
        additional_properties: SchemaOrBool = "additionalProperties",
        /// Schemas by pattern of the name, which structural schemas must not have.
        pattern_properties: BTreeMap<String, Box<JsonSchemaProps>> = "patternProperties",
        /// What the presence of a field asks for, which structural schemas must not have.
        dependencies: BTreeMap<String, SchemaOrStrings> = "dependencies",
        /// The schema of items beyond the array form, which structural schemas must not have.
        additional_items: SchemaOrBool = "additionalItems",
        /// Named schemas, which structural schemas must not have.
        definitions: BTreeMap<String, Box<JsonSchemaProps>> = "definitions",
        /// Where to read more.
        external_docs: Box<ExternalDocumentation> = "externalDocs",
        /// A value for readers.
        example: Value = "example",
        /// Whether `null` is a value.
        nullable: bool = "nullable",
        /// Whether unknown fields are kept.
        preserve_unknown_fields: bool = "x-kubernetes-preserve-unknown-fields" pointer,
        /// Whether the value is a Kubernetes object of its own.
        embedded_resource: bool = "x-kubernetes-embedded-resource",
        /// Whether the value is an integer or a string.
        int_or_string: bool = "x-kubernetes-int-or-string",
        /// The fields that identify an item of a list of type `map`.
        list_map_keys: Vec<String> = "x-kubernetes-list-map-keys",
        /// `atomic`, `set` or `map`.
        list_type: String = "x-kubernetes-list-type",
        /// `granular` or `atomic`.
        map_type: String = "x-kubernetes-map-type",
        /// Rules in CEL.
        validations: Vec<ValidationRule> = "x-kubernetes-validations",
        /// `Immutable`, `AddOnly` or `RemoveOnly`: how the value may change.
        mutability: String = "x-kubernetes-mutability",
        /// `Immutable`, `AddOnly` or `RemoveOnly`: how the keys of a list or map may change.
        key_mutability: String = "x-kubernetes-key-mutability",
        /// Sets of fields of which exactly one is there.
        unions: Vec<UnionProps> = "x-kubernetes-unions",
    }
}

wire_object! {
    /// One union of `x-kubernetes-unions`.
    ///
    /// Source: the structural-schema KEP, which no released server has this part of.
    pub struct UnionProps {
        /// The field that names the one that is there.
        discriminator: String = "discriminator",
        /// The fields, each with the name that the discriminator has for it.
        fields: BTreeMap<String, String> = "fields",
    }
}

wire_object! {
    /// Where to read more about a value.
    pub struct ExternalDocumentation {
        /// What is found there.
        description: String = "description",
        /// The address.
        url: String = "url",
    }
}

wire_object! {
    /// One rule of `x-kubernetes-validations`.
    pub struct ValidationRule {
        /// A CEL expression that must be true.
        rule: String = "rule",
        /// What to tell when it is false.
        message: String = "message",
        /// A CEL expression that makes the message.
        message_expression: String = "messageExpression",
        /// The reason of the cause.
        reason: String = "reason",
        /// The field to blame, relative to the node of the rule.
        field_path: String = "fieldPath",
        /// Whether the rule also runs without an old value.
        optional_old_self: bool = "optionalOldSelf" pointer,
    }
}

impl JsonSchemaProps {
    /// The paths of all fields that the API does not know, `readOnly` for one; a server drops them.
    pub fn unknown_fields(&self) -> Vec<FieldPathBuf> {
        super::unknown_fields(self)
    }

    /// The schema at the end of the steps.
    #[allow(dead_code, reason = "lint asks for it")]
    pub(crate) fn at(&self, steps: &[PathStep<'_>]) -> Option<&Self> {
        let (below, rest) = match steps {
            [] => return Some(self),
            [PathStep::Property("properties"), PathStep::Key(name), rest @ ..] => {
                (&**self.properties.as_ref()?.get(*name)?, rest)
            }
            [PathStep::Property("items"), rest @ ..] => match self.items.as_ref()? {
                SchemaOrArray::Schema(items) => (items.as_ref(), rest),
                _ => return None,
            },
            [PathStep::Property("additionalProperties"), rest @ ..] => {
                match self.additional_properties.as_ref()? {
                    SchemaOrBool::Schema(values) => (values.as_ref(), rest),
                    SchemaOrBool::Bool(_) => return None,
                }
            }
            [PathStep::Property("not"), rest @ ..] => (self.not.as_deref()?, rest),
            [PathStep::Property(junctor), PathStep::Index(index), rest @ ..] => {
                let branches = match *junctor {
                    "allOf" => &self.all_of,
                    "anyOf" => &self.any_of,
                    "oneOf" => &self.one_of,
                    _ => return None,
                };
                (branches.as_ref()?.get(*index)?, rest)
            }
            _ => return None,
        };
        below.at(rest)
    }

    /// Drops what Go's `omitempty` drops: false booleans, empty strings, lists and maps, a `null` default.
    ///
    /// An `additionalProperties: false` and limits of zero stay.
    ///
    /// ```
    /// use crd_schema::JsonSchemaProps;
    /// use serde_json::json;
    ///
    /// let mut props: JsonSchemaProps =
    ///     serde_json::from_value(json!({"type": "string", "nullable": false, "maxLength": 0}))?;
    /// props.omit_empty();
    /// assert_eq!(serde_json::to_value(&props)?, json!({"type": "string", "maxLength": 0}));
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn omit_empty(&mut self) {
        Content::omit_empty(self);
        self.omit_empty_properties();
    }

    /// Nested value validations tell empty `properties` from none; the structural spine does not.
    fn omit_empty_properties(&mut self) {
        if let Some(properties) = &mut self.properties {
            for property in properties.values_mut() {
                property.omit_empty_properties();
            }
        }
        if let Some(SchemaOrArray::Schema(items)) = &mut self.items {
            items.omit_empty_properties();
        }
        if let Some(SchemaOrBool::Schema(values)) = &mut self.additional_properties {
            values.omit_empty_properties();
        }
        omit_empty(&mut self.properties);
    }
}
