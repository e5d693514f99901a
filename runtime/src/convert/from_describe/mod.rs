//! What the derive knows of a type to structural schema: the one interpreter of all derived types.
//!
//! It recurs as deep as the description, which is `const` data and therefore finite.

mod defaults;
mod descriptions;
mod object;
mod possible;
pub(super) mod union;
pub(super) mod untagged;
mod validate;
mod words;

use serde_json::Value;

use self::validate::validate;
use self::words::{key_mutability_of, list_type_of, map_type_of, mutability_of, rule_of, value};
use super::{by_name, from_json_schema, merge, null};
use crate::describe::{Facet, Shape, TypeDesc};
use crate::path::{FieldPath, PathStyle};
use crate::schema::{
    AdditionalProperties, AnyOf, ExternalDocs, Rule, SchemaNode, SchemaType, StructuralSchema, Union,
    ValueValidation,
};
use crate::violation::{Violation, Violations};

/// What becomes of the descriptions of a description.
///
/// ```
/// use crd_schema::convert::{Descriptions, from_description};
/// use crd_schema::CrdSchema;
///
/// /// Work to be done.
/// #[derive(CrdSchema)]
/// struct Job {}
///
/// assert_eq!(from_description(Job::SCHEMA, Descriptions::Kept)?.root().description(), Some("Work to be done."));
/// assert_eq!(from_description(Job::SCHEMA, Descriptions::LeftOut)?.root().description(), None);
/// # Ok::<(), crd_schema::Violations>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Descriptions {
    /// They are the schema's descriptions.
    Kept,
    /// The schema has none.
    LeftOut,
}

/// The schema of a described type.
///
/// ```
/// use crd_schema::convert::{Descriptions, from_description};
/// use crd_schema::{CrdSchema, SchemaBuilder};
///
/// #[derive(CrdSchema)]
/// struct Job {
///     retries: i64,
/// }
///
/// let schema = from_description(Job::SCHEMA, Descriptions::Kept)?;
/// let retries = SchemaBuilder::integer().validate(|validation| validation.format = Some("int64".into()));
/// assert_eq!(schema, SchemaBuilder::object().required("retries", retries).build()?);
/// # Ok::<(), crd_schema::Violations>(())
/// ```
///
/// # Errors
/// What is only known when the program runs: patterns that are none, defaults that cannot be written, and any
/// structural rule that a description written by hand breaks.
pub fn from_description(desc: &TypeDesc, descriptions: Descriptions) -> Result<StructuralSchema, Violations> {
    let mut found = Violations::new();
    let mut root = Interpreter { found: &mut found, descriptions }.node(desc, &FieldPath::ROOT);
    root.for_each_mut(&mut null::admit);
    StructuralSchema::check_with(root, &FieldPath::ROOT, found)
}

struct Interpreter<'v> {
    descriptions: Descriptions,
    found: &'v mut Violations,
}

