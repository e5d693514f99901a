//! What the derive knows of a type to structural schema: the one interpreter of all derived types.
//!
//! It recurs as deep as the description, which is `const` data and therefore finite.

use serde_json::Value;

use crate::describe::{
    Facet, FieldDesc, KeyMutabilityDesc, ListTypeDesc, Literal, MapTypeDesc, MutabilityDesc, RuleDesc, Shape,
    TypeDesc, TypeDocs,
};
use crate::path::{FieldPath, PathStyle};
use crate::schema::{
    AdditionalProperties, AnyOf, KeyMutability, ListType, MapType, Mutability, NestedValueValidation, Rule,
    SchemaNode, SchemaType, StructuralSchema, ValueValidation,
};
use crate::violation::{ErrorKind, Violation, Violations};

/// The schema of a described type; `docs` become descriptions.
///
/// ```
/// use crd_schema::{CrdSchema, SchemaBuilder, from_description};
///
/// #[derive(CrdSchema)]
/// struct Job {
///     retries: i64,
/// }
///
/// let schema = from_description(Job::SCHEMA, None)?;
/// let retries = SchemaBuilder::integer().validate(|validation| validation.format = Some("int64".into()));
/// assert_eq!(schema, SchemaBuilder::object().required("retries", retries).build()?);
/// # Ok::<(), crd_schema::Violations>(())
/// ```
///
/// # Errors
/// What is only known when the program runs: patterns that are none, defaults that cannot be written, and any
/// structural rule that a description written by hand breaks.
pub fn from_description(desc: &TypeDesc, docs: Option<&TypeDocs>) -> Result<StructuralSchema, Violations> {
    let mut found = Violations::new();
    let root = Interpreter { found: &mut found }.node(desc, docs, &FieldPath::ROOT);
    StructuralSchema::check_with(root, &FieldPath::ROOT, found)
}

struct Interpreter<'v> {
    found: &'v mut Violations,
}

