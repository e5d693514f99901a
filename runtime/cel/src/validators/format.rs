//! `'…'.format([…])` of literals: each clause and the type of its argument.
//!
//! Source: cel-go `ext/formatting.go`, `stringFormatValidator`.

use super::{Found, calls};
use crate::ast::{Element, Expr, ExprKind, Id};
use crate::check::Checked;
use crate::functions::format::clause;
use crate::types::Type;

/// What is wrong, and the argument that is to blame, if one is.
type Wrong = (Option<Id>, String);

pub(super) fn check(found: &mut Found<'_>) {
    let checked = found.checked;
    for (expr, call) in calls(&checked.root) {
        let format = call.target.as_ref().and_then(Expr::string);
        let (Some(format), "format", [Expr { kind: ExprKind::List(args), .. }]) =
            (format, &*call.function, call.args.as_slice())
        else {
            continue;
        };
        match clauses(format, args, checked) {
            Err((id, message)) => found.report(id.unwrap_or(expr.id), message),
            Ok(asked) if args.len() > asked => {
                let given = args.len();
                let message =
                    format!("too many arguments supplied to string.format (expected {asked}, got {given})");
                found.report(expr.id, message);
            }
            Ok(_) => {}
        }
    }
}

/// How many arguments the clauses ask for.
fn clauses(format: &str, args: &[Element], checked: &Checked) -> Result<usize, Wrong> {
    let (mut rest, mut asked) = (format, 0);
    while let Some((_, behind)) = rest.split_once('%') {
        if let Some(behind) = behind.strip_prefix('%') {
            rest = behind;
            continue;
        }
        if behind.is_empty() {
            return Err((None, "unexpected end of string".to_owned()));
        }
        let Some(arg) = args.get(asked) else { return Err((None, format!("index {asked} out of range"))) };
        let (clause, behind) = clause(behind)
            .map_err(|message| (None, format!("could not parse formatting clause: {message}")))?;
        verify(clause.letter, &arg.value, checked)
            .map_err(|(id, message)| (Some(id), format!("error during formatting: {message}")))?;
        (rest, asked) = (behind, asked + 1);
    }
    Ok(asked)
}

fn verify(clause: char, arg: &Expr, checked: &Checked) -> Result<(), (Id, String)> {
    let of = type_of(arg, checked);
    let is_int = matches!(of, Type::Int | Type::Uint);
    let (fits, asks) = match clause {
        's' => return verify_string(arg, checked),
        'd' => (is_int, "decimal clause can only be used on integers"),
        'f' => (matches!(of, Type::Double | Type::String), "fixed-point clause can only be used on doubles"),
        'e' => (matches!(of, Type::Double | Type::String), "scientific clause can only be used on doubles"),
        'b' => (is_int || *of == Type::Bool, "only integers and bools can be formatted as binary"),
        'o' => (is_int, "octal clause can only be used on integers"),
        _ => (
            is_int || matches!(of, Type::String | Type::Bytes),
            "only integers, byte buffers, and strings can be formatted as hex",
        ),
    };
    if fits || *of == Type::Dyn {
        Ok(())
    } else {
        Err((arg.id, format!("{asks}, was given {}", runtime_name(of))))
    }
}

fn verify_string(arg: &Expr, checked: &Checked) -> Result<(), (Id, String)> {
    let of = type_of(arg, checked);
    if matches!(of, Type::Struct(_) | Type::Opaque(..) | Type::Error | Type::Var(_)) {
        let message = "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, \
                       durations, and timestamps, was given ";
        return Err((arg.id, format!("{message}{}", runtime_name(of))));
    }
    if matches!(arg.kind, ExprKind::List(_) | ExprKind::Map(_)) {
        return arg.children().into_iter().try_for_each(|child| verify_string(child, checked));
    }
    Ok(())
}

fn type_of<'c>(expr: &Expr, checked: &'c Checked) -> &'c Type {
    checked.types.get(expr.id).unwrap_or(&Type::Dyn)
}

/// The name of the type without its parameters, as values have it.
fn runtime_name(of: &Type) -> String {
    match of {
        Type::Null => "null_type".to_owned(),
        Type::Timestamp => "google.protobuf.Timestamp".to_owned(),
        Type::Duration => "google.protobuf.Duration".to_owned(),
        other => {
            let name = other.to_string();
            name.split_once('(').map_or(name.clone(), |(name, _)| name.to_owned())
        }
    }
}
