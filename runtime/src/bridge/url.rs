//! url 2.

use url::Url;

use crate::describe::{CrdSchema, Facet, Shape, TypeDesc};

impl CrdSchema for Url {
    // The format takes paths, too, and a `Url` begins with its scheme.
    const SCHEMA: &'static TypeDesc = &TypeDesc {
        shape: Shape::String,
        facets: &[Facet::Format("uri"), Facet::Pattern("^[A-Za-z][A-Za-z0-9+.-]*:"), Facet::Respelled],
    };
}
