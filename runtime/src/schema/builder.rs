//! Building a structural schema in code.

use serde_json::Value;

use super::node::{
    AdditionalProperties, KeyMutability, ListType, MapType, Mutability, Rule, SchemaNode, SchemaType,
};
use super::value_validation::AnyOf;
use super::{StructuralSchema, ValueValidation};
use crate::path::FieldPath;
use crate::violation::Violations;

/// Builds one node, and with [`build`](Self::build) the whole schema.
///
/// The kind is chosen first, so that what excludes each other cannot be combined: a map has no properties, only a
/// list has a list type.
///
/// ```
/// use crd_schema::schema::Mutability;
/// use crd_schema::SchemaBuilder;
///
/// let spec = SchemaBuilder::object()
///     .required("engine", SchemaBuilder::string().max_length(63).mutability(Mutability::Immutable))
///     .property("replicas", SchemaBuilder::integer().minimum(0.0).default_value(1.into()));
/// let schema = SchemaBuilder::object().property("spec", spec).build()?;
/// assert_eq!(schema.root().property("spec").map(|spec| spec.value_validation().required.len()), Some(1));
/// # Ok::<(), crd_schema::Violations>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[must_use]
pub struct SchemaBuilder {
    node: SchemaNode,
}

impl SchemaBuilder {
    fn of_type(type_: SchemaType) -> Self {
        Self { node: SchemaNode { type_: Some(type_), ..SchemaNode::default() } }
    }

    /// An object with declared fields.
    pub fn object() -> Self {
        Self::of_type(SchemaType::Object)
    }

    /// An object whose fields all fit `values`.
    pub fn map(values: Self) -> Self {
        let mut builder = Self::object();
        builder.node.additional_properties = Some(AdditionalProperties::Schema(Box::new(values.node)));
        builder
    }

    /// A list whose items all fit `items`.
    pub fn array(items: Self) -> Self {
        let mut builder = Self::of_type(SchemaType::Array);
        builder.node.items = Some(Box::new(items.node));
        builder
    }

    /// A list without order or repetition.
    pub fn set(items: Self) -> Self {
        let mut builder = Self::array(items);
        builder.node.list_type = Some(ListType::Set);
        builder
    }

    /// A list whose items are identified by their fields `keys`.
    pub fn list_map<'k>(keys: impl IntoIterator<Item = &'k str>, items: Self) -> Self {
        let mut builder = Self::array(items);
        builder.node.list_type = Some(ListType::Map);
        builder.node.list_map_keys = keys.into_iter().map(str::to_owned).collect();
        builder
    }

    /// A string.
    pub fn string() -> Self {
        Self::of_type(SchemaType::String)
    }

    /// A whole number.
    pub fn integer() -> Self {
        Self::of_type(SchemaType::Integer)
    }

    /// A number.
    pub fn number() -> Self {
        Self::of_type(SchemaType::Number)
    }

    /// `true` or `false`.
    pub fn boolean() -> Self {
        Self::of_type(SchemaType::Boolean)
    }

    /// An integer or a string.
    pub fn int_or_string() -> Self {
        let mut builder = Self::default();
        builder.node.int_or_string = true;
        builder.node.value_validation.any_of = AnyOf::IntegerOrString;
        builder
    }

    /// Anything at all, kept as it is.
    pub fn anything() -> Self {
        Self::default().preserve_unknown_fields()
    }

    /// A Kubernetes object of its own; say what it may have, or [`preserve_unknown_fields`](Self::preserve_unknown_fields).
    pub fn embedded_resource() -> Self {
        let mut builder = Self::object();
        builder.node.embedded_resource = true;
        builder
    }

    /// Declares a field that may be missing.
    pub fn property(mut self, name: impl Into<String>, property: Self) -> Self {
        self.node.properties.insert(name.into(), Box::new(property.node));
        self
    }

    /// Declares a field that must be there.
    pub fn required(mut self, name: impl Into<String>, property: Self) -> Self {
        let name = name.into();
        self.node.value_validation.required.push(name.clone());
        self.property(name, property)
    }

    /// Keeps unknown fields.
    pub fn preserve_unknown_fields(mut self) -> Self {
        self.node.preserve_unknown_fields = true;
        self
    }

    /// Makes `null` a value.
    pub fn nullable(mut self) -> Self {
        self.node.nullable = true;
        self
    }

    /// Sets the value that the server fills in.
    pub fn default_value(mut self, value: Value) -> Self {
        self.node.default = Some(value);
        self
    }

    /// Sets the text for readers.
    pub fn description(mut self, text: impl Into<String>) -> Self {
        self.node.description = Some(text.into());
        self
    }

    /// Says whether the fields of the object have owners of their own.
    pub fn map_type(mut self, map_type: MapType) -> Self {
        self.node.map_type = Some(map_type);
        self
    }

    /// Says how the value may change.
    pub fn mutability(mut self, mutability: Mutability) -> Self {
        self.node.mutability = Some(mutability);
        self
    }

    /// Says how the keys of the list or map may change.
    pub fn key_mutability(mut self, mutability: KeyMutability) -> Self {
        self.node.key_mutability = Some(mutability);
        self
    }

    /// Adds a CEL rule.
    pub fn rule(mut self, rule: Rule) -> Self {
        self.node.rules.push(rule);
        self
    }

    /// Sets the smallest number.
    pub fn minimum(self, bound: f64) -> Self {
        self.validate(|validation| validation.minimum = Some(bound))
    }

    /// Sets the largest number.
    pub fn maximum(self, bound: f64) -> Self {
        self.validate(|validation| validation.maximum = Some(bound))
    }

    /// Sets the most characters.
    pub fn max_length(self, limit: i64) -> Self {
        self.validate(|validation| validation.max_length = Some(limit))
    }

    /// Sets the most items.
    pub fn max_items(self, limit: i64) -> Self {
        self.validate(|validation| validation.max_items = Some(limit))
    }

    /// Sets a regular expression in Go's syntax.
    pub fn pattern(self, pattern: impl Into<String>) -> Self {
        self.validate(|validation| validation.pattern = Some(pattern.into()))
    }

    /// Sets any other value validation.
    ///
    /// ```
    /// let level = crd_schema::SchemaBuilder::string().validate(|v| v.enum_ = vec!["low".into(), "high".into()]);
    /// ```
    pub fn validate(mut self, set: impl FnOnce(&mut ValueValidation)) -> Self {
        set(&mut self.node.value_validation);
        self
    }

    /// Checks the rules and gives the schema of a whole object.
    ///
    /// # Errors
    /// All violations of the structural rules and of the placement rules of mutability, with paths from this node.
    pub fn build(self) -> Result<StructuralSchema, Violations> {
        StructuralSchema::check(self.node, &FieldPath::ROOT)
    }
}
