//! `JSONSchemaProps` to structural schema, with every violation.

use serde_json::Value;

use super::by_name;
use super::nested::{self, Junctors};
use crate::path::{FieldPath, PathStyle};
use crate::schema::{
    AdditionalProperties, AnyOf, ExternalDocs, KeyMutability, ListType, MapType, Mutability, Rule,
    SchemaNode, SchemaType, StructuralSchema, Union, ValueValidation,
};
use crate::violation::{Violation, Violations};
use crate::wire::{
    ExternalDocumentation, JsonSchemaProps, SchemaOrArray, SchemaOrBool, UnionProps, ValidationRule,
};

/// Converts a schema; `path` is where it stands, and what the paths of violations begin with.
///
/// ```
/// use crd_schema::convert::structural_schema;
/// use crd_schema::{FieldPath, JsonSchemaProps};
/// use serde_json::json;
///
/// let props: JsonSchemaProps = serde_json::from_value(json!({"properties": {"a": {}}}))?;
/// let violations = structural_schema(&props, &FieldPath::ROOT).expect_err("there are no types");
/// let strings: Vec<_> = violations.iter().map(ToString::to_string).collect();
/// assert_eq!(strings, [
///     "properties[a].type: Required value: must not be empty for specified object fields",
///     "type: Required value: must not be empty at the root",
/// ]);
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// # Errors
/// All violations, sorted by message. When the schema has a keyword that no structural schema can hold, such as
/// `$ref`, these are the only violations, for the others would follow from them.
pub fn structural_schema(
    props: &JsonSchemaProps,
    path: &FieldPath<'_>,
) -> Result<StructuralSchema, Violations> {
    let Converted { root, unsupported, words, nested } = convert(props, path);
    unsupported.into_result()?;
    StructuralSchema::check_with(root, path, words.into_iter().chain(nested).collect())
}

/// A schema on its way to a structural one, with what was found.
pub(crate) struct Converted {
    pub(crate) root: SchemaNode,
    /// Keywords that stop upstream's conversion, at their nodes.
    pub(crate) unsupported: Violations,
    /// Words that a node has no room for, which upstream refuses as keywords; and extensions of KEPs where they must not
    /// stand, which upstream does not know.
    pub(crate) words: Violations,
    /// What must not stand below junctors, or in root metadata.
    pub(crate) nested: Violations,
}

/// Converts a schema without checking the rules of structural ones.
pub(crate) fn convert(props: &JsonSchemaProps, path: &FieldPath<'_>) -> Converted {
    let (mut unsupported, mut words, mut nested) = (Violations::new(), Violations::new(), Violations::new());
    let mut conversion = Conversion { unsupported: &mut unsupported, words: &mut words, nested: &mut nested };
    let root = conversion.node(props, path);
    nested.extend(root_metadata_refusal(props, &root, path));
    Converted { root, unsupported, words, nested }
}

/// S15 for what a node has no room for.
///
/// **Quirk**: upstream compares Go structs, for which some empty lists are something (`validation.go`).
fn root_metadata_refusal(
    props: &JsonSchemaProps,
    root: &SchemaNode,
    path: &FieldPath<'_>,
) -> Option<Violation> {
    let metadata = props.properties.as_ref()?.get("metadata")?;
    let is_something = metadata.required.is_some()
        || metadata.list_map_keys.is_some()
        || metadata.validations.is_some()
        || metadata.list_type.is_some()
        || metadata.map_type.is_some();
    let is_refused_already = root.property("metadata").is_some_and(SchemaNode::says_more_than_names);
    let path = path.property("properties");
    let path = path.key("metadata");
    (is_something && !is_refused_already)
        .then(|| Violation::forbidden(path.to_owned(PathStyle::Bracketed), SchemaNode::METADATA_REFUSAL))
}

/// Why a schema cannot be converted, if it cannot.
pub(crate) fn first_unsupported(props: &JsonSchemaProps) -> Option<String> {
    let converted = convert(props, &FieldPath::ROOT);
    let first = converted.unsupported.iter().next();
    first.map(|violation| violation.detail().to_owned())
}

impl TryFrom<&JsonSchemaProps> for StructuralSchema {
    type Error = Violations;

    /// As [`structural_schema`], with paths from the root of the schema.
    fn try_from(props: &JsonSchemaProps) -> Result<Self, Violations> {
        structural_schema(props, &FieldPath::ROOT)
    }
}

