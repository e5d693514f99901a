//! uuid 1.

use uuid::Uuid;

use crate::describe::{CrdSchema, Facet, Shape, TypeDesc};

impl CrdSchema for Uuid {
    const SCHEMA: &'static TypeDesc =
        &TypeDesc { shape: Shape::String, facets: &[Facet::Format("uuid"), Facet::Respelled] };
}
