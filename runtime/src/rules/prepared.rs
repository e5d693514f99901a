//! Rules with their programs, in the shape of the schema.
//!
//! Source: `apiextensions-apiserver pkg/apiserver/schema/cel/validation.go`, `validator`.

use crd_schema_cel::Program;

use super::Place;
use crate::compile::{Programs, programs};
use crate::estimate::{CALL_LIMIT, Root, is_typed};
use crate::schema::{Rule, SchemaNode};
use crate::server_version::ServerVersion;

/// The rules of a node and of those below it.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) rules: Vec<Prepared>,
    /// Why there are no programs.
    pub(super) error: Option<&'static str>,
    /// Whether some rule uses the old value, so that it is bound.
    pub(super) uses_old_self: bool,
    /// Whether the values are whole objects, whose metadata a server declares.
    pub(super) is_resource: bool,
    pub(super) items: Option<Box<Node>>,
    pub(super) values: Option<Box<Node>>,
    /// By name.
    pub(super) properties: Vec<(String, Node)>,
}

/// A rule with its programs.
#[derive(Debug)]
pub(super) struct Prepared {
    pub(super) rule: Rule,
    /// `None` for a rule of white space; what went wrong where it does not compile.
    pub(super) program: Option<Result<Program, String>>,
    pub(super) message: Option<Program>,
    pub(super) uses_old_self: bool,
    /// What is blamed, below the node.
    pub(super) field_path: Option<String>,
}

pub(super) fn root(schema: &SchemaNode, place: Place, server: ServerVersion) -> Option<Node> {
    let root = match place {
        Place::Resource => Root::Resource(schema),
        Place::Value => Root::Value(schema),
    };
    node(root, schema, place == Place::Resource, server)
}

fn node(root: Root<'_>, schema: &SchemaNode, is_resource: bool, server: ServerVersion) -> Option<Node> {
    let below =
        |schema: &SchemaNode| node(Root::Value(schema), schema, schema.is_embedded_resource(), server);
    let is_typed = is_typed(schema);
    let rules: Vec<_> = schema.rules().iter().map(|rule| prepared(root, schema, rule, server)).collect();
    let properties = schema.properties().filter(|(_, property)| self::is_typed(property));
    let properties: Vec<_> =
        properties.filter_map(|(name, property)| Some((name.to_owned(), below(property)?))).collect();
    let (items, values) = (schema.items().and_then(below), schema.map_values().and_then(below));
    if rules.is_empty() && properties.is_empty() && items.is_none() && values.is_none() {
        return None;
    }
    Some(Node {
        error: (!is_typed && !rules.is_empty())
            .then_some("failed to convert to declType for CEL validation rules"),
        uses_old_self: rules.iter().any(|rule| rule.uses_old_self),
        rules,
        is_resource,
        items: items.map(Box::new),
        values: values.map(Box::new),
        properties,
    })
}

fn prepared(root: Root<'_>, schema: &SchemaNode, rule: &Rule, server: ServerVersion) -> Prepared {
    let limited = |program: Program| program.cost_limit(CALL_LIMIT);
    let Programs { rule: program, message_expression, uses_old_self } = programs(root, rule, server);
    let field_path = rule.field_path.as_deref().filter(|path| !path.is_empty());
    Prepared {
        rule: rule.clone(),
        program: program.map(|program| program.map(limited)),
        message: message_expression.map(limited),
        uses_old_self,
        field_path: field_path.and_then(|path| resolved(path, schema)),
    }
}

/// A `fieldPath` as messages print it; one that leads nowhere is none.
///
/// Source: `validation.go`, `ValidFieldPath`.
fn resolved(path: &str, schema: &SchemaNode) -> Option<String> {
    let (mut rest, mut node, mut printed) = (path, schema, String::new());
    while !rest.is_empty() {
        let (name, behind) = step(rest)?;
        if node.properties().len() > 0 {
            if !printed.is_empty() {
                printed.push('.');
            }
            printed.push_str(&name);
            node = node.property(&name)?;
        } else {
            printed.push_str(&format!("[{name}]"));
            node = node.map_values()?;
        }
        rest = behind;
    }
    Some(printed)
}

/// `.name` or `['name']`, and what is behind it.
fn step(path: &str) -> Option<(String, &str)> {
    if let Some(rest) = path.strip_prefix('.') {
        let end = rest.find(['.', '[', ']']).unwrap_or(rest.len());
        let (name, behind) = rest.split_at(end);
        return (!name.is_empty()).then(|| (name.to_owned(), behind));
    }
    let rest = path.strip_prefix("['")?;
    let (mut name, mut chars) = (String::new(), rest.char_indices());
    while let Some((at, char)) = chars.next() {
        match char {
            '\'' => return Some((name, rest[at + 1..].strip_prefix(']')?)),
            '\\' => name.push(match chars.next()?.1 {
                'a' => '\u{7}',
                'b' => '\u{8}',
                'f' => '\u{c}',
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                'v' => '\u{b}',
                '\'' => '\'',
                '\\' => '\\',
                _ => return None,
            }),
            other => name.push(other),
        }
    }
    None
}
