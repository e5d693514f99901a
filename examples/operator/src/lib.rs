//! An operator with kube: its types, its CRD and its controller.
//!
//! The types derive their schema with `crd-schema`; the traits that kube's client and controllers ask for come from
//! `#[crd(kube)]`, without schemars and without kube's derive.

mod controller;
mod install;
mod types;

#[cfg(any(doc, doctest))]
#[doc = include_str!("../../../docs/from-kube-derive.md")]
pub mod from_kube_derive {}

#[cfg(any(doc, doctest))]
#[doc = include_str!("../../../docs/test-your-operator.md")]
pub mod test_your_operator {}

pub use controller::{Error, Reconciled, run};
pub use install::install;
pub use types::{Cache, CacheSpec, CacheStatus, Engine};
