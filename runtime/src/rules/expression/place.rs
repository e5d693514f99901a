//! Paths to the values of an expression, in a schema and in an object.
//!
//! Knows nothing of: expressions.

use std::fmt::Write as _;

use serde_json::Value;

use crate::path::{FieldPath, FieldPathBuf, PathStep, PathStyle};
use crate::rules::correlation::OldItems;
use crate::schema::SchemaNode;

/// How many fields are listed where there is none of the name.
const MOST_LISTED: usize = 10;

/// A step of a path, as the schema has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Property(String),
    Key(String),
    Index(usize),
    EachItem,
    EachValue,
}

/// A step as it is written.
#[derive(Debug, PartialEq, Eq)]
enum Written<'p> {
    Name(&'p str),
    InBrackets(&'p str),
    Each,
}

/// The steps of a path such as `spec.ports[].port`.
///
/// # Errors
///
/// The path cannot be read, or leads to nothing that the schema has.
pub(super) fn steps(path: &str, root: &SchemaNode) -> Result<Vec<Step>, String> {
    let (mut found, mut node) = (Vec::new(), root);
    for written in read(path)? {
        let (step, below) = resolved(&written, node).map_err(|error| match spelled(&found).as_str() {
            "" => error,
            place => format!("{place}: {error}"),
        })?;
        found.push(step);
        node = below;
    }
    Ok(found)
}

/// The path of steps, as it may be written again.
pub(super) fn spelled(steps: &[Step]) -> String {
    let mut path = String::new();
    for step in steps {
        let dot = if path.is_empty() { "" } else { "." };
        // Writing to a string does not fail.
        let _ = match step {
            Step::Property(name) if name.contains(['.', '[', ']', '{']) => write!(path, "[{name}]"),
            Step::Property(name) => write!(path, "{dot}{name}"),
            Step::Key(key) => write!(path, "[{key}]"),
            Step::Index(index) => write!(path, "[{index}]"),
            Step::EachItem => write!(path, "[]"),
            Step::EachValue => write!(path, "{{}}"),
        };
    }
    path
}

fn read(path: &str) -> Result<Vec<Written<'_>>, String> {
    let (mut steps, mut rest) = (Vec::new(), path);
    while !rest.is_empty() {
        let (step, behind) = if let Some(inside) = rest.strip_prefix('[') {
            let (name, behind) =
                inside.split_once(']').ok_or_else(|| format!("{rest:?} has no closing bracket"))?;
            (if matches!(name, "" | "*") { Written::Each } else { Written::InBrackets(name) }, behind)
        } else if let Some(behind) = rest.strip_prefix("{}") {
            (Written::Each, behind)
        } else {
            let name = rest.strip_prefix('.').unwrap_or(rest);
            let end = name.find(['.', '[', '{']).unwrap_or(name.len());
            let (name, behind) = name.split_at(end);
            if name.is_empty() {
                return Err(format!("{rest:?} begins with no name"));
            }
            (Written::Name(name), behind)
        };
        steps.push(step);
        rest = behind;
    }
    Ok(steps)
}

fn resolved<'s>(written: &Written<'_>, node: &'s SchemaNode) -> Result<(Step, &'s SchemaNode), String> {
    let property = |name: &str| node.property(name).map(|below| (Step::Property(name.to_owned()), below));
    let key = |name: &str| node.map_values().map(|below| (Step::Key(name.to_owned()), below));
    match *written {
        Written::Name(name) => property(name).or_else(|| key(name)).ok_or_else(|| missing(name, node)),
        Written::InBrackets(name) => {
            if let Some(found) = property(name) {
                return Ok(found);
            }
            match (node.items(), name.parse()) {
                (Some(items), Ok(index)) => Ok((Step::Index(index), items)),
                (Some(_), Err(_)) => {
                    Err(format!("{name:?} is no position of an item; [] stands for each item"))
                }
                (None, _) => key(name).ok_or_else(|| missing(name, node)),
            }
        }
        Written::Each => match (node.items(), node.map_values()) {
            (Some(items), _) => Ok((Step::EachItem, items)),
            (None, Some(values)) => Ok((Step::EachValue, values)),
            (None, None) => Err("the schema has neither a list nor a map there".to_owned()),
        },
    }
}

fn missing(name: &str, node: &SchemaNode) -> String {
    if node.items().is_some() {
        return format!("the schema has a list there and no field {name:?}; [] stands for each item");
    }
    let known: Vec<_> = node.properties().take(MOST_LISTED).map(|(name, _)| name).collect();
    let others = match node.properties().len().saturating_sub(known.len()) {
        0 => String::new(),
        others => format!(" and {others} others"),
    };
    if known.is_empty() {
        return format!("the schema has no field {name:?} there");
    }
    format!("the schema has no field {name:?} there; it has {}{others}", known.join(", "))
}

/// The node that steps lead to.
pub(super) fn node<'s>(root: &'s SchemaNode, steps: &[Step]) -> Option<&'s SchemaNode> {
    steps.iter().try_fold(root, |node, step| match step {
        Step::Property(name) => node.property(name),
        Step::Index(_) | Step::EachItem => node.items(),
        Step::Key(_) | Step::EachValue => node.map_values(),
    })
}

/// A value with the old one that it takes the place of.
pub(super) struct Place<'v> {
    schema: &'v SchemaNode,
    pub(super) new: &'v Value,
    pub(super) old: Option<&'v Value>,
    pub(super) path: FieldPathBuf,
}

