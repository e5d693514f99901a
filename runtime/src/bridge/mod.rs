//! Types of other crates, each behind a feature that carries the other crate's major version: their schemas, and for kube
//! definitions.
//!
//! A format alone is wider than the type: what a server takes and the type cannot read stays out by a pattern.
//!
//! Source: `k8s.io/kube-openapi/pkg/validation/strfmt` for what the formats take.
//!
//! Knows nothing of: objects, files.

#[cfg(feature = "chrono-0-4")]
mod chrono;
#[cfg(feature = "jiff-1")]
mod jiff;
#[cfg(feature = "k8s-openapi-0-29")]
mod k8s_openapi;
#[cfg(feature = "kube-5")]
pub mod kube;
#[cfg(feature = "schemars-1")]
pub(crate) mod schemars;
#[cfg(feature = "url-2")]
mod url;
#[cfg(feature = "uuid-1")]
mod uuid;

#[cfg(any(feature = "chrono-0-4", feature = "jiff-1", feature = "k8s-openapi-0-29"))]
mod time {
    use crate::describe::{Facet, Shape, TypeDesc};

    const DATE_TIME: &str =
        "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$";

    /// A moment as RFC 3339 has it.
    pub(super) const MOMENT: &TypeDesc = &TypeDesc {
        shape: Shape::String,
        facets: &[Facet::Format("date-time"), Facet::Pattern(DATE_TIME), Facet::Respelled],
    };

    /// A day.
    #[cfg(any(feature = "chrono-0-4", feature = "jiff-1"))]
    pub(super) const DAY: &TypeDesc = &TypeDesc {
        shape: Shape::String,
        facets: &[Facet::Format("date"), Facet::Pattern("^[0-9]{4}-[0-9]{2}-[0-9]{2}$")],
    };
}
