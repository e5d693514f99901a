//! Helpers of the test suite.

pub mod apiserver;
pub mod conformance;
pub mod corpus;
pub mod generate;
pub mod model;
pub mod oracle;
pub mod shapes;
pub mod sources;
pub mod strategy;
pub mod table;
pub mod variants;
