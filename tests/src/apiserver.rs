//! The real API server beside the runtime: `tests/apiserver` started once for the whole test program.
//!
//! A small client of our own and not `kube`: the tests want bodies, codes and `Warning` headers as they are on the
//! wire, of kinds that are made up on the spot, and no build of `k8s-openapi`.

mod client;
mod compare;
mod metadata;
mod object;
mod openapi;
mod patch;
mod published;
mod scale;
mod step;
mod tables;
mod writes;

pub use client::{Answer, Request, Server, second_server, server};
pub use compare::{Cause, Outcome, differences};
pub use metadata::create_with_metadata;
pub use object::{collection, crd_around, crd_with, without_server_metadata};
pub use openapi::compare_definitions;
pub use patch::merge as merge_patch;
pub use published::{Sampled, published_crds, sampled_crds};
pub use scale::send_again;
pub use step::{Case, Step, Verb, run_case};
pub use tables::{Lowered, Objects, Transitions};
pub use writes::{Writes, send_writes};
