//! One node of a structural schema.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde_json::Value;

use super::union::Union;
use super::value_validation::ValueValidation;
use crate::path::FieldPath;

/// The JSON type of a node.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SchemaType {
    /// A list.
    Array,
    /// `true` or `false`.
    Boolean,
    /// A whole number.
    Integer,
    /// A number.
    Number,
    /// An object: a struct or a map.
    Object,
    /// A string.
    String,
    /// Any other string; no checked schema has it.
    Other(Box<str>),
}

impl SchemaType {
    /// All names, sorted as Kubernetes lists them.
    pub(crate) const NAMES: [&'static str; 6] = ["array", "boolean", "integer", "number", "object", "string"];

    /// The name in a schema.
    pub fn name(&self) -> &str {
        match self {
            Self::Array => "array",
            Self::Boolean => "boolean",
            Self::Integer => "integer",
            Self::Number => "number",
            Self::Object => "object",
            Self::String => "string",
            Self::Other(name) => name,
        }
    }

    pub(crate) fn from_name(name: &str) -> Self {
        match name {
            "array" => Self::Array,
            "boolean" => Self::Boolean,
            "integer" => Self::Integer,
            "number" => Self::Number,
            "object" => Self::Object,
            "string" => Self::String,
            other => Self::Other(other.into()),
        }
    }
}

impl fmt::Display for SchemaType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// An extension whose values are a few words: the enum, its words, and the way from a string.
macro_rules! words {
    ($(#[$meta:meta])* pub enum $name:ident { $($(#[$word_meta:meta])* $word:ident = $string:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $name {
            $($(#[$word_meta])* $word,)*
        }

        impl $name {
            /// All words, sorted as Kubernetes lists them.
            pub(crate) const NAMES: &'static [&'static str] = &[$($string,)*];

            /// The word in a schema.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$word => $string,)*
                }
            }
        }

        impl FromStr for $name {
            type Err = UnknownWord;

            fn from_str(string: &str) -> Result<Self, UnknownWord> {
                match string {
                    $($string => Ok(Self::$word),)*
                    _ => Err(UnknownWord),
                }
            }
        }
    };
}

/// A string that is none of the words of an extension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownWord;

impl fmt::Display for UnknownWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a value of this extension")
    }
}

impl std::error::Error for UnknownWord {}

words! {
    /// `x-kubernetes-list-type`: what identifies the items of a list.
    pub enum ListType {
        /// Nothing does: the list is one value.
        Atomic = "atomic",
        /// Their key fields do.
        Map = "map",
        /// They themselves do.
        Set = "set",
    }
}

words! {
    /// `x-kubernetes-map-type`: whether the fields of an object have owners of their own.
    pub enum MapType {
        /// They have not: the object is one value.
        Atomic = "atomic",
        /// They have.
        Granular = "granular",
    }
}

words! {
    /// `x-kubernetes-mutability`: how a value may change.
    ///
    /// Source: KEP Immutable Fields.
    pub enum Mutability {
        /// It may be set once, and never go.
        AddOnly = "AddOnly",
        /// It may neither come, nor go, nor change.
        Immutable = "Immutable",
        /// It may go, and never come back.
        RemoveOnly = "RemoveOnly",
    }
}

words! {
    /// `x-kubernetes-key-mutability`: how the keys of a list or map may change.
    ///
    /// Source: KEP Immutable Fields.
    pub enum KeyMutability {
        /// Keys may only come.
        AddOnly = "AddOnly",
        /// Keys may neither come nor go.
        Immutable = "Immutable",
        /// Keys may only go.
        RemoveOnly = "RemoveOnly",
    }
}

/// What `additionalProperties` says.
#[derive(Clone, Debug, PartialEq)]
pub enum AdditionalProperties {
    /// Whether undeclared fields are allowed; a value validation, for pruning keeps them either way.
    Bool(bool),
    /// The schema of all undeclared fields.
    Schema(Box<SchemaNode>),
}

/// Where to read more about a value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExternalDocs {
    /// What is found there.
    pub description: Option<String>,
    /// The address.
    pub url: Option<String>,
}

