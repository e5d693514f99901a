#![doc = include_str!("../README.md")]

mod api;
mod builder;
mod clock;
mod crds;
mod decode;
mod discovery;
mod failure;
mod http;
mod load;
mod managers;
mod meta;
mod namespaces;
mod next;
mod objects;
mod openapi;
mod request;
mod resources;
mod revision;
mod selector;
pub mod store;
mod strategy;
mod table;
mod test;
mod verbs;

pub use builder::{Api, ApiBuilder, BuildError};
pub use clock::Clock;
pub use http::{Limits, Server};
pub use test::{Fault, Faults, TestServer, test};
