//! Types of other crates, each behind a feature that carries the other crate's major version: their schemas, and for kube
//! definitions.
//!
//! A format alone is wider than the type: a pattern keeps out what a server accepts and the type cannot read. What no pattern can
//! say is in `docs/strings.md`, and `tests/strings.rs` finds nothing else.
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

    /// A moment as chrono reads it: an offset is shorter than a day.
    #[cfg(feature = "chrono-0-4")]
    pub(super) const CHRONO_MOMENT: &TypeDesc = &TypeDesc {
        shape: Shape::String,
        facets: &[
            Facet::Format("date-time"),
            Facet::Pattern(r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d([.]\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$"),
            Facet::Respelled,
        ],
    };

    /// A moment as jiff reads it: its last one is 9999-12-30T22:00:00.999999999Z.
    ///
    /// Whether an offset moves one of the last days behind that, no pattern can say, so these days have none.
    #[cfg(any(feature = "jiff-1", feature = "k8s-openapi-0-29"))]
    pub(super) const JIFF_MOMENT: &TypeDesc = &TypeDesc {
        shape: Shape::String,
        facets: &[
            Facet::Format("date-time"),
            Facet::Pattern(concat!(
                // Years up to 9998, then the months and days of 9999 that are safe with any offset.
                r"^(((\d{3}[0-8]|\d\d[0-8]\d|\d[0-8]\d\d|[0-8]\d{3})-[\d-]{5}",
                r"|9999-((0\d|1[01])-\d\d|12-([01]\d|2[0-8])))T[\d:]{8}([.]\d{1,9})?(Z|[+-]([01]\d|2[0-5]):[0-5]\d)",
                r"|9999-12-(29T\d\d|30T([01]\d|2[01])):[\d:]{5}([.]\d{1,9})?Z",
                r"|9999-12-30T22:00:00([.]\d{1,9})?Z)$",
            )),
            Facet::Respelled,
        ],
    };

    /// A day.
    #[cfg(any(feature = "chrono-0-4", feature = "jiff-1"))]
    pub(super) const DAY: &TypeDesc = &TypeDesc {
        shape: Shape::String,
        facets: &[Facet::Format("date"), Facet::Pattern("^[0-9]{4}-[0-9]{2}-[0-9]{2}$")],
    };
}
