//! Bounds of ours where Kubernetes' are wider: its decoder allows 10,000 levels.
//!
//! Knows nothing of: any other module.

/// How many levels of lists and objects a value may have.
pub(crate) const MAX_DEPTH: usize = 256;

/// How many wire objects may stand in each other; a schema takes one level of them and two of JSON.
///
/// Reading a level of `properties` takes 18 kB of stack in a debug build, and a thread has 2 MiB.
pub(crate) const MAX_NESTING: usize = 80;

/// How many nodes a JSON Schema may have with every reference in its place: types that name each other twice double at
/// each step.
pub(crate) const MAX_SCHEMA_NODES: usize = 20_000;

/// How many bytes of text the violations of one value may have; each repeats the path to it.
#[cfg(feature = "validate")]
pub(crate) const MAX_REPORT: usize = 16 << 20;
