//! The steps of a program.

use std::sync::Arc;

use crd_schema_go::pattern::Pattern;

use crate::functions::{CostOf, Run, Takes};
use crate::types::Type;
use crate::value::{Const, ConstSet};

#[derive(Clone, Debug)]
pub(crate) enum Node {
    Const(Const),
    Attribute(Box<Attribute>),
    And(Vec<Node>),
    Or(Vec<Node>),
    Equal(Box<(Node, Node)>),
    NotEqual(Box<(Node, Node)>),
    /// `in` with a constant list.
    InSet(Box<(Node, ConstSet)>),
    Call(Box<CallNode>),
    /// Whether a loop goes on.
    NotStrictlyFalse(Box<Node>),
    /// A list added to the accumulator in this slot.
    Append(usize, Box<CallNode>),
    /// An entry inserted into the accumulator in this slot.
    Insert(usize, Box<CallNode>),
    /// An optional, or what stands for a missing one; its value alone where the second is no optional.
    OptionalOr(Box<(Node, Node)>, bool),
    List(Vec<ElementNode>),
    Map(Vec<EntryNode>),
    Fold(Box<FoldNode>),
    /// What a server cannot evaluate either.
    Fail(&'static str),
}

impl Node {
    pub(crate) const NONE: Self = Self::Fail("unsupported expr");

    /// Whether it is the variable of a loop in this slot.
    pub(crate) fn is_local(&self, slot: usize) -> bool {
        match self {
            Self::Attribute(attribute) => {
                attribute.qualifiers.is_empty() && matches!(attribute.base, Base::Local(of) if of == slot)
            }
            _ => false,
        }
    }
}

/// A variable or value with what is selected of it.
///
/// Source: cel-go `interpreter/attributes.go`.
#[derive(Clone, Debug)]
pub(crate) struct Attribute {
    pub(crate) base: Base,
    pub(crate) qualifiers: Vec<Qualifier>,
    /// Whether it is the argument of `has()`.
    pub(crate) is_test: bool,
}

#[derive(Clone, Debug)]
pub(crate) enum Base {
    /// A variable of a loop, by its slot.
    Local(usize),
    /// A variable of the environment, by its place.
    Variable(usize, Arc<str>),
    Operand(Box<Node>),
    /// Condition, and what stands for true and for false.
    Conditional(Box<(Node, Attribute, Attribute)>),
}

#[derive(Clone, Debug)]
pub(crate) struct Qualifier {
    pub(crate) key: Key,
    pub(crate) is_optional: bool,
    /// Whether only presence is asked for.
    pub(crate) is_test: bool,
}

#[derive(Clone, Debug)]
pub(crate) enum Key {
    Const(Const),
    Attribute(Box<Attribute>),
    Node(Box<Node>),
}

impl Attribute {
    pub(crate) fn new(base: Base) -> Self {
        Self { base, qualifiers: Vec::new(), is_test: false }
    }

    /// Selects something; of a conditional, from both branches.
    pub(crate) fn qualify(&mut self, qualifier: Qualifier) {
        match &mut self.base {
            Base::Conditional(parts) => {
                parts.1.qualify(qualifier.clone());
                parts.2.qualify(qualifier);
            }
            _ => self.qualifiers.push(qualifier),
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct CallNode {
    pub(crate) function: &'static str,
    /// The overload, if it is known before the arguments are.
    pub(crate) overload: Option<&'static str>,
    pub(crate) dispatch: Dispatch,
    pub(crate) args: Vec<Node>,
    /// `None` costs 1.
    pub(crate) cost: Option<CostOf>,
    /// What was made of a constant pattern.
    pub(crate) pattern: Option<Pattern>,
}

/// Which implementation of a function runs.
///
/// Source: cel-go `common/decls/decls.go`, `Bindings`; `interpreter/planner.go`, `planCall`.
#[derive(Clone, Debug)]
pub(crate) enum Dispatch {
    /// One for all overloads, if the first argument has what it takes.
    Singleton(Takes, Run),
    /// One, if the arguments fit its types.
    Overload(Implementation),
    /// The first whose types the arguments fit.
    Several(Vec<Implementation>),
}

#[derive(Clone, Debug)]
pub(crate) struct Implementation {
    pub(crate) args: Vec<Type>,
    pub(crate) run: Run,
}

#[derive(Clone, Debug)]
pub(crate) struct ElementNode {
    pub(crate) value: Node,
    pub(crate) is_optional: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct EntryNode {
    pub(crate) key: Node,
    pub(crate) value: Node,
    pub(crate) is_optional: bool,
}

/// A loop.
#[derive(Clone, Debug)]
pub(crate) struct FoldNode {
    pub(crate) range: Node,
    pub(crate) init: Node,
    pub(crate) accumulator: usize,
    pub(crate) first: usize,
    pub(crate) second: Option<usize>,
    pub(crate) condition: Node,
    pub(crate) step: Node,
    pub(crate) result: Node,
    pub(crate) quantifier: Option<Quantifier>,
}

/// What a loop decides: its accumulator is a truth that the second term of its step can turn over, which ends the loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quantifier {
    All,
    Exists,
}

impl FoldNode {
    /// The quantifier, if the loop is what the macros `all` and `exists` make.
    pub(crate) fn with_quantifier(self) -> Self {
        let is_accumulator = |node: &Node| node.is_local(self.accumulator);
        let quantifier = match (&self.condition, &self.step, &self.init) {
            (Node::NotStrictlyFalse(asked), Node::And(terms), Node::Const(Const::Bool(true))) => {
                (is_accumulator(asked) && is_pair_of(terms, is_accumulator)).then_some(Quantifier::All)
            }
            (Node::NotStrictlyFalse(asked), Node::Or(terms), Node::Const(Const::Bool(false))) => {
                let is_negated = matches!(&**asked, Node::Call(call) if call.function == "!_"
                    && call.args.first().is_some_and(is_accumulator));
                (is_negated && is_pair_of(terms, is_accumulator)).then_some(Quantifier::Exists)
            }
            _ => None,
        };
        Self { quantifier: quantifier.filter(|_| is_accumulator(&self.result)), ..self }
    }
}

fn is_pair_of(terms: &[Node], is_first: impl Fn(&Node) -> bool) -> bool {
    matches!(terms, [first, _] if is_first(first))
}
