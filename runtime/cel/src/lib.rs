//! CEL as the Kubernetes API server compiles and evaluates it.
//!
//! The parser, the type checker and the checks of literals report what `x-kubernetes-validations` gets from a server of any
//! minor from 1.29 on, with the server's messages, lines, columns and carets. The crate knows nothing of custom resources:
//! variables and types go in, issues or a type come out.
//!
//! ```
//! use crd_schema_cel::{Env, Type};
//!
//! let env = Env::new(37).variable("self", Type::list(Type::Int));
//! assert!(env.compile("self.all(x, x > 0)").is_ok());
//! let issues = env.compile("self.all(x, x > '0')").unwrap_err();
//! assert!(issues.to_string().contains("found no matching overload for '_>_' applied to '(int, string)'"));
//! ```
//!
//! A [`Program`] evaluates an expression on values and says what it cost; [`Compiled::estimate`] says what it may cost before
//! there are values.
//!
//! Source: cel-go 0.29.2 as Kubernetes 1.37 builds it; the functions of older minors are theirs.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    clippy::float_cmp,
    reason = "numbers are converted and compared as Go converts and compares them"
)]

mod ast;
mod check;
mod env;
mod estimate;
mod eval;
mod functions;
mod parse;
mod part;
mod plan;
mod program;
mod source;
mod syntax;
mod types;
mod validators;
mod value;

pub use env::{Compiled, Env, Objects};
pub use estimate::{Estimate, Sizes};
pub use eval::Evaluated;
pub use functions::Rules;
pub use part::Part;
pub use program::Program;
pub use source::{Issue, Issues};
pub use syntax::{Syntax, SyntaxKind, SyntaxNode};
pub use types::Type;
pub use value::{Duration, Error, List, Lister, Map, Mapper, Opaque, Outcome, Str, Time, Value};
