//! Rules whose value is the same for every object.

use crd_schema_cel::{Env, Rules, SyntaxKind, SyntaxNode, Value};

use super::transition::visit_rules;
use super::{Check, LintRule, Remark};
use crate::compile::syntax;
use crate::lint::Severity;
use crate::path::{FieldPath, PathStyle};
use crate::schema::StructuralSchema;
use crate::server_version::ServerVersion;

pub(super) const RULE: LintRule = LintRule {
    id: "constant-rule",
    severity: Severity::Warning,
    summary: "the rule is true, or false, for every value",
    page: include_str!("constant_rule.md"),
    check: Check::Schema(check),
};

fn check(schema: &StructuralSchema, path: &FieldPath<'_>) -> Vec<Remark> {
    let mut remarks = Vec::new();
    visit_rules(schema.root(), path, &mut |below| {
        let node = FieldPath::from(&below.path);
        let rules = node.property("x-kubernetes-validations");
        for (index, rule) in below.node.rules().iter().enumerate() {
            let Some(message) = constant(&rule.rule) else { continue };
            let at = rules.index(index).property("rule").to_owned(PathStyle::Bracketed);
            remarks.push(Remark::at(at, message, "compare with `self`, or leave the rule out"));
        }
    });
    remarks
}

const ALWAYS_TRUE: &str = "the rule is true for every value";
const ALWAYS_FALSE: &str = "the rule is false for every value, so that each is rejected";
const SAME_SIDES: &str = "the rule compares a value with itself, and is true for every value that has it";

/// What is odd about an expression that looks at no value, or compares one with itself.
fn constant(rule: &str) -> Option<&'static str> {
    let parsed = syntax(rule)?;
    let root = parsed.root();
    if root.mentions("self") || root.mentions("oldSelf") {
        return compares_with_itself(root).then_some(SAME_SIDES);
    }
    let env = Env::new(ServerVersion::NEWEST.minor()).rules(Rules::Stored);
    match env.program(rule).ok()?.cost_limit(crate::declared::CALL_LIMIT).evaluate(&[]).result {
        Ok(Value::Bool(true)) => Some(ALWAYS_TRUE),
        Ok(Value::Bool(false)) => Some(ALWAYS_FALSE),
        _ => None,
    }
}

fn compares_with_itself(root: SyntaxNode<'_>) -> bool {
    let SyntaxKind::Call { function: "_==_" | "_<=_" | "_>=_", parts, .. } = root.kind() else {
        return false;
    };
    let [left, right] = parts[..] else { return false };
    chain(left).is_some_and(|left| chain(right) == Some(left))
}

/// The names of a chain of fields.
fn chain(part: SyntaxNode<'_>) -> Option<Vec<&str>> {
    match part.kind() {
        SyntaxKind::Name(name) => Some(vec![name]),
        SyntaxKind::Select { of, field } => {
            let mut names = chain(of)?;
            names.push(field);
            Some(names)
        }
        _ => None,
    }
}
