//! Rules that nothing here can tell anything of.

use crd_schema_cel::Rules;

use super::{Check, LintRule, Remark};
use crate::compile::{Environments, compile};
use crate::estimate::{Site, Typed, each_rule, rule_cost};
use crate::lint::Severity;
use crate::path::{FieldPath, PathStyle};
use crate::schema::{Rule, StructuralSchema};
use crate::server_version::ServerVersion;

pub(super) const RULE: LintRule = LintRule {
    id: "rule-not-checked",
    severity: Severity::Note,
    summary: "what a server takes the rule to cost is not known here",
    page: include_str!("rule_not_checked.md"),
    check: Check::Schema(check),
};

fn check(schema: &StructuralSchema, path: &FieldPath<'_>) -> Vec<Remark> {
    let mut remarks = Vec::new();
    each_rule(schema, path, &mut |site, rule, path| {
        let Some(what) = unchecked(site, rule, path) else { return };
        let text = format!("{what} was not checked: what a server takes it to cost is not known here");
        let help = "`kubectl create --dry-run=server` asks a server";
        remarks.push(Remark::at(path.to_owned(PathStyle::Bracketed), &text, help));
    });
    remarks
}

/// What of a rule nothing is known of.
pub(in crate::lint) fn unchecked(
    site: &Site<'_, '_>,
    rule: &Rule,
    path: &FieldPath<'_>,
) -> Option<&'static str> {
    // A server refuses these without looking at the rule.
    if matches!(site.typed, Typed::Untyped | Typed::Elementless) || rule.rule.trim().is_empty() {
        return None;
    }
    // What does not compile is said by what a server says.
    let stored = Environments {
        server: ServerVersion::NEWEST,
        rule: Rules::Stored,
        message_expression: Rules::Stored,
    };
    if let Typed::As(root) = site.typed
        && compile(root, rule, stored).error.is_some()
    {
        return None;
    }
    let cost = rule_cost(site, rule, path, ServerVersion::NEWEST);
    if cost.is_known() || cost.syntax_error().is_some() {
        return None;
    }
    Some(if cost.cost().is_some() { "the message of the rule" } else { "the rule" })
}