/// One CEL rule.
///
/// ```
/// let rule = crd_schema::schema::Rule::new("self == oldSelf").message("field is immutable");
/// assert_eq!(rule.rule, "self == oldSelf");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rule {
    /// An expression that must be true.
    pub rule: String,
    /// What to tell when it is false.
    pub message: Option<String>,
    /// An expression that makes the message.
    pub message_expression: Option<String>,
    /// The reason of the cause.
    pub reason: Option<String>,
    /// The field to blame, relative to the node.
    pub field_path: Option<String>,
    /// Whether the rule also runs without an old value.
    pub optional_old_self: Option<bool>,
}

impl Rule {
    /// A rule without message.
    pub fn new(rule: impl Into<String>) -> Self {
        Self { rule: rule.into(), ..Self::default() }
    }

    /// Sets what to tell when the rule is false.
    #[must_use]
    pub fn message(mut self, message: impl Into<String>) -> Self {
        self.message = Some(message.into());
        self
    }
}

/// One node of a structural schema; read-only outside of this crate.
///
/// Like upstream's struct it can hold combinations that say little, such as `properties` on a string: whatever
/// a server accepts can be held. [`kind`](Self::kind) is the view for readers who want to tell cases apart.
#[derive(Clone, Debug, Default, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "they are independent keywords of the API")]
pub struct SchemaNode {
    pub(crate) type_: Option<SchemaType>,
    pub(crate) description: Option<String>,
    pub(crate) title: Option<String>,
    pub(crate) default: Option<Value>,
    pub(crate) example: Option<Value>,
    pub(crate) external_docs: Option<Box<ExternalDocs>>,
    pub(crate) nullable: bool,
    pub(crate) preserve_unknown_fields: bool,
    pub(crate) embedded_resource: bool,
    pub(crate) int_or_string: bool,
    pub(crate) list_map_keys: Vec<String>,
    pub(crate) list_type: Option<ListType>,
    pub(crate) map_type: Option<MapType>,
    pub(crate) mutability: Option<Mutability>,
    pub(crate) key_mutability: Option<KeyMutability>,
    pub(crate) unions: Vec<Union>,
    pub(crate) rules: Vec<Rule>,
    pub(crate) value_validation: ValueValidation,
    pub(crate) items: Option<Box<SchemaNode>>,
    /// Boxed, because the leaves of the map have room for eleven and mostly hold six.
    pub(crate) properties: BTreeMap<String, Box<SchemaNode>>,
    pub(crate) additional_properties: Option<AdditionalProperties>,
}

