//! Which keywords leave no value together.
//!
//! One after the other is left out; those without which there are values are to blame.

use serde_json::{Value, json};

use super::{Claims, Emptiness, Look, with};
use crate::path::{FieldPath, FieldPathBuf, PathStyle};
use crate::schema::{AnyOf, SchemaNode, ValueValidation};
use crate::server_version::ServerVersion;

/// A keyword of a node that can be left out.
pub(super) struct Keyword {
    pub(super) name: &'static str,
    /// What it says; none when it is not there.
    value: fn(&ValueValidation) -> Option<Value>,
    forget: fn(&mut ValueValidation),
}

macro_rules! keywords {
    ($($name:literal: $field:ident,)*) => {
        [$(Keyword {
            name: $name,
            value: |said| said.$field.as_ref().map(|value| json!(value)),
            forget: |said| said.$field = None,
        },)*]
    };
}

/// The last ones are the last to be left out, and so the first to be blamed.
const KEYWORDS: [Keyword; 18] = {
    let [
        format,
        pattern,
        min_length,
        max_length,
        minimum,
        maximum,
        multiple_of,
        min_items,
        max_items,
        min,
        max,
    ] = keywords! {
        "format": format,
        "pattern": pattern,
        "minLength": min_length,
        "maxLength": max_length,
        "minimum": minimum,
        "maximum": maximum,
        "multipleOf": multiple_of,
        "minItems": min_items,
        "maxItems": max_items,
        "minProperties": min_properties,
        "maxProperties": max_properties,
    };
    [
        Keyword {
            name: "not",
            value: |said| said.not.as_ref().map(|_| Value::Null),
            forget: |said| said.not = None,
        },
        Keyword {
            name: "oneOf",
            value: |said| (!said.one_of.is_empty()).then_some(Value::Null),
            forget: |said| said.one_of.clear(),
        },
        Keyword {
            name: "anyOf",
            value: |said| (!said.any_of.validations().is_empty()).then_some(Value::Null),
            forget: |said| said.any_of = AnyOf::default(),
        },
        Keyword {
            name: "allOf",
            value: |said| (!said.all_of.is_empty()).then_some(Value::Null),
            forget: |said| said.all_of.clear(),
        },
        format,
        pattern,
        min_length,
        max_length,
        Keyword {
            name: "exclusiveMinimum",
            value: |said| said.exclusive_minimum.then_some(Value::Bool(true)),
            forget: |said| said.exclusive_minimum = false,
        },
        Keyword {
            name: "exclusiveMaximum",
            value: |said| said.exclusive_maximum.then_some(Value::Bool(true)),
            forget: |said| said.exclusive_maximum = false,
        },
        minimum,
        maximum,
        multiple_of,
        min_items,
        max_items,
        min,
        max,
        Keyword {
            name: "enum",
            value: |said| (!said.enum_.is_empty()).then(|| json!(said.enum_)),
            forget: |said| said.enum_.clear(),
        },
    ]
};

/// The keywords that are to blame, with what each says.
pub(super) struct Core {
    pub(super) keywords: Vec<(&'static str, Value)>,
    /// The names of fields that are required and can never be there, or are too many.
    pub(super) required: Vec<String>,
    /// Whether there are values without what nested validations above say.
    pub(super) needs_above: bool,
}

/// What leaves no value on that server.
pub(super) fn core(claims: &Claims<'_>, server: ServerVersion) -> Core {
    let is_empty = |node: &SchemaNode| Emptiness { server, look: Look::Shallow }.of(&claims.with_node(node));
    let mut node = claims.node.clone();
    let mut keywords = Vec::new();
    for Keyword { name, value, forget } in &KEYWORDS {
        let Some(value) = value(node.value_validation()) else { continue };
        let without = with(&node, |node| forget(&mut node.value_validation));
        if is_empty(&without) {
            node = without;
        } else {
            keywords.push((*name, value));
        }
    }
    let mut required = Vec::new();
    for name in node.value_validation.required.clone() {
        let without = with(&node, |node| node.value_validation.required.retain(|other| *other != name));
        if is_empty(&without) {
            node = without;
        } else {
            required.push(name);
        }
    }
    let needs_above = !Emptiness { server, look: Look::Shallow }.of(&claims.alone());
    Core { keywords, required, needs_above }
}

impl Core {
    /// The keyword that is pointed at; the node itself where it has none.
    pub(super) fn place(&self, node: &FieldPath<'_>) -> FieldPathBuf {
        let keyword = self.keywords.last().map(|(name, _)| *name);
        let keyword = keyword.or_else(|| (!self.required.is_empty()).then_some("required"));
        match keyword {
            Some(keyword) => node.property(keyword).to_owned(PathStyle::Bracketed),
            None => node.to_owned(PathStyle::Bracketed),
        }
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.keywords.iter().any(|(keyword, _)| *keyword == name)
    }

    /// What the keyword says, if it is to blame.
    pub(super) fn said(&self, name: &str) -> Option<&Value> {
        self.keywords.iter().find(|(keyword, _)| *keyword == name).map(|(_, value)| value)
    }
}
