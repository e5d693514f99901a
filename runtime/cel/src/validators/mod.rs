//! Checks of literals behind the type check.
//!
//! Source: cel-go `cel/validator.go`, `ext/formatting.go`.
//!
//! Knows nothing of: parsing.

mod format;
mod homogeneous;

use crate::ast::{Call, Expr, ExprKind, Literal};
use crate::check::Checked;
use crate::env::Env;
use crate::source::{Issues, Source};
use crate::value::{Duration, Time, is_in_range};

/// Runs the checks that the server has.
///
/// # Errors
///
/// What they report, all of it.
pub(crate) fn check(checked: &Checked, source: &Source, env: &Env<'_>) -> Result<(), Issues> {
    let mut found = Found { checked, source, issues: Issues::default() };
    // They came with compatibility version 1.29, which new rules have from 1.30 on.
    if env.server().has(30, 29) {
        literals(&mut found);
    }
    let has_formats = env.server().has(31, 31);
    homogeneous::check(&mut found, has_formats);
    if has_formats {
        format::check(&mut found);
    }
    if found.issues.is_empty() { Ok(()) } else { Err(found.issues.sorted()) }
}

/// What the checks report.
struct Found<'c> {
    checked: &'c Checked,
    source: &'c Source,
    issues: Issues,
}

impl Found<'_> {
    fn report(&mut self, id: usize, message: impl Into<String>) {
        let at = self.checked.places.get(id).copied().flatten();
        self.issues.push(self.source, at, message);
    }
}

/// Nodes from the leaves up, as upstream visits them.
fn visit<'e>(expr: &'e Expr, visitor: &mut impl FnMut(&'e Expr)) {
    for child in expr.children() {
        visit(child, visitor);
    }
    visitor(expr);
}

fn calls(expr: &Expr) -> Vec<(&Expr, &Call)> {
    let mut found = Vec::new();
    visit(expr, &mut |expr| {
        if let ExprKind::Call(call) = &expr.kind {
            found.push((expr, &**call));
        }
    });
    found
}

/// Literal arguments of `duration`, `timestamp` and `matches`.
fn literals(found: &mut Found<'_>) {
    let checked = found.checked;
    for (_, call) in calls(&checked.root) {
        let Some(Expr { id, kind: ExprKind::Literal(literal) }) = call.args.first() else { continue };
        let is_valid = match (&*call.function, literal) {
            ("duration", Literal::Str(text)) => Duration::parse(text).is_ok(),
            ("timestamp", Literal::Str(text)) => Time::parse(text).is_ok_and(is_in_range),
            // A null may stand for a length or point in time, and is none (cel-go `cel/validator.go`, `evalCall`).
            ("duration" | "timestamp", Literal::Null) => false,
            ("timestamp", Literal::Int(seconds)) => is_in_range(Time::from_unix(*seconds)),
            ("matches", Literal::Str(pattern)) => crd_schema_go::pattern::refusal(pattern).is_none(),
            _ => true,
        };
        if !is_valid {
            found.report(*id, format!("invalid {} argument", call.function));
        }
    }
}
