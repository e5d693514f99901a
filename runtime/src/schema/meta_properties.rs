//! What every object has, declared as controller-gen declares it.
//!
//! A server knows these properties without their being declared; the declaration is for readers, and for a definition that is to
//! be the same as a published one.
//!
//! Source: the doc comments of `TypeMeta`, `apimachinery pkg/apis/meta/v1/types.go`; controller-tools has `type: object` alone for
//! metadata (`pkg/crd/known_types.go`).

use super::{SchemaNode, SchemaType};

const API_VERSION: &str = "APIVersion defines the versioned schema of this representation of an object.
Servers should convert recognized schemas to the latest internal value, and
may reject unrecognized values.
More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#resources";

const KIND: &str = "Kind is a string value representing the REST resource this object represents.
Servers may infer this from the endpoint the client submits requests to.
Cannot be updated.
In CamelCase.
More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds";

/// Declares what is not declared; what is named is required.
pub(super) fn declare(root: &mut SchemaNode, required: &[&str]) {
    let string = |string: &str| SchemaNode {
        type_: Some(SchemaType::String),
        description: Some(string.to_owned()),
        ..SchemaNode::default()
    };
    let metadata = SchemaNode { type_: Some(SchemaType::Object), ..SchemaNode::default() };
    for (name, node) in [("apiVersion", string(API_VERSION)), ("kind", string(KIND)), ("metadata", metadata)]
    {
        root.properties.entry(name.to_owned()).or_insert_with(|| Box::new(node));
    }
    let of_root = &mut root.value_validation.required;
    let missing = required.iter().filter(|name| !of_root.iter().any(|known| known == *name));
    let missing: Vec<_> = missing.map(ToString::to_string).collect();
    of_root.splice(0..0, missing);
}
