//! Transition rules that two updates undo.

use super::transition::{Below, Link, is_guarded, reads, transition, visit_rules};
use super::{Check, LintRule, Remark};
use crate::compile::syntax;
use crate::declared::escaped;
use crate::lint::Severity;
use crate::lowering::{Lowering, lower};
use crate::path::{FieldPath, FieldPathBuf, PathStep, PathStyle};
use crate::schema::{Mutability, SchemaNode, SchemaType, StructuralSchema};

pub(super) const RULE: LintRule = LintRule {
    id: "immutable-bypass",
    severity: Severity::Warning,
    summary: "the rule compares with `oldSelf`, and is escaped by removing and adding the field again",
    page: include_str!("immutable_bypass.md"),
    check: Check::Schema(check),
};

fn check(schema: &StructuralSchema, path: &FieldPath<'_>) -> Vec<Remark> {
    let mut remarks = Vec::new();
    visit_rules(schema.root(), path, &mut |below| {
        if below.unseen.is_some() {
            return;
        }
        for (index, rule) in below.node.rules().iter().enumerate() {
            if transition(rule).is_none() {
                continue;
            }
            let node = FieldPath::from(&below.path);
            let rules = node.property("x-kubernetes-validations");
            let at = rules.index(index).to_owned(PathStyle::Bracketed);
            remarks.extend(removable(below).map(|(message, help)| Remark::at(at.clone(), &message, help)));
            remarks.extend(numeric_key(below).map(|(message, help)| Remark::at(at, &message, help)));
        }
    });
    remarks
}

/// The fields on the way that may go and come back unseen.
fn removable(below: &Below<'_>) -> Option<(String, String)> {
    let links = &below.links;
    let is_open = |position: &usize| {
        // Below a field that may be missing, its presence is asked for with the whole chain.
        let is_sure = links.get(*position).is_none_or(Link::is_sure);
        !is_sure && !(*position..links.len()).any(|deeper| is_guarded(links, deeper))
    };
    let open: Vec<_> = (0..links.len()).filter(is_open).map(|position| name_of(links, position)).collect();
    let (last, above) = open.split_last()?;
    let above =
        if above.is_empty() { String::new() } else { format!(", or {} above it,", above.join(" or ")) };
    let message = format!(
        "the rule runs only while there is an old and a new value: removing {last}{above} in one update and adding \
         it in another one escapes it"
    );
    let required = (!is_status(below)).then(|| format!("require {}", open.join(" and ")));
    let kept =
        presence_rule(links).map(|(place, rule)| format!("add the rule `{rule}` to {}", place.name(below)));
    let help = match (required, kept) {
        (Some(required), Some(kept)) => format!("{kept}, or {required}"),
        (Some(only), None) | (None, Some(only)) => only,
        (None, None) => "let a rule above keep it: none is known here".to_owned(),
    };
    Some((message, help))
}

fn name_of(links: &[Link<'_>], position: usize) -> String {
    let names: Vec<_> = links.iter().take(position.saturating_add(1)).map(|link| link.name).collect();
    format!("{:?}", names.join("."))
}

/// Nobody but a controller writes the status, and nothing is there when an object is created: it cannot be required.
fn is_status(below: &Below<'_>) -> bool {
    below.is_of_resource() && below.links.first().is_some_and(|link| link.name == "status")
}

/// Where a rule is to stand: the names from the root of the frame.
struct Place(Vec<String>);

impl Place {
    fn name(&self, below: &Below<'_>) -> String {
        match self.0.as_slice() {
            [] if below.is_of_resource() => "the root of the schema".to_owned(),
            [] => "the schema that holds it".to_owned(),
            names => format!("{:?}", names.join(".")),
        }
    }
}

/// The rule that keeps the last of the fields, once it is there, and where it has to stand: what the marker `AddOnly` is
/// lowered to.
fn presence_rule(links: &[Link<'_>]) -> Option<(Place, String)> {
    const FRAME: &str = "frame";
    let (last, above) = links.split_last()?;
    let leaf = SchemaNode {
        type_: Some(SchemaType::String),
        nullable: last.node.is_nullable(),
        default: last.node.default_value().cloned(),
        mutability: Some(Mutability::AddOnly),
        ..SchemaNode::default()
    };
    let top = holder(last, leaf);
    let top = above.iter().rev().fold(top, |node, link| {
        let node = SchemaNode {
            nullable: link.node.is_nullable(),
            default: link.node.default_value().cloned(),
            ..node
        };
        holder(link, node)
    });
    let mut root = SchemaNode { type_: Some(SchemaType::Object), ..SchemaNode::default() };
    root.value_validation.required = vec![FRAME.to_owned()];
    root.properties.insert(FRAME.to_owned(), Box::new(top));
    let schema = StructuralSchema::check(root, &FieldPath::ROOT).ok()?;
    let lowered = lower(&schema, Lowering::default()).ok()?;
    let mut rules = lowered.rules.iter().map(|rule| (names(rule.path()), rule.rule()));
    // The rule on the field itself is there already.
    let (place, rule) = rules.find(|(names, _)| names.len() <= links.len())?;
    Some((Place(place.get(1..)?.to_vec()), rule.to_owned()))
}

/// A struct with this one field.
fn holder(link: &Link<'_>, field: SchemaNode) -> SchemaNode {
    let mut node = SchemaNode { type_: Some(SchemaType::Object), ..SchemaNode::default() };
    if link.parent.value_validation().required.iter().any(|name| name == link.name) {
        node.value_validation.required = vec![link.name.to_owned()];
    }
    node.properties.insert(link.name.to_owned(), Box::new(field));
    node
}

fn names(path: &FieldPathBuf) -> Vec<String> {
    let name = |step| match step {
        PathStep::Key(name) => Some(name.to_owned()),
        PathStep::Property(_) | PathStep::Index(_) => None,
    };
    path.steps().into_iter().filter_map(name).collect()
}

/// A server pairs items by keys as they are written: `80.0` is another key than `80`, and is stored as `80`.
fn numeric_key(below: &Below<'_>) -> Option<(String, String)> {
    let list = below.list?;
    let items = list.items()?;
    let is_numeric = |name: &&String| items.property(name).is_some_and(is_whole);
    let key = list.list_map_keys().iter().filter(is_numeric).find(|name| !is_read(list, items, name))?;
    let message = format!(
        "the rule does not run for an item whose key {key:?} is written with a fraction, as 80.0 for 80, which is \
         stored as the same key"
    );
    let spelled = escaped(key)?;
    let help = format!("read the key in a rule of the list: self.all(x, x.{spelled} == x.{spelled})");
    Some((message, help))
}

fn is_whole(key: &SchemaNode) -> bool {
    key.is_int_or_string() || key.schema_type() == Some(&SchemaType::Integer)
}

/// Whether some rule that runs in any case reads the key, which fails where it has a fraction.
fn is_read(list: &SchemaNode, items: &SchemaNode, key: &str) -> bool {
    let Some(key) = escaped(key) else { return false };
    let reads_key =
        |rule: &crate::schema::Rule| syntax(&rule.rule).is_some_and(|syntax| reads(syntax.root(), &key));
    let untimed = |rule: &&crate::schema::Rule| transition(rule).is_none();
    list.rules().iter().any(reads_key) || items.rules().iter().filter(untimed).any(reads_key)
}