/// What a node is for, by its type and extensions.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum NodeKind<'a> {
    /// An object with declared fields, or with none at all.
    Struct,
    /// An object whose undeclared fields are entries; the schema of the values, if there is one.
    Map(Option<&'a SchemaNode>),
    /// A list; the schema of the items, if there is one.
    List(Option<&'a SchemaNode>),
    /// A string, number, integer or boolean.
    Scalar(&'a SchemaType),
    /// An integer or a string.
    IntOrString,
    /// Anything at all.
    Unknown,
}

impl SchemaNode {
    /// The JSON type, if the node has one.
    pub fn schema_type(&self) -> Option<&SchemaType> {
        self.type_.as_ref()
    }

    /// What the node is for.
    pub fn kind(&self) -> NodeKind<'_> {
        if self.int_or_string {
            return NodeKind::IntOrString;
        }
        match &self.type_ {
            Some(SchemaType::Array) => NodeKind::List(self.items()),
            Some(SchemaType::Object) if self.properties.is_empty() => match &self.additional_properties {
                Some(AdditionalProperties::Schema(values)) => NodeKind::Map(Some(values)),
                Some(AdditionalProperties::Bool(true)) => NodeKind::Map(None),
                Some(AdditionalProperties::Bool(false)) | None => NodeKind::Struct,
            },
            Some(SchemaType::Object) => NodeKind::Struct,
            Some(scalar) => NodeKind::Scalar(scalar),
            None => NodeKind::Unknown,
        }
    }

    /// The description for readers.
    pub fn description(&self) -> Option<&str> {
        self.description.as_deref()
    }

    /// The value that the server fills in.
    pub fn default_value(&self) -> Option<&Value> {
        self.default.as_ref()
    }

    /// Whether `null` is a value.
    pub fn is_nullable(&self) -> bool {
        self.nullable
    }

    /// Whether unknown fields are kept.
    pub fn preserves_unknown_fields(&self) -> bool {
        self.preserve_unknown_fields
    }

    /// Whether the value is a Kubernetes object of its own.
    pub fn is_embedded_resource(&self) -> bool {
        self.embedded_resource
    }

    /// Whether the value is an integer or a string.
    pub fn is_int_or_string(&self) -> bool {
        self.int_or_string
    }

    /// The fields that identify an item of a list of type `map`.
    pub fn list_map_keys(&self) -> &[String] {
        &self.list_map_keys
    }

    /// What identifies the items of the list.
    pub fn list_type(&self) -> Option<ListType> {
        self.list_type
    }

    /// Whether the fields of the object have owners of their own.
    pub fn map_type(&self) -> Option<MapType> {
        self.map_type
    }

    /// How the value may change.
    pub fn mutability(&self) -> Option<Mutability> {
        self.mutability
    }

    /// How the keys of the list or map may change.
    pub fn key_mutability(&self) -> Option<KeyMutability> {
        self.key_mutability
    }

    /// The unions of fields.
    pub fn unions(&self) -> &[Union] {
        &self.unions
    }

    /// The CEL rules.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// What values are allowed beyond their type.
    pub fn value_validation(&self) -> &ValueValidation {
        &self.value_validation
    }

    /// The schema of the items.
    pub fn items(&self) -> Option<&Self> {
        self.items.as_deref()
    }

    /// The schemas of the declared fields, sorted by name.
    pub fn properties(&self) -> impl ExactSizeIterator<Item = (&str, &Self)> {
        self.properties.iter().map(|(name, node)| (name.as_str(), &**node))
    }

    /// The schema of one declared field.
    pub fn property(&self, name: &str) -> Option<&Self> {
        self.properties.get(name).map(Box::as_ref)
    }

    /// What is said of undeclared fields.
    pub fn additional_properties(&self) -> Option<&AdditionalProperties> {
        self.additional_properties.as_ref()
    }

    /// The schema of the values of a map.
    pub(crate) fn map_values(&self) -> Option<&Self> {
        match &self.additional_properties {
            Some(AdditionalProperties::Schema(values)) => Some(values),
            _ => None,
        }
    }

    /// Whether the predicate holds for the node or a structural node below it.
    pub(crate) fn any(&self, holds: &impl Fn(&Self) -> bool) -> bool {
        let properties = self.properties.values().map(Box::as_ref);
        let below = self.items.as_deref().into_iter().chain(self.map_values()).chain(properties);
        holds(self) || below.into_iter().any(|node| node.any(holds))
    }

    /// Visits the node and every structural node below it, each with its path.
    pub(crate) fn visit(&self, path: &FieldPath<'_>, visit: &mut impl FnMut(&Self, &FieldPath<'_>)) {
        visit(self, path);
        if let Some(items) = &self.items {
            items.visit(&path.property("items"), visit);
        }
        let properties = path.property("properties");
        for (name, property) in &self.properties {
            property.visit(&properties.key(name), visit);
        }
        if let Some(values) = self.map_values() {
            values.visit(&path.property("additionalProperties"), visit);
        }
    }

    /// Visits the node and every structural node below it.
    pub(crate) fn for_each_mut(&mut self, visit: &mut impl FnMut(&mut Self)) {
        visit(self);
        if let Some(items) = &mut self.items {
            items.for_each_mut(visit);
        }
        for property in self.properties.values_mut() {
            property.for_each_mut(visit);
        }
        if let Some(AdditionalProperties::Schema(values)) = &mut self.additional_properties {
            values.for_each_mut(visit);
        }
    }
}
