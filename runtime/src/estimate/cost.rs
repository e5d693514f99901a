//! The estimate of one expression.
//!
//! Where a part is not known here, or cannot be compiled by a server, there is no estimate: what is told is what a server
//! tells.
//!
//! Source: cel-go `checker/cost.go`; `apiserver pkg/cel/library/cost.go`. A presence test is free there
//! (`apiserver pkg/cel/environment/base.go`), its operand is not.

use std::collections::HashMap;

use super::decl::{Decl, declares_its_type};
use super::expr::{Expr, Macro, Op};
use super::paths::{ELEMENT, KEY, POSITION, Path, Paths};
use super::value::{Item, Kind, Value};
use super::{Sizes, functions};
use crate::schema::{Rule, SchemaNode};
use crate::server_version::ServerVersion;

/// The schema that a rule stands on.
#[derive(Clone, Copy)]
pub(crate) enum Root<'s> {
    Resource(&'s SchemaNode),
    Value(&'s SchemaNode),
}

/// What `oldSelf` is.
#[derive(Clone, Copy)]
pub(crate) enum Old {
    /// A value as `self` is.
    Value,
    /// One that may be missing.
    Optional,
}

impl Old {
    pub(super) fn of(rule: &Rule) -> Self {
        if rule.optional_old_self == Some(true) { Self::Optional } else { Self::Value }
    }
}

impl<'s> Root<'s> {
    /// The node with so many nodes above it.
    pub(crate) fn below(above: usize, node: &'s SchemaNode) -> Self {
        if above == 0 { Self::Resource(node) } else { Self::Value(node) }
    }

    pub(super) fn node(self) -> &'s SchemaNode {
        match self {
            Self::Resource(node) | Self::Value(node) => node,
        }
    }

    /// Whether a server declares members of its own.
    pub(super) fn is_resource(self) -> bool {
        matches!(self, Self::Resource(_)) || self.node().embedded_resource
    }

    pub(crate) fn decl(self) -> Decl<'s> {
        match self {
            Self::Resource(node) if node.is_struct() && !declares_its_type(node) => Decl::Resource(node),
            Self::Resource(node) => Decl::Of(node),
            Self::Value(node) => Decl::of(node),
        }
    }
}

/// What one evaluation on a value of `root` may cost; `None` where something is not known here.
pub(crate) fn cost(expr: &Expr, root: Root<'_>, old: Old, sizes: Sizes<'_>) -> Option<u64> {
    evaluated(expr, root, old, sizes).map(|value| value.cost)
}

/// As [`cost`], of an expression that surely gives a text.
pub(super) fn cost_of_text(expr: &Expr, root: Root<'_>, old: Old, sizes: Sizes<'_>) -> Option<u64> {
    evaluated(expr, root, old, sizes).filter(|value| value.kind.is_text()).map(|value| value.cost)
}

fn evaluated<'s>(expr: &Expr, root: Root<'s>, old: Old, sizes: Sizes<'_>) -> Option<Value<'s>> {
    let root = root.decl();
    let names = HashMap::new();
    let mut coster = Coster { root, old, sizes, paths: Paths::new(root), names, is_known: true };
    let value = coster.value(expr);
    coster.is_known.then_some(value)
}

