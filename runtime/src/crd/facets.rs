//! Every facet of a description, at its place in the schema.

use crate::describe::{Facet, FieldDesc, Shape, Tagging, TypeDesc};
use crate::path::FieldPath;

/// Visits the facets of the type and of everything in it: those of a field come after those of its type.
///
/// It recurs as deep as the description, which is `const` data and therefore finite.
pub(super) fn visit(desc: &TypeDesc, visitor: &mut dyn FnMut(&Facet, &FieldPath<'_>)) {
    of_type(desc, &FieldPath::ROOT, visitor);
}

fn of_type(desc: &TypeDesc, path: &FieldPath<'_>, visitor: &mut dyn FnMut(&Facet, &FieldPath<'_>)) {
    desc.facets.iter().for_each(|facet| visitor(facet, path));
    let properties = path.property("properties");
    match desc.shape {
        Shape::Object(fields) => fields.iter().for_each(|field| of_field(field, path, visitor)),
        Shape::Union(union) => {
            for variant in union.variants {
                let Some(content) = variant.content else { continue };
                match union.tagging {
                    Tagging::External => of_type(content, &properties.key(variant.name), visitor),
                    Tagging::Adjacent { content: name, .. } => {
                        of_type(content, &properties.key(name), visitor);
                    }
                    Tagging::Internal(_) | Tagging::Untagged => of_type(content, path, visitor),
                }
            }
        }
        Shape::Map(values) => of_type(values, &path.property("additionalProperties"), visitor),
        Shape::List(items) | Shape::Set(items) => of_type(items, &path.property("items"), visitor),
        Shape::Tuple(items) => items.iter().for_each(|item| of_type(item, &path.property("items"), visitor)),
        Shape::Optional(inner) | Shape::Transparent(inner) | Shape::Newtype(inner) => {
            of_type(inner, path, visitor);
        }
        _ => {}
    }
}

fn of_field(field: &FieldDesc, path: &FieldPath<'_>, visitor: &mut dyn FnMut(&Facet, &FieldPath<'_>)) {
    let properties = path.property("properties");
    let own = properties.key(field.name);
    let path = if field.flattened { path } else { &own };
    of_type(field.type_, path, visitor);
    field.facets.iter().for_each(|facet| visitor(facet, path));
}
