//! Fields that change, pin or become more than their author may think.

use crate::describe::guard::{is_nullable, is_optional, written_as};
use crate::describe::{Facet, FieldDesc, MutabilityDesc, Shape, Tagging, TypeDesc};
use crate::lowering::Note;
use crate::path::FieldPath;

/// A note for each of them in the type.
pub(super) fn notes(desc: &TypeDesc) -> Vec<Note> {
    let mut walk = Walk { frozen: false, notes: Vec::new() };
    walk.of_type(desc, &FieldPath::ROOT);
    walk.notes
}

/// It recurs as deep as the description, which is `const` data and therefore finite.
struct Walk {
    /// Whether the value, or one above it, is compared with the one before.
    frozen: bool,
    notes: Vec<Note>,
}

impl Walk {
    fn of_type(&mut self, desc: &TypeDesc, path: &FieldPath<'_>) {
        let frozen = self.frozen;
        if frozen && desc.facets.iter().any(|facet| matches!(facet, Facet::Respelled)) {
            self.respelled(path);
        }
        match desc.shape {
            Shape::Object(fields) => fields.iter().for_each(|field| self.of_field(field, path)),
            Shape::Union(union) => {
                let properties = path.property("properties");
                for variant in union.variants {
                    let Some(content) = variant.content else { continue };
                    match union.tagging {
                        Tagging::External => self.of_type(content, &properties.key(variant.name)),
                        Tagging::Adjacent { content: name, .. } => {
                            self.of_type(content, &properties.key(name));
                        }
                        Tagging::Internal(_) | Tagging::Untagged => self.of_type(content, path),
                    }
                }
            }
            Shape::Map(values) => self.element(desc, values, &path.property("additionalProperties")),
            Shape::List(items) | Shape::Set(items) => self.element(desc, items, &path.property("items")),
            Shape::Tuple(items) => items.iter().for_each(|item| self.of_type(item, &path.property("items"))),
            Shape::Optional(inner) | Shape::Transparent(inner) | Shape::Newtype(inner) => {
                self.of_type(inner, path);
            }
            _ => {}
        }
        self.frozen = frozen;
    }

    /// The facets of the type may say how what is in it changes.
    fn element(&mut self, container: &TypeDesc, element: &TypeDesc, path: &FieldPath<'_>) {
        self.frozen |= freezes_elements(container.facets);
        self.of_type(element, path);
    }

    fn of_field(&mut self, field: &FieldDesc, path: &FieldPath<'_>) {
        let properties = path.property("properties");
        if field.flattened {
            return self.of_type(field.type_, path);
        }
        let path = properties.key(field.name);
        if !freezes(field.facets) && !self.frozen && is_optional_field(field) {
            self.pinned(field, &path);
        }
        if has_default(field) && is_null_written(field) {
            self.null_beside_default(&path);
        }
        let frozen = self.frozen;
        self.frozen |= freezes(field.facets) || freezes_elements(field.facets);
        self.of_type(field.type_, &path);
        self.frozen = frozen;
    }

    fn pinned(&mut self, field: &FieldDesc, path: &FieldPath<'_>) {
        let Some(child) = pinning(field.type_) else { return };
        let name = field.name;
        let message = format!(
            "may neither be added to an object nor taken from it, although it is optional, for `{child}` in it is required and \
             immutable; put `#[immutable]` on `{name}` to say so, or `#[immutable(add_only)]` on `{child}` to let it come once"
        );
        self.notes.push(Note::new(path, message).of("immutable-pins-parent"));
    }

    /// `kubectl apply` takes a null for a field that goes, so that only a server-side apply keeps it.
    fn null_beside_default(&mut self, path: &FieldPath<'_>) {
        let message = "may be null and has a default: whether a null stays or becomes the default depends on how a client \
                    applies it; add `skip_serializing_if = \"Option::is_none\"`, or remove the default";
        self.notes.push(Note::new(path, message).of("null-beside-default"));
    }

    fn respelled(&mut self, path: &FieldPath<'_>) {
        let message = "is immutable, and serde may write it in another spelling than a client has sent, which a server takes for \
                    a change when the object is written back; use a `String` with a format, or have clients send what \
                    serde writes";
        self.notes.push(Note::new(path, message).of("immutable-respelled"));
    }
}

fn is_optional_field(field: &FieldDesc) -> bool {
    !field.required && is_optional(field.type_) && !has_default(field)
}

fn has_default(field: &FieldDesc) -> bool {
    let is_default =
        |facet: &Facet| matches!(facet, Facet::Default(_) | Facet::DefaultFn(_) | Facet::DefaultOfType);
    field.facets.iter().any(is_default)
}

/// What is never left out and may be null; anything at all is null by its nature.
fn is_null_written(field: &FieldDesc) -> bool {
    let anything = matches!(written_as(field.type_).shape, Shape::Anything);
    let said = field.facets.iter().any(|facet| matches!(facet, Facet::Nullable));
    !anything && (said || !field.omits_null && is_nullable(field.type_))
}

fn freezes(facets: &[Facet]) -> bool {
    facets.iter().any(|facet| matches!(facet, Facet::Mutability(_) | Facet::KeyMutability(_)))
}

fn freezes_elements(facets: &[Facet]) -> bool {
    facets.iter().any(|facet| matches!(facet, Facet::Element(below) if freezes(below)))
}

/// A field that is there whenever the type is, and never comes nor goes.
fn pinning(type_: &TypeDesc) -> Option<&'static str> {
    let Shape::Object(fields) = written_as(type_).shape else { return None };
    let immutable = |field: &FieldDesc| {
        let never = |facet: &Facet| matches!(facet, Facet::Mutability(MutabilityDesc::Immutable));
        field.facets.iter().any(never)
    };
    fields.iter().filter(|field| field.required).find_map(|field| {
        if field.flattened || !immutable(field) { pinning(field.type_) } else { Some(field.name) }
    })
}
