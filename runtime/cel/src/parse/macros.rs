//! Macros: calls that stand for other expressions.
//!
//! Source: cel-go `parser/macro.go`, `cel/library.go`, `ext/comprehensions.go`, `ext/lists.go`.

use std::sync::Arc;

use super::build::Builder;
use crate::ast::{Call, Comprehension, Element, Expr, ExprKind, Id, Literal, Select};

/// The name that no expression can write, of what a loop gathers.
const ACCUMULATOR: &str = "@result";
/// The same up to 1.32, and a name that no loop may use since.
const OLD_ACCUMULATOR: &str = "__result__";
const SORTED: &str = "@__sortBy_input__";
/// A loop that runs not once.
const UNUSED: &str = "#unused";

/// What is wrong with the arguments of a macro, and where.
type Refused = (Option<usize>, String);
type Expanded = Result<Expr, Refused>;

/// The call, or what it stands for.
pub(super) fn expand(builder: &mut Builder<'_>, at: usize, call: Call) -> Expanded {
    let two_variables = builder.server.has(33, 32);
    let optionals = builder.server.has(29, 0);
    let lists = builder.server.has(35, 34);
    let count = call.args.len();
    let mut maker = Maker { builder, at };
    let Some(target) = call.target else {
        if &*call.function == "has" && count == 1 {
            return maker.has(call.args);
        }
        return Ok(maker.node(ExprKind::Call(Box::new(call))));
    };
    let args = call.args;
    match (&*call.function, count) {
        ("all" | "exists" | "exists_one", 2) => maker.quantifier(&call.function, target, args),
        ("map", 2 | 3) => maker.map(target, args),
        ("filter", 2) => maker.filter(target, args),
        ("all" | "exists" | "exists_one" | "existsOne", 3) if two_variables => {
            maker.quantifier_of_two(&call.function, target, args)
        }
        ("transformList", 3 | 4) if two_variables => maker.transform_list(target, args),
        ("transformMap", 3 | 4) if two_variables => maker.transform_map(target, args),
        ("transformMapEntry", 3 | 4) if two_variables => maker.transform_entry(target, args),
        ("optMap", 2) if optionals => maker.optional_map(target, args),
        ("optFlatMap", 2) if optionals => maker.optional_flat_map(target, args),
        ("sortBy", 2) if lists => maker.sort_by(target, args),
        _ => {
            let call = Call { function: call.function, target: Some(target), args };
            Ok(maker.node(ExprKind::Call(Box::new(call))))
        }
    }
}

/// Makes the nodes of an expansion, all of them at the place of the call.
struct Maker<'b, 's> {
    builder: &'b mut Builder<'s>,
    at: usize,
}

/// Arguments, taken one after another.
fn next(args: &mut std::vec::IntoIter<Expr>, maker: &mut Maker<'_, '_>) -> Expr {
    args.next().unwrap_or_else(|| maker.node(ExprKind::Unspecified))
}

impl Maker<'_, '_> {
    fn node(&mut self, kind: ExprKind) -> Expr {
        self.builder.node(self.at, kind)
    }

    fn literal(&mut self, literal: Literal) -> Expr {
        self.node(ExprKind::Literal(literal))
    }

    fn ident(&mut self, name: &str) -> Expr {
        self.node(ExprKind::Ident(Arc::from(name)))
    }

