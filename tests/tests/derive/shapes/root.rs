//! What the derive says of the whole object, on the type of its spec.

use crd_schema::{CrdSchema, CustomResourceExt as _};
use crd_schema_tests::shapes::Shape;
use serde::{Deserialize, Serialize};
use serde_json::json;

mod root_rule {
    use super::*;

    #[derive(Clone, Debug, Serialize, Deserialize, CrdSchema)]
    #[crd(group = "example.com", version = "v1", kind = "Shape", no_export_test)]
    #[crd(root_rule(
        "self.metadata.name.size() <= 253 && self.kind == 'Shape'",
        message = "it has no such name"
    ))]
    #[crd(root_rule("has(self.spec) && self.spec == oldSelf.spec || true"))]
    pub(super) struct ShapeSpec {
        a: i32,
        #[immutable(add_only)]
        b: Option<String>,
    }

    pub(super) use self::Shape as Root;
}

/// The shapes of this file.
pub(super) fn all() -> Vec<Shape> {
    let samples = vec![json!({"a": 1, "b": null}), json!({"a": 1, "b": "x"})];
    vec![Shape::new::<root_rule::ShapeSpec>("root_rule", samples).defined_by(root_rule::Root::crd)]
}
