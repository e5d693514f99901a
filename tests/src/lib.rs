//! Helpers of the test suite.

pub mod apiserver;
pub mod applied;
pub mod chains;
pub mod conformance;
pub mod corpus;
pub mod definition;
pub mod drawn_rules;
pub mod generate;
pub mod json_text;
pub mod marked;
pub mod model;
pub mod numbers;
pub mod oracle;
pub mod reports;
pub mod rules;
pub mod scale;
pub mod shapes;
pub mod sources;
pub mod strategy;
pub mod table;
pub mod variants;

/// The examples of the page run.
#[cfg(doctest)]
#[doc = include_str!("../../docs/from-controller-gen.md")]
mod from_controller_gen {}
