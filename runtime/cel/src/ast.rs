//! The tree of an expression, macros expanded.
//!
//! Source: cel-go `common/ast/expr.go`.
//!
//! Knows nothing of: source text, types.

use std::sync::Arc;

/// The number of a node; its type and place are kept by it.
pub(crate) type Id = usize;

/// A node.
#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub(crate) id: Id,
    pub(crate) kind: ExprKind,
}

#[derive(Clone, Debug)]
pub(crate) enum ExprKind {
    /// What stands in the place of an error.
    Unspecified,
    Literal(Literal),
    Ident(Arc<str>),
    Select(Box<Select>),
    Call(Box<Call>),
    List(Vec<Element>),
    Map(Vec<Entry>),
    Struct(Box<Struct>),
    Comprehension(Box<Comprehension>),
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Literal {
    Null,
    Bool(bool),
    Int(i64),
    Uint(u64),
    Double(f64),
    Str(String),
    Bytes(Vec<u8>),
}

/// `operand.field`, or `has(operand.field)`.
#[derive(Clone, Debug)]
pub(crate) struct Select {
    pub(crate) operand: Expr,
    pub(crate) field: Arc<str>,
    pub(crate) is_test: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) function: Arc<str>,
    /// What stands before the dot of a method.
    pub(crate) target: Option<Expr>,
    pub(crate) args: Vec<Expr>,
}

#[derive(Clone, Debug)]
pub(crate) struct Element {
    pub(crate) value: Expr,
    pub(crate) is_optional: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) key: Expr,
    pub(crate) value: Expr,
    pub(crate) is_optional: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Struct {
    pub(crate) name: String,
    pub(crate) fields: Vec<Field>,
}

#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) id: Id,
    pub(crate) name: String,
    pub(crate) value: Expr,
    pub(crate) is_optional: bool,
}

/// A loop over a list or map with an accumulator.
#[derive(Clone, Debug)]
pub(crate) struct Comprehension {
    pub(crate) range: Expr,
    pub(crate) variable: Arc<str>,
    pub(crate) second_variable: Option<Arc<str>>,
    pub(crate) accumulator: Arc<str>,
    pub(crate) init: Expr,
    pub(crate) condition: Expr,
    pub(crate) step: Expr,
    pub(crate) result: Expr,
}

impl Expr {
    /// The children, from left to right.
    pub(crate) fn children(&self) -> Vec<&Self> {
        match &self.kind {
            ExprKind::Unspecified | ExprKind::Literal(_) | ExprKind::Ident(_) => Vec::new(),
            ExprKind::Select(select) => vec![&select.operand],
            ExprKind::Call(call) => call.target.iter().chain(&call.args).collect(),
            ExprKind::List(elements) => elements.iter().map(|element| &element.value).collect(),
            ExprKind::Map(entries) => entries.iter().flat_map(|entry| [&entry.key, &entry.value]).collect(),
            ExprKind::Struct(made) => made.fields.iter().map(|field| &field.value).collect(),
            ExprKind::Comprehension(fold) => {
                vec![&fold.range, &fold.init, &fold.condition, &fold.step, &fold.result]
            }
        }
    }

    /// The name of a simple identifier.
    pub(crate) fn name(&self) -> Option<&Arc<str>> {
        match &self.kind {
            ExprKind::Ident(name) => Some(name),
            _ => None,
        }
    }

    /// The string of a string literal.
    pub(crate) fn string(&self) -> Option<&str> {
        match &self.kind {
            ExprKind::Literal(Literal::Str(string)) => Some(string),
            _ => None,
        }
    }

    /// `a.b.c`, if the expression is a chain of names.
    pub(crate) fn qualified_name(&self) -> Option<String> {
        match &self.kind {
            ExprKind::Ident(name) => Some(name.to_string()),
            ExprKind::Select(select) if !select.is_test => {
                Some(format!("{}.{}", select.operand.qualified_name()?, select.field))
            }
            _ => None,
        }
    }
}

impl Expr {
    /// The children, from left to right.
    pub(crate) fn children_mut(&mut self) -> Vec<&mut Self> {
        match &mut self.kind {
            ExprKind::Unspecified | ExprKind::Literal(_) | ExprKind::Ident(_) => Vec::new(),
            ExprKind::Select(select) => vec![&mut select.operand],
            ExprKind::Call(call) => call.target.iter_mut().chain(&mut call.args).collect(),
            ExprKind::List(elements) => elements.iter_mut().map(|element| &mut element.value).collect(),
            ExprKind::Map(entries) => {
                entries.iter_mut().flat_map(|entry| [&mut entry.key, &mut entry.value]).collect()
            }
            ExprKind::Struct(made) => made.fields.iter_mut().map(|field| &mut field.value).collect(),
            ExprKind::Comprehension(fold) => {
                vec![&mut fold.range, &mut fold.init, &mut fold.condition, &mut fold.step, &mut fold.result]
            }
        }
    }
}
