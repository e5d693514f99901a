//! Transition rules that two updates undo.

use super::transition::{Below, is_guarded, reads, transition, visit_rules};
use super::{Check, LintRule, Remark};
use crate::estimate;
use crate::lint::Severity;
use crate::path::{FieldPath, PathStyle};
use crate::schema::{SchemaNode, SchemaType, StructuralSchema};

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
            remarks.extend(removable(below).map(|(text, help)| Remark::at(at.clone(), &text, help)));
            remarks.extend(numeric_key(below).map(|(text, help)| Remark::at(at, &text, help)));
        }
    });
    remarks
}

/// The first member on the way that may go and come back unseen.
fn removable(below: &Below<'_>) -> Option<(String, String)> {
    let links = &below.links;
    let mut open = links.iter().enumerate().filter(|(position, link)| {
        // Below a member that may be missing, its presence is asked for with the whole chain.
        !link.is_sure() && !(*position..links.len()).any(|deeper| is_guarded(links, deeper))
    });
    let (_, link) = open.next()?;
    let name = link.name;
    let text = format!(
        "the rule runs only while there is an old and a new value: removing {name:?} in one update and adding it \
         in another one escapes it"
    );
    let help = format!(
        "require {name:?}, or put a rule on the struct above that compares has(self.{name}) with has(oldSelf.{name})"
    );
    Some((text, help))
}

/// A server pairs items by keys as they are written: `80.0` is another key than `80`, and is stored as `80`.
fn numeric_key(below: &Below<'_>) -> Option<(String, String)> {
    let list = below.list?;
    let items = list.items()?;
    let is_numeric = |name: &&String| items.property(name).is_some_and(is_whole);
    let key = list.list_map_keys().iter().filter(is_numeric).find(|name| !is_read(list, items, name))?;
    let text = format!(
        "the rule does not run for an item whose key {key:?} is written with a fraction, as 80.0 for 80, which is \
         stored as the same key"
    );
    let spelled = estimate::escaped(key)?;
    let help = format!("read the key in a rule of the list: self.all(x, x.{spelled} == x.{spelled})");
    Some((text, help))
}

fn is_whole(key: &SchemaNode) -> bool {
    key.is_int_or_string() || key.schema_type() == Some(&SchemaType::Integer)
}

/// Whether some rule that runs in any case reads the key, which fails where it has a fraction.
fn is_read(list: &SchemaNode, items: &SchemaNode, key: &str) -> bool {
    let Some(key) = estimate::escaped(key) else { return false };
    let reads_key =
        |rule: &crate::schema::Rule| estimate::parse(&rule.rule).is_some_and(|expr| reads(&expr, &key));
    let untimed = |rule: &&crate::schema::Rule| transition(rule).is_none();
    list.rules().iter().any(reads_key) || items.rules().iter().filter(untimed).any(reads_key)
}
