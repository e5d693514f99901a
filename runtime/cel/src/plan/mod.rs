//! The program of an expression: names and functions resolved, constants folded.
//!
//! Source: cel-go `interpreter/planner.go`, `interpreter/decorators.go`.
//!
//! Knows nothing of: source text.

mod fold;
mod node;

use std::sync::Arc;

use crd_schema_go::pattern::{self, Pattern};

use crate::ast::{Call, Comprehension, Element, Entry, Expr, ExprKind, Select};
use crate::check::{Checked, Name, Target};
use crate::functions::{Functions, Overload};
use crate::server::Server;
use crate::types::Type;
use crate::value::Const;

pub(crate) use node::{
    Attribute, Base, CallNode, Dispatch, ElementNode, EntryNode, FoldNode, Implementation, Key, Node,
    Qualifier, Quantifier,
};

/// The steps of an expression.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) root: Node,
    /// How many variables loops have at one time.
    pub(crate) slots: usize,
    pub(crate) server: Server,
    /// Why a server cannot make a program: the first conversion of a constant that fails, pattern that does not compile, or
    /// constant that nothing can be selected by.
    pub(crate) error: Option<String>,
}

/// Plans an expression whose types fit; `variables` are those of the environment.
pub(crate) fn plan(
    checked: &Checked,
    functions: &Arc<Functions>,
    variables: &[Arc<str>],
    server: Server,
) -> Plan {
    let locals = Vec::new();
    let mut planner = Planner { checked, functions, variables, server, locals, slots: 0, error: None };
    let root = planner.node(&checked.root);
    Plan { root, slots: planner.slots, server, error: planner.error }
}

struct Planner<'c> {
    checked: &'c Checked,
    functions: &'c Functions,
    variables: &'c [Arc<str>],
    server: Server,
    /// The variables of the loops around, by the slot that each has.
    locals: Vec<Arc<str>>,
    slots: usize,
    error: Option<String>,
}

