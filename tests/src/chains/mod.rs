//! Chains of requests to one object, and what must hold of its whole history.
//!
//! A single update is compared with a model elsewhere; here two or more that are each accepted must not undo together what
//! a marker says. [`History`] is written from the words of `docs/immutability.md` alone.

mod draw;
mod history;
mod requests;

pub use draw::{Schemas, schemas};
pub use history::{History, Reading};
pub use requests::{Request, Verb, merged, object, request, scaled, twins};
