//! Runs a program on values and counts what it costs.
//!
//! Source: cel-go `interpreter/interpretable.go`, `interpreter/runtimecost.go`.
//!
//! Knows nothing of: types of the checker.

mod attribute;
mod call;
mod fold;

use crate::plan::{ElementNode, EntryNode, Node, Plan};
use crate::server::Server;
use crate::value::{Const, Entries, Error, Map, Outcome, Value};

/// What a list and a map cost to make.
const LIST_COST: u64 = 10;
const MAP_COST: u64 = 30;

/// What an evaluation gave.
///
/// ```
/// use crd_schema_cel::{Env, Type, Value};
///
/// let env = Env::new(37).variable("self", Type::Int);
/// let program = env.program("self * 2 > 5")?;
/// let evaluated = program.evaluate(&[("self", Value::Int(3))]);
/// assert!(matches!(evaluated.result, Ok(Value::Bool(true))));
/// assert_eq!(evaluated.cost, 3);
/// # Ok::<(), crd_schema_cel::Issues>(())
/// ```
///
/// Source: cel-go `cel/program.go`, `EvalDetails`.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Evaluated<'a> {
    /// The value, or why there is none.
    pub result: Outcome<'a>,
    /// What it cost, in the units of a server's limits.
    pub cost: u64,
}

/// Runs a plan; variables that are not bound are `None`.
pub(crate) fn evaluate<'a>(plan: &'a Plan, variables: Vec<Option<Outcome<'a>>>, limit: u64) -> Evaluated<'a> {
    let slots = std::iter::repeat_with(|| None).take(plan.slots).collect();
    let mut machine =
        Machine { server: plan.server, variables, slots, inits: vec![None; plan.slots], cost: 0, limit };
    let result = machine.eval(&plan.root);
    Evaluated { result, cost: machine.cost }
}

/// The value of a node that no variable stands in, if an expression could hold it.
pub(crate) fn constant(node: &Node, server: Server) -> Result<Option<Const>, Error> {
    let mut machine = Machine {
        server,
        variables: Vec::new(),
        slots: Vec::new(),
        inits: Vec::new(),
        cost: 0,
        limit: u64::MAX,
    };
    Ok(Const::keep(&machine.eval(node)?))
}

struct Machine<'a> {
    server: Server,
    variables: Vec<Option<Outcome<'a>>>,
    /// What the variables of loops and accumulators are; an accumulator that nothing asked for is `None`.
    slots: Vec<Option<Outcome<'a>>>,
    /// What gives an accumulator its first value, by slot.
    inits: Vec<Option<&'a Node>>,
    cost: u64,
    limit: u64,
}

impl<'a> Machine<'a> {
    /// Counts a step.
    fn charge(&mut self, cost: u64) -> Result<(), Error> {
        // As upstream counts: without saturation.
        self.cost = self.cost.wrapping_add(cost);
        if self.cost > self.limit { Err(Error::CANCELLED) } else { Ok(()) }
    }

    fn eval(&mut self, node: &'a Node) -> Outcome<'a> {
        match node {
            Node::Const(constant) => Ok(constant.value()),
            Node::Attribute(attribute) => self.attribute(attribute),
            Node::And(terms) => self.logic(terms, false),
            Node::Or(terms) => self.logic(terms, true),
            Node::Equal(pair) => self.equality(pair, true),
            Node::NotEqual(pair) => self.equality(pair, false),
            Node::InSet(parts) => Ok(Value::Bool(parts.1.contains(&self.eval(&parts.0)?))),
            Node::Call(call) => self.call(call),
            Node::NotStrictlyFalse(arg) => self.not_strictly_false(arg),
            Node::Append(slot, call) => self.append(*slot, call),
            Node::Insert(slot, call) => self.insert(*slot, call),
            Node::OptionalOr(pair, is_value) => match self.eval(&pair.0)? {
                Value::Optional(Some(value)) if *is_value => (*value).clone().outcome(),
                Value::Optional(None) => self.eval(&pair.1),
                // Before cel-go 0.29 a value that is not optional was the result (`cel/library.go`, `evalOptionalOr`).
                other if !matches!(other, Value::Optional(_)) && self.server.minor >= 37 => {
                    Err(Error::NO_SUCH_OVERLOAD)
                }
                other => Ok(other),
            },
            Node::List(elements) => self.list(elements),
            Node::Map(entries) => self.map(entries),
            Node::Fold(fold) => self.fold(fold),
            Node::Fail(message) => Err(Error::fixed(message)),
        }
    }

    /// `&&` and `||`: the first side that decides, else the first error.
    fn logic(&mut self, terms: &'a [Node], decisive: bool) -> Outcome<'a> {
        let mut error = None;
        for term in terms {
            match self.eval(term) {
                Ok(Value::Bool(found)) if found == decisive => return Ok(Value::Bool(decisive)),
                Ok(Value::Bool(_)) => {}
                Err(found) if found.is_fatal() => return Err(found),
                Err(found) => error = error.or(Some(found)),
                Ok(_) => error = error.or(Some(Error::NO_SUCH_OVERLOAD)),
            }
        }
        error.map_or(Ok(Value::Bool(!decisive)), Err)
    }

    fn list(&mut self, elements: &'a [ElementNode]) -> Outcome<'a> {
        let items = self.elements(elements);
        call::stop_if_fatal(&items)?;
        self.charge(LIST_COST)?;
        items.map(Value::items)
    }

    fn elements(&mut self, elements: &'a [ElementNode]) -> Result<Vec<Value<'a>>, Error> {
        let mut items = Vec::with_capacity(elements.len());
        for element in elements {
            let value = self.eval(&element.value)?;
            if !element.is_optional {
                items.push(value);
                continue;
            }
            match value {
                Value::Optional(value) => items.extend(value.map(|value| (*value).clone())),
                other => {
                    let message = "cannot initialize optional list element from non-optional value ";
                    return Err(Error::new(format!("{message}{other:?}")));
                }
            }
        }
        Ok(items)
    }

    fn map(&mut self, entries: &'a [EntryNode]) -> Outcome<'a> {
        let made = self.entries(entries);
        call::stop_if_fatal(&made)?;
        self.charge(MAP_COST)?;
        made.map(|entries| Value::Map(Map::Entries(entries.into())))
    }

    fn entries(&mut self, entries: &'a [EntryNode]) -> Result<Entries<'a>, Error> {
        let mut made = Entries::default();
        for entry in entries {
            let key = self.eval(&entry.key)?;
            let value = self.eval(&entry.value)?;
            let value = match (entry.is_optional, value) {
                (false, value) => Some(value),
                (true, Value::Optional(value)) => value.map(|value| (*value).clone()),
                (true, other) => {
                    let message = format!(
                        "cannot initialize optional entry '{key:?}' from non-optional value {other:?}"
                    );
                    return Err(Error::new(message));
                }
            };
            made.check(&key, value.is_some())?;
            match value {
                Some(value) => made.set(key, value),
                None => made.remove(&key),
            }
        }
        Ok(made)
    }
}
