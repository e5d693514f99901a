//! What a value is validated by.
//!
//! A tree and not an arena as `CompiledSchema`: a node owns what is below it, so that walks need neither ids nor
//! look-ups that could fail, and nothing here is shared.

use std::sync::{Arc, OnceLock};

use crd_schema_go::formats::Check;
use crd_schema_go::pattern::{AutomatonRoom, Pattern, PatternError};
use serde_json::Value;

use super::numbers::Numbers;
use crate::by_name::{ByName, Names};

/// One schema, structural or nested.
#[derive(Clone, Debug, Default)]
pub(super) struct Node {
    pub(super) types: Types,
    /// The word of [`Types::OTHER`].
    pub(super) other_type: Option<Box<str>>,
    pub(super) nullable: bool,
    /// Whether no value of a declared type can be wrong.
    pub(super) validates_only_types: bool,
    pub(super) format: Option<Box<Format>>,
    pub(super) junctors: Option<Box<Junctors>>,
    pub(super) string: Option<Box<StringRules>>,
    pub(super) numbers: Option<Box<Numbers>>,
    pub(super) list: Option<Box<List>>,
    pub(super) object: Option<Box<Object>>,
    pub(super) allowed: Option<Box<Allowed>>,
}

/// The declared types, a bit for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Types(u8);

impl Types {
    pub(super) const NONE: Self = Self(0);
    pub(super) const ARRAY: Self = Self(1);
    pub(super) const BOOLEAN: Self = Self(1 << 1);
    pub(super) const INTEGER: Self = Self(1 << 2);
    pub(super) const NUMBER: Self = Self(1 << 3);
    pub(super) const OBJECT: Self = Self(1 << 4);
    pub(super) const STRING: Self = Self(1 << 5);
    /// No schema of a server's has it, but a default beside it is validated.
    pub(super) const NULL: Self = Self(1 << 6);
    /// The same goes for words that mean nothing; nothing is of this type.
    pub(super) const OTHER: Self = Self(1 << 7);
    /// The order is that of the strings.
    pub(super) const INTEGER_OR_STRING: Self = Self(Self::INTEGER.0 | Self::STRING.0);

    pub(super) fn is_empty(self) -> bool {
        self == Self::NONE
    }

    /// Whether any of `others` is declared.
    pub(super) fn has(self, others: Self) -> bool {
        self.0 & others.0 != 0
    }

    /// The names as upstream joins them.
    pub(super) fn string(self) -> String {
        const NAMES: [(Types, &str); 7] = [
            (Types::ARRAY, "array"),
            (Types::BOOLEAN, "boolean"),
            (Types::INTEGER, "integer"),
            (Types::NULL, "null"),
            (Types::NUMBER, "number"),
            (Types::OBJECT, "object"),
            (Types::STRING, "string"),
        ];
        let names: Vec<_> = NAMES.iter().filter(|(one, _)| self.has(*one)).map(|(_, name)| *name).collect();
        names.join(",")
    }
}

/// A format that the server knows at this place.
#[derive(Clone, Debug)]
pub(super) struct Format {
    /// As the schema spells it.
    pub(super) name: Box<str>,
    /// What a string is asked.
    pub(super) check: Option<Check>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Junctors {
    pub(super) any_of: Vec<Node>,
    pub(super) one_of: Vec<Node>,
    pub(super) all_of: Vec<Node>,
    pub(super) not: Option<Node>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct StringRules {
    pub(super) max_length: Option<i64>,
    pub(super) min_length: Option<i64>,
    pub(super) pattern: Option<Arc<StringPattern>>,
}

/// A pattern is compiled once, however many nodes have it, and when the first string is looked at.
#[derive(Debug)]
pub(super) struct StringPattern {
    pub(super) source: Box<str>,
    room: Arc<AutomatonRoom>,
    compiled: OnceLock<Result<Pattern, PatternError>>,
}

impl StringPattern {
    pub(super) fn new(source: &str, room: Arc<AutomatonRoom>) -> Self {
        Self { source: source.into(), room, compiled: OnceLock::new() }
    }

    pub(super) fn compiled(&self) -> &Result<Pattern, PatternError> {
        self.compiled.get_or_init(|| Pattern::compile_in(&self.source, &self.room))
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct List {
    pub(super) items: Option<Node>,
    pub(super) max_items: Option<i64>,
    pub(super) min_items: Option<i64>,
    pub(super) unique_items: bool,
    pub(super) correlation: Correlation,
}

/// How an item of a list finds its old self.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Correlation {
    /// It does not: the list is one value.
    #[default]
    Whole,
    /// By its fields of these names.
    Keys(Box<[Box<str>]>),
    /// **Quirk**: it does not, and a list that has items never equals its old self, where the list type is `map` but the
    /// type or the keys are missing (`apiserver pkg/cel/common/maplist.go`).
    Never,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Object {
    pub(super) properties: ByName<Property>,
    pub(super) additional: Additional,
    pub(super) max_properties: Option<i64>,
    pub(super) min_properties: Option<i64>,
    /// In the order of the schema.
    pub(super) required: Vec<Box<str>>,
    /// How many of the properties are required, and what is required beside them.
    pub(super) required_properties: usize,
    pub(super) required_others: Vec<Box<str>>,
}

/// One declared field.
#[derive(Clone, Debug)]
pub(super) struct Property {
    pub(super) node: Node,
    pub(super) is_required: bool,
}

/// What is said of undeclared fields.
#[derive(Clone, Debug, Default)]
pub(super) enum Additional {
    #[default]
    Anything,
    Nothing,
    Values(Box<Node>),
}

impl Object {
    pub(super) fn property(&self, name: &str) -> Option<&Node> {
        self.properties.get(name).map(|property| &property.node)
    }

    /// The schema of a field, declared or not.
    pub(super) fn field(&self, name: &str) -> Option<&Node> {
        self.property(name).or(match &self.additional {
            Additional::Values(values) => Some(values),
            Additional::Anything | Additional::Nothing => None,
        })
    }
}

/// The values of an `enum`.
#[derive(Clone, Debug)]
pub(super) struct Allowed {
    /// All of them, in the order of the schema.
    pub(super) values: Vec<Value>,
    /// The strings among them, sorted.
    pub(super) strings: Names,
}