impl Interpreter<'_> {
    fn node(&mut self, desc: &TypeDesc, path: &FieldPath<'_>) -> SchemaNode {
        let mut node = self.shape(desc.shape, path);
        self.facets(&mut node, desc.facets, path);
        self.possible_values(&mut node, desc, "");
        node
    }

    /// A description that is not empty replaces any other.
    fn describe(&self, node: &mut SchemaNode, description: &str) {
        let description = description.trim();
        if self.descriptions == Descriptions::Kept && !description.is_empty() {
            node.description = Some(description.to_owned());
        }
    }

    fn shape(&mut self, shape: Shape, path: &FieldPath<'_>) -> SchemaNode {
        match shape {
            Shape::Boolean => of_type(SchemaType::Boolean),
            Shape::Integer => of_type(SchemaType::Integer),
            Shape::Number => of_type(SchemaType::Number),
            Shape::String => of_type(SchemaType::String),
            Shape::IntOrString => int_or_string(),
            Shape::Anything => SchemaNode { preserve_unknown_fields: true, ..SchemaNode::default() },
            Shape::JsonSchema(make) => self.json_schema(make, path),
            Shape::Object(fields) => self.object(fields, path),
            Shape::Union(union) => self.union(&union, path),
            Shape::Tuple(items) => self.tuple(items, path),
            Shape::Map(values) => {
                let values = self.node(values, &path.property("additionalProperties"));
                let values = AdditionalProperties::Schema(Box::new(values));
                SchemaNode { additional_properties: Some(values), ..of_type(SchemaType::Object) }
            }
            Shape::List(items) | Shape::Set(items) => {
                let items = self.node(items, &path.property("items"));
                SchemaNode { items: Some(Box::new(items)), ..of_type(SchemaType::Array) }
            }
            Shape::Optional(inner) => SchemaNode { nullable: true, ..self.node(inner, path) },
            Shape::Transparent(inner) | Shape::Newtype(inner) => self.node(inner, path),
        }
    }

    /// The schema of a type that describes itself when the program runs.
    fn json_schema(&mut self, make: fn() -> Value, path: &FieldPath<'_>) -> SchemaNode {
        let mut node = from_json_schema::node(&make(), self.found, path);
        if self.descriptions == Descriptions::LeftOut {
            node.for_each_mut(&mut |node| node.description = None);
        }
        node
    }

    /// All items share one schema, so it has no description.
    fn tuple(&mut self, types: &[&TypeDesc], path: &FieldPath<'_>) -> SchemaNode {
        let below = path.property("items");
        let mut silent = Interpreter { descriptions: Descriptions::LeftOut, found: self.found };
        let mut items = types.iter().map(|type_| silent.node(type_, &below));
        let first = items.next().unwrap_or_default();
        let alike = items.collect::<Vec<_>>().iter().all(|other| *other == first);
        if !alike {
            self.forbidden(&below, "must be alike, for a schema has one for all items of a list");
        }
        let count = i64::try_from(types.len()).ok();
        let value_validation =
            ValueValidation { min_items: count, max_items: count, ..ValueValidation::default() };
        SchemaNode { items: Some(Box::new(first)), value_validation, ..of_type(SchemaType::Array) }
    }

    fn forbidden(&mut self, path: &FieldPath<'_>, description: &str) {
        self.found.push(Violation::forbidden(path.to_owned(PathStyle::Bracketed), description));
    }

    fn facets(&mut self, node: &mut SchemaNode, facets: &[Facet], path: &FieldPath<'_>) {
        for facet in facets {
            self.facet(node, facet, path);
        }
    }

    fn facet(&mut self, node: &mut SchemaNode, facet: &Facet, path: &FieldPath<'_>) {
        match *facet {
            Facet::Description("") => node.description = None,
            Facet::Description(description) => self.describe(node, description),
            Facet::Descriptions(make) if self.descriptions == Descriptions::Kept => {
                descriptions::lend(node, &make());
            }
            Facet::Title(description) => node.title = Some(description.to_owned()),
            Facet::Example(literal) => node.example = Some(value(literal)),
            Facet::ExternalDocs(url, about) => {
                let description = |description: &str| {
                    Some(description.to_owned()).filter(|description| !description.is_empty())
                };
                let docs = ExternalDocs { description: description(about), url: description(url) };
                node.external_docs = Some(Box::new(docs));
            }
            Facet::Default(literal) => node.default = Some(value(literal)),
            Facet::DefaultFn(default) => self.default(node, default, path),
            Facet::Defaults(defaults) => self.defaults(node, defaults, path),
            Facet::Nullable => node.nullable = true,
            Facet::PreserveUnknown => node.preserve_unknown_fields = true,
            Facet::EmbeddedResource => embed_resource(node),
            Facet::ListType(list_type) => node.list_type = Some(list_type_of(list_type)),
            Facet::ListMapKeys(keys) => node.list_map_keys = keys.iter().map(ToString::to_string).collect(),
            Facet::MapType(map_type) => node.map_type = Some(map_type_of(map_type)),
            Facet::Mutability(mutability) => node.mutability = Some(mutability_of(mutability)),
            Facet::KeyMutability(mutability) => node.key_mutability = Some(key_mutability_of(mutability)),
            Facet::Unions => node.unions = vec![union_of(node)],
            Facet::Rule(rule) => node.rules.push(rule_of(rule)),
            Facet::RootRulesOf(spec) => node.rules.extend(root_rules(spec)),
            Facet::Element(facets) => self.element(node, facets, path),
            ref validation => validate(&mut node.value_validation, validation),
        }
    }

    fn element(&mut self, node: &mut SchemaNode, facets: &[Facet], path: &FieldPath<'_>) {
        if let Some(items) = &mut node.items {
            self.facets(items, facets, &path.property("items"));
        } else if let Some(AdditionalProperties::Schema(values)) = &mut node.additional_properties {
            self.facets(values, facets, &path.property("additionalProperties"));
        } else {
            self.forbidden(&path.property("items"), "must only be described for lists and maps");
        }
    }
}

fn of_type(type_: SchemaType) -> SchemaNode {
    SchemaNode { type_: Some(type_), ..SchemaNode::default() }
}

fn int_or_string() -> SchemaNode {
    let value_validation = ValueValidation { any_of: AnyOf::IntegerOrString, ..ValueValidation::default() };
    SchemaNode { int_or_string: true, value_validation, ..SchemaNode::default() }
}

/// The fields of an externally tagged enum, each with its own name.
fn union_of(node: &SchemaNode) -> Union {
    let fields = by_name(node.properties.keys().map(|name| (name.clone(), name.clone())));
    Union { discriminator: None, fields }
}

/// The rules of the whole object that the type of its spec has.
fn root_rules(spec: &TypeDesc) -> impl Iterator<Item = Rule> {
    spec.facets.iter().filter_map(|facet| match *facet {
        Facet::RootRule(rule) => Some(rule_of(rule)),
        _ => None,
    })
}

/// An object without declared fields would lose them all, so it keeps what it does not know.
fn embed_resource(node: &mut SchemaNode) {
    node.embedded_resource = true;
    node.type_ = Some(SchemaType::Object);
    node.additional_properties = None;
    node.preserve_unknown_fields |= node.properties.is_empty();
}
