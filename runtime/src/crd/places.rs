//! Where the Rust source says what a definition has.

#[cfg(feature = "build")]
use super::version::Version;
use crate::describe::{Facet, FieldDesc, Shape, Tagging, TypeDesc};
use crate::path::{FieldPath, FieldPathBuf, PathStyle};
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

/// The places of a type, in its schema.
pub(super) fn of(desc: &TypeDesc) -> Vec<Place> {
    let mut places = Vec::new();
    of_type(desc, &FieldPath::ROOT, &mut places);
    places
}

/// It recurs as deep as the description, which is `const` data and therefore finite.
fn of_type(desc: &TypeDesc, path: &FieldPath<'_>, places: &mut Vec<Place>) {
    of_facets(desc.facets, path, places);
    let properties = path.property("properties");
    match desc.shape {
        Shape::Object(fields) => fields.iter().for_each(|field| of_field(field, path, places)),
        Shape::Union(union) => {
            for variant in union.variants {
                let Some(content) = variant.content else { continue };
                match union.tagging {
                    Tagging::External => of_type(content, &properties.key(variant.name), places),
                    Tagging::Adjacent { content: name, .. } => {
                        of_type(content, &properties.key(name), places)
                    }
                    Tagging::Internal(_) | Tagging::Untagged => of_type(content, path, places),
                }
            }
        }
        Shape::Map(values) => of_type(values, &path.property("additionalProperties"), places),
        Shape::List(items) | Shape::Set(items) => of_type(items, &path.property("items"), places),
        Shape::Tuple(items) => items.iter().for_each(|item| of_type(item, &path.property("items"), places)),
        Shape::Optional(inner) | Shape::Transparent(inner) | Shape::Newtype(inner) => {
            of_type(inner, path, places)
        }
        _ => {}
    }
}

fn of_field(field: &FieldDesc, path: &FieldPath<'_>, places: &mut Vec<Place>) {
    if field.flattened {
        return of_type(field.type_, path, places);
    }
    let properties = path.property("properties");
    let path = properties.key(field.name);
    of_type(field.type_, &path, places);
    // What the field says stands for what its type says.
    of_facets(field.facets, &path, places);
}

fn of_facets(facets: &[Facet], path: &FieldPath<'_>, places: &mut Vec<Place>) {
    places.extend(facets.iter().filter_map(|facet| match *facet {
        Facet::At(source) => Some((path.to_owned(PathStyle::Bracketed), source)),
        _ => None,
    }));
}
