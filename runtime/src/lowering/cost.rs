//! What a server estimates a lowered rule at.
//!
//! Knows the few kinds of expressions that rules are made of here. The estimate of any rule is that of `crd-schema-cel`, which a
//! crate that only derives does without; tests hold the one against the other.
//!
//! Source: cel-go `checker/cost.go`. A presence test is free there (`apiserver pkg/cel/environment/base.go`), its operand is
//! not.

use std::collections::HashMap;

use super::expr::{Expr, Macro, Op};
use super::paths::{ELEMENT, KEY, POSITION, Path, Paths};
use super::value::{Item, Kind, Value};
use crate::declared::{Decl, Sizes};
use crate::server_version::ServerVersion;

/// What one evaluation on a value of `root` may cost; the largest number for what does not compile.
pub(super) fn cost(expr: &Expr, root: Decl<'_>, sizes: Sizes<'_>) -> u64 {
    let names = HashMap::new();
    let mut coster = Coster { root, sizes, paths: Paths::new(root), names, is_known: true };
    let value = coster.value(expr);
    if coster.is_known { value.cost } else { u64::MAX }
}

struct Coster<'s, 'e, 'b> {
    root: Decl<'s>,
    sizes: Sizes<'b>,
    paths: Paths<'s, 'e>,
    /// What the names of loops stand for.
    names: HashMap<&'e str, Named<'s>>,
    is_known: bool,
}

/// What a name of a loop stands for.
#[derive(Clone, Copy)]
struct Named<'s> {
    path: Path,
    kind: Kind<'s>,
    /// How large it may be by what the expression made.
    inside: Option<u64>,
}

