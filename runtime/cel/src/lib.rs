//! CEL as the Kubernetes API server compiles and evaluates it.
//!
//! The parser, the type checker and the checks of literals report what `x-kubernetes-validations` gets from a server of any
//! minor from 1.29 on, with the server's messages, lines, columns and carets. The crate knows nothing of custom resources:
//! variables and types go in, issues or a type come out.
//!
#![cfg_attr(feature = "compile", doc = "```")]
#![cfg_attr(not(feature = "compile"), doc = "```ignore")]
//! use crd_schema_cel::{Env, Type};
//!
//! let env = Env::new(37).variable("self", Type::list(Type::Int));
//! assert!(env.compile("self.all(x, x > 0)").is_ok());
//! let issues = env.compile("self.all(x, x > '0')").unwrap_err();
//! assert!(issues.to_string().contains("found no matching overload for '_>_' applied to '(int, string)'"));
//! ```
//!
//! A [`Program`] evaluates an expression on values and says what it cost; [`Ast::estimate`] says what it may cost before
//! there are values.
//!
//! Without the default feature `compile` there is only the parser, [`parse`], which depends on nothing.
//!
//! Source: cel-go 0.29.2 as Kubernetes 1.37 builds it; the functions of older minors are theirs.

#![cfg_attr(
    feature = "compile",
    expect(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        clippy::cast_sign_loss,
        clippy::float_cmp,
        reason = "numbers are converted and compared as Go converts and compares them"
    )
)]
// What only the compiler reads of the tree is unused then.
#![cfg_attr(not(feature = "compile"), allow(dead_code))]

mod ast;
#[cfg(feature = "compile")]
mod check;
#[cfg(feature = "compile")]
mod env;
#[cfg(feature = "compile")]
mod estimate;
#[cfg(feature = "compile")]
mod eval;
#[cfg(feature = "compile")]
mod functions;
mod parse;
mod part;
#[cfg(feature = "compile")]
mod plan;
#[cfg(feature = "compile")]
mod program;
mod server;
mod source;
mod syntax;
#[cfg(feature = "compile")]
mod types;
#[cfg(feature = "compile")]
mod validators;
#[cfg(feature = "compile")]
mod value;

#[cfg(feature = "compile")]
pub use env::{Ast, Compiled, Env, Objects};
#[cfg(feature = "compile")]
pub use estimate::{Estimate, Sizes};
#[cfg(feature = "compile")]
pub use eval::Evaluated;
pub use part::Part;
#[cfg(feature = "compile")]
pub use program::Program;
pub use server::Rules;
pub use source::{Issue, Issues};
pub use syntax::{Syntax, SyntaxKind, SyntaxNode, parse};
#[cfg(feature = "compile")]
pub use types::Type;
#[cfg(feature = "compile")]
pub use value::{Duration, Error, List, Lister, Map, Mapper, Opaque, Outcome, Str, Time, Value};
