//! Helpers of the test suite.

pub mod corpus;
pub mod table;