impl<'s, 'e> Coster<'s, 'e, '_> {
    fn value(&mut self, expr: &'e Expr) -> Value<'s> {
        match expr {
            Expr::Name(name) => self.name(name),
            Expr::Number(_) | Expr::Null => Value::scalar(0),
            Expr::Field(of, name) => self.field(of, name),
            Expr::Has(of, name) => Value::scalar(self.has(of, name)),
            Expr::Index(of, index) => self.index(of, index),
            Expr::Call(function, argument) => self.call(function, argument),
            Expr::Not(negated) => Value::scalar(self.value(negated).cost.saturating_add(1)),
            Expr::Binary(op, left, right) => self.binary(*op, left, right),
            Expr::And(terms) | Expr::Or(terms) => Value::scalar(self.sum(terms)),
            Expr::List(items) => self.list(items),
            Expr::Loop(what, range, names, body) => self.each(*what, range, names, body),
        }
    }

    /// The type, or nothing more than that the estimate is not known.
    fn known(&mut self, kind: Option<Kind<'s>>) -> Kind<'s> {
        self.is_known &= kind.is_some();
        kind.unwrap_or(Kind::Any)
    }

    fn sum(&mut self, terms: &'e [Expr]) -> u64 {
        terms.iter().fold(0, |sum: u64, term| sum.saturating_add(self.value(term).cost))
    }

    /// What the path leads to at this moment.
    fn at(&self, cost: u64, named: Named<'s>) -> Value<'s> {
        let Named { path, kind, inside } = named;
        let size = self.paths.size(path, self.sizes).or_else(|| kind.size()).or(inside);
        Value { cost, size, item: None, path, kind }
    }

    /// **Quirk**: the name of a type is as large as the root.
    fn name(&mut self, name: &'e str) -> Value<'s> {
        if let Some(named) = self.names.get(name).copied() {
            return self.at(1, named);
        }
        let kind = if matches!(name, "self" | "oldSelf") { Kind::of(self.root) } else { Kind::Type };
        let path = self.paths.append(Path::NONE, name);
        self.at(1, Named { path, kind, inside: None })
    }

    fn field(&mut self, of: &'e Expr, name: &'e str) -> Value<'s> {
        let of = self.value(of);
        let cost = of.cost.saturating_add(u64::from(of.kind.has_fields()));
        let kind = self.known(of.kind.field(name));
        let path = self.paths.append(of.path, name);
        self.at(cost, Named { path, kind, inside: None })
    }

    fn has(&mut self, of: &'e Expr, name: &str) -> u64 {
        let of = self.value(of);
        self.known(of.kind.field(name));
        of.cost
    }

    fn index(&mut self, of: &'e Expr, index: &'e Expr) -> Value<'s> {
        let (of, index) = (self.value(of), self.value(index));
        let cost = of.cost.saturating_add(index.cost).saturating_add(1);
        let kind = self.known(of.kind.element());
        let path = self.paths.append(of.path, ELEMENT);
        let found = self.at(cost, Named { path, kind, inside: None });
        Value { size: of.item.or(found.size), ..found }
    }

    fn call(&mut self, function: &str, argument: &'e Expr) -> Value<'s> {
        let argument = self.value(argument);
        let cost = argument.cost.saturating_add(1);
        match function {
            "size" => Value::scalar(cost),
            // Before, a value of any type had no size.
            "dyn" if self.sizes.server() >= ServerVersion::V1_33 => {
                Value { cost, path: Path::NONE, kind: Kind::Any, ..argument }
            }
            "dyn" => Value::made(cost, None, Kind::Any),
            _ => Value::made(cost, None, Kind::Type),
        }
    }

    fn binary(&mut self, op: Op, left: &'e Expr, right: &'e Expr) -> Value<'s> {
        let (left, right) = (self.value(left), self.value(right));
        let arguments = left.cost.saturating_add(right.cost);
        let smaller = left.size().min(right.size());
        let cost = |own: u64| arguments.saturating_add(own);
        match op {
            Op::Equal | Op::Unequal => Value::scalar(cost(tenth(smaller))),
            Op::AtLeast | Op::AtMost => {
                let own = if may_be_strings(&left, &right) { tenth(smaller) } else { 1 };
                let of_any = left.kind.is_any() && right.kind.is_any();
                Value::scalar(cost(if of_any { own.max(1) } else { own }))
            }
            Op::In if right.kind.is_map() => Value::scalar(cost(1)),
            Op::In if right.kind.is_any() => Value::scalar(cost(right.size().max(1))),
            Op::In => Value::scalar(cost(right.size())),
            Op::Plus => together(&left, &right, arguments),
        }
    }

    fn list(&mut self, items: &'e [Expr]) -> Value<'s> {
        let values: Vec<_> = items.iter().map(|item| self.value(item)).collect();
        let cost = values.iter().fold(10, |sum: u64, value| sum.saturating_add(value.cost));
        let made = Value::made(cost, u64::try_from(items.len()).ok(), Kind::List(common(&values)));
        Value { item: Some(largest(&values)), ..made }
    }

    /// A loop costs its range, the accumulator, and for each item the condition and the body.
    fn each(&mut self, what: Macro, over: &'e Expr, names: &'e [String], body: &'e Expr) -> Value<'s> {
        let range = self.value(over);
        let shadowed = self.bind(&range, names);
        let body = self.value(body);
        self.names = shadowed;
        let range = self.after(range, over);
        let (around, step) = match what {
            Macro::All => (1, 3),
            Macro::Exists => (1, 4),
            Macro::ExistsOne => (2, 2),
            Macro::Map => (11, 12),
        };
        let items = range.size().saturating_mul(body.cost.saturating_add(step));
        let cost = range.cost.saturating_add(items).saturating_add(around);
        match what {
            Macro::All | Macro::Exists | Macro::ExistsOne => Value::scalar(cost),
            Macro::Map => self.made(cost, &range, &body),
        }
    }

    /// The range of a loop behind its body, when it is asked how large it is.
    fn after(&self, range: Value<'s>, over: &Expr) -> Value<'s> {
        let Value { cost, path, kind, .. } = range;
        let inside = match over {
            Expr::Name(name) => self.names.get(name.as_str()).and_then(|named| named.inside),
            _ => None,
        };
        match over {
            Expr::Name(_) | Expr::Field(..) => self.at(cost, Named { path, kind, inside }),
            _ => range,
        }
    }

    /// A list that a loop makes of such items; before 1.30 nothing was known of its size.
    fn made(&self, cost: u64, range: &Value<'s>, item: &Value<'s>) -> Value<'s> {
        let size = range.size.filter(|_| self.sizes.server() >= ServerVersion::V1_30);
        Value { item: Some(item.size()), ..Value::made(cost, size, Kind::List(item.kind.item())) }
    }

    fn bind(&mut self, range: &Value<'s>, names: &'e [String]) -> HashMap<&'e str, Named<'s>> {
        let shadowed = self.names.clone();
        let kind = self.known(range.kind.element());
        let (is_map, is_any) = (range.kind.is_map(), range.kind.is_any());
        match names {
            [only] if is_map => self.stands_for(only, range, KEY, Kind::String),
            [only] if is_any => self.stands_for(only, range, KEY, Kind::Any),
            [only] => self.stands_for(only, range, ELEMENT, kind),
            [first, second] if !is_any => {
                let (step, of) = if is_map { (KEY, Kind::String) } else { (POSITION, Kind::Scalar) };
                self.stands_for(first, range, step, of);
                self.stands_for(second, range, ELEMENT, kind);
            }
            _ => self.is_known = false,
        }
        shadowed
    }

    fn stands_for(&mut self, name: &'e str, range: &Value<'s>, step: &'e str, kind: Kind<'s>) {
        let inside = range.item.filter(|_| step == ELEMENT);
        let path = self.paths.append(range.path, step);
        self.names.insert(name, Named { path, kind, inside });
    }
}

fn may_be_strings(left: &Value<'_>, right: &Value<'_>) -> bool {
    left.kind.is_string() || right.kind.is_string() || left.kind.is_any() && right.kind.is_any()
}

/// The sum of two numbers, or two strings or lists behind each other.
fn together<'s>(left: &Value<'s>, right: &Value<'s>, arguments: u64) -> Value<'s> {
    let both = left.size().saturating_add(right.size());
    let item = left.item.zip(right.item).map(|(one, other)| one.max(other));
    let is_list = left.kind.is_list() || right.kind.is_list();
    if may_be_strings(left, right) {
        let own = tenth(both);
        let is_any = left.kind.is_any() && right.kind.is_any();
        let (own, kind) = if is_any { (own.max(1), Kind::Any) } else { (own, Kind::String) };
        return Value { item, ..Value::made(arguments.saturating_add(own), Some(both), kind) };
    }
    let cost = arguments.saturating_add(1);
    if is_list {
        let listed = if left.kind.is_list() { left.kind } else { right.kind };
        let of = listed.element().map_or(Item::Deep, Kind::item);
        return Value { item, ..Value::made(cost, Some(both), Kind::List(of)) };
    }
    Value::scalar(cost)
}

/// The type of all of them.
fn common<'s>(values: &[Value<'s>]) -> Item<'s> {
    let kinds = values.iter().map(|value| value.kind);
    kinds.reduce(Kind::with).map_or(Item::Any, Kind::item)
}

fn largest(values: &[Value<'_>]) -> u64 {
    values.iter().map(Value::size).max().unwrap_or(0)
}

/// A tenth of a size, in the arithmetic of the server.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "as upstream does it; casts saturate"
)]
fn tenth(size: u64) -> u64 {
    (size as f64 * 0.1).ceil() as u64
}
