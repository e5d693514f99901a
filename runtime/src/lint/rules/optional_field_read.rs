//! Rules and message expressions that read a field which may be missing.

use std::collections::BTreeSet;

use crd_schema_cel::{SyntaxKind, SyntaxNode};

use super::transition::{Below, visit_rules};
use super::{Check, LintRule, Remark};
use crate::compile::{Scope, property, syntax};
use crate::lint::Severity;
use crate::path::{FieldPath, PathStyle};
use crate::schema::{NodeKind, SchemaNode, StructuralSchema};

pub(super) const RULE: LintRule = LintRule {
    id: "optional-field-read",
    severity: Severity::Warning,
    summary: "an expression reads a field that may be missing, and fails where it is",
    page: include_str!("optional_field_read.md"),
    check: Check::Schema(check),
};

fn check(schema: &StructuralSchema, path: &FieldPath<'_>) -> Vec<Remark> {
    let mut remarks = Vec::new();
    visit_rules(schema.root(), path, &mut |below| {
        let node = FieldPath::from(&below.path);
        let rules = node.property("x-kubernetes-validations");
        for index in 0..below.node.rules().len() {
            let path = rules.index(index);
            for (keyword, chain) in of_rule(below, index) {
                let at = path.property(keyword).to_owned(PathStyle::Bracketed);
                let effect = match keyword {
                    "rule" => "a value without it may be rejected with `no such key`",
                    _ => "where it is missing the message is lost",
                };
                let text = format!("`{chain}` is optional, and read without has({chain}): {effect}");
                remarks.push(Remark::at(at, &text, cure(keyword, &chain)));
            }
        }
    });
    remarks
}

fn cure(keyword: &str, chain: &str) -> String {
    match keyword {
        "rule" => format!("put `!has({chain}) || ` before it, or require the field or give it a default"),
        _ => format!("write `has({chain}) ? … : …`, or require the field or give it a default"),
    }
}

/// What the rule and the expression of its message read, each with its keyword.
fn of_rule(below: &Below<'_>, index: usize) -> Vec<(&'static str, String)> {
    let rules = below.node.rules();
    let others = rules.iter().enumerate().filter(|(other, _)| *other != index);
    // Where another rule is false, the value is rejected anyway.
    let mut present = Present::default();
    for rule in others.filter_map(|(_, rule)| syntax(&rule.rule)) {
        present.learn(rule.root(), true);
    }
    let Some((rule, parsed)) = rules.get(index).and_then(|rule| Some((rule, syntax(&rule.rule)?))) else {
        return Vec::new();
    };
    let scope = Scope::of(below.node);
    let read = |part: SyntaxNode<'_>, present: &Present| {
        let mut reads = Reads { is_resource: below.is_of_resource_itself(), found: BTreeSet::new() };
        reads.part(part, &scope, present);
        reads.found
    };
    let mut found: Vec<_> = read(parsed.root(), &present).into_iter().map(|chain| ("rule", chain)).collect();
    if let Some(message) = rule.message_expression.as_deref().and_then(syntax) {
        // The message is that of a value for which the rule is false.
        present.learn(parsed.root(), false);
        let chains = read(message.root(), &present);
        found.extend(chains.into_iter().map(|chain| ("messageExpression", chain)));
    }
    found
}

/// The fields that are there, as expressions spell them.
#[derive(Clone, Default)]
struct Present(BTreeSet<String>);

impl Present {
    /// Adds what is there where the part has this value.
    fn learn(&mut self, part: SyntaxNode<'_>, value: bool) {
        match part.kind() {
            SyntaxKind::Has { of, field } if value => self.chain(of, Some(field)),
            SyntaxKind::Call { function: "hasValue", target: Some(of), .. } if value => self.optional(of),
            SyntaxKind::Call { function: "!_", parts, .. } => {
                for part in parts {
                    self.learn(part, !value);
                }
            }
            SyntaxKind::Call { function: "_&&_", parts, .. } if value => {
                for part in parts {
                    self.learn(part, true);
                }
            }
            SyntaxKind::Call { function: "_||_", parts, .. } if !value => {
                for part in parts {
                    self.learn(part, false);
                }
            }
            _ => {}
        }
    }