impl Interpreter<'_> {
    fn node(&mut self, desc: &TypeDesc, docs: Option<&TypeDocs>, path: &FieldPath<'_>) -> SchemaNode {
        let mut node = self.shape(desc.shape, docs, path);
        self.facets(&mut node, desc.facets, path);
        if let Some(text) = docs.map(|docs| docs.text).filter(|text| !text.is_empty()) {
            node.description = Some(text.to_owned());
        }
        node
    }

    fn shape(&mut self, shape: Shape, docs: Option<&TypeDocs>, path: &FieldPath<'_>) -> SchemaNode {
        let element_docs = docs.and_then(|docs| docs.element);
        match shape {
            Shape::Boolean => of_type(SchemaType::Boolean),
            Shape::Integer => of_type(SchemaType::Integer),
            Shape::Number => of_type(SchemaType::Number),
            Shape::String => of_type(SchemaType::String),
            Shape::IntOrString => int_or_string(),
            Shape::Anything => SchemaNode { preserve_unknown_fields: true, ..SchemaNode::default() },
            Shape::Object(fields) => self.object(fields, docs, path),
            Shape::Map(values) => {
                let values = self.node(values, element_docs, &path.property("additionalProperties"));
                let values = AdditionalProperties::Schema(Box::new(values));
                SchemaNode { additional_properties: Some(values), ..of_type(SchemaType::Object) }
            }
            Shape::List(items) | Shape::Set(items) => {
                let items = self.node(items, element_docs, &path.property("items"));
                SchemaNode { items: Some(Box::new(items)), ..of_type(SchemaType::Array) }
            }
            Shape::Optional(inner) => SchemaNode { nullable: true, ..self.node(inner, docs, path) },
            Shape::Transparent(inner) | Shape::Newtype(inner) => self.node(inner, docs, path),
        }
    }

    fn object(&mut self, fields: &[FieldDesc], docs: Option<&TypeDocs>, path: &FieldPath<'_>) -> SchemaNode {
        let path = path.property("properties");
        let mut object = of_type(SchemaType::Object);
        for field in fields {
            let docs = docs.and_then(|docs| docs.fields.iter().find(|docs| docs.name == field.name));
            let mut node = self.node(unwrapped(field), docs.map(|docs| docs.type_), &path.key(field.name));
            self.facets(&mut node, field.facets, &path.key(field.name));
            if let Some(text) = docs.map(|docs| docs.text).filter(|text| !text.is_empty()) {
                node.description = Some(text.to_owned());
            }
            if field.required {
                object.value_validation.required.push(field.name.to_owned());
            }
            object.properties.insert(field.name.to_owned(), node);
        }
        object
    }

    fn facets(&mut self, node: &mut SchemaNode, facets: &[Facet], path: &FieldPath<'_>) {
        for facet in facets {
            self.facet(node, facet, path);
        }
    }

    fn facet(&mut self, node: &mut SchemaNode, facet: &Facet, path: &FieldPath<'_>) {
        match *facet {
            Facet::Title(text) => node.title = Some(text.to_owned()),
            Facet::Example(literal) => node.example = Some(value(literal)),
            Facet::Default(literal) => node.default = Some(value(literal)),
            Facet::DefaultFn(default) => self.default(node, default, path),
            Facet::Nullable => node.nullable = true,
            Facet::PreserveUnknown => node.preserve_unknown_fields = true,
            Facet::EmbeddedResource => embed_resource(node),
            Facet::ListType(list_type) => node.list_type = Some(list_type_of(list_type)),
            Facet::ListMapKeys(keys) => node.list_map_keys = keys.iter().map(ToString::to_string).collect(),
            Facet::MapType(map_type) => node.map_type = Some(map_type_of(map_type)),
            Facet::Mutability(mutability) => node.mutability = Some(mutability_of(mutability)),
            Facet::KeyMutability(mutability) => node.key_mutability = Some(key_mutability_of(mutability)),
            Facet::Rule(rule) => node.rules.push(rule_of(rule)),
            Facet::Element(facets) => self.element(node, facets, path),
            ref validation => validate(&mut node.value_validation, validation),
        }
    }

    fn default(
        &mut self,
        node: &mut SchemaNode,
        default: fn() -> Result<Value, serde_json::Error>,
        path: &FieldPath<'_>,
    ) {
        match default() {
            Ok(value) => node.default = Some(value).filter(|value| !value.is_null()),
            Err(error) => {
                let path = path.property("default").to_owned(PathStyle::Bracketed);
                self.found.push(Violation::new(ErrorKind::Internal, path, None, error.to_string()));
            }
        }
    }

    fn element(&mut self, node: &mut SchemaNode, facets: &[Facet], path: &FieldPath<'_>) {
        if let Some(items) = &mut node.items {
            self.facets(items, facets, &path.property("items"));
        } else if let Some(AdditionalProperties::Schema(values)) = &mut node.additional_properties {
            self.facets(values, facets, &path.property("additionalProperties"));
        } else {
            let path = path.property("items").to_owned(PathStyle::Bracketed);
            self.found.push(Violation::forbidden(path, "must only be described for lists and maps"));
        }
    }
}

/// The type of a member as serde writes it: without the outermost `None`, when that is left out instead.
fn unwrapped(field: &FieldDesc) -> &'static TypeDesc {
    match field.type_.shape {
        Shape::Optional(inner) if field.omits_null => inner,
        _ => field.type_,
    }
}

fn of_type(type_: SchemaType) -> SchemaNode {
    SchemaNode { type_: Some(type_), ..SchemaNode::default() }
}

fn int_or_string() -> SchemaNode {
    let value_validation = ValueValidation { any_of: AnyOf::IntegerOrString, ..ValueValidation::default() };
    SchemaNode { int_or_string: true, value_validation, ..SchemaNode::default() }
}

/// An object without declared members would lose them all, so it keeps what it does not know.
fn embed_resource(node: &mut SchemaNode) {
    node.embedded_resource = true;
    node.nullable &= node.type_.is_some();
    node.type_ = Some(SchemaType::Object);
    node.additional_properties = None;
    node.preserve_unknown_fields |= node.properties.is_empty();
}

