//! Makes nodes, each with its number and its place.
//!
//! Source: cel-go `parser/helper.go`.

use std::sync::Arc;

use super::macros;
use crate::ast::{Call, Expr, ExprKind, Field, Id, Select, Struct};
use crate::server::Server;
use crate::source::{Issues, Source};

/// How many nodes a tree may have here. A server has no bound: its macros for optional values copy what stands before them,
/// so that a short expression may fill any memory.
const MOST_NODES: usize = 1_000_000;

pub(super) struct Builder<'s> {
    pub(super) source: &'s Source,
    pub(super) server: Server,
    places: Vec<Option<usize>>,
}

impl<'s> Builder<'s> {
    pub(super) fn new(source: &'s Source, server: Server) -> Self {
        Self { source, server, places: Vec::new() }
    }

    /// Where the nodes start.
    pub(super) fn finish(self, issues: &mut Issues) -> Vec<Option<usize>> {
        if self.is_too_large() {
            issues.push(self.source, None, format!("expression has more than {MOST_NODES} nodes"));
        }
        self.places
    }

    pub(super) fn is_too_large(&self) -> bool {
        self.places.len() > MOST_NODES
    }

    /// A number for a node at a place.
    pub(super) fn id(&mut self, at: usize) -> Id {
        self.id_at(Some(at))
    }

    pub(super) fn id_at(&mut self, at: Option<usize>) -> Id {
        self.places.push(at);
        self.places.len() - 1
    }

    pub(super) fn place(&self, id: Id) -> Option<usize> {
        self.places.get(id).copied().flatten()
    }

    pub(super) fn node(&mut self, at: usize, kind: ExprKind) -> Expr {
        Expr { id: self.id(at), kind }
    }

    pub(super) fn unspecified(&mut self, at: usize) -> Expr {
        self.node(at, ExprKind::Unspecified)
    }

    pub(super) fn ident(&mut self, at: usize, name: &str) -> Expr {
        self.node(at, ExprKind::Ident(Arc::from(name)))
    }

    pub(super) fn select(&mut self, at: usize, operand: Expr, field: &str) -> Expr {
        let select = Select { operand, field: Arc::from(field), is_test: false };
        self.node(at, ExprKind::Select(Box::new(select)))
    }

    /// `operand.?field`.
    pub(super) fn optional_select(
        &mut self,
        at: usize,
        operand: Expr,
        name_at: usize,
        field: &str,
        issues: &mut Issues,
    ) -> Expr {
        if !self.optional_syntax(at, ".?", issues) {
            return self.unspecified(at);
        }
        let field = ExprKind::Literal(crate::ast::Literal::Str(field.to_owned()));
        let field = self.node(name_at, field);
        self.operator(at, "_?._", vec![operand, field])
    }

    /// `operand[index]`, `operand[?index]`.
    pub(super) fn index(
        &mut self,
        at: usize,
        args: Vec<Expr>,
        is_optional: bool,
        issues: &mut Issues,
    ) -> Expr {
        if is_optional && !self.optional_syntax(at, "[?", issues) {
            return self.unspecified(at);
        }
        self.operator(at, if is_optional { "_[?_]" } else { "_[_]" }, args)
    }

    /// Whether the server knows optional values; reports where it does not.
    pub(super) fn optional_syntax(&self, at: usize, syntax: &str, issues: &mut Issues) -> bool {
        let is_known = self.server.has(29, 0);
        if !is_known {
            issues.push(self.source, Some(at), format!("unsupported syntax '{syntax}'"));
        }
        is_known
    }

    pub(super) fn operator(&mut self, at: usize, function: &str, args: Vec<Expr>) -> Expr {
        let call = Call { function: Arc::from(function), target: None, args };
        self.node(at, ExprKind::Call(Box::new(call)))
    }

    /// A call, or what the macro of that name makes of it.
    pub(super) fn call(
        &mut self,
        at: usize,
        function: &str,
        target: Option<Expr>,
        args: Vec<Expr>,
        issues: &mut Issues,
    ) -> Expr {
        let call = Call { function: Arc::from(function), target, args };
        match macros::expand(self, at, call) {
            Ok(expr) => expr,
            Err((at, message)) => {
                issues.push(self.source, at, message);
                let id = self.id_at(at);
                Expr { id, kind: ExprKind::Unspecified }
            }
        }
    }

    /// Terms between operators as a tree that is as flat as can be (`balancer`).
    pub(super) fn balanced(&mut self, function: &str, terms: Vec<Expr>, operators: &[usize]) -> Expr {
        let mut terms: Vec<Option<Expr>> = terms.into_iter().map(Some).collect();
        self.balance(function, &mut terms, operators)
    }

    fn balance(&mut self, function: &str, terms: &mut [Option<Expr>], operators: &[usize]) -> Expr {
        let Some(last) = operators.len().checked_sub(1) else {
            let term = terms.first_mut().and_then(Option::take);
            return term.unwrap_or_else(|| self.unspecified(0));
        };
        let middle = last.div_ceil(2);
        let (left, right) = terms.split_at_mut(middle + 1);
        let left = self.balance(function, left, &operators[..middle]);
        let right = self.balance(function, right, &operators[middle + 1..]);
        self.operator(operators[middle], function, vec![left, right])
    }
}

/// A message; its number was made where its brace stands.
pub(super) fn message(id: Id, name: String, fields: Vec<Field>) -> Expr {
    Expr { id, kind: ExprKind::Struct(Box::new(Struct { name, fields })) }
}
