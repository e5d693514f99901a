//! Transition rules that have nothing to say.

use super::transition::{Below, Unseen, transition, visit_rules};
use super::{Check, LintRule, Remark};
use crd_schema_cel::{SyntaxKind, SyntaxNode};

use crate::declared::escaped;
use crate::lint::Severity;
use crate::path::{FieldPath, PathStyle};
use crate::schema::{SchemaNode, StructuralSchema};

pub(super) const RULE: LintRule = LintRule {
    id: "transition-rule-never-runs",
    severity: Severity::Warning,
    summary: "the rule compares with `oldSelf` where no server looks, or where nothing ever differs",
    page: include_str!("transition_rule_never_runs.md"),
    check: Check::Schema(check),
};

/// What a server itself keeps as it is.
const FIXED: [&[&str]; 3] = [&["apiVersion"], &["kind"], &["metadata", "name"]];

/// What is odd, and what to do about it.
type Said = (String, &'static str);

fn check(schema: &StructuralSchema, path: &FieldPath<'_>) -> Vec<Remark> {
    let mut remarks = Vec::new();
    visit_rules(schema.root(), path, &mut |below| {
        let is_root = std::ptr::eq(below.node, schema.root());
        let of_node = unseen(below).or_else(|| never_differs(below, schema.root()));
        for (index, rule) in below.node.rules().iter().enumerate() {
            let Some(syntax) = transition(rule) else { continue };
            let Some((message, help)) =
                of_node.clone().or_else(|| compares_nothing(syntax.root(), below, is_root))
            else {
                continue;
            };
            let node = FieldPath::from(&below.path);
            let rules = node.property("x-kubernetes-validations");
            remarks.push(Remark::at(rules.index(index).to_owned(PathStyle::Bracketed), &message, help));
        }
    });
    remarks
}

/// Where no server looks; what it refuses is said by another rule.
///
/// **Quirk**: values without a type are left out with all that is below them, and no definition is refused for that
/// (`pkg/apiserver/schema/cel/validation.go`, `validator`).
fn unseen(below: &Below<'_>) -> Option<Said> {
    match below.unseen.as_ref()? {
        Unseen::Unpaired(_) => None,
        Unseen::Untyped => Some((
            "the rule never runs: a server looks for no rules below a value without type".to_owned(),
            "give the value above a type",
        )),
        Unseen::OfType(of_type) => Some((
            format!("the rule never runs: a value of type {of_type:?} has nothing that this schema is about"),
            "move the schema to where such values stand",
        )),
        Unseen::Empty(limit) => {
            Some((format!("the rule never runs: {limit} is 0, so that there is no value"), "raise the limit"))
        }
    }
}

/// Where a rule runs, and the value is the same on both sides whenever it does.
fn never_differs(below: &Below<'_>, root: &SchemaNode) -> Option<Said> {
    if below.unseen.is_some() {
        return None;
    }
    if let Some(key) = key(below) {
        let message = format!(
            "items are paired by {key:?}: where the key changes there is no old value, and the rule does not run"
        );
        return Some((message, KEYS));
    }
    if is_whole_key(below) {
        let message = "items are paired by all that they have: where one changes there is no old value, and the rule does \
                    not run";
        return Some((message.to_owned(), KEYS));
    }
    if let Some(name) = fixed(below, root) {
        return Some((
            format!("no update can change {name:?} of an object, so that the rule is never false"),
            LEAVE,
        ));
    }
    let choices = below.node.value_validation().enum_.iter().filter(|choice| !choice.is_null());
    let message = "there is one value to choose, so that the rule is never false";
    (choices.count() == 1).then(|| (message.to_owned(), LEAVE))
}

const KEYS: &str = "put a rule on the list, or use x-kubernetes-key-mutability and lower it";
const LEAVE: &str = "leave the rule out";

/// The name of the key that the node is.
fn key<'s>(below: &Below<'s>) -> Option<&'s str> {
    let [link] = below.links.as_slice() else { return None };
    let keys = below.list?.list_map_keys();
    keys.iter().any(|key| key == link.name).then_some(link.name)
}

/// Whether the node is an item that has nothing but keys.
fn is_whole_key(below: &Below<'_>) -> bool {
    let Some(list) = below.list.filter(|_| below.links.is_empty()) else { return false };
    let is_key = |name: &str| list.list_map_keys().iter().any(|key| key == name);
    let node = below.node;
    let is_open = node.preserves_unknown_fields()
        || node.is_embedded_resource()
        || node.additional_properties().is_some();
    !is_open && node.properties().all(|(name, _)| is_key(name))
}

/// What the node is, if it is a part of an object that a server keeps.
fn fixed(below: &Below<'_>, root: &SchemaNode) -> Option<String> {
    let first = below.links.first()?;
    let names: Vec<_> = below.links.iter().map(|link| link.name).collect();
    (std::ptr::eq(first.parent, root) && FIXED.contains(&names.as_slice())).then(|| names.join("."))
}

/// Whether the rule on an item or an object is about nothing but what it is known by.
fn compares_nothing(rule: SyntaxNode<'_>, below: &Below<'_>, is_root: bool) -> Option<Said> {
    if below.unseen.is_some() {
        return None;
    }
    let SyntaxKind::Call { function: "_==_", parts, .. } = rule.kind() else { return None };
    let [left, right] = parts[..] else { return None };
    let (new, old) = (way(left)?, way(right)?);
    let is_comparison = new.1 == old.1 && (new.0, old.0) != ("self", "self") && new.0 != old.0;
    let names = new.1.as_slice();
    let list = below.list.filter(|_| below.links.is_empty());
    let is_key = list.is_some_and(|list| {
        list.list_map_keys().iter().any(|key| escaped(key).is_some_and(|key| names == [key.as_str()]))
    });
    if is_comparison && is_key {
        let message = format!("items are paired by {:?}, so that the rule is never false", names.join("."));
        return Some((message, KEYS));
    }
    let is_fixed = is_root && FIXED.contains(&names);
    let message = || {
        format!("no update can change {:?} of an object, so that the rule is never false", names.join("."))
    };
    (is_comparison && is_fixed).then(|| (message(), LEAVE))
}

/// The name that a chain of fields begins with, and the fields.
fn way(part: SyntaxNode<'_>) -> Option<(&str, Vec<&str>)> {
    match part.kind() {
        SyntaxKind::Name(name) if name == "self" || name == "oldSelf" => Some((name, Vec::new())),
        SyntaxKind::Select { of, field } => {
            let (first, mut names) = way(of)?;
            names.push(field);
            Some((first, names))
        }
        _ => None,
    }
}
