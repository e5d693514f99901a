//! Applies and updates: our field managers beside Kubernetes' own.

mod asked;
mod configs;
mod schemas;
mod sequence;

pub use asked::{Answers, differences};
pub use schemas::definition;
pub use sequence::{Sequence, Step, field_manager, run, sequence};
