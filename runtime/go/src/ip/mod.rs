//! Addresses and prefixes as Go's `net/netip` parses and prints them.
//!
//! Source: Go `net/netip/netip.go`, `ParseAddr`, `ParsePrefix`.
//!
//! Knows nothing of: URLs, schemas.

mod address;
mod parse;
mod prefix;

pub use address::Addr;
pub use parse::parse_error;
pub use prefix::Prefix;
