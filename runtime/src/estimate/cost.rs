//! The estimate of one expression.
//!
//! Source: cel-go `checker/cost.go`; `apiserver pkg/cel/library/cost.go`. A presence test is free there
//! (`apiserver pkg/cel/environment/base.go`), its operand is not.

use std::collections::HashMap;

use super::expr::{Expr, Macro, Op};
use super::{MinServer, Sizes, escaped};
use crate::schema::{SchemaNode, SchemaType};

/// What one evaluation on a value of `root` may cost.
pub(crate) fn cost(expr: &Expr, root: &SchemaNode, sizes: Sizes<'_>) -> u64 {
    Coster { root, sizes, names: HashMap::new() }.value(expr).cost
}

/// What is known of a part of an expression.
#[derive(Clone, Copy)]
struct Value<'s> {
    cost: u64,
    /// How large it may be; the estimate takes what is not known for endless.
    size: Option<u64>,
    /// The schema that it is a value of.
    node: Option<&'s SchemaNode>,
}

impl Value<'_> {
    /// A truth, a number or the like.
    fn scalar(cost: u64) -> Self {
        Self { cost, size: Some(1), node: None }
    }
}

struct Coster<'s> {
    root: &'s SchemaNode,
    sizes: Sizes<'s>,
    /// What the names of loops stand for; each is used once.
    names: HashMap<String, Value<'s>>,
}

impl<'s> Coster<'s> {
    fn value(&mut self, expr: &Expr) -> Value<'s> {
        match expr {
            Expr::Name(name) => self.name(name),
            Expr::Number(_) | Expr::Null => Value::scalar(0),
            Expr::Member(of, name) => self.member(of, name),
            Expr::Has(of, _) => Value::scalar(self.value(of).cost),
            Expr::Index(of, index) => self.index(of, index),
            Expr::Call(function, argument) => self.call(function, argument),
            Expr::Not(negated) => Value::scalar(self.value(negated).cost.saturating_add(1)),
            Expr::Binary(op, left, right) => self.binary(*op, left, right),
            Expr::And(terms) | Expr::Or(terms) => Value::scalar(self.sum(terms)),
            Expr::List(items) => Value {
                cost: self.sum(items).saturating_add(10),
                size: u64::try_from(items.len()).ok(),
                node: None,
            },
            Expr::Loop(what, range, names, body) => self.each(*what, range, names, body),
        }
    }

    fn sum(&mut self, terms: &[Expr]) -> u64 {
        terms.iter().fold(0, |sum: u64, term| sum.saturating_add(self.value(term).cost))
    }

    fn of_node(&self, cost: u64, node: &'s SchemaNode) -> Value<'s> {
        Value { cost, size: Some(self.sizes.largest(node)), node: Some(node) }
    }

    /// **Quirk**: a name that is neither a variable nor bound, that of a type for one, is as large as the root.
    fn name(&self, name: &str) -> Value<'s> {
        match self.names.get(name) {
            Some(value) => Value { cost: 1, ..*value },
            None => self.of_node(1, self.root),
        }
    }

    fn member(&mut self, of: &Expr, name: &str) -> Value<'s> {
        let of = self.value(of);
        let step = u64::from(of.node.is_some_and(|node| node.type_ == Some(SchemaType::Object)));
        let cost = of.cost.saturating_add(step);
        let named = |(raw, _): &(&str, &SchemaNode)| escaped(raw).as_deref() == Some(name);
        match of.node.and_then(|node| node.properties().find(named)) {
            Some((_, member)) => self.of_node(cost, member),
            None => Value { cost, size: None, node: None },
        }
    }

    fn index(&mut self, of: &Expr, index: &Expr) -> Value<'s> {
        let (of, index) = (self.value(of), self.value(index));
        let cost = of.cost.saturating_add(index.cost).saturating_add(1);
        match of.node.and_then(|node| node.items().or_else(|| node.map_values())) {
            Some(element) => self.of_node(cost, element),
            None => Value { cost, size: None, node: None },
        }
    }

    fn call(&mut self, function: &str, argument: &Expr) -> Value<'s> {
        let argument = self.value(argument);
        let cost = argument.cost.saturating_add(1);
        match function {
            "size" => Value::scalar(cost),
            // Before, a value of any type had no size.
            "dyn" if self.sizes.server() >= MinServer::V1_33 => Value { cost, ..argument },
            _ => Value { cost, size: None, node: None },
        }
    }

    fn binary(&mut self, op: Op, left: &Expr, right: &Expr) -> Value<'s> {
        let (left, right) = (self.value(left), self.value(right));
        let arguments = left.cost.saturating_add(right.cost);
        let size = |value: Value<'_>| value.size.unwrap_or(u64::MAX);
        let own = match op {
            Op::Equal | Op::Unequal => tenth(size(left).min(size(right))),
            Op::In if right.node.is_none_or(|node| node.type_ != Some(SchemaType::Object)) => size(right),
            Op::AtLeast | Op::AtMost | Op::In | Op::Plus => 1,
        };
        let cost = arguments.saturating_add(own);
        match op {
            Op::Plus => Value { cost, size: Some(size(left).saturating_add(size(right))), node: left.node },
            _ => Value::scalar(cost),
        }
    }

    /// A loop costs its range, one unit for the result, and for each item the accumulator, the condition and the body.
    fn each(&mut self, what: Macro, range: &Expr, names: &[String], body: &Expr) -> Value<'s> {
        let range = self.value(range);
        self.bind(range, names);
        let body = self.value(body).cost;
        let (before, step) = match what {
            Macro::All => (0, 3),
            Macro::Exists => (0, 4),
            Macro::Map => (10, 12),
        };
        let times = range.size.unwrap_or(u64::MAX);
        let items = times.saturating_mul(body.saturating_add(step));
        let cost = range.cost.saturating_add(items).saturating_add(before).saturating_add(1);
        match what {
            Macro::All | Macro::Exists => Value::scalar(cost),
            Macro::Map => {
                let known = self.sizes.server() >= MinServer::V1_31;
                Value { cost, size: range.size.filter(|_| known), node: None }
            }
        }
    }

    /// **Quirk**: items of a list that is no value of the schema are as large as the root (`compilation.go`,
    /// `EstimateSize`).
    fn bind(&mut self, range: Value<'s>, names: &[String]) {
        let element = range.node.and_then(|node| node.items().or_else(|| node.map_values()));
        let item = match (range.node, element) {
            (None, _) => Value { node: None, ..self.of_node(1, self.root) },
            (Some(_), Some(element)) => self.of_node(1, element),
            (Some(_), None) => Value { cost: 1, size: None, node: None },
        };
        let is_map = range.node.is_some_and(|node| node.type_ == Some(SchemaType::Object));
        let values = match names {
            // The keys of a map have no bound of their own, and are taken for empty.
            [key] if is_map => vec![(key, Value { cost: 1, size: Some(0), node: None })],
            [only] => vec![(only, item)],
            [position, value] => vec![(position, Value::scalar(1)), (value, item)],
            _ => Vec::new(),
        };
        self.names.extend(values.into_iter().map(|(name, value)| (name.clone(), value)));
    }
}

/// A tenth, in the arithmetic of the server: 70 gives 8.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "as upstream does it; casts saturate"
)]
fn tenth(size: u64) -> u64 {
    (size as f64 * 0.1).ceil() as u64
}
