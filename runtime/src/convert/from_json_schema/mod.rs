//! JSON Schema to structural schema, for types that describe themselves in it.
//!
//! References are inlined; `null` beside a type is `nullable`; a choice of objects becomes one object whose fields are
//! declared once. What no structural schema can say is a violation at the place where it would stand.
//!
//! Source: JSON Schema 2020-12 and draft 7, as far as schemars writes them; `pkg/apiserver/schema/validation.go` for what
//! a branch may hold.
//!
//! Knows nothing of: descriptions of derived types, objects.

mod choice;
mod keys;
mod objects;
mod split;
mod words;

use serde_json::{Map, Value};

use self::choice::Choice;
use super::merge::merge;
use crate::limits;
use crate::path::{FieldPath, PathStyle};
use crate::schema::{AdditionalProperties, SchemaNode, SchemaType, StructuralSchema};
use crate::violation::{Violation, Violations};

/// The structural schema that takes what a JSON Schema takes, read with every reference in its place.
///
/// Defaults are left out, for a server would fill them in; messages stay. Unknown fields of objects that refuse them are
/// removed by a server and refused by none.
///
/// ```
/// use crd_schema::convert::from_json_schema;
/// use crd_schema::JsonSchemaProps;
/// use serde_json::json;
///
/// let schema = from_json_schema(&json!({
///     "type": "object",
///     "properties": {"port": {"$ref": "#/$defs/Port"}},
///     "$defs": {"Port": {"type": ["integer", "null"], "format": "uint16", "minimum": 0, "maximum": 65535}},
/// }))?;
/// let port = serde_json::to_value(JsonSchemaProps::from(&schema)).unwrap()["properties"]["port"].take();
/// assert_eq!(
///     port,
///     json!({"type": "integer", "format": "int32", "nullable": true, "minimum": 0, "maximum": 65535}),
/// );
///
/// let recursive = json!({"type": "object", "properties": {"child": {"$ref": "#"}}});
/// let violations = from_json_schema(&recursive).expect_err("no structural schema recurs");
/// assert!(violations.to_string().starts_with("properties[child]: Forbidden: "));
/// # Ok::<(), crd_schema::Violations>(())
/// ```
///
/// # Errors
/// Everything that has no word in a structural schema, each with its path; and what [`structural_schema`] says.
///
/// [`structural_schema`]: crate::convert::structural_schema
pub fn from_json_schema(schema: &Value) -> Result<StructuralSchema, Violations> {
    let mut found = Violations::new();
    let mut root = node(schema, &mut found, &FieldPath::ROOT);
    root.for_each_mut(&mut super::null::admit);
    StructuralSchema::check_with(root, &FieldPath::ROOT, found)
}

/// The node of a JSON Schema, before `null` is let in beside enums.
pub(super) fn node(schema: &Value, found: &mut Violations, path: &FieldPath<'_>) -> SchemaNode {
    let mut walk = Walk { document: schema, open: Vec::new(), depth: 0, nodes: 0, found };
    let mut root = walk.node(schema, path);
    // What refuses unknown fields has said so to the choices above it.
    root.for_each_mut(&mut |node| {
        if node.additional_properties == Some(AdditionalProperties::Bool(false)) {
            node.additional_properties = None;
        }
    });
    root
}

/// One way through the document.
struct Walk<'d, 'v> {
    document: &'d Value,
    /// The references that are being followed.
    open: Vec<&'d str>,
    depth: usize,
    nodes: usize,
    found: &'v mut Violations,
}

