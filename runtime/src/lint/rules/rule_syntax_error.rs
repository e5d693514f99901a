//! Rules that are no expressions.

use super::{Check, LintRule, Remark};
use crate::estimate::{each_rule, syntax_error};
use crate::lint::Severity;
use crate::path::{FieldPath, PathStyle};
use crate::schema::StructuralSchema;

pub(super) const RULE: LintRule = LintRule {
    id: "rule-syntax-error",
    severity: Severity::Error,
    summary: "the rule, or the expression of its message, is no CEL: a server refuses the CRD",
    page: include_str!("rule_syntax_error.md"),
    check: Check::Schema(check),
};

fn check(schema: &StructuralSchema, path: &FieldPath<'_>) -> Vec<Remark> {
    let mut remarks = Vec::new();
    each_rule(schema, path, &mut |_, rule, path| {
        let expressions =
            [("rule", Some(rule.rule.as_str())), ("messageExpression", rule.message_expression.as_deref())];
        for (name, text) in expressions.into_iter().filter_map(|(name, text)| Some((name, text?))) {
            let Some(at) = syntax_error(text) else { continue };
            let path = path.property(name);
            let path = path.to_owned(PathStyle::Bracketed);
            let message = format!("{path}: Invalid value: {}", explained(text, at));
            remarks.push(Remark { message, at: path, help: None });
        }
    });
    remarks
}

/// What cannot be read on, cut to what one line can show.
fn explained(text: &str, at: usize) -> String {
    const MOST: usize = 40;
    let rest = text.get(at..).unwrap_or_default();
    let mut shown: String = rest.chars().take(MOST).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if rest.chars().nth(MOST).is_some() {
        shown.push('…');
    }
    if rest.is_empty() {
        "compilation failed: the expression ends where something is missing".to_owned()
    } else {
        format!("compilation failed: the expression cannot be parsed from here on: {shown}")
    }
}
