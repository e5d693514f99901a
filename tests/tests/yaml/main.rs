//! YAML as the API server reads it.

mod laws;
mod positions;
mod tables;
