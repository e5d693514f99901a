//! Rules with their programs, in the shape of the schema.
//!
//! Source: `apiextensions-apiserver pkg/apiserver/schema/cel/validation.go`, `validator`.

use crd_schema_cel::Program;

use super::Place;
use crate::compile::{Programs, programs};
use crate::declared::{CALL_LIMIT, Decl, escaped, is_typed};
use crate::json_path::{self, ArrayNotation};
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
    let typed = is_typed(schema);
    match place {
        Place::Resource => node(typed.then(|| Decl::of_root(schema)), true, schema, server),
        Place::Value => node(typed.then(|| Decl::of(schema)), false, schema, server),
    }
}

/// A node whose values have the type, if CEL has one for them.
fn node(decl: Option<Decl<'_>>, is_root: bool, schema: &SchemaNode, server: ServerVersion) -> Option<Node> {
    let element = decl.and_then(Decl::element);
    let below = |decl, schema| node(decl, false, schema, server);
    let of = decl.unwrap_or(Decl::Of(schema));
    let rules: Vec<_> = schema.rules().iter().map(|rule| prepared(of, schema, rule, server)).collect();
    let property = |(name, property)| {
        let decl = property_decl(decl, name, property)?;
        Some((name.to_owned(), below(Some(decl), property)?))
    };
    let properties: Vec<_> = schema.properties().filter_map(property).collect();
    let items = schema.items().and_then(|items| below(element, items));
    let values = schema.map_values().and_then(|values| below(element, values));
    if rules.is_empty() && properties.is_empty() && items.is_none() && values.is_none() {
        return None;
    }
    Some(Node {
        error: (decl.is_none() && !rules.is_empty())
            .then_some("failed to convert to declType for CEL validation rules"),
        uses_old_self: rules.iter().any(|rule| rule.uses_old_self),
        rules,
        is_resource: is_root || schema.is_embedded_resource(),
        items: items.map(Box::new),
        values: values.map(Box::new),
        properties,
    })
}

/// The type of a property; a server passes by one without.
///
/// **Quirk**: below a value without a type it still comes to properties whose names CEL cannot spell (`validation.go`,
/// `validator`).
pub(super) fn property_decl<'s>(
    decl: Option<Decl<'s>>,
    name: &str,
    property: &'s SchemaNode,
) -> Option<Decl<'s>> {
    match escaped(name) {
        Some(name) => decl.and_then(|decl| decl.field(&name)),
        None => is_typed(property).then(|| Decl::of(property)),
    }
}

fn prepared(decl: Decl<'_>, schema: &SchemaNode, rule: &Rule, server: ServerVersion) -> Prepared {
    let limited = |program: Program| program.cost_limit(CALL_LIMIT);
    let Programs { rule: program, message_expression, uses_old_self } = programs(decl, rule, server);
    // **Quirk**: a `fieldPath` counts for nothing beside the expression of a message that does not compile (`compilation.go`,
    // `compileRule`).
    let has_message = rule.message_expression.as_ref().is_some_and(|message| !message.is_empty());
    let counts = message_expression.is_some() || !has_message;
    let field_path = rule.field_path.as_deref().filter(|path| counts && !path.is_empty());
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
    const NO_FIELD: &str = "does not refer to a valid field";
    let (mut node, mut printed) = (Some(schema), String::new());
    let followed = json_path::follow(path, ArrayNotation::Allowed, |name| {
        let above = node.ok_or(NO_FIELD)?;
        if above.properties().len() > 0 {
            node = Some(above.property(name).ok_or(NO_FIELD)?);
            printed.extend([if printed.is_empty() { "" } else { "." }, name]);
        } else {
            // Nothing is declared below `additionalProperties: true`.
            above.additional_properties.as_ref().ok_or(NO_FIELD)?;
            node = above.map_values();
            printed.extend(["[", name, "]"]);
        }
        Ok(())
    });
    followed.is_ok().then_some(printed)
}
