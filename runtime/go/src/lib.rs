//! What Kubernetes takes from Go and its libraries: regular expressions, addresses, URLs, times, numbers, quantities, versions,
//! base64, names, formats.
//!
//! A server reports what Go's own packages report, so everything here accepts what they accept, with their messages.
//!
//! ```
//! use crd_schema_go::{pattern, url::Url};
//!
//! assert_eq!(pattern::refusal("[a"), Some("error parsing regexp: missing closing ]: `[a`".to_owned()));
//! assert_eq!(Url::parse_request("abc").unwrap_err(), "parse \"abc\": invalid URI for request");
//! ```
//!
//! The feature `matching` adds what matches with a pattern, `time-zones` the time zones of the IANA database: without them the
//! crate depends on nothing.
//!
//! Knows nothing of: schemas, JSON, CEL.

// The parser of patterns notes what only a program needs.
#![cfg_attr(not(feature = "matching"), allow(dead_code))]

pub mod base64;
#[cfg(feature = "matching")]
pub mod formats;
pub mod ip;
pub mod kube_version;
pub mod names;
pub mod number;
pub mod pattern;
pub mod quantity;
pub mod quote;
pub mod semver;
pub mod time;
pub mod url;
