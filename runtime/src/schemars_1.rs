//! Schemas for programs that read those of schemars 1.

pub use crate::bridge::schemars::to_json_schema;
