//! Calls of functions, and what they cost.
//!
//! Source: cel-go `interpreter/interpretable.go`, `evalUnary`, `evalBinary`, `evalVarArgs`; `interpreter/runtimecost.go`,
//! `costCall`.

use super::Machine;
use crate::functions::{Context, PANIC, equality_cost, receive};
use crate::plan::{CallNode, Dispatch, Implementation, Node};
use crate::value::{Error, Outcome, Value};

impl<'a> Machine<'a> {
    pub(super) fn equality(&mut self, pair: &'a (Node, Node), expected: bool) -> Outcome<'a> {
        let left = self.eval(&pair.0);
        stop_if_fatal(&left)?;
        let right = self.eval(&pair.1);
        stop_if_fatal(&right)?;
        self.charge(equality_cost(left.as_ref().ok(), right.as_ref().ok(), expected))?;
        match (left?.equal(&right?), expected) {
            (Ok(equal), expected) => Ok(Value::Bool(equal == expected)),
            (Err(error), true) => Err(error),
            // **Quirk**: what cannot be compared is not equal (`interpretable.go`, `evalNe`).
            (Err(_), false) => Ok(Value::Bool(true)),
        }
    }

    pub(super) fn call(&mut self, call: &'a CallNode) -> Outcome<'a> {
        match (&call.args[..], &call.dispatch) {
            ([], _) => self.run(call, &[]),
            ([arg], Dispatch::Singleton(..) | Dispatch::Overload(_)) => match self.eval(arg) {
                Ok(value) => self.run(call, &[value]),
                Err(error) if error.is_fatal() => Err(error),
                Err(error) => self.failed(call, &[Err(error)]),
            },
            ([left, right], Dispatch::Singleton(..) | Dispatch::Overload(_)) if is_of_two(call) => {
                let left = self.eval(left);
                stop_if_fatal(&left)?;
                let right = self.eval(right);
                stop_if_fatal(&right)?;
                match (left, right) {
                    (Ok(left), Ok(right)) => self.run(call, &[left, right]),
                    (left, right) => self.failed(call, &[left, right]),
                }
            }
            (args, _) => self.call_of_many(call, args),
        }
    }

    fn call_of_many(&mut self, call: &'a CallNode, args: &'a [Node]) -> Outcome<'a> {
        let mut values = Vec::with_capacity(args.len());
        for (index, arg) in args.iter().enumerate() {
            match self.eval(arg) {
                Ok(value) => values.push(value),
                Err(error) if !error.is_fatal() && index + 1 == args.len() => {
                    let mut values: Vec<_> = values.into_iter().map(Ok).collect();
                    values.push(Err(error));
                    return self.failed(call, &values);
                }
                // **Quirk**: a call whose last argument was never evaluated costs nothing (`runtimecost.go`, `dropArgs`).
                Err(error) => return Err(error),
            }
        }
        self.run(call, &values)
    }

    /// Whether what stands in a loop is not false; an error goes on, too.
    pub(super) fn not_strictly_false(&mut self, arg: &'a Node) -> Outcome<'a> {
        let value = self.eval(arg);
        stop_if_fatal(&value)?;
        self.charge(1)?;
        Ok(value.unwrap_or(Value::Bool(true)))
    }

    /// Runs a function on its arguments.
    fn run(&mut self, call: &'a CallNode, args: &[Value<'a>]) -> Outcome<'a> {
        let result = self.dispatched(call, args);
        stop_if_fatal(&result)?;
        let cost = call.cost.map_or(1, |cost| {
            let result = result.as_ref().ok();
            // Calls of one and two arguments are most of those in loops: no list is made for them.
            match args {
                [one] => cost(&[Some(one)], result),
                [one, two] => cost(&[Some(one), Some(two)], result),
                many => cost(&many.iter().map(Some).collect::<Vec<_>>(), result),
            }
        });
        self.paid(cost, result)
    }

    /// A call with an argument that failed.
    fn failed(&mut self, call: &'a CallNode, args: &[Outcome<'a>]) -> Outcome<'a> {
        let result = args.iter().find_map(|arg| arg.as_ref().err()).cloned().map_or(Ok(Value::Null), Err);
        let cost = call
            .cost
            .map_or(1, |cost| cost(&args.iter().map(|arg| arg.as_ref().ok()).collect::<Vec<_>>(), None));
        self.paid(cost, result)
    }

    fn paid(&mut self, cost: u64, result: Outcome<'a>) -> Outcome<'a> {
        if cost == PANIC {
            return Err(Error::panic(
                "interface conversion: *types.Err is not traits.Lister: missing method Add",
            ));
        }
        self.charge(cost)?;
        result
    }

    fn dispatched(&self, call: &'a CallNode, values: &[Value<'a>]) -> Outcome<'a> {
        let context = Context { server: self.server, pattern: call.pattern.as_ref() };
        let fits = |types: &[crate::types::Type]| {
            types.len() == values.len() && types.iter().zip(values).all(|(of, value)| value.is_of(of))
        };
        match &call.dispatch {
            // **Quirk**: types are not looked at where the pattern is constant (`regex.go`, `RegexOptimization`).
            Dispatch::Singleton(_, run) | Dispatch::Overload(Implementation { run, .. })
                if call.pattern.is_some() =>
            {
                run(values, &context)
            }
            Dispatch::Several(implementations) if call.pattern.is_some() => implementations
                .first()
                .map_or(Err(Error::NO_SUCH_OVERLOAD), |first| (first.run)(values, &context)),
            Dispatch::Singleton(takes, run) => match values.first() {
                Some(first) if takes.is_had_by(first) => run(values, &context),
                Some(first) => receive(call.function, first, values),
                None => run(values, &context),
            },
            Dispatch::Overload(implementation) if fits(&implementation.args) => {
                (implementation.run)(values, &context)
            }
            Dispatch::Overload(_) => Err(no_overload(call.function, values)),
            Dispatch::Several(implementations) => {
                match implementations.iter().find(|implementation| fits(&implementation.args)) {
                    Some(implementation) => (implementation.run)(values, &context),
                    None => Err(no_overload(call.function, values)),
                }
            }
        }
    }
}

/// **Quirk**: a call with a constant pattern is one of many arguments (`regex.go`, `RegexOptimization`), and so is one of
/// `format` (`ext/strings.go`).
fn is_of_two(call: &CallNode) -> bool {
    call.pattern.is_none() && call.function != "format"
}

pub(super) fn stop_if_fatal<T>(value: &Result<T, Error>) -> Result<(), Error> {
    match value {
        Err(error) if error.is_fatal() => Err(error.clone()),
        _ => Ok(()),
    }
}

fn no_overload(function: &str, values: &[Value<'_>]) -> Error {
    let types: Vec<_> = values.iter().map(Value::type_name).collect();
    Error::new(format!("no such overload: {function}({})", types.join(", ")))
}