impl<'d> Walk<'d, '_> {
    fn node(&mut self, schema: &'d Value, path: &FieldPath<'_>) -> SchemaNode {
        self.nodes = self.nodes.saturating_add(1);
        if self.depth >= limits::MAX_NESTING || self.nodes > limits::MAX_SCHEMA_NODES {
            if self.nodes <= limits::MAX_SCHEMA_NODES.saturating_add(1) {
                self.forbidden(
                    path,
                    "is too large with all references in place; put `#[preserve_unknown]` here",
                );
            }
            return anything();
        }
        self.depth = self.depth.saturating_add(1);
        let node = match schema {
            Value::Bool(true) => SchemaNode { nullable: true, ..anything() },
            Value::Object(by_name) => self.by_name(by_name, path),
            _ => {
                self.forbidden(
                    path,
                    "is satisfied by no value, and a structural schema by some; leave it out",
                );
                anything()
            }
        };
        self.depth = self.depth.saturating_sub(1);
        node
    }

    /// What the words say, what is referred to, and the choices: all of it holds.
    fn by_name(&mut self, schema: &'d Map<String, Value>, path: &FieldPath<'_>) -> SchemaNode {
        self.refuse_wordless(schema, path);
        let mut parts = Vec::new();
        if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
            parts.push(self.reference(reference, path));
        }
        for part in list(schema, "allOf") {
            parts.push(self.node(part, path));
        }
        for (word, choice) in [("oneOf", Choice::One), ("anyOf", Choice::Any)] {
            if schema.contains_key(word) && !words::is_int_or_string(schema) {
                parts.push(self.choice(list(schema, word), choice, path));
            }
        }
        let mut whole = self.own_words(schema, parts.is_empty(), path);
        for part in parts {
            self.both(&mut whole, part, path);
        }
        whole
    }

    fn reference(&mut self, reference: &'d str, path: &FieldPath<'_>) -> SchemaNode {
        if self.open.contains(&reference) || reference == "#" {
            let message = format!(
                "is {reference} again, and a structural schema cannot recur; put `#[preserve_unknown]` on the field where \
                 the recursion begins"
            );
            self.forbidden(path, &message);
            return anything();
        }
        let Some(target) = words::pointer(self.document, reference) else {
            self.forbidden(path, &format!("refers to {reference}, which is not in the document"));
            return anything();
        };
        self.open.push(reference);
        let node = self.node(target, path);
        self.open.pop();
        node
    }

    /// Makes the node hold what the other one holds.
    fn both(&mut self, whole: &mut SchemaNode, mut part: SchemaNode, path: &FieldPath<'_>) {
        let description = whole.description.take().or(part.description.take());
        if is_silent(whole) {
            let known = std::mem::take(whole);
            part.rules.extend(known.rules);
            part.title = known.title.or(part.title);
            part.example = known.example.or(part.example);
            *whole = part;
        } else if !is_silent(&part) {
            self.narrow(whole, part, path);
        }
        whole.description = description;
    }

    fn narrow(&mut self, whole: &mut SchemaNode, mut part: SchemaNode, path: &FieldPath<'_>) {
        let types = (whole.type_.clone(), part.type_.clone());
        match types {
            (Some(left), Some(right)) if left != right => {
                let message = format!("must be {left} and {right} at once, which no value is");
                return self.forbidden(path, &message);
            }
            (None, right) => whole.type_ = right,
            (_, None) => part.type_.clone_from(&whole.type_),
            _ => {}
        }
        whole.nullable &= part.nullable;
        if whole.type_ == Some(SchemaType::Object) {
            return merge(whole, part, self.found, path);
        }
        if whole.items.is_none() {
            whole.items = part.items.take();
        } else if part.items.is_some() && part.items != whole.items {
            self.forbidden(&path.property("items"), "must be described alike wherever they are described");
        }
        super::merge::hold(&mut whole.value_validation, part.value_validation);
    }

    fn forbidden(&mut self, path: &FieldPath<'_>, message: &str) {
        self.found.push(Violation::forbidden(path.to_owned(PathStyle::Bracketed), message));
    }
}

fn anything() -> SchemaNode {
    SchemaNode { preserve_unknown_fields: true, ..SchemaNode::default() }
}

fn of_type(type_: SchemaType) -> SchemaNode {
    SchemaNode { type_: Some(type_), ..SchemaNode::default() }
}

/// Whether every value but `null` satisfies the node.
fn is_silent(node: &SchemaNode) -> bool {
    node.type_.is_none()
        && node.properties.is_empty()
        && !node.int_or_string
        && !node.embedded_resource
        && node.items.is_none()
        && node.additional_properties.is_none()
        && node.value_validation == crate::schema::ValueValidation::default()
}

fn list<'d>(schema: &'d Map<String, Value>, word: &str) -> &'d [Value] {
    schema.get(word).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}
