//! What calls are estimated to cost.
//!
//! Source: cel-go `checker/cost.go`, `costCall`, `functionCost`.

use std::sync::Arc;

use super::{Estimator, Path, Range, Regime, path};
use crate::ast::{Call, Expr};
use crate::functions::Overload;
use crate::functions::estimate::{Argument, Called};

impl Estimator<'_> {
    pub(super) fn call(&mut self, expr: &Expr, call: &Call) -> Range {
        let target = self.checked.calls.get(expr.id).and_then(Option::as_ref);
        let function = target.map_or(&*call.function, |target| target.function);
        if function == "dyn" && self.regime == Regime::Entries {
            return self.dynamic(expr, call);
        }
        let costs: Vec<Range> = call.args.iter().map(|arg| self.argument(arg)).collect();
        match (function, costs.as_slice()) {
            // The least that may be evaluated is the left side.
            ("_&&_" | "_||_", [left, right @ ..]) => {
                return Range {
                    min: left.min,
                    max: right.iter().fold(*left, |sum, cost| sum.plus(*cost)).max,
                };
            }
            ("_?_:_", [condition, then, otherwise]) => {
                let cost = condition.plus(then.union(*otherwise));
                self.either(expr, &call.args);
                return cost;
            }
            _ => {}
        }
        let receiver = call.target.as_ref().filter(|_| !target.is_some_and(|target| target.is_qualified));
        let receiver_cost = receiver.map_or(Range::ZERO, |receiver| self.argument(receiver));
        let given = costs.iter().fold(receiver_cost, |sum, cost| sum.plus(*cost));
        given.plus(self.called(expr, receiver, &call.args, function))
    }

    /// **Quirk**: the size of an argument is looked up before the next argument is estimated, and kept.
    fn argument(&mut self, arg: &Expr) -> Range {
        let cost = self.cost(arg);
        if self.regime == Regime::Entries {
            self.size(arg);
        }
        cost
    }

    /// `dyn` only hides a type.
    fn dynamic(&mut self, expr: &Expr, call: &Call) -> Range {
        let Some(arg) = call.args.first() else { return Range::ZERO };
        let cost = self.cost(arg);
        self.copy_sizes(expr.id, arg);
        cost.plus(Range::ONE)
    }

    fn either(&mut self, expr: &Expr, args: &[Expr]) {
        let [_, then, otherwise] = args else { return };
        let size = self.size_or_unknown(then).union(self.size_or_unknown(otherwise));
        let entry = self.entry(then).zip(self.entry(otherwise)).map(|(then, other)| then.union(other));
        if let Some(entry) = entry {
            self.set_entry(expr.id, entry);
        }
        self.size_of.insert(expr.id, size);
    }

    /// The union of what the overloads cost that the call may mean, beside its arguments.
    fn called(&mut self, expr: &Expr, receiver: Option<&Expr>, args: &[Expr], function: &str) -> Range {
        let target = self.checked.calls.get(expr.id).and_then(Option::as_ref);
        let ids: Vec<&str> = target.map(|target| target.overloads().collect()).unwrap_or_default();
        if ids.is_empty() {
            return Range::ONE;
        }
        let (mut cost, mut size) = (Range::NONE, None::<Range>);
        for id in ids {
            let called = self.overload(expr, id, function, receiver, args);
            cost = cost.union(called.cost);
            size = match (size, called.size) {
                (Some(one), Some(other)) => Some(one.union(other)),
                (one, other) => one.or(other),
            };
            if let Some((list, step)) = args.first().zip(element_step(id)) {
                if self.regime == Regime::Entries {
                    size = self.entry(list).map(|entry| entry.value);
                }
                let path = self.paths.append(self.path(list), Arc::from(step));
                self.path_of.insert(expr.id, path);
            }
            if size.is_none() && self.regime == Regime::Entries {
                size = self.size(expr);
            }
        }
        self.size_of.extend(size.map(|size| (expr.id, size)));
        cost
    }

    fn overload(
        &mut self,
        expr: &Expr,
        id: &str,
        function: &str,
        receiver: Option<&Expr>,
        args: &[Expr],
    ) -> Called {
        if matches!(id, "add_string" | "add_bytes" | "add_list") {
            self.joined(expr, args);
        }
        let functions = self.functions;
        let overloads = functions.get(function).map(Vec::as_slice).unwrap_or_default();
        let Some(overload) = overloads.iter().find(|overload| overload.id == id) else {
            return Called::ONE;
        };
        self.estimated(overload, receiver, args)
    }

    fn joined(&mut self, expr: &Expr, args: &[Expr]) {
        let [left, right] = args else { return };
        if let Some((left, right)) = self.entry(left).zip(self.entry(right)) {
            self.set_entry(expr.id, left.union(right));
        }
    }

    fn estimated(&mut self, overload: &Overload, receiver: Option<&Expr>, args: &[Expr]) -> Called {
        let all: Vec<(&Expr, Option<Range>, Path)> =
            receiver.into_iter().chain(args).map(|arg| (arg, self.size(arg), self.path(arg))).collect();
        let argument = |(expr, size, path): (_, _, Path)| Argument {
            expr,
            of: self.type_of(expr),
            size,
            items: self.items(path),
        };
        let all: Vec<Argument<'_>> = all.into_iter().map(argument).collect();
        (overload.estimate)(&all, self.minor)
    }

    /// How large an item of the list at the path is, by what is declared.
    fn items(&self, path: Path) -> Option<Range> {
        let mut steps = self.known_steps(path)?.to_vec();
        steps.push(Arc::from(path::ITEMS));
        self.sizes.largest(&steps).map(Range::up_to)
    }
}

/// The step from a list or map to what an index of it gives.
fn element_step(overload: &str) -> Option<&'static str> {
    match overload {
        "index_list" => Some(path::ITEMS),
        "index_map" => Some(path::VALUES),
        _ => None,
    }
}