/// Bounds of the same kind narrow each other; patterns and enums that meet another one must both hold.
fn validate(validation: &mut ValueValidation, facet: &Facet) {
    match *facet {
        Facet::Format(format) => validation.format = Some(format.to_owned()),
        Facet::Minimum(bound) if validation.minimum.is_none_or(|known| known < bound) => {
            validation.minimum = Some(bound);
            validation.exclusive_minimum = false;
        }
        Facet::Maximum(bound) if validation.maximum.is_none_or(|known| known > bound) => {
            validation.maximum = Some(bound);
            validation.exclusive_maximum = false;
        }
        Facet::ExclusiveMinimum => validation.exclusive_minimum = true,
        Facet::ExclusiveMaximum => validation.exclusive_maximum = true,
        Facet::MinLength(limit) => raise(&mut validation.min_length, limit),
        Facet::MaxLength(limit) => lower(&mut validation.max_length, limit),
        Facet::MinItems(limit) => raise(&mut validation.min_items, limit),
        Facet::MaxItems(limit) => lower(&mut validation.max_items, limit),
        Facet::MinProperties(limit) => raise(&mut validation.min_properties, limit),
        Facet::MaxProperties(limit) => lower(&mut validation.max_properties, limit),
        Facet::MultipleOf(factor) => match validation.multiple_of {
            None => validation.multiple_of = Some(factor),
            Some(_) => also(validation, |also| also.multiple_of = Some(factor)),
        },
        Facet::Pattern(pattern) => match validation.pattern {
            None => validation.pattern = Some(pattern.to_owned()),
            Some(_) => also(validation, |also| also.pattern = Some(pattern.to_owned())),
        },
        Facet::Enum(literals) => {
            let values = literals.iter().copied().map(value).collect();
            if validation.enum_.is_empty() {
                validation.enum_ = values;
            } else {
                also(validation, |also| also.enum_ = values);
            }
        }
        _ => {}
    }
}

fn raise(limit: &mut Option<i64>, to: i64) {
    *limit = Some(limit.map_or(to, |known| known.max(to)));
}

fn lower(limit: &mut Option<i64>, to: i64) {
    *limit = Some(limit.map_or(to, |known| known.min(to)));
}

fn also(validation: &mut ValueValidation, set: impl FnOnce(&mut ValueValidation)) {
    let mut nested = NestedValueValidation::default();
    set(&mut nested.value_validation);
    validation.all_of.push(nested);
}

fn value(literal: Literal) -> Value {
    match literal {
        Literal::Null => Value::Null,
        Literal::Bool(value) => value.into(),
        Literal::Integer(number) => number.into(),
        Literal::Number(number) => number.into(),
        Literal::String(text) => text.into(),
        Literal::List(items) => items.iter().copied().map(value).collect(),
        Literal::Object(members) => {
            members.iter().map(|&(name, member)| (name.to_owned(), value(member))).collect()
        }
    }
}

fn rule_of(rule: RuleDesc) -> Rule {
    let text = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
    Rule {
        rule: rule.rule.to_owned(),
        message: text(rule.message),
        message_expression: text(rule.message_expression),
        reason: text(rule.reason),
        field_path: text(rule.field_path),
        optional_old_self: rule.optional_old_self.then_some(true),
    }
}

fn list_type_of(list_type: ListTypeDesc) -> ListType {
    match list_type {
        ListTypeDesc::Atomic => ListType::Atomic,
        ListTypeDesc::Map => ListType::Map,
        ListTypeDesc::Set => ListType::Set,
    }
}

fn map_type_of(map_type: MapTypeDesc) -> MapType {
    match map_type {
        MapTypeDesc::Atomic => MapType::Atomic,
        MapTypeDesc::Granular => MapType::Granular,
    }
}

fn mutability_of(mutability: MutabilityDesc) -> Mutability {
    match mutability {
        MutabilityDesc::AddOnly => Mutability::AddOnly,
        MutabilityDesc::Immutable => Mutability::Immutable,
        MutabilityDesc::RemoveOnly => Mutability::RemoveOnly,
    }
}

fn key_mutability_of(mutability: KeyMutabilityDesc) -> KeyMutability {
    match mutability {
        KeyMutabilityDesc::AddOnly => KeyMutability::AddOnly,
        KeyMutabilityDesc::Immutable => KeyMutability::Immutable,
        KeyMutabilityDesc::RemoveOnly => KeyMutability::RemoveOnly,
    }
}