/// The values that steps lead to; null is none.
///
/// Old items belong to new ones as in an evaluation of all rules.
///
/// Source: `apiextensions-apiserver pkg/apiserver/schema/cel/validation.go`, `validateMap`, `validateArray`.
pub(super) fn places<'v>(
    schema: &'v SchemaNode,
    steps: &[Step],
    new: &'v Value,
    old: Option<&'v Value>,
) -> Vec<Place<'v>> {
    let path = FieldPathBuf::new([], PathStyle::Bracketed);
    let mut places: Vec<_> = kept(Place { schema, new, old, path }).into_iter().collect();
    for step in steps {
        places = places.iter().flat_map(|place| place.below(step)).filter_map(kept).collect();
    }
    places
}

fn kept(place: Place<'_>) -> Option<Place<'_>> {
    let old = place.old.filter(|old| !old.is_null());
    (!place.new.is_null()).then_some(Place { old, ..place })
}

impl<'v> Place<'v> {
    fn below(&self, step: &Step) -> Vec<Self> {
        match step {
            Step::Property(name) => {
                let found = self.schema.property(name).zip(self.new.get(name));
                let step = PathStep::Property(name);
                found.map(|(schema, new)| self.at(schema, new, self.field(name), step)).into_iter().collect()
            }
            Step::Key(key) => {
                let found = self.schema.map_values().zip(self.new.as_object().and_then(|new| new.get(key)));
                let step = PathStep::Key(key);
                found.map(|(schema, new)| self.at(schema, new, self.field(key), step)).into_iter().collect()
            }
            Step::EachValue => {
                let entries = self.new.as_object().into_iter().flatten();
                let found = self
                    .schema
                    .map_values()
                    .into_iter()
                    .flat_map(|schema| entries.clone().map(move |(key, new)| (schema, key, new)));
                found
                    .map(|(schema, key, new)| self.at(schema, new, self.field(key), PathStep::Key(key)))
                    .collect()
            }
            Step::Index(index) => self.items(Some(*index)),
            Step::EachItem => self.items(None),
        }
    }

    fn field(&self, name: &str) -> Option<&'v Value> {
        self.old.and_then(Value::as_object).and_then(|old| old.get(name))
    }

    fn items(&self, only: Option<usize>) -> Vec<Self> {
        let (Some(schema), Some(items)) = (self.schema.items(), self.new.as_array()) else {
            return Vec::new();
        };
        let old = self.old.and_then(Value::as_array).and_then(|old| OldItems::of(self.schema, old));
        let wanted = items.iter().enumerate().filter(|(index, _)| only.is_none_or(|only| only == *index));
        let item = |(index, new)| {
            let old = old.as_ref().and_then(|old| old.get(new));
            self.at(schema, new, old, PathStep::Index(index))
        };
        wanted.map(item).collect()
    }

    fn at(&self, schema: &'v SchemaNode, new: &'v Value, old: Option<&'v Value>, step: PathStep<'_>) -> Self {
        let path = FieldPath::from(&self.path).child(step).to_owned(PathStyle::Bracketed);
        Self { schema, new, old, path }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{spelled, steps};
    use crate::schema::StructuralSchema;

    fn schema() -> StructuralSchema {
        let props = json!({"type": "object", "properties": {"spec": {"type": "object", "properties": {
            "a.b": {"type": "string"},
            "ports": {"type": "array", "items": {"type": "object", "properties": {"port": {"type": "integer"}}}},
            "labels": {"type": "object", "additionalProperties": {"type": "string"}},
        }}}});
        let props = serde_json::from_value(props).expect("it is a schema");
        StructuralSchema::try_from(&props).expect("it is structural")
    }

    #[test]
    fn paths_are_read_as_they_are_printed() {
        for (path, expected) in [
            ("", ""),
            ("spec", "spec"),
            (".spec", "spec"),
            ("spec.ports[].port", "spec.ports[].port"),
            ("spec.ports[*].port", "spec.ports[].port"),
            ("spec.ports[3]", "spec.ports[3]"),
            ("spec.labels{}", "spec.labels{}"),
            ("spec.labels[]", "spec.labels{}"),
            ("spec.labels[a.b/c]", "spec.labels[a.b/c]"),
            ("spec.labels.app", "spec.labels[app]"),
            ("spec[a.b]", "spec[a.b]"),
        ] {
            let steps = steps(path, schema().root()).expect(path);
            assert_eq!(spelled(&steps), expected, "{path}");
        }
    }

    #[test]
    fn other_paths_are_errors() {
        for (path, expected) in [
            ("nope", "the schema has no field \"nope\" there; it has spec"),
            ("spec.nope", "spec: the schema has no field \"nope\" there; it has a.b, labels, ports"),
            ("spec..ports", "\"..ports\" begins with no name"),
            ("spec.", "\".\" begins with no name"),
            ("spec.ports[", "\"[\" has no closing bracket"),
            (
                "spec.ports.port",
                "spec.ports: the schema has a list there and no field \"port\"; [] stands for each item",
            ),
            ("spec.ports[x]", "spec.ports: \"x\" is no position of an item; [] stands for each item"),
            ("spec[]", "spec: the schema has neither a list nor a map there"),
            ("spec{x}", "\"{x}\" begins with no name"),
            ("spec.ports[].port.x", "spec.ports[].port: the schema has no field \"x\" there"),
        ] {
            assert_eq!(steps(path, schema().root()), Err(expected.to_owned()), "{path}");
        }
    }
}
