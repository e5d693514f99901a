//! Schemas made ready for validating values.

use std::collections::HashMap;
use std::sync::Arc;

use crd_schema_go::formats::Check;
use crd_schema_go::pattern::AutomatonRoom;

use super::formats;
use super::node::{
    Additional, Allowed, Correlation, Format, Junctors, List, Node, Object, Property, StringPattern,
    StringRules, Types,
};
use super::numbers::{NumberType, Numbers};
use crate::by_name::ByName;
use crate::schema::{
    AdditionalProperties, AnyOf, ListType, NestedValueValidation, SchemaNode, SchemaType, ValueValidation,
};
use crate::server_version::ServerVersion;

/// Which of upstream's two ways from a schema to its validator is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Objects of requests: the way from the CRD (`validation.go`, `NewSchemaValidatorForVersion`).
    Requests(ServerVersion),
    /// The defaults in a CRD: the way from the structural schema (`kubeopenapi.go`). **Quirk**: int-or-string is no type
    /// there, formats are as they are written, and a nested `additionalProperties: false` means nothing.
    Defaults(ServerVersion),
}

impl Purpose {
    fn server(self) -> ServerVersion {
        match self {
            Self::Requests(server) | Self::Defaults(server) => server,
        }
    }

    fn is_defaults(self) -> bool {
        matches!(self, Self::Defaults(_))
    }
}

pub(super) struct Compiler<'s> {
    purpose: Purpose,
    patterns: HashMap<&'s str, Arc<StringPattern>>,
    room: Arc<AutomatonRoom>,
}

impl<'s> Compiler<'s> {
    pub(super) fn new(purpose: Purpose) -> Self {
        Self { purpose, patterns: HashMap::new(), room: Arc::default() }
    }

    pub(super) fn node(&mut self, schema: &'s SchemaNode) -> Node {
        let types = self.types(schema);
        let additional = match schema.additional_properties() {
            None | Some(AdditionalProperties::Bool(true)) => Additional::Anything,
            Some(AdditionalProperties::Bool(false)) => Additional::Nothing,
            Some(AdditionalProperties::Schema(values)) => Additional::Values(Box::new(self.node(values))),
        };
        let rules = schema.value_validation();
        let properties = schema.properties();
        let properties =
            properties.map(|(name, node)| (name, property(name, self.node(node), rules))).collect();
        let items = schema.items().map(|items| self.node(items));
        let below = Below { items, correlation: correlation(schema, types), properties, additional };
        let other_type =
            schema.schema_type().filter(|_| types == Types::OTHER).map(|other| other.name().into());
        Node { nullable: schema.is_nullable(), other_type, ..self.with_rules(types, rules, below) }
    }

    fn nested(&mut self, schema: &'s NestedValueValidation) -> Node {
        let forbids = schema.forbids_additional_properties && !self.purpose.is_defaults();
        let rules = &schema.value_validation;
        let properties = schema.properties.iter().flatten();
        let below = Below {
            items: schema.items.as_deref().map(|items| self.nested(items)),
            correlation: Correlation::Whole,
            properties: properties
                .map(|(name, node)| (name.as_str(), property(name, self.nested(node), rules)))
                .collect(),
            additional: if forbids { Additional::Nothing } else { Additional::Anything },
        };
        self.with_rules(Types::NONE, rules, below)
    }

    fn with_rules(&mut self, types: Types, rules: &'s ValueValidation, below: Below) -> Node {
        let format = rules.format.as_deref();
        let (list, object) = below.with(rules);
        let node = Node {
            types,
            other_type: None,
            nullable: false,
            validates_only_types: false,
            format: self.format(types, format),
            junctors: self.junctors(rules).map(Box::new),
            string: self.string(rules).map(Box::new),
            numbers: Numbers::of(rules, self.number_type(types, format)).map(Box::new),
            list: list.map(Box::new),
            object: object.map(Box::new),
            allowed: (!rules.enum_.is_empty()).then(|| Box::new(Allowed::of(&rules.enum_))),
        };
        Node { validates_only_types: node.has_no_rules(), ..node }
    }

    fn types(&self, schema: &SchemaNode) -> Types {
        if schema.is_int_or_string() && !self.purpose.is_defaults() {
            return Types::INTEGER_OR_STRING;
        }
        match schema.schema_type() {
            None => Types::NONE,
            Some(SchemaType::Array) => Types::ARRAY,
            Some(SchemaType::Boolean) => Types::BOOLEAN,
            Some(SchemaType::Integer) => Types::INTEGER,
            Some(SchemaType::Number) => Types::NUMBER,
            Some(SchemaType::Object) => Types::OBJECT,
            Some(SchemaType::String) => Types::STRING,
            Some(SchemaType::Other(name)) if **name == *"null" => Types::NULL,
            Some(SchemaType::Other(_)) => Types::OTHER,
        }
    }

