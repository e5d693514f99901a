//! Where the Rust source says what a definition has.

use super::facets;
#[cfg(feature = "build")]
use super::version::Version;
use crate::describe::{Facet, TypeDesc};
use crate::path::{FieldPathBuf, PathStyle};
#[cfg(feature = "build")]
use crate::wire::schema_path;

/// A place in a definition or schema, and the file and line of the source that describes it.
pub(crate) type Place = (FieldPathBuf, &'static str);

/// The places of all versions, in the definition of them.
#[cfg(feature = "build")]
pub(crate) fn of_versions(versions: &[Version]) -> Vec<Place> {
    let of_version = |(at, version): (usize, &Version)| {
        let prefix = schema_path(at);
        let below = |(path, source): &Place| (path.below(&prefix), *source);
        version.places.iter().map(below).collect::<Vec<_>>()
    };
    versions.iter().enumerate().flat_map(of_version).collect()
}

/// The source of the innermost place that the path is at or below.
#[cfg(feature = "build")]
pub(crate) fn source(places: &[Place], path: &FieldPathBuf) -> Option<&'static str> {
    let steps = path.steps();
    let around = places.iter().filter(|(place, _)| steps.starts_with(&place.steps()));
    around.max_by_key(|(place, _)| place.steps().len()).map(|(_, source)| *source)
}

/// The places of a type, in its schema; what a field says stands for what its type says, and comes later.
pub(super) fn of(desc: &TypeDesc) -> Vec<Place> {
    let mut places = Vec::new();
    facets::visit(desc, &mut |facet, path| {
        if let Facet::At(source) = *facet {
            places.push((path.to_owned(PathStyle::Bracketed), source));
        }
    });
    places
}
