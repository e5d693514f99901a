//! Calls: which overloads of a function the types of the arguments leave.
//!
//! Source: cel-go `checker/checker.go`, `checkCall`, `resolveOverload`.

use super::{Checker, Target};
use crate::ast::{Call, Expr, Id};
use crate::functions::Overload;
use crate::types::Type;

/// Comparisons of numbers of two types, which a server of each known minor allows; equality is not among them.
impl Checker<'_> {
    pub(super) fn call(&mut self, expr: &Expr, call: &Call) -> Type {
        if &*call.function == "_?._" {
            return self.optional_select(expr, call);
        }
        for arg in &call.args {
            self.check(arg);
        }
        let Some(target) = &call.target else {
            let name = call.function.strip_prefix('.').unwrap_or(&call.function);
            return self.function(expr.id, name, &call.function, None, &call.args);
        };
        // `a.b(c)` may be the function `a.b`.
        if let Some(prefix) = target.qualified_name() {
            let name = format!("{}.{}", prefix.strip_prefix('.').unwrap_or(&prefix), call.function);
            if self.functions.contains_key(name.as_str()) {
                let of = self.function(expr.id, &name, &name, None, &call.args);
                if let Some(Some(target)) = self.calls.get_mut(expr.id) {
                    target.is_qualified = true;
                }
                return of;
            }
        }
        self.check(target);
        self.function(expr.id, &call.function, &call.function, Some(target), &call.args)
    }

    fn optional_select(&mut self, expr: &Expr, call: &Call) -> Type {
        let (Some(operand), Some(field)) = (call.args.first(), call.args.get(1).and_then(Expr::string))
        else {
            return Type::Error;
        };
        let field = field.to_owned();
        let of = self.field(expr.id, operand, &field, true);
        self.unifier.resolved(&of)
    }

    fn function(&mut self, id: Id, name: &str, written: &str, target: Option<&Expr>, args: &[Expr]) -> Type {
        let functions = self.functions.clone();
        let Some((&function, overloads)) = functions.get_key_value(name) else {
            return self.undeclared(id, written);
        };
        let types: Vec<Type> = target.iter().copied().chain(args).map(|arg| self.type_of(arg)).collect();
        if matches!(name, "_&&_" | "_||_") {
            return self.logic(args, &types);
        }
        let mut found = None;
        for overload in overloads.iter().filter(|overload| overload.is_method == target.is_some()) {
            let Some(result) = self.try_overload(overload, &types) else { continue };
            self.calls_overload(id, function, overload.id);
            found = Some(match found {
                None => result,
                Some(before) if before == Type::Dyn || before == result => before,
                Some(_) => Type::Dyn,
            });
        }
        found.unwrap_or_else(|| self.no_overload(id, name, &types, target.is_some()))
    }

    fn calls_overload(&mut self, id: Id, function: &'static str, overload: &'static str) {
        match self.calls.get_mut(id) {
            Some(Some(target)) => target.others.push(overload),
            Some(slot) => {
                *slot = Some(Target { function, overload, others: Vec::new(), is_qualified: false });
            }
            None => {}
        }
    }

    /// The result of the overload, if the arguments fit it.
    fn try_overload(&mut self, overload: &Overload, types: &[Type]) -> Option<Type> {
        let first = self.unifier.fresh(overload.parameters);
        if overload.args.len() != types.len() {
            return None;
        }
        let args: Vec<Type> = overload.args.iter().map(|arg| shifted(arg, first)).collect();
        let fits = self.unifier.assignable(types.iter().zip(&args));
        fits.then(|| self.unifier.resolved(&shifted(&overload.result, first)))
    }

    fn logic(&mut self, args: &[Expr], types: &[Type]) -> Type {
        let mut result = Type::Bool;
        for (arg, of) in args.iter().zip(types) {
            if !self.unifier.assignable([(of, &Type::Bool)]) {
                self.mismatch(arg.id, &Type::Bool, of);
                result = Type::Error;
            }
        }
        result
    }

    fn no_overload(&mut self, id: Id, name: &str, types: &[Type], is_method: bool) -> Type {
        let types: Vec<String> = types.iter().map(|of| self.unifier.settled(of).to_string()).collect();
        let (target, args) = types.split_at(usize::from(is_method));
        let target = target.first().map(|target| format!("{target}.")).unwrap_or_default();
        let message =
            format!("found no matching overload for '{name}' applied to '{target}({})'", args.join(", "));
        self.report(id, message);
        Type::Error
    }
}

/// The type of a signature, its parameters counted from `first`.
fn shifted(of: &Type, first: usize) -> Type {
    match of {
        Type::Var(number) => Type::Var(first + number),
        other => other.map_parameters(&mut |parameter| shifted(parameter, first)),
    }
}