struct Coster<'s, 'e, 'b> {
    root: Decl<'s>,
    old: Old,
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
            Expr::Number(_) | Expr::Null | Expr::Scalar => Value::scalar(0),
            Expr::Text(text) => Value::text(0, u64::try_from(text.chars().count()).ok()),
            Expr::Member(of, name) => self.member(of, name),
            Expr::Has(of, name) => Value::scalar(self.has(of, name)),
            Expr::Index(of, index) => self.index(of, index),
            Expr::Call(function, argument) => self.call(function, argument),
            Expr::Function(target, name, arguments) => self.function(target.as_deref(), name, arguments),
            Expr::Not(negated) => Value::scalar(self.value(negated).cost.saturating_add(1)),
            Expr::Binary(op, left, right) => self.binary(*op, left, right),
            Expr::And(terms) | Expr::Or(terms) => Value::scalar(self.sum(terms)),
            Expr::If(condition, then, otherwise) => self.either(condition, then, otherwise),
            Expr::List(items) => self.list(items),
            Expr::Entries(items) => self.entries(items),
            Expr::Loop(what, range, names, body) => self.each(*what, range, names, body),
            Expr::FilteredMap(range, names, filter, body) => self.filtered(range, names, filter, body),
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
        let kind = match (name, self.old) {
            ("oldSelf", Old::Optional) => Some(Kind::Optional(Item::Of(self.root))),
            ("self" | "oldSelf", _) => Some(Kind::of(self.root)),
            (name, _) => functions::is_type(name).then_some(Kind::Type),
        };
        let kind = self.known(kind);
        let path = self.paths.append(Path::NONE, name);
        self.at(1, Named { path, kind, inside: None })
    }

    fn member(&mut self, of: &'e Expr, name: &'e str) -> Value<'s> {
        let of = self.value(of);
        let cost = of.cost.saturating_add(u64::from(of.kind.has_members()));
        let kind = self.known(of.kind.member(name));
        let path = self.paths.append(of.path, name);
        self.at(cost, Named { path, kind, inside: None })
    }

    fn has(&mut self, of: &'e Expr, name: &str) -> u64 {
        let of = self.value(of);
        self.known(of.kind.member(name));
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

    /// Arguments come before the value that it is a method of.
    fn function(&mut self, target: Option<&'e Expr>, name: &str, arguments: &'e [Expr]) -> Value<'s> {
        let space = match target {
            Some(Expr::Name(space)) if functions::is_space(space) => Some(space.as_str()),
            _ => None,
        };
        let values: Vec<_> = arguments.iter().map(|argument| self.value(argument)).collect();
        let target = target.filter(|_| space.is_none()).map(|target| self.value(target));
        let declared = target.and_then(|target| self.paths.declared(target.path)?.element());
        let element = declared.map(|element| element.largest(self.sizes));
        let call = functions::Call { space, name, target, arguments: &values, element, literals: arguments };
        let given = values.iter().chain(&target).fold(0, |sum: u64, value| sum.saturating_add(value.cost));
        if let Some(result) = functions::result(&call) {
            return Value { cost: given.saturating_add(result.cost), ..result };
        }
        self.is_known = false;
        Value::made(given, None, Kind::Any)
    }

    fn binary(&mut self, op: Op, left: &'e Expr, right: &'e Expr) -> Value<'s> {
        let (left, right) = (self.value(left), self.value(right));
        let arguments = left.cost.saturating_add(right.cost);
        let smaller = left.size().min(right.size());
        let cost = |own: u64| arguments.saturating_add(own);
        match op {
            Op::Equal => Value::scalar(cost(compared(&left, &right))),
            Op::Unequal => Value::scalar(cost(tenth(smaller))),
            Op::AtLeast | Op::AtMost | Op::Less | Op::Greater => {
                let own = if may_be_texts(&left, &right) { tenth(smaller) } else { 1 };
                let of_any = left.kind.is_any() && right.kind.is_any();
                Value::scalar(cost(if of_any { own.max(1) } else { own }))
            }
            Op::In if right.kind.is_map() => Value::scalar(cost(1)),
            Op::In if right.kind.is_any() => Value::scalar(cost(right.size().max(1))),
            Op::In => Value::scalar(cost(right.size())),
            Op::Plus => together(&left, &right, arguments),
            Op::Minus | Op::Times | Op::Divided | Op::Modulo => Value::scalar(cost(1)),
        }
    }

    fn either(&mut self, condition: &'e Expr, then: &'e Expr, otherwise: &'e Expr) -> Value<'s> {
        let condition = self.value(condition).cost;
        let (then, otherwise) = (self.value(then), self.value(otherwise));
        let cost = condition.saturating_add(then.cost.max(otherwise.cost));
        let item = then.item.zip(otherwise.item).map(|(one, other)| one.max(other));
        let size = Some(then.size().max(otherwise.size()));
        Value { item, ..Value::made(cost, size, then.kind.with(otherwise.kind)) }
    }

    fn list(&mut self, items: &'e [Expr]) -> Value<'s> {
        let values: Vec<_> = items.iter().map(|item| self.value(item)).collect();
        let cost = values.iter().fold(10, |sum: u64, value| sum.saturating_add(value.cost));
        let made = Value::made(cost, u64::try_from(items.len()).ok(), Kind::List(common(&values)));
        Value { item: Some(largest(&values)), ..made }
    }

    /// A map: keys and values in turn.
    fn entries(&mut self, items: &'e [Expr]) -> Value<'s> {
        let all: Vec<_> = items.iter().map(|item| self.value(item)).collect();
        let values: Vec<_> = all.iter().skip(1).step_by(2).copied().collect();
        let cost = all.iter().fold(30, |sum: u64, value| sum.saturating_add(value.cost));
        let made = Value::made(cost, u64::try_from(values.len()).ok(), Kind::Map(common(&values)));
        Value { item: Some(largest(&values)), ..made }
    }

    /// A loop costs its range, the accumulator, and for each item the condition and the body.
    fn each(&mut self, what: Macro, over: &'e Expr, names: &'e [String], body: &'e Expr) -> Value<'s> {
        let range = self.value(over);
        let shadowed = self.bind(&range, names);
        let body = self.value(body);
        let item = match names.first() {
            Some(name) if what == Macro::Filter => self.name(name),
            _ => body,
        };
        self.names = shadowed;
        let range = self.after(range, over);
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
            Macro::Map | Macro::Filter => self.made(cost, &range, &item),
        }
    }

    fn filtered(
        &mut self,
        over: &'e Expr,
        names: &'e [String],
        filter: &'e Expr,
        body: &'e Expr,
    ) -> Value<'s> {
        let range = self.value(over);
        let shadowed = self.bind(&range, names);
        let (filter, body) = (self.value(filter).cost, self.value(body));
        self.names = shadowed;
        let range = self.after(range, over);
        let step = filter.saturating_add(body.cost).saturating_add(12);
        let cost = range.cost.saturating_add(range.size().saturating_mul(step)).saturating_add(11);
        self.made(cost, &range, &body)
    }

    /// The range of a loop behind its body, when it is asked how large it is.
    fn after(&self, range: Value<'s>, over: &Expr) -> Value<'s> {
        let Value { cost, path, kind, .. } = range;
        let inside = match over {
            Expr::Name(name) => self.names.get(name.as_str()).and_then(|named| named.inside),
            _ => None,
        };
        match over {
            Expr::Name(_) | Expr::Member(..) => self.at(cost, Named { path, kind, inside }),
            _ => range,
        }
    }

    /// A list that a loop makes of such items; before 1.31 nothing was known of its size.
    fn made(&self, cost: u64, range: &Value<'s>, item: &Value<'s>) -> Value<'s> {
        let size = range.size.filter(|_| self.sizes.server() >= ServerVersion::V1_31);
        Value { item: Some(item.size()), ..Value::made(cost, size, Kind::List(item.kind.item())) }
    }

    fn bind(&mut self, range: &Value<'s>, names: &'e [String]) -> HashMap<&'e str, Named<'s>> {
        let shadowed = self.names.clone();
        let kind = self.known(range.kind.element());
        let (is_map, is_any) = (range.kind.is_map(), range.kind.is_any());
        match names {
            [only] if is_map => self.stands_for(only, range, KEY, Kind::Text),
            [only] if is_any => self.stands_for(only, range, KEY, Kind::Any),
            [only] => self.stands_for(only, range, ELEMENT, kind),
            [first, second] if !is_any => {
                let (step, of) = if is_map { (KEY, Kind::Text) } else { (POSITION, Kind::Scalar) };
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

/// What equality costs beside its sides.
fn compared(left: &Value<'_>, right: &Value<'_>) -> u64 {
    match (left.kind, right.kind) {
        (Kind::Opaque, Kind::Opaque) => 1,
        // Quirk: the right side is asked twice (`library/cost.go`).
        (Kind::Url, Kind::Url) => tenth(right.size.unwrap_or(1)),
        _ => tenth(left.size().min(right.size())),
    }
}

fn may_be_texts(left: &Value<'_>, right: &Value<'_>) -> bool {
    left.kind.is_text() || right.kind.is_text() || left.kind.is_any() && right.kind.is_any()
}

/// The sum of two numbers, or two texts or lists behind each other.
fn together<'s>(left: &Value<'s>, right: &Value<'s>, arguments: u64) -> Value<'s> {
    let both = left.size().saturating_add(right.size());
    let item = left.item.zip(right.item).map(|(one, other)| one.max(other));
    let is_list = left.kind.is_list() || right.kind.is_list();
    if may_be_texts(left, right) {
        let own = tenth(both);
        let is_any = left.kind.is_any() && right.kind.is_any();
        let (own, kind) = if is_any { (own.max(1), Kind::Any) } else { (own, Kind::Text) };
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
