//! Types for the fields of custom resources.
//!
//! Knows nothing of: structural schemas, actions.

mod embedded_resource;
mod int_or_string;
pub mod root;

pub use embedded_resource::EmbeddedResource;
pub use int_or_string::IntOrString;

use crate::describe::{CrdSchema, FieldDesc, Shape, TypeDesc};
use crate::wire::ObjectMeta;

type Labels = std::collections::BTreeMap<String, String>;

/// The fields that controllers set in templates. A bare `object` would lose them all when it is pruned.
impl CrdSchema for ObjectMeta {
    const SCHEMA: &'static TypeDesc = &TypeDesc::of(Shape::Object(&[
        FieldDesc { name: "annotations", type_: Labels::SCHEMA, ..FieldDesc::EMPTY },
        FieldDesc { name: "finalizers", type_: Vec::<String>::SCHEMA, ..FieldDesc::EMPTY },
        FieldDesc { name: "labels", type_: Labels::SCHEMA, ..FieldDesc::EMPTY },
        FieldDesc { name: "name", type_: String::SCHEMA, ..FieldDesc::EMPTY },
        FieldDesc { name: "namespace", type_: String::SCHEMA, ..FieldDesc::EMPTY },
    ]));
}
