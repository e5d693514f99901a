//! JSON text as Go reads it, where `serde_json` reads it otherwise or says so in other words.
//!
//! Source: `sigs.k8s.io/json internal/golang/encoding/json/{decode,scanner}.go`.
//!
//! Knows nothing of: schemas, objects.

mod error;
mod length;
mod surrogates;
mod syntax;
mod utf8;
mod zeros;

pub use error::JsonError;
pub(crate) use length::json_length;
pub(crate) use surrogates::replace_halves;
pub(crate) use utf8::text;
pub(crate) use zeros::without_negative_zeros;
