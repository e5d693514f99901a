//! Patterns as Go's `regexp` understands them.
//!
//! Source: Go `regexp/syntax`.
//!
//! Knows nothing of: schemas.

mod builder;
mod class;
mod error;
mod factor;
mod limits;
mod parse;
mod runes;
mod tables;
mod tree;

use error::Stop;

/// What Go's `regexp.Compile` says against the pattern; `None` when it takes it.
pub(crate) fn refusal(pattern: &str) -> Option<String> {
    match parse::parse(pattern) {
        Err(stop @ Stop::Refused(..)) => Some(stop.to_string()),
        // A limit of ours is no fault of the pattern.
        Ok(_) | Err(Stop::OutOfFuel) => None,
    }
}

#[cfg(feature = "validate")]
mod translate;
#[cfg(feature = "validate")]
pub use compiled::{Pattern, PatternError, PatternLimit};
#[cfg(feature = "validate")]
mod compiled;