    /// Source: `pkg/apiserver/validation/formats.go`, `StripUnsupportedFormatsPostProcessorForVersion`.
    fn format(&self, types: Types, name: Option<&str>) -> Option<Box<Format>> {
        let name = name.filter(|name| !name.is_empty())?;
        let string = |check: Option<Check>| Some(Box::new(Format { name: name.into(), check }));
        let version = self.purpose.server();
        if self.purpose.is_defaults() {
            return string(formats::check_of_default(name, version));
        }
        if version < ServerVersion::V1_36 {
            // Quirk: a format of strings stands for any type, and that of a number for none.
            return string(Some(formats::check_at(name, version)?));
        }
        let is_kept = match types {
            // Quirk: int-or-string counts as no type, for it is two.
            Types::NONE | Types::STRING | Types::INTEGER_OR_STRING => {
                return string(Some(formats::check_at(name, version)?));
            }
            Types::INTEGER => matches!(name, "int32" | "int64"),
            Types::NUMBER => matches!(name, "float" | "double"),
            _ => false,
        };
        if is_kept { string(None) } else { None }
    }

    /// No server before 1.36 asks whether a number is one of the type (`kube-openapi pkg/validation/validate/schema.go`,
    /// `numberValidator`).
    fn number_type(&self, types: Types, format: Option<&str>) -> NumberType {
        if self.purpose.server() < ServerVersion::V1_36 {
            return NumberType::Any;
        }
        NumberType::of(types, format)
    }

    fn junctors(&mut self, rules: &'s ValueValidation) -> Option<Junctors> {
        let any_of = match &rules.any_of {
            AnyOf::IntegerOrString => vec![self.of_type(Types::INTEGER), self.of_type(Types::STRING)],
            AnyOf::Validations(branches) => branches.iter().map(|branch| self.nested(branch)).collect(),
        };
        let junctors = Junctors {
            any_of,
            one_of: rules.one_of.iter().map(|branch| self.nested(branch)).collect(),
            all_of: rules.all_of.iter().map(|branch| self.nested(branch)).collect(),
            not: rules.not.as_deref().map(|nested| self.nested(nested)),
        };
        let Junctors { any_of, one_of, all_of, not } = &junctors;
        let is_empty = any_of.is_empty() && one_of.is_empty() && all_of.is_empty() && not.is_none();
        (!is_empty).then_some(junctors)
    }

    fn string(&mut self, rules: &'s ValueValidation) -> Option<StringRules> {
        let pattern = rules.pattern.as_deref().filter(|pattern| !pattern.is_empty());
        let pattern = pattern.map(|source| self.pattern(source));
        let (max_length, min_length) = (rules.max_length, rules.min_length);
        let is_empty = max_length.is_none() && min_length.is_none() && pattern.is_none();
        (!is_empty).then_some(StringRules { max_length, min_length, pattern })
    }

    fn of_type(&self, types: Types) -> Node {
        let rules = ValueValidation::default();
        let numbers = Numbers::of(&rules, self.number_type(types, None)).map(Box::new);
        Node { types, numbers, ..Node::default() }
    }

    fn pattern(&mut self, source: &'s str) -> Arc<StringPattern> {
        let pattern = || Arc::new(StringPattern::new(source, Arc::clone(&self.room)));
        Arc::clone(self.patterns.entry(source).or_insert_with(pattern))
    }
}

impl Node {
    fn has_no_rules(&self) -> bool {
        let is_checked = self.format.as_ref().is_some_and(|format| format.check.is_some());
        let has_rules = self.string.is_some() || self.numbers.is_some() || is_checked;
        let has_parts = self.list.is_some() || self.object.is_some();
        !has_rules && !has_parts && self.junctors.is_none() && self.allowed.is_none()
    }
}

fn property(name: &str, node: Node, rules: &ValueValidation) -> Property {
    Property { node, is_required: rules.required.iter().any(|required| required == name) }
}

/// What a node says of the values below it.
struct Below {
    items: Option<Node>,
    correlation: Correlation,
    properties: ByName<Property>,
    additional: Additional,
}

impl Below {
    fn with(self, rules: &ValueValidation) -> (Option<List>, Option<Object>) {
        let list = List {
            items: self.items,
            max_items: rules.max_items,
            min_items: rules.min_items,
            unique_items: rules.unique_items,
            correlation: self.correlation,
        };
        let required: Vec<Box<str>> = rules.required.iter().map(|name| name.as_str().into()).collect();
        let is_declared = |name: &str| self.properties.get(name).is_some();
        let object = Object {
            additional: self.additional,
            max_properties: rules.max_properties,
            min_properties: rules.min_properties,
            required_properties: self.properties.iter().filter(|(_, property)| property.is_required).count(),
            required_others: required.iter().filter(|name| !is_declared(name)).cloned().collect(),
            required,
            properties: self.properties,
        };
        (Some(list).filter(|list| !list.is_empty()), Some(object).filter(|object| !object.is_empty()))
    }
}

impl List {
    fn is_empty(&self) -> bool {
        self.items.is_none()
            && self.max_items.is_none()
            && self.min_items.is_none()
            && !self.unique_items
            && self.correlation == Correlation::Whole
    }
}

impl Object {
    fn is_empty(&self) -> bool {
        self.properties.is_empty()
            && matches!(self.additional, Additional::Anything)
            && self.max_properties.is_none()
            && self.min_properties.is_none()
            && self.required.is_empty()
    }
}

fn correlation(schema: &SchemaNode, types: Types) -> Correlation {
    let keys = schema.list_map_keys();
    match schema.list_type() {
        Some(ListType::Map) if types == Types::ARRAY && !keys.is_empty() => {
            Correlation::Keys(keys.iter().map(|key| key.as_str().into()).collect())
        }
        Some(ListType::Map) => Correlation::Never,
        Some(ListType::Atomic | ListType::Set) | None => Correlation::Whole,
    }
}
