//! The estimate of one expression.
//!
//! Source: cel-go `checker/cost.go`; `apiserver pkg/cel/library/cost.go`. A presence test is free there
//! (`apiserver pkg/cel/environment/base.go`), its operand is not.

use std::collections::HashMap;

use super::expr::{Expr, Macro, Op};
use super::functions;
use super::value::{Kind, Value};
use super::{Sizes, escaped};
use crate::schema::{SchemaNode, SchemaType};
use crate::server_version::ServerVersion;

/// The schema that a rule stands on.
#[derive(Clone, Copy)]
pub(crate) enum Root<'s> {
    Resource(&'s SchemaNode),
    Value(&'s SchemaNode),
}

impl<'s> Root<'s> {
    /// The node with so many nodes above it.
    pub(crate) fn below(above: usize, node: &'s SchemaNode) -> Self {
        if above == 0 { Self::Resource(node) } else { Self::Value(node) }
    }
}

/// What one evaluation on a value of `root` may cost; `None` for a function whose estimate is not known here.
pub(crate) fn cost(expr: &Expr, root: Root<'_>, sizes: Sizes<'_>) -> Option<u64> {
    let (Root::Resource(node) | Root::Value(node)) = root;
    let kind = match root {
        Root::Resource(node) => Kind::Resource(node),
        Root::Value(node) => Kind::Of(node),
    };
    let mut coster = Coster { root: node, kind, sizes, names: HashMap::new(), is_known: true };
    let cost = coster.value(expr).cost;
    coster.is_known.then_some(cost)
}

struct Coster<'s> {
    root: &'s SchemaNode,
    kind: Kind<'s>,
    sizes: Sizes<'s>,
    /// What the names of loops stand for.
    names: HashMap<String, Value<'s>>,
    is_known: bool,
}

