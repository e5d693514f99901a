//! Requests as the API server answers them, step by step and whole.

mod conformance;
mod crd_validation;
mod formats;
mod laws;
mod patterns;
mod prune_json;
mod robustness;
mod served;
mod tables;
mod v1beta1_tables;
mod validation_hostile;
mod whole_requests;
