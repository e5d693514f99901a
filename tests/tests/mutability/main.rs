//! Mutability beside its model, its lowered rules and chains of requests.

mod chains;
mod lowering_agreement;
mod lowering_size;
mod model;
