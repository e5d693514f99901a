//! uuid 1.

use uuid::Uuid;

use crate::describe::{CrdSchema, Facet, Shape, TypeDesc};

impl CrdSchema for Uuid {
    // The format asks for none, some or all of the hyphens, and `Uuid` for none or all.
    const SCHEMA: &'static TypeDesc = &TypeDesc {
        shape: Shape::String,
        facets: &[
            Facet::Format("uuid"),
            Facet::Pattern("^([0-9A-Fa-f]{32}|[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12})$"),
            Facet::Respelled,
        ],
    };
}
