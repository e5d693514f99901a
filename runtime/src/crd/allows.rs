//! Warnings that the author of a type accepts.

use crate::allow::Allow;
use crate::describe::{Facet, FieldDesc, Shape, Tagging, TypeDesc};
use crate::path::{FieldPath, PathStyle};

/// Each of them, at its place in the schema of the type.
pub(super) fn of(desc: &TypeDesc) -> Vec<Allow> {
    let mut allows = Vec::new();
    of_type(desc, &FieldPath::ROOT, &mut allows);
    allows
}

/// It recurs as deep as the description, which is `const` data and therefore finite.
fn of_type(desc: &TypeDesc, path: &FieldPath<'_>, allows: &mut Vec<Allow>) {
    of_facets(desc.facets, path, allows);
    let properties = path.property("properties");
    match desc.shape {
        Shape::Object(fields) => fields.iter().for_each(|field| of_field(field, path, allows)),
        Shape::Union(union) => {
            for variant in union.variants {
                let Some(content) = variant.content else { continue };
                match union.tagging {
                    Tagging::External => of_type(content, &properties.key(variant.name), allows),
                    Tagging::Adjacent { content: name, .. } => {
                        of_type(content, &properties.key(name), allows)
                    }
                    Tagging::Internal(_) | Tagging::Untagged => of_type(content, path, allows),
                }
            }
        }
        Shape::Map(values) => of_type(values, &path.property("additionalProperties"), allows),
        Shape::List(items) | Shape::Set(items) => of_type(items, &path.property("items"), allows),
        Shape::Tuple(items) => items.iter().for_each(|item| of_type(item, &path.property("items"), allows)),
        Shape::Optional(inner) | Shape::Transparent(inner) | Shape::Newtype(inner) => {
            of_type(inner, path, allows)
        }
        _ => {}
    }
}

fn of_field(field: &FieldDesc, path: &FieldPath<'_>, allows: &mut Vec<Allow>) {
    if field.flattened {
        return of_type(field.type_, path, allows);
    }
    let properties = path.property("properties");
    let path = properties.key(field.name);
    of_facets(field.facets, &path, allows);
    of_type(field.type_, &path, allows);
}

fn of_facets(facets: &[Facet], path: &FieldPath<'_>, allows: &mut Vec<Allow>) {
    allows.extend(facets.iter().filter_map(|facet| match *facet {
        Facet::Allow { rule, reason } => {
            Some(Allow::rule(rule).below(path.to_owned(PathStyle::Bracketed)).because(reason))
        }
        _ => None,
    }));
}
