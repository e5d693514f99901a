//! The tree of an expression for those that look for something in it.
//!
//! Source: cel-go `common/ast/expr.go`.
//!
//! Knows nothing of: types, values.

use crate::ast::{Expr, ExprKind, Literal};
use crate::parse as parser;
use crate::server::{Rules, Server};
use crate::source::{Issues, Source};

/// The syntax of an expression, macros expanded; whether its types fit is not known.
///
/// ```
/// use crd_schema_cel::SyntaxKind;
///
/// let syntax = crd_schema_cel::parse("has(self.a) && self.a > 1")?;
/// let SyntaxKind::Call { function, parts, .. } = syntax.root().kind() else { panic!("a call") };
/// assert_eq!((function, parts.len()), ("_&&_", 2));
/// # Ok::<(), crd_schema_cel::Issues>(())
/// ```
///
/// Source: cel-go `cel/env.go`, `Parse`.
#[derive(Clone, Debug)]
pub struct Syntax {
    root: Expr,
}

/// A part of an expression.
#[derive(Clone, Copy, Debug)]
pub struct SyntaxNode<'t> {
    expr: &'t Expr,
}

/// What a part of an expression is.
///
/// Source: cel-go `common/ast/expr.go`, `ExprKind`.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum SyntaxKind<'t> {
    /// A name.
    Name(&'t str),
    /// `of.field`.
    Select {
        /// What the field is read of.
        of: SyntaxNode<'t>,
        /// The name of the field as it is written.
        field: &'t str,
    },
    /// `has(of.field)`.
    Has {
        /// What may have the field.
        of: SyntaxNode<'t>,
        /// The name of the field as it is written.
        field: &'t str,
    },
    /// A function, a method or an operator.
    Call {
        /// The name of the function, `_==_` for an operator.
        function: &'t str,
        /// What stands before the dot of a method, or of a function whose name has a dot.
        target: Option<SyntaxNode<'t>>,
        /// The arguments.
        parts: Vec<SyntaxNode<'t>>,
    },
    /// A loop over a list or a map.
    Loop {
        /// What it goes over.
        range: SyntaxNode<'t>,
        /// The names of its one or two variables.
        variables: Vec<&'t str>,
        /// What is evaluated with them and with the accumulator.
        parts: Vec<SyntaxNode<'t>>,
    },
    /// A literal string.
    Literal(&'t str),
    /// Another literal, or a list, map or message with its parts.
    Other(Vec<SyntaxNode<'t>>),
}

/// Parses an expression as a server of the newest known minor does, without a look at its types.
///
/// ```
/// assert!(crd_schema_cel::parse("self.all(x, x > 0)").is_ok());
/// let issues = crd_schema_cel::parse("self >").unwrap_err();
/// assert_eq!(issues.iter().next().and_then(|issue| issue.column()), Some(7));
/// ```
///
/// # Errors
///
/// The syntax errors that the server reports.
///
/// Source: cel-go `parser/parser.go`, `Parse`.
pub fn parse(expression: &str) -> Result<Syntax, Issues> {
    let server = Server { minor: u8::MAX, rules: Rules::Stored };
    Ok(Syntax::new(parser::parse(&Source::new(expression), server)?.root))
}

impl Syntax {
    pub(crate) fn new(root: Expr) -> Self {
        Self { root }
    }

    /// The whole expression.
    pub fn root(&self) -> SyntaxNode<'_> {
        SyntaxNode { expr: &self.root }
    }
}

impl<'t> SyntaxNode<'t> {
    /// What the part is.
    pub fn kind(self) -> SyntaxKind<'t> {
        let node = |expr| Self { expr };
        match &self.expr.kind {
            ExprKind::Ident(name) => SyntaxKind::Name(name),
            ExprKind::Select(select) if select.is_test => {
                SyntaxKind::Has { of: node(&select.operand), field: &select.field }
            }
            ExprKind::Select(select) => {
                SyntaxKind::Select { of: node(&select.operand), field: &select.field }
            }
            ExprKind::Call(call) => SyntaxKind::Call {
                function: &call.function,
                target: call.target.as_ref().map(node),
                parts: call.args.iter().map(node).collect(),
            },
            ExprKind::Comprehension(fold) => SyntaxKind::Loop {
                range: node(&fold.range),
                variables: [Some(&*fold.variable), fold.second_variable.as_deref()]
                    .into_iter()
                    .flatten()
                    .collect(),
                parts: [&fold.init, &fold.condition, &fold.step, &fold.result].map(node).to_vec(),
            },
            ExprKind::Literal(Literal::Str(string)) => SyntaxKind::Literal(string),
            _ => SyntaxKind::Other(self.children()),
        }
    }

    /// The parts of the part, from left to right.
    pub fn children(self) -> Vec<Self> {
        self.expr.children().into_iter().map(|expr| Self { expr }).collect()
    }

    /// Whether the part, or one below it, is the name of a variable.
    ///
    /// ```
    /// let syntax = crd_schema_cel::parse("self.all(x, x in oldSelf)")?;
    /// assert!(syntax.root().mentions("oldSelf"));
    /// # Ok::<(), crd_schema_cel::Issues>(())
    /// ```
    pub fn mentions(self, variable: &str) -> bool {
        matches!(self.kind(), SyntaxKind::Name(name) if name == variable)
            || self.children().into_iter().any(|child| child.mentions(variable))
    }
}