impl Planner<'_> {
    fn node(&mut self, expr: &Expr) -> Node {
        match &expr.kind {
            ExprKind::Unspecified => Node::Fail("unsupported expr"),
            ExprKind::Struct(_) => Node::Fail("unsupported expr: struct"),
            ExprKind::Literal(literal) => Node::Const(Const::of(literal)),
            ExprKind::Ident(_) => self.name(expr).unwrap_or(Node::Fail("undeclared reference")),
            ExprKind::Select(select) => self.name(expr).unwrap_or_else(|| self.select(select)),
            ExprKind::Call(call) => self.call(expr, call),
            ExprKind::List(elements) => self.list(elements),
            ExprKind::Map(entries) => self.map(entries),
            ExprKind::Comprehension(comprehension) => self.comprehension(comprehension),
        }
    }

    /// What the checker found a name to mean.
    fn name(&mut self, expr: &Expr) -> Option<Node> {
        let name = self.checked.names.get(expr.id)?.as_ref()?;
        if let Some(unknown) = self.undefined_type(expr, name) {
            self.fail(format!("reference to undefined type: {unknown}"));
        }
        let base = match name {
            Name::Type(of) => return Some(Node::Const(Const::Type(of.clone()))),
            Name::Local(name) => Base::Local(self.locals.iter().rposition(|local| local == name)?),
            Name::Variable(name) => {
                let index = self.variables.iter().rposition(|variable| **variable == **name)?;
                Base::Variable(index, self.variables.get(index)?.clone())
            }
        };
        Some(Node::Attribute(Box::new(Attribute::new(base))))
    }

    /// **Quirk**: whatever has the type of a type must be the name of a registered type, and neither a variable of a loop nor
    /// `timestamp` is one (`interpreter/planner.go`, `planCheckedIdent`).
    fn undefined_type(&self, expr: &Expr, name: &Name) -> Option<String> {
        let written = || expr.qualified_name().map(|name| name.trim_start_matches('.').to_owned());
        match name {
            Name::Type(_) => written().filter(|name| !is_registered(name)),
            Name::Local(_) => {
                written().filter(|_| matches!(self.checked.types.get(expr.id), Some(Type::Type(_))))
            }
            Name::Variable(_) => None,
        }
    }

    fn select(&mut self, select: &Select) -> Node {
        let operand = self.node(&select.operand);
        let key = Key::Const(Const::String(Arc::from(&*select.field)));
        let qualifier = Qualifier { key, is_optional: false, is_test: select.is_test };
        qualified(operand, qualifier)
    }

    fn call(&mut self, expr: &Expr, call: &Call) -> Node {
        let target = self.checked.calls.get(expr.id).and_then(Option::as_ref);
        let receiver = call.target.iter().filter(|_| !target.is_some_and(|target| target.is_qualified));
        let mut args: Vec<Node> = receiver.chain(&call.args).map(|arg| self.node(arg)).collect();
        let function = target.map_or(&*call.function, |target| target.function);
        match (function, args.len()) {
            ("_&&_", _) => Node::And(args),
            ("_||_", _) => Node::Or(args),
            ("_==_" | "_!=_", 2) => {
                let (right, left) = (args.pop(), args.pop());
                let pair = Box::new(left.zip(right).unwrap_or((Node::NONE, Node::NONE)));
                if function == "_==_" { Node::Equal(pair) } else { Node::NotEqual(pair) }
            }
            ("_?_:_", 3) => {
                let (falsy, truthy, condition) = (args.pop(), args.pop(), args.pop());
                let branch = |node: Option<Node>| into_attribute(node.unwrap_or(Node::NONE));
                let condition = condition.unwrap_or(Node::NONE);
                let base = Base::Conditional(Box::new((condition, branch(truthy), branch(falsy))));
                Node::Attribute(Box::new(Attribute::new(base)))
            }
            ("_[_]" | "_[?_]" | "_?._", 2) => {
                let (index, operand) = (args.pop(), args.pop());
                let key = key_of(index.unwrap_or(Node::NONE));
                if let Key::Const(constant) = &key
                    && let Some(of) = unselectable(constant)
                {
                    self.fail(format!("invalid qualifier type: {of}"));
                }
                let is_optional = function != "_[_]";
                qualified(operand.unwrap_or(Node::NONE), Qualifier { key, is_optional, is_test: false })
            }
            ("or" | "orValue", 2)
                if target.is_some_and(|target| target.overload.starts_with("optional_or")) =>
            {
                let (right, left) = (args.pop(), args.pop());
                Node::OptionalOr(
                    Box::new(left.zip(right).unwrap_or((Node::NONE, Node::NONE))),
                    function == "orValue",
                )
            }
            _ => match target {
                Some(target) => self.function(target, args),
                None => Node::Fail("no such overload"),
            },
        }
    }

    fn function(&mut self, target: &Target, mut args: Vec<Node>) -> Node {
        if target.function == "@not_strictly_false" {
            return Node::NotStrictlyFalse(Box::new(args.pop().unwrap_or(Node::NONE)));
        }
        let Some(overloads) = self.functions.get(target.function) else {
            return Node::Fail("no such overload");
        };
        let named = overloads.iter().find(|overload| overload.id == target.overload);
        let settled = named.filter(|_| target.is_settled());
        let dispatch = dispatch(overloads, settled);
        let cost = settled.or(named).and_then(|overload| overload.cost.of_call(settled.is_some()));
        let (function, overload) = (target.function, settled.map(|overload| overload.id));
        let pattern = match (function, args.get(1)) {
            ("matches" | "find" | "findAll", Some(Node::Const(Const::String(pattern)))) => {
                if let Some(refusal) = pattern::refusal(pattern) {
                    self.fail(refusal);
                }
                Pattern::compile(pattern).ok()
            }
            _ => None,
        };
        let call = CallNode { function, overload, dispatch, args, cost, pattern };
        fold::folded(call, self.server).unwrap_or_else(|error| {
            self.fail(error.to_string());
            Node::NONE
        })
    }

    /// The first error counts.
    fn fail(&mut self, error: String) {
        self.error.get_or_insert(error);
    }

    fn list(&mut self, elements: &[Element]) -> Node {
        let elements = elements
            .iter()
            .map(|element| ElementNode { value: self.node(&element.value), is_optional: element.is_optional })
            .collect();
        fold::list(elements)
    }

    fn map(&mut self, entries: &[Entry]) -> Node {
        let entries = entries
            .iter()
            .map(|entry| EntryNode {
                key: self.node(&entry.key),
                value: self.node(&entry.value),
                is_optional: entry.is_optional,
            })
            .collect();
        fold::map(entries)
    }

    fn comprehension(&mut self, made: &Comprehension) -> Node {
        let init = self.init(&made.init);
        let range = self.node(&made.range);
        let accumulator = self.push(&made.accumulator);
        let first = self.push(&made.variable);
        let second = made.second_variable.as_ref().map(|name| self.push(name));
        let condition = self.node(&made.condition);
        let step = in_place(self.node(&made.step), accumulator);
        self.locals.truncate(first);
        let result = self.node(&made.result);
        self.locals.truncate(accumulator);
        let quantifier = None;
        let fold = FoldNode { range, init, accumulator, first, second, condition, step, result, quantifier };
        Node::Fold(Box::new(fold.with_quantifier()))
    }

    /// The first value of an accumulator. It is made inside of the loop, so that it leaves the slots of the loop alone.
    fn init(&mut self, init: &Expr) -> Node {
        let outside = self.locals.len();
        self.locals.resize(outside + 3, Arc::from(""));
        let init = self.node(init);
        self.locals.truncate(outside);
        init
    }

    fn push(&mut self, name: &Arc<str>) -> usize {
        self.locals.push(name.clone());
        self.slots = self.slots.max(self.locals.len());
        self.locals.len() - 1
    }
}

