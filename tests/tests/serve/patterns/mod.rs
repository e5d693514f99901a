//! Patterns as Go matches them.

mod corpus;
mod hostile;
mod oracle;
pub(crate) mod support;
mod tables;
mod verdicts;