    fn accumulator_name(&self) -> &'static str {
        if self.builder.server.minor <= 32 { OLD_ACCUMULATOR } else { ACCUMULATOR }
    }

    fn accumulator(&mut self) -> Expr {
        self.ident(self.accumulator_name())
    }

    fn call(&mut self, function: &str, args: Vec<Expr>) -> Expr {
        self.node(ExprKind::Call(Box::new(Call { function: Arc::from(function), target: None, args })))
    }

    fn method(&mut self, function: &str, target: Expr, args: Vec<Expr>) -> Expr {
        let call = Call { function: Arc::from(function), target: Some(target), args };
        self.node(ExprKind::Call(Box::new(call)))
    }

    fn list(&mut self, values: Vec<Expr>) -> Expr {
        let elements = values.into_iter().map(|value| Element { value, is_optional: false }).collect();
        self.node(ExprKind::List(elements))
    }

    fn refuse<T>(&self, id: Id, message: &str) -> Result<T, Refused> {
        Err((self.builder.place(id), message.to_owned()))
    }

    fn has(&mut self, args: Vec<Expr>) -> Expanded {
        let mut args = args.into_iter();
        let arg = next(&mut args, self);
        let id = arg.id;
        match arg.kind {
            ExprKind::Select(select) => {
                let test = Select { is_test: true, ..*select };
                Ok(self.node(ExprKind::Select(Box::new(test))))
            }
            _ => self.refuse(id, "invalid argument to has() macro"),
        }
    }

    /// The name of a loop's variable.
    fn variable(&self, arg: &Expr, message: &str) -> Result<Arc<str>, Refused> {
        let Some(name) = arg.name() else { return self.refuse(arg.id, message) };
        if &**name == self.accumulator_name()
            || (&**name == OLD_ACCUMULATOR && self.builder.server.minor > 32)
        {
            return self.refuse(arg.id, "iteration variable overwrites accumulator variable");
        }
        Ok(name.clone())
    }

    fn quantifier(&mut self, kind: &str, range: Expr, args: Vec<Expr>) -> Expanded {
        let mut args = args.into_iter();
        let variable = next(&mut args, self);
        let variable = self.variable(&variable, "argument must be a simple name")?;
        let predicate = next(&mut args, self);
        Ok(self.quantified(kind, range, (variable, None), predicate))
    }

    fn quantifier_of_two(&mut self, kind: &str, range: Expr, args: Vec<Expr>) -> Expanded {
        let mut args = args.into_iter();
        let variables = self.variables(&mut args)?;
        let predicate = next(&mut args, self);
        Ok(self.quantified(kind, range, variables, predicate))
    }

    fn variables(
        &mut self,
        args: &mut std::vec::IntoIter<Expr>,
    ) -> Result<(Arc<str>, Option<Arc<str>>), Refused> {
        let (first, second) = (next(args, self), next(args, self));
        let simple = "argument must be a simple name";
        for arg in [&first, &second] {
            if arg.name().is_none() {
                return self.refuse(arg.id, simple);
            }
        }
        if first.name() == second.name() {
            let name = first.name().map(ToString::to_string).unwrap_or_default();
            return self.refuse(second.id, &format!("duplicate variable name: {name}"));
        }
        Ok((self.variable(&first, simple)?, Some(self.variable(&second, simple)?)))
    }

    fn quantified(
        &mut self,
        kind: &str,
        range: Expr,
        variables: (Arc<str>, Option<Arc<str>>),
        predicate: Expr,
    ) -> Expr {
        let accumulator = self.accumulator();
        let (init, condition, step) = match kind {
            "all" => {
                let init = self.literal(Literal::Bool(true));
                let condition = self.call("@not_strictly_false", vec![accumulator]);
                let before = self.accumulator();
                (init, condition, self.call("_&&_", vec![before, predicate]))
            }
            "exists" => {
                let init = self.literal(Literal::Bool(false));
                let not = self.call("!_", vec![accumulator]);
                let condition = self.call("@not_strictly_false", vec![not]);
                let before = self.accumulator();
                (init, condition, self.call("_||_", vec![before, predicate]))
            }
            _ => return self.exactly_one(range, variables, predicate),
        };
        let result = self.accumulator();
        self.fold(range, variables, init, [condition, step, result])
    }

    fn exactly_one(&mut self, range: Expr, variables: (Arc<str>, Option<Arc<str>>), predicate: Expr) -> Expr {
        let init = self.literal(Literal::Int(0));
        let condition = self.literal(Literal::Bool(true));
        let (before, one) = (self.accumulator(), self.literal(Literal::Int(1)));
        let more = self.call("_+_", vec![before, one]);
        let same = self.accumulator();
        let step = self.call("_?_:_", vec![predicate, more, same]);
        let (count, one) = (self.accumulator(), self.literal(Literal::Int(1)));
        let result = self.call("_==_", vec![count, one]);
        self.fold(range, variables, init, [condition, step, result])
    }

    fn fold(
        &mut self,
        range: Expr,
        (variable, second_variable): (Arc<str>, Option<Arc<str>>),
        init: Expr,
        [condition, step, result]: [Expr; 3],
    ) -> Expr {
        let accumulator = Arc::from(self.accumulator_name());
        let fold =
            Comprehension { range, variable, second_variable, accumulator, init, condition, step, result };
        self.node(ExprKind::Comprehension(Box::new(fold)))
    }

    /// A loop that gathers what `added` makes of each item that the filter lets pass.
    fn gather(
        &mut self,
        range: Expr,
        variables: (Arc<str>, Option<Arc<str>>),
        init: Expr,
        filter: Option<Expr>,
        added: Expr,
    ) -> Expr {
        let condition = self.literal(Literal::Bool(true));
        let step = match filter {
            Some(filter) => {
                let same = self.accumulator();
                self.call("_?_:_", vec![filter, added, same])
            }
            None => added,
        };
        let result = self.accumulator();
        self.fold(range, variables, init, [condition, step, result])
    }

    fn appended(&mut self, value: Expr) -> Expr {
        let (before, list) = (self.accumulator(), self.list(vec![value]));
        self.call("_+_", vec![before, list])
    }

    fn map(&mut self, range: Expr, args: Vec<Expr>) -> Expanded {
        let is_filtered = args.len() == 3;
        let mut args = args.into_iter();
        let variable = next(&mut args, self);
        let variable = self.variable(&variable, "argument is not an identifier")?;
        let filter = is_filtered.then(|| next(&mut args, self));
        let transform = next(&mut args, self);
        let init = self.list(Vec::new());
        let added = self.appended(transform);
        Ok(self.gather(range, (variable, None), init, filter, added))
    }

    fn filter(&mut self, range: Expr, args: Vec<Expr>) -> Expanded {
        let mut args = args.into_iter();
        let item = next(&mut args, self);
        let variable = self.variable(&item, "argument is not an identifier")?;
        let filter = next(&mut args, self);
        let init = self.list(Vec::new());
        let added = self.appended(item);
        Ok(self.gather(range, (variable, None), init, Some(filter), added))
    }

    fn transform_list(&mut self, range: Expr, args: Vec<Expr>) -> Expanded {
        let is_filtered = args.len() == 4;
        let mut args = args.into_iter();
        let variables = self.variables(&mut args)?;
        let filter = is_filtered.then(|| next(&mut args, self));
        let transform = next(&mut args, self);
        let init = self.list(Vec::new());
        let added = self.appended(transform);
        Ok(self.gather(range, variables, init, filter, added))
    }

    fn transform_map(&mut self, range: Expr, args: Vec<Expr>) -> Expanded {
        let is_filtered = args.len() == 4;
        let mut args = args.into_iter();
        let variables = self.variables(&mut args)?;
        let filter = is_filtered.then(|| next(&mut args, self));
        let transform = next(&mut args, self);
        let (before, key) = (self.accumulator(), self.ident(&variables.0));
        let added = self.call("cel.@mapInsert", vec![before, key, transform]);
        let init = self.node(ExprKind::Map(Vec::new()));
        Ok(self.gather(range, variables, init, filter, added))
    }

    fn transform_entry(&mut self, range: Expr, args: Vec<Expr>) -> Expanded {
        let is_filtered = args.len() == 4;
        let mut args = args.into_iter();
        let variables = self.variables(&mut args)?;
        let filter = is_filtered.then(|| next(&mut args, self));
        let entry = next(&mut args, self);
        let before = self.accumulator();
        let added = self.call("cel.@mapInsert", vec![before, entry]);
        let init = self.node(ExprKind::Map(Vec::new()));
        Ok(self.gather(range, variables, init, filter, added))
    }

    /// `value` under a name, for `result`: a loop over nothing.
    fn bind(&mut self, name: Arc<str>, value: Expr, result: Expr) -> Expr {
        let range = self.list(Vec::new());
        let condition = self.literal(Literal::Bool(false));
        let step = self.ident(&name);
        let fold = Comprehension {
            range,
            variable: Arc::from(UNUSED),
            second_variable: None,
            accumulator: name,
            init: value,
            condition,
            step,
            result,
        };
        self.node(ExprKind::Comprehension(Box::new(fold)))
    }

    /// What is made of the value of an optional target; the target is evaluated twice.
    fn optional(&mut self, target: Expr, args: Vec<Expr>, name: &str) -> Result<(Expr, Expr), Refused> {
        let mut args = args.into_iter();
        let variable = next(&mut args, self);
        let Some(variable) = variable.name().cloned() else {
            return self.refuse(variable.id, &format!("{name}() variable name must be a simple identifier"));
        };
        let copy = self.copy(&target);
        let made = next(&mut args, self);
        let value = self.method("value", copy, Vec::new());
        let bound = self.bind(variable, value, made);
        Ok((self.method("hasValue", target, Vec::new()), bound))
    }

    fn optional_map(&mut self, target: Expr, args: Vec<Expr>) -> Expanded {
        let (has_value, bound) = self.optional(target, args, "optMap")?;
        let (some, none) = (self.call("optional.of", vec![bound]), self.call("optional.none", Vec::new()));
        Ok(self.call("_?_:_", vec![has_value, some, none]))
    }

    fn optional_flat_map(&mut self, target: Expr, args: Vec<Expr>) -> Expanded {
        let (has_value, bound) = self.optional(target, args, "optFlatMap")?;
        let none = self.call("optional.none", Vec::new());
        Ok(self.call("_?_:_", vec![has_value, bound, none]))
    }

    fn sort_by(&mut self, target: Expr, args: Vec<Expr>) -> Expanded {
        if matches!(
            target.kind,
            ExprKind::Literal(_) | ExprKind::Map(_) | ExprKind::Struct(_) | ExprKind::Unspecified
        ) {
            let message =
                "sortBy can only be applied to a list, identifier, comprehension, call or select expression";
            return self.refuse(target.id, message);
        }
        let input = self.ident(SORTED);
        let keys = self.map(input, args)?;
        let input = self.ident(SORTED);
        let sorted = self.method("@sortByAssociatedKeys", input, vec![keys]);
        Ok(self.bind(Arc::from(SORTED), target, sorted))
    }

    /// The same nodes with numbers of their own.
    fn copy(&mut self, expr: &Expr) -> Expr {
        let mut copy = if self.builder.is_too_large() {
            Expr { id: 0, kind: ExprKind::Unspecified }
        } else {
            expr.clone()
        };
        self.renumber(&mut copy);
        copy
    }

    fn renumber(&mut self, expr: &mut Expr) {
        expr.id = self.builder.id_at(self.builder.place(expr.id));
        for child in expr.children_mut() {
            self.renumber(child);
        }
    }
}