/// What a conversion finds on its way.
pub(super) struct Conversion<'v> {
    /// Keywords that stop upstream's conversion.
    pub(super) unsupported: &'v mut Violations,
    /// Words that a node has no room for, and extensions of KEPs where they must not stand.
    pub(super) words: &'v mut Violations,
    /// What must not stand below junctors.
    pub(super) nested: &'v mut Violations,
}

impl Conversion<'_> {
    fn node(&mut self, props: &JsonSchemaProps, path: &FieldPath<'_>) -> SchemaNode {
        self.unsupported_keywords(props, path);
        SchemaNode {
            type_: self.schema_type(props, path),
            description: string(props.description.as_ref()),
            title: string(props.title.as_ref()),
            default: json(props.default.as_ref()),
            example: json(props.example.as_ref()),
            external_docs: external_docs(props.external_docs.as_deref()).map(Box::new),
            nullable: props.nullable == Some(true),
            preserve_unknown_fields: props.preserve_unknown_fields == Some(true),
            embedded_resource: props.embedded_resource == Some(true),
            int_or_string: props.int_or_string == Some(true),
            list_map_keys: props.list_map_keys.clone().unwrap_or_default(),
            list_type: self.word(props.list_type.as_ref(), ListType::NAMES, "x-kubernetes-list-type", path),
            map_type: self.word(props.map_type.as_ref(), MapType::NAMES, "x-kubernetes-map-type", path),
            mutability: self.word(
                props.mutability.as_ref(),
                Mutability::NAMES,
                "x-kubernetes-mutability",
                path,
            ),
            key_mutability: self.word(
                props.key_mutability.as_ref(),
                KeyMutability::NAMES,
                "x-kubernetes-key-mutability",
                path,
            ),
            unions: props.unions.iter().flatten().map(union).collect(),
            rules: props.validations.iter().flatten().map(rule).collect(),
            value_validation: self.value_validation(props, Junctors::Node, path),
            items: self.items(props, path).map(Box::new),
            properties: self.properties(props, path),
            additional_properties: self.additional_properties(props, path),
        }
    }

    fn items(&mut self, props: &JsonSchemaProps, path: &FieldPath<'_>) -> Option<SchemaNode> {
        match &props.items {
            Some(SchemaOrArray::Schema(items)) => Some(self.node(items, &path.property("items"))),
            _ => None,
        }
    }

    fn properties(
        &mut self,
        props: &JsonSchemaProps,
        path: &FieldPath<'_>,
    ) -> std::collections::BTreeMap<String, Box<SchemaNode>> {
        let path = path.property("properties");
        let properties = props.properties.iter().flatten();
        by_name(
            properties.map(|(name, property)| (name.clone(), Box::new(self.node(property, &path.key(name))))),
        )
    }

    fn additional_properties(
        &mut self,
        props: &JsonSchemaProps,
        path: &FieldPath<'_>,
    ) -> Option<AdditionalProperties> {
        Some(match props.additional_properties.as_ref()? {
            SchemaOrBool::Bool(allows) => AdditionalProperties::Bool(*allows),
            SchemaOrBool::Schema(values) => AdditionalProperties::Schema(Box::new(
                self.node(values, &path.property("additionalProperties")),
            )),
        })
    }

    /// The keywords at which upstream's conversion gives up, in its order (`convert.go`).
    pub(super) fn unsupported_keywords(&mut self, props: &JsonSchemaProps, path: &FieldPath<'_>) {
        let keywords = [
            ("id", has_string(props.id.as_ref())),
            ("schema", has_string(props.schema.as_ref())),
            ("$ref", has_string(props.reference.as_ref())),
            ("patternProperties", has_entries(props.pattern_properties.as_ref())),
            ("dependencies", has_entries(props.dependencies.as_ref())),
            ("additionalItems", props.additional_items.is_some()),
            ("definitions", has_entries(props.definitions.as_ref())),
        ];
        for (keyword, _) in keywords.into_iter().filter(|(_, used)| *used) {
            self.unsupported(path, format!("OpenAPIV3Schema '{keyword}' is not supported"));
        }
        if props.preserve_unknown_fields == Some(false) {
            let detail = "internal error: 'x-kubernetes-preserve-unknown-fields' must be true or undefined";
            self.unsupported(path, detail);
        }
        if matches!(&props.items, Some(SchemaOrArray::List(schemas)) if !schemas.is_empty()) {
            self.unsupported(path, "OpenAPIV3Schema 'items' must be a schema, but is an array");
        }
    }

    /// Upstream prints an empty string as the value; the path is that of the node, where upstream has the schema's.
    fn unsupported(&mut self, path: &FieldPath<'_>, detail: impl Into<String>) {
        let path = path.to_owned(PathStyle::Bracketed);
        self.unsupported.push(Violation::invalid(path, Value::String(String::new()), detail));
    }

    fn schema_type(&mut self, props: &JsonSchemaProps, path: &FieldPath<'_>) -> Option<SchemaType> {
        let type_ = SchemaType::from_name(props.type_.as_deref().filter(|name| !name.is_empty())?);
        if let SchemaType::Other(name) = &type_ {
            let path = path.property("type").to_owned(PathStyle::Bracketed);
            self.words.push(Violation::not_supported(path, name.as_ref().into(), &SchemaType::NAMES));
        }
        Some(type_)
    }

    fn word<W: std::str::FromStr>(
        &mut self,
        string: Option<&String>,
        words: &[&str],
        extension: &str,
        path: &FieldPath<'_>,
    ) -> Option<W> {
        let string = string?;
        let word = string.parse().ok();
        if word.is_none() {
            let path = path.property(extension).to_owned(PathStyle::Bracketed);
            self.words.push(Violation::not_supported(path, string.as_str().into(), words));
        }
        word
    }

    pub(super) fn value_validation(
        &mut self,
        props: &JsonSchemaProps,
        junctors: Junctors,
        path: &FieldPath<'_>,
    ) -> ValueValidation {
        ValueValidation {
            format: string(props.format.as_ref()),
            maximum: props.maximum,
            exclusive_maximum: props.exclusive_maximum == Some(true),
            minimum: props.minimum,
            exclusive_minimum: props.exclusive_minimum == Some(true),
            max_length: props.max_length,
            min_length: props.min_length,
            pattern: string(props.pattern.as_ref()),
            max_items: props.max_items,
            min_items: props.min_items,
            unique_items: props.unique_items == Some(true),
            multiple_of: props.multiple_of,
            enum_: props.enum_.clone().unwrap_or_default(),
            max_properties: props.max_properties,
            min_properties: props.min_properties,
            required: props.required.clone().unwrap_or_default(),
            all_of: self.all_of(props.all_of.as_deref().unwrap_or_default(), junctors, path),
            any_of: self.any_of(props.any_of.as_deref().unwrap_or_default(), junctors, path),
            one_of: self.branches(props.one_of.as_deref().unwrap_or_default(), "oneOf", path),
            not: props
                .not
                .as_ref()
                .map(|not| Box::new(self.nested(not, Junctors::Branch, &path.property("not")))),
        }
    }

    fn any_of(&mut self, branches: &[JsonSchemaProps], junctors: Junctors, path: &FieldPath<'_>) -> AnyOf {
        if junctors.may_hold_the_pair() && nested::is_integer_or_string(branches) {
            return AnyOf::IntegerOrString;
        }
        AnyOf::Validations(self.branches(branches, "anyOf", path))
    }
}

