//! Rules and message expressions that read a field which may be missing.

use std::collections::{BTreeSet, HashMap};

use crd_schema_cel::{SyntaxKind, SyntaxNode};

use super::transition::{Below, visit_rules};
use super::{Check, LintRule, Remark};
use crate::compile::{Scope, property, syntax};
use crate::lint::Severity;
use crate::path::{FieldPath, PathStyle};
use crate::schema::{NodeKind, Rule, SchemaNode, StructuralSchema};

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
        for (index, keyword, chain) in of_node(below) {
            let at = rules.index(index).property(keyword).to_owned(PathStyle::Bracketed);
            let effect = match keyword {
                "rule" => "a value without it may be rejected with `no such key`",
                _ => "where it is missing the message is lost",
            };
            let message = format!("`{chain}` is optional, and read without has({chain}): {effect}");
            remarks.push(Remark::at(at, &message, cure(keyword, &chain)));
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

/// A rule of a node, and the fields that are there where it is true. Its tree is not kept: a node may have many rules.
struct Asserting<'r> {
    index: usize,
    rule: &'r Rule,
    asserts: Present<'static>,
}

/// What the rules and the expressions of their messages read, each with the number of the rule and its keyword.
fn of_node(below: &Below<'_>) -> Vec<(usize, &'static str, String)> {
    let asserting = below.node.rules().iter().enumerate().filter_map(|(index, rule)| {
        let mut asserts = Present::default();
        asserts.learn(syntax(&rule.rule)?.root(), true);
        Some(Asserting { index, rule, asserts })
    });
    let rules: Vec<_> = asserting.collect();
    let mut asserted = HashMap::new();
    for chain in rules.iter().flat_map(|rule| &rule.asserts.chains) {
        *asserted.entry(chain.as_str()).or_insert(0_usize) += 1;
    }
    rules.iter().flat_map(|rule| of_rule(below, rule, &asserted)).collect()
}

fn of_rule(
    below: &Below<'_>,
    Asserting { index, rule, asserts }: &Asserting<'_>,
    asserted: &HashMap<&str, usize>,
) -> Vec<(usize, &'static str, String)> {
    let Some(parsed) = syntax(&rule.rule) else { return Vec::new() };
    // Where another rule is false, the value is rejected anyway.
    let mut present = Present { others: Some((asserted, &asserts.chains)), ..Present::default() };
    let scope = Scope::of(below.node);
    let read = |part: SyntaxNode<'_>, present: &Present<'_>| {
        let mut reads = Reads { is_resource: below.is_of_resource_itself(), found: BTreeSet::new() };
        reads.part(part, &scope, present);
        reads.found
    };
    let chains = read(parsed.root(), &present).into_iter();
    let mut found: Vec<_> = chains.map(|chain| (*index, "rule", chain)).collect();
    if let Some(message) = rule.message_expression.as_deref().and_then(syntax) {
        // The message is that of a value for which the rule is false.
        present.learn(parsed.root(), false);
        let chains = read(message.root(), &present).into_iter();
        found.extend(chains.map(|chain| (*index, "messageExpression", chain)));
    }
    found
}

/// The fields that are there, as expressions spell them.
#[derive(Default)]
struct Present<'p> {
    /// What is there around the part.
    above: Option<&'p Present<'p>>,
    chains: BTreeSet<String>,
    /// How many rules of the node assert each chain, and what the rule itself asserts.
    others: Option<(&'p HashMap<&'p str, usize>, &'p BTreeSet<String>)>,
}

impl Present<'_> {
    fn contains(&self, chain: &str) -> bool {
        let by_others = self.others.is_some_and(|(asserted, own)| {
            asserted.get(chain).is_some_and(|count| *count > usize::from(own.contains(chain)))
        });
        by_others || self.chains.contains(chain) || self.above.is_some_and(|above| above.contains(chain))
    }

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
            self.chains.insert(format!("{spelled}.{field}"));
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

    fn and(&self, parts: &[SyntaxNode<'_>], value: bool) -> Present<'_> {
        let mut all = Present { above: Some(self), ..Present::default() };
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
    fn part(&mut self, part: SyntaxNode<'_>, scope: &Scope<'_>, present: &Present<'_>) {
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
    fn sides(&mut self, parts: &[SyntaxNode<'_>], value: bool, scope: &Scope<'_>, present: &Present<'_>) {
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

    fn field(&mut self, of: SyntaxNode<'_>, field: &str, scope: &Scope<'_>, present: &Present<'_>) {
        let Some(above) = spelled(of) else { return };
        let chain = format!("{above}.{field}");
        if present.contains(&chain) || self.is_looked_after(&chain) {
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