impl<'s> Coster<'s> {
    fn value(&mut self, expr: &Expr) -> Value<'s> {
        match expr {
            Expr::Name(name) => self.name(name),
            Expr::Number(_) | Expr::Null | Expr::Scalar => Value::scalar(0),
            Expr::Text(text) => Value::text(0, u64::try_from(text.chars().count()).ok()),
            Expr::Member(of, name) => self.member(of, name),
            Expr::Has(of, _) => Value::scalar(self.value(of).cost),
            Expr::Index(of, index) => self.index(of, index),
            Expr::Call(function, argument) => self.call(function, argument),
            Expr::Function(target, name, arguments) => self.function(target.as_deref(), name, arguments),
            Expr::Not(negated) => Value::scalar(self.value(negated).cost.saturating_add(1)),
            Expr::Binary(op, left, right) => self.binary(*op, left, right),
            Expr::And(terms) | Expr::Or(terms) => Value::scalar(self.sum(terms)),
            Expr::If(condition, then, otherwise) => self.either(condition, then, otherwise),
            Expr::List(items) => Value::list(self.sum(items).saturating_add(10), items.len()),
            Expr::Entries(items) => Value::list(self.sum(items).saturating_add(30), items.len() / 2),
            Expr::Loop(what, range, names, body) => self.each(*what, range, names, body),
            Expr::FilteredMap(range, names, filter, body) => self.filtered(range, names, filter, body),
        }
    }

    fn sum(&mut self, terms: &[Expr]) -> u64 {
        terms.iter().fold(0, |sum: u64, term| sum.saturating_add(self.value(term).cost))
    }

    fn of_node(&self, cost: u64, node: &'s SchemaNode) -> Value<'s> {
        Value { cost, size: Some(self.sizes.largest(node)), place: Some(node), kind: Kind::Of(node) }
    }

    /// **Quirk**: a name that is neither a variable nor bound, that of a type for one, is as large as the root.
    fn name(&self, name: &str) -> Value<'s> {
        match self.names.get(name) {
            Some(value) => Value { cost: 1, ..*value },
            None => Value { kind: self.kind, ..self.of_node(1, self.root) },
        }
    }

    fn member(&mut self, of: &Expr, name: &str) -> Value<'s> {
        let of = self.value(of);
        let cost = of.cost.saturating_add(u64::from(of.kind.has_members()));
        let found = |node: &'s SchemaNode| {
            let named =
                |(raw, _): &(&str, &SchemaNode)| *raw == name || escaped(raw).as_deref() == Some(name);
            node.properties().find(named).map(|(_, member)| member).or_else(|| node.map_values())
        };
        let kind = of.kind.member(name, found);
        match of.place.and_then(found) {
            // A server replaces what is declared of the metadata of objects.
            Some(place) if !kind.is_metadata() => Value { kind, ..self.of_node(cost, place) },
            _ => Value { cost, size: kind.size(), place: None, kind },
        }
    }

    fn index(&mut self, of: &Expr, index: &Expr) -> Value<'s> {
        let (of, index) = (self.value(of), self.value(index));
        let cost = of.cost.saturating_add(index.cost).saturating_add(1);
        let kind = of.kind.element();
        match of.place.and_then(|node| node.items().or_else(|| node.map_values())) {
            Some(place) => Value { kind, ..self.of_node(cost, place) },
            None => Value { cost, size: kind.size(), place: None, kind },
        }
    }

    fn call(&mut self, function: &str, argument: &Expr) -> Value<'s> {
        let argument = self.value(argument);
        let cost = argument.cost.saturating_add(1);
        match function {
            "size" => Value::scalar(cost),
            // Before, a value of any type had no size.
            "dyn" if self.sizes.server() >= ServerVersion::V1_33 => {
                Value { cost, place: None, kind: Kind::Any, ..argument }
            }
            _ => Value::unknown(cost),
        }
    }

    fn function(&mut self, target: Option<&Expr>, name: &str, arguments: &[Expr]) -> Value<'s> {
        let space = match target {
            Some(Expr::Name(space)) if functions::is_space(space) => Some(space.as_str()),
            _ => None,
        };
        let target = target.filter(|_| space.is_none()).map(|target| self.value(target));
        let values: Vec<_> = arguments.iter().map(|argument| self.value(argument)).collect();
        let element =
            |list: &Value<'s>| list.place.and_then(SchemaNode::items).map(|items| self.sizes.largest(items));
        let element = target.as_ref().and_then(element);
        let call = functions::Call { space, name, target, arguments: &values, element, literals: arguments };
        let given = values.iter().chain(&target).fold(0, |sum: u64, value| sum.saturating_add(value.cost));
        if let Some(result) = functions::result(&call) {
            return Value { cost: given.saturating_add(result.cost), ..result };
        }
        self.is_known = false;
        Value::unknown(given)
    }

    fn binary(&mut self, op: Op, left: &Expr, right: &Expr) -> Value<'s> {
        let (left, right) = (self.value(left), self.value(right));
        let arguments = left.cost.saturating_add(right.cost);
        let is_text = left.kind.is_text() || right.kind.is_text();
        let (smaller, both) = (left.size().min(right.size()), left.size().saturating_add(right.size()));
        let own = match op {
            Op::Equal | Op::Unequal => tenth(smaller),
            Op::AtLeast | Op::AtMost | Op::Less | Op::Greater if is_text => tenth(smaller),
            Op::Plus if is_text => tenth(both),
            Op::In if !right.kind.is_map() => right.size(),
            _ => 1,
        };
        let cost = arguments.saturating_add(own);
        match op {
            Op::Plus if is_text => Value::text(cost, Some(both)),
            Op::Plus if left.kind.is_list() || right.kind.is_list() => {
                Value { cost, size: Some(both), place: None, kind: left.kind }
            }
            _ => Value::scalar(cost),
        }
    }

    fn either(&mut self, condition: &Expr, then: &Expr, otherwise: &Expr) -> Value<'s> {
        let condition = self.value(condition).cost;
        let (then, otherwise) = (self.value(then), self.value(otherwise));
        let cost = condition.saturating_add(then.cost.max(otherwise.cost));
        Value { cost, size: Some(then.size().max(otherwise.size())), place: None, kind: then.kind }
    }

    /// A loop costs its range, the accumulator, and for each item the condition and the body.
    fn each(&mut self, what: Macro, range: &Expr, names: &[String], body: &Expr) -> Value<'s> {
        let range = self.value(range);
        let shadowed = self.bind(&range, names);
        let body = self.value(body);
        self.names = shadowed;
        let (around, step) = match what {
            Macro::All => (1, 3),
            Macro::Exists => (1, 4),
            Macro::ExistsOne => (2, 2),
            Macro::Map => (11, 12),
            Macro::Filter => (11, 13),
        };
        let items = range.size().saturating_mul(body.cost.saturating_add(step));
        let cost = range.cost.saturating_add(items).saturating_add(around);
        match what {
            Macro::All | Macro::Exists | Macro::ExistsOne => Value::scalar(cost),
            Macro::Map => self.made(cost, &range, Kind::Any),
            Macro::Filter => self.made(cost, &range, range.kind),
        }
    }

    fn filtered(&mut self, range: &Expr, names: &[String], filter: &Expr, body: &Expr) -> Value<'s> {
        let range = self.value(range);
        let shadowed = self.bind(&range, names);
        let (filter, body) = (self.value(filter).cost, self.value(body).cost);
        self.names = shadowed;
        let step = filter.saturating_add(body).saturating_add(12);
        let cost = range.cost.saturating_add(range.size().saturating_mul(step)).saturating_add(11);
        self.made(cost, &range, Kind::Any)
    }

    /// A list that a loop makes; before 1.31 nothing was known of its size.
    fn made(&self, cost: u64, range: &Value<'s>, kind: Kind<'s>) -> Value<'s> {
        let known = self.sizes.server() >= ServerVersion::V1_31;
        let kind = if kind.is_list() { kind } else { Kind::List };
        Value { cost, size: range.size.filter(|_| known), place: None, kind }
    }

    /// **Quirk**: items of a list that is no value of the schema are as large as the root (`compilation.go`,
    /// `EstimateSize`).
    fn bind(&mut self, range: &Value<'s>, names: &[String]) -> HashMap<String, Value<'s>> {
        let shadowed = self.names.clone();
        let place = range.place.map_or(Some(self.root), |node| node.items().or_else(|| node.map_values()));
        let kind = range.kind.element();
        let item = match place {
            Some(place) => Value { kind, ..self.of_node(1, place) },
            None => Value { cost: 1, size: kind.size(), place: None, kind },
        };
        // The keys of a map have no bound of their own, and are taken for empty.
        let key = Value { place: None, ..Value::text(1, Some(0)) };
        let is_map = range.kind.is_map();
        let values = match names {
            [only] if is_map => vec![(only, key)],
            [only] => vec![(only, item)],
            [first, second] if is_map => vec![(first, key), (second, item)],
            [first, second] => vec![(first, Value::scalar(1)), (second, item)],
            _ => Vec::new(),
        };
        self.names.extend(values.into_iter().map(|(name, value)| (name.clone(), value)));
        shadowed
    }
}

/// A part of a size, in the arithmetic of the server: a tenth of 70 is 8.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "as upstream does it; casts saturate"
)]
pub(super) fn part(size: u64, factor: f64) -> u64 {
    (size as f64 * factor).ceil() as u64
}

/// What going through a text once costs.
pub(super) fn tenth(size: u64) -> u64 {
    part(size, 0.1)
}

impl SchemaNode {
    /// Whether CEL sees an object.
    pub(super) fn is_object(&self) -> bool {
        !self.int_or_string && self.type_ == Some(SchemaType::Object)
    }
}
