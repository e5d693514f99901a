//! What a request asks for: path, verb, options, body, as types.
//!
//! Knows nothing of: stores, what is done.

mod accept;
mod body;
mod media_type;
mod options;
mod path;
mod protobuf;
mod query;

pub(crate) use accept::{Format, Output, Shape, accepted};
pub(crate) use body::{Format as BodyFormat, MAX_BODY, ObjectBody, PatchKind, patch_kind, read_body};
pub(crate) use options::{DeleteOptions, Dependents, GetOptions, ListOptions, Match, Write, WriteOptions};
pub(crate) use path::{Place, Subresource, Verb, place};
pub(crate) use protobuf::namespace as namespace_of_protobuf;
pub(crate) use query::{Query, parse_uint};
