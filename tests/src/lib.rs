//! Helpers of the test suite.

pub mod apiserver;
pub mod corpus;
pub mod table;