fn has_string(string: Option<&String>) -> bool {
    string.is_some_and(|string| !string.is_empty())
}

fn has_entries<V>(map: Option<&std::collections::BTreeMap<String, V>>) -> bool {
    map.is_some_and(|map| !map.is_empty())
}

/// An empty string is as good as none.
pub(super) fn string(string: Option<&String>) -> Option<String> {
    string.filter(|string| !string.is_empty()).cloned()
}

/// A `null` is as good as none.
pub(super) fn json(value: Option<&Value>) -> Option<Value> {
    value.filter(|value| !value.is_null()).cloned()
}

pub(super) fn external_docs(docs: Option<&ExternalDocumentation>) -> Option<ExternalDocs> {
    docs.map(|docs| ExternalDocs {
        description: string(docs.description.as_ref()),
        url: string(docs.url.as_ref()),
    })
}

fn union(props: &UnionProps) -> Union {
    let fields = props.fields.clone().unwrap_or_default();
    Union { discriminator: string(props.discriminator.as_ref()), fields }
}

fn rule(rule: &ValidationRule) -> Rule {
    Rule {
        rule: rule.rule.clone().unwrap_or_default(),
        message: string(rule.message.as_ref()),
        message_expression: string(rule.message_expression.as_ref()),
        reason: string(rule.reason.as_ref()),
        field_path: string(rule.field_path.as_ref()),
        optional_old_self: rule.optional_old_self,
    }
}
