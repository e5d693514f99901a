//! k8s-openapi 0.29: the types of Kubernetes that custom resources embed, as controller-gen describes them, without strings;
//! `#[crd(descriptions)]` at a field asks for those that k8s-openapi has.
//!
//! The table is of Kubernetes 1.37, whatever version of it k8s-openapi is asked for: an older type has fewer fields than
//! its schema, and an object that is written back loses those.
//! Metadata inside of a spec has all its fields; controller-gen's has none, so that a server would empty it.

mod autoscaling;
mod claim;
mod container;
mod leaves;
mod macros;
mod meta;
mod pod;
mod service;
mod volume;
