//! Elements of list and map literals are of one type.
//!
//! Source: cel-go `cel/validator.go`, `homogeneousAggregateLiteralValidator`.

use super::Found;
use crate::ast::{Element, Entry, Expr, ExprKind};
use crate::types::Type;

/// Checks all literals but those below a call of `format`, if that is `exempt`.
pub(super) fn check(found: &mut Found<'_>, exempt: bool) {
    let checked = found.checked;
    walk(&checked.root, exempt, found);
}

fn walk(expr: &Expr, exempt: bool, found: &mut Found<'_>) {
    if exempt && matches!(&expr.kind, ExprKind::Call(call) if &*call.function == "format") {
        return;
    }
    for child in expr.children() {
        walk(child, exempt, found);
    }
    match &expr.kind {
        ExprKind::List(elements) => list(elements, found),
        ExprKind::Map(entries) => map(entries, found),
        _ => {}
    }
}

fn list(elements: &[Element], found: &mut Found<'_>) {
    let mut first: Option<Type> = None;
    for Element { value, is_optional } in elements {
        let of = type_of(value, *is_optional, found);
        match &first {
            None => first = Some(of),
            Some(expected) if *expected != of => return mismatch(value, expected, &of, found),
            Some(_) => {}
        }
    }
}

fn map(entries: &[Entry], found: &mut Found<'_>) {
    let mut first: Option<(Type, Type)> = None;
    for Entry { key, value, is_optional } in entries {
        let (of_key, of_value) = (type_of(key, false, found), type_of(value, *is_optional, found));
        let Some((expected_key, expected_value)) = &first else {
            first = Some((of_key, of_value));
            continue;
        };
        if *expected_key != of_key {
            mismatch(key, expected_key, &of_key, found);
        }
        if *expected_value != of_value {
            mismatch(value, expected_value, &of_value, found);
        }
    }
}

fn type_of(expr: &Expr, is_optional: bool, found: &Found<'_>) -> Type {
    let of = found.checked.types.get(expr.id).cloned().unwrap_or(Type::Dyn);
    let value = of.parameters().first().map(|value| (*value).clone()).filter(|_| is_optional);
    value.unwrap_or(of)
}

fn mismatch(at: &Expr, expected: &Type, of: &Type, found: &mut Found<'_>) {
    found.report(at.id, format!("expected type '{expected}' but found '{of}'"));
}
