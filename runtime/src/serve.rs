//! Requests against a served version of a CRD: from the bytes of a body to the object that is stored, or to a Status.
//!
//! | question | item |
//! |---|---|
//! | What does a server do with this request? | [`ServedVersion::create`], [`ServedVersion::update`]: [`Outcome`] or [`Rejection`] |
//! | What does a body say, before admission? | [`ServedVersion::decode_json`]: [`Decoded`] or [`DecodeError`] |
//! | What does a body say, without a schema? | [`decode_body`]: [`DecodedBody`] or [`BodyError`] |
//! | Can this version be served? | [`ServedVersion::new`]: [`ServeError`] |
//! | How large may input be? | [`Limits`] |
//!
//! The steps of a request by themselves are in [`steps`](crate::steps).

pub use crate::admission::DecodeError;
#[cfg(feature = "yaml")]
pub use crate::body::decode_yaml_body;
pub use crate::body::{BodyError, DecodedBody, FieldValidation, decode_body};
pub use crate::json::JsonError;
pub use crate::limits::Limits;
pub use crate::served::{
    Decoded, DecodedScale, Outcome, Rejection, ScaleError, ServeError, ServeOptions, ServedVersion,
};