/// Which implementation runs.
fn dispatch(overloads: &[Overload], settled: Option<&Overload>) -> Dispatch {
    let of = |overload: &Overload| Implementation { args: overload.args.clone(), run: overload.run };
    match (overloads.first().and_then(|overload| overload.takes), settled) {
        (Some(takes), _) => {
            let run = overloads.first().map_or(crate::functions::unknown as _, |overload| overload.run);
            Dispatch::Singleton(takes, run)
        }
        (None, Some(settled)) => Dispatch::Overload(of(settled)),
        (None, None) if overloads.len() == 1 => Dispatch::Overload(of(&overloads[0])),
        (None, None) => Dispatch::Several(overloads.iter().map(of).collect()),
    }
}

/// A field or item of a node.
fn qualified(operand: Node, qualifier: Qualifier) -> Node {
    let mut attribute = match operand {
        Node::Attribute(attribute) => attribute,
        other => Box::new(Attribute::new(Base::Operand(Box::new(other)))),
    };
    attribute.is_test |= qualifier.is_test;
    attribute.qualify(qualifier);
    Node::Attribute(attribute)
}

fn into_attribute(node: Node) -> Attribute {
    match node {
        Node::Attribute(attribute) => *attribute,
        other => Attribute::new(Base::Operand(Box::new(other))),
    }
}

fn key_of(index: Node) -> Key {
    match index {
        Node::Const(constant) => Key::Const(constant),
        Node::Attribute(attribute) => Key::Attribute(attribute),
        other => Key::Node(Box::new(other)),
    }
}

/// The Go type of a constant that nothing can be selected by.
///
/// Source: cel-go `interpreter/attributes.go`, `newQualifier`.
fn unselectable(constant: &Const) -> Option<&'static str> {
    Some(match constant {
        Const::Bool(_) | Const::Int(_) | Const::Uint(_) | Const::Double(_) | Const::String(_) => return None,
        Const::Null => "types.Null",
        Const::Bytes(_) => "types.Bytes",
        Const::Timestamp(_) => "types.Timestamp",
        Const::Duration(_) => "types.Duration",
        Const::Type(_) => "*types.Type",
        Const::List(_) => "*types.baseList",
        Const::Map(_) => "*types.baseMap",
    })
}

/// Lets a step of a loop add to its accumulator without a copy.
fn in_place(step: Node, accumulator: usize) -> Node {
    let is_accumulator = |node: &Node| node.is_local(accumulator);
    match step {
        Node::Call(call) if call.args.first().is_some_and(is_accumulator) => {
            match (call.function, call.args.len()) {
                ("_+_", 2) if matches!(call.args[1], Node::List(_) | Node::Const(Const::List(_))) => {
                    Node::Append(accumulator, call)
                }
                ("cel.@mapInsert", _) => Node::Insert(accumulator, call),
                _ => Node::Call(call),
            }
        }
        Node::Attribute(mut attribute) => {
            if let Base::Conditional(parts) = &mut attribute.base
                && let Base::Operand(operand) = &mut parts.1.base
            {
                let inner = std::mem::replace(&mut **operand, Node::NONE);
                **operand = in_place(inner, accumulator);
            }
            Node::Attribute(attribute)
        }
        other => other,
    }
}

/// Whether the name of a type is known when a program is made.
///
/// Source: cel-go `common/types/provider.go`, `NewRegistry`; `apiserver pkg/cel/types.go`.
fn is_registered(name: &str) -> bool {
    match name.strip_prefix("google.protobuf.") {
        Some(name) => matches!(name, "Timestamp" | "Duration"),
        None => !matches!(name, "timestamp" | "duration"),
    }
}