    /// A chain of fields, with all those above.
    fn chain(&mut self, part: SyntaxNode<'_>, field: Option<&str>) {
        let Some(spelled) = spelled(part) else { return };
        if let Some(field) = field {
            self.0.insert(format!("{spelled}.{field}"));
        }
        if let SyntaxKind::Select { of, field } = part.kind() {
            self.chain(of, Some(field));
        }
    }

    fn optional(&mut self, part: SyntaxNode<'_>) {
        let SyntaxKind::Call { function: "_?._", parts, .. } = part.kind() else { return };
        if let [of, field] = parts[..]
            && let SyntaxKind::Literal(field) = field.kind()
        {
            self.chain(of, Some(field));
        }
    }

    fn and(&self, parts: &[SyntaxNode<'_>], value: bool) -> Self {
        let mut all = self.clone();
        for part in parts {
            all.learn(*part, value);
        }
        all
    }
}

/// A chain of fields as it is written.
fn spelled(part: SyntaxNode<'_>) -> Option<String> {
    match part.kind() {
        SyntaxKind::Name(name) => Some(name.to_owned()),
        SyntaxKind::Select { of, field } => Some(format!("{}.{field}", spelled(of)?)),
        _ => None,
    }
}

/// The optional fields that an expression reads unasked.
struct Reads {
    /// Whether `self` is an object whose metadata a server looks after.
    is_resource: bool,
    found: BTreeSet<String>,
}

impl Reads {
    fn part(&mut self, part: SyntaxNode<'_>, scope: &Scope<'_>, present: &Present) {
        match part.kind() {
            SyntaxKind::Select { of, field } => {
                self.part(of, scope, present);
                self.field(of, field, scope, present);
            }
            SyntaxKind::Call { function: "_&&_", parts, .. } => self.sides(&parts, true, scope, present),
            SyntaxKind::Call { function: "_||_", parts, .. } => self.sides(&parts, false, scope, present),
            SyntaxKind::Call { function: "_?_:_", parts, .. } => {
                let [condition, then, otherwise] = parts[..] else { return };
                self.part(condition, scope, present);
                self.part(then, scope, &present.and(&[condition], true));
                self.part(otherwise, scope, &present.and(&[condition], false));
            }
            SyntaxKind::Loop { range, variables, parts } => {
                self.part(range, scope, present);
                let scope = scope.with(&variables, scope.node(range));
                for part in parts {
                    self.part(part, &scope, present);
                }
            }
            _ => {
                for child in part.children() {
                    self.part(child, scope, present);
                }
            }
        }
    }

    /// The sides of `&&` or `||`: each counts only where the others do not decide, and an error is lost where one does.
    fn sides(&mut self, parts: &[SyntaxNode<'_>], value: bool, scope: &Scope<'_>, present: &Present) {
        for (index, part) in parts.iter().enumerate() {
            let others: Vec<_> = parts
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != index)
                .map(|(_, part)| *part)
                .collect();
            self.part(*part, scope, &present.and(&others, value));
        }
    }

    fn field(&mut self, of: SyntaxNode<'_>, field: &str, scope: &Scope<'_>, present: &Present) {
        let Some(above) = spelled(of) else { return };
        let chain = format!("{above}.{field}");
        if present.0.contains(&chain) || self.is_looked_after(&chain) {
            return;
        }
        if scope.node(of).is_some_and(|node| is_optional(node, field)) {
            self.found.insert(chain);
        }
    }

    fn is_looked_after(&self, chain: &str) -> bool {
        let fields = chain.strip_prefix("self.").or_else(|| chain.strip_prefix("oldSelf."));
        let first = fields.and_then(|fields| fields.split('.').next());
        self.is_resource && matches!(first, Some("apiVersion" | "kind" | "metadata"))
    }
}

/// Whether the field of an object may be missing.
fn is_optional(node: &SchemaNode, field: &str) -> bool {
    if node.kind() != NodeKind::Struct {
        return false;
    }
    let named = |name: &str| crate::declared::escaped(name).as_deref() == Some(field) || name == field;
    let is_required = node.value_validation().required.iter().any(|name| named(name));
    let has_default = property(node, field)
        .is_none_or(|property| property.default_value().is_some_and(|default| !default.is_null()));
    // What alternatives require is for them to say.
    !is_required && !has_default && !node.value_validation().nests_required(&named)
}
