//! From a marked schema to what is published: lowering, combining, `OpenAPI`.

mod agreement;
mod definition;
mod derived;
mod notes;
mod openapi;
mod tables;
mod unfold;
