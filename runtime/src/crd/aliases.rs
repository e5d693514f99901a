//! Names that serde reads and a server removes.

use crate::describe::{FieldDesc, Shape, TypeDesc};
use crate::lowering::Note;
use crate::path::FieldPath;

/// A note for each alias in the type.
pub(super) fn notes(desc: &TypeDesc) -> Vec<Note> {
    let mut notes = Vec::new();
    of_type(desc, &FieldPath::ROOT, &mut notes);
    notes
}

/// It recurs as deep as the description, which is `const` data and therefore finite.
fn of_type(desc: &TypeDesc, path: &FieldPath<'_>, notes: &mut Vec<Note>) {
    let properties = path.property("properties");
    match desc.shape {
        Shape::Object(fields) => fields.iter().for_each(|field| of_field(field, path, notes)),
        Shape::Union(union) => {
            for variant in union.variants {
                note(variant.aliases, variant.name, &properties.key(variant.name), notes);
                if let Some(content) = variant.content {
                    of_type(content, path, notes);
                }
            }
        }
        Shape::Map(values) => of_type(values, &path.property("additionalProperties"), notes),
        Shape::List(items) | Shape::Set(items) => of_type(items, &path.property("items"), notes),
        Shape::Tuple(items) => items.iter().for_each(|item| of_type(item, &path.property("items"), notes)),
        Shape::Optional(inner) | Shape::Transparent(inner) | Shape::Newtype(inner) => {
            of_type(inner, path, notes);
        }
        _ => {}
    }
}

fn of_field(field: &FieldDesc, path: &FieldPath<'_>, notes: &mut Vec<Note>) {
    let properties = path.property("properties");
    if field.flattened {
        return of_type(field.type_, path, notes);
    }
    note(field.aliases, field.name, &properties.key(field.name), notes);
    of_type(field.type_, &properties.key(field.name), notes);
}

fn note(aliases: &[&str], name: &str, path: &FieldPath<'_>, notes: &mut Vec<Note>) {
    for alias in aliases {
        let message = format!(
            "serde also reads `{alias}`, which a server removes; objects that are sent must say `{name}`, or declare a \
             field of the other name"
        );
        notes.push(Note::new(path, message).of("serde-alias"));
    }
}
