//! The definition of a kind and that of the list of its objects.
//!
//! The descriptions are what servers show, word for word.
//!
//! Source: `pkg/controller/openapi/builder/builder.go`, `buildKubeNative`, `addEmbeddedProperties`, `buildListSchema`;
//! references in v3 are wrapped in `kube-openapi pkg/builder3/util/util.go`.
//!
//! Knows nothing of: which schemas are shown.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::schema::SchemaNode;
use crate::wire::{CrdNames, CrdSpec, CrdVersion, JsonSchemaProps, SchemaOrArray, SchemaOrBool};

use super::{Document, printed, reduce};

const META: &str = "io.k8s.apimachinery.pkg.apis.meta.v1";
const API_VERSION: &str = "APIVersion defines the versioned schema of this representation of an object. Servers should convert \
    recognized schemas to the latest internal value, and may reject unrecognized values. More info: \
    https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#resources";
const KIND: &str = "Kind is a string value representing the REST resource this object represents. Servers may infer this from \
    the endpoint the client submits requests to. Cannot be updated. In CamelCase. More info: \
    https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds";
const EMBEDDED_API_VERSION: &str = "apiVersion defines the versioned schema of this representation of an object. More info: \
    https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#resources";
const EMBEDDED_KIND: &str = "kind is a string value representing the type of this object. In CamelCase. More info: \
    https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds";
const OBJECT_METADATA: &str = "Standard object's metadata. More info: \
    https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata";
const LIST_METADATA: &str = "Standard list metadata. More info: \
    https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds";
const CONVENTIONS: &str =
    "https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md";

/// A kind in one version, on its way into a document.
pub(super) struct Kind<'c> {
    group: &'c str,
    version: &'c CrdVersion,
    names: Option<&'c CrdNames>,
    document: Document,
}

impl<'c> Kind<'c> {
    pub(super) fn new(spec: &'c CrdSpec, version: &'c CrdVersion, document: Document) -> Self {
        let group = spec.group.as_deref().unwrap_or_default();
        Self { group, version, names: spec.names.as_ref(), document }
    }

    /// The name of the definition in a document.
    pub(super) fn name(&self) -> String {
        self.model(self.kind())
    }

    /// The name of the definition of the list.
    pub(super) fn list_name(&self) -> String {
        self.model(&self.list_kind())
    }

    /// The definition; without a schema it says no more than that there are objects.
    pub(super) fn definition(&self, schema: Option<SchemaNode>) -> JsonSchemaProps {
        let mut props = schema.map_or_else(|| of_type("object"), |root| self.native(root));
        self.identify(&mut props, self.kind());
        props
    }

    fn native(&self, mut root: SchemaNode) -> JsonSchemaProps {
        if self.document == Document::V2 {
            reduce::reduce(&mut root);
        }
        let mut props = JsonSchemaProps::from(&root);
        printed::strip(&mut props);
        let native = [
            ("metadata", self.reference(META, "ObjectMeta", OBJECT_METADATA)),
            ("apiVersion", string(API_VERSION)),
            ("kind", string(KIND)),
        ];
        set(&mut props, native);
        self.embedded(&mut props);
        props
    }

    /// What embedded resources have without declaring it.
    fn embedded(&self, props: &mut JsonSchemaProps) {
        for property in props.properties.iter_mut().flat_map(BTreeMap::values_mut) {
            self.embedded(property);
        }
        if let Some(SchemaOrArray::Schema(items)) = &mut props.items {
            self.embedded(items);
        }
        if let Some(SchemaOrBool::Schema(values)) = &mut props.additional_properties {
            self.embedded(values);
        }
        // Clients of v2 would complain about the fields that they do not find.
        let stays_open = self.document == Document::V2 && props.preserve_unknown_fields == Some(true);
        if props.embedded_resource == Some(true) && !stays_open {
            self.embed(props);
        }
    }

    fn embed(&self, props: &mut JsonSchemaProps) {
        let native = [
            ("apiVersion", string(EMBEDDED_API_VERSION)),
            ("kind", string(EMBEDDED_KIND)),
            ("metadata", self.reference(META, "ObjectMeta", OBJECT_METADATA)),
        ];
        set(props, native);
        let required = props.required.get_or_insert_default();
        for name in ["kind", "apiVersion"] {
            if !required.iter().any(|known| known == name) {
                required.push(name.to_owned());
            }
        }
    }

    /// The definition of the list.
    pub(super) fn list(&self) -> JsonSchemaProps {
        let plural = self.names.and_then(|names| names.plural.as_deref()).unwrap_or_default();
        let item =
            JsonSchemaProps { reference: Some(self.pointer(&self.name())), ..JsonSchemaProps::default() };
        let items = JsonSchemaProps {
            description: Some(format!("List of {plural}. More info: {CONVENTIONS}")),
            items: Some(SchemaOrArray::Schema(Box::new(item))),
            ..of_type("array")
        };
        let mut list = JsonSchemaProps {
            description: Some(format!("{} is a list of {}", self.list_kind(), self.kind())),
            required: Some(vec!["items".to_owned()]),
            ..of_type("object")
        };
        let native = [
            ("items", items),
            ("metadata", self.reference(META, "ListMeta", LIST_METADATA)),
            ("apiVersion", string(API_VERSION)),
            ("kind", string(KIND)),
        ];
        set(&mut list, native);
        self.identify(&mut list, &self.list_kind());
        list
    }

    fn identify(&self, props: &mut JsonSchemaProps, kind: &str) {
        let version = self.version.name.as_deref().unwrap_or_default();
        let identity = json!([{"group": self.group, "version": version, "kind": kind}]);
        props.unknown.insert("x-kubernetes-group-version-kind".to_owned(), identity);
        let path = |path: &str| json!({"fieldPath": path.strip_prefix('.').unwrap_or(path)});
        let fields = self.version.selectable_fields.iter().flatten();
        let fields: Vec<Value> =
            fields.map(|field| path(field.json_path.as_deref().unwrap_or_default())).collect();
        if !fields.is_empty() {
            props.unknown.insert("x-kubernetes-selectable-fields".to_owned(), fields.into());
        }
    }

    fn kind(&self) -> &'c str {
        self.names.and_then(|names| names.kind.as_deref()).unwrap_or_default()
    }

    /// As the server fills it in.
    fn list_kind(&self) -> String {
        let given = self.names.and_then(|names| names.list_kind.as_deref()).filter(|kind| !kind.is_empty());
        given.map_or_else(|| format!("{}List", self.kind()), str::to_owned)
    }

    fn model(&self, kind: &str) -> String {
        let mut parts: Vec<_> = self.group.rsplit('.').collect();
        parts.extend([self.version.name.as_deref().unwrap_or_default(), kind]);
        parts.join(".")
    }

    fn pointer(&self, name: &str) -> String {
        match self.document {
            Document::V2 => format!("#/definitions/{name}"),
            Document::V3 => format!("#/components/schemas/{name}"),
        }
    }

    /// In v3 nothing may stand beside a reference, so that it stands in an `allOf` of its own.
    fn reference(&self, package: &str, name: &str, description: &str) -> JsonSchemaProps {
        let pointer = self.pointer(&format!("{package}.{name}"));
        let reference = JsonSchemaProps { reference: Some(pointer), ..JsonSchemaProps::default() };
        let description = Some(description.to_owned());
        match self.document {
            Document::V2 => JsonSchemaProps { description, ..reference },
            Document::V3 => {
                JsonSchemaProps { description, all_of: Some(vec![reference]), ..JsonSchemaProps::default() }
            }
        }
    }
}

fn set<const N: usize>(props: &mut JsonSchemaProps, added: [(&str, JsonSchemaProps); N]) {
    let properties = props.properties.get_or_insert_default();
    properties.extend(added.map(|(name, schema)| (name.to_owned(), Box::new(schema))));
}

fn of_type(name: &str) -> JsonSchemaProps {
    JsonSchemaProps { type_: Some(name.to_owned()), ..JsonSchemaProps::default() }
}

fn string(description: &str) -> JsonSchemaProps {
    JsonSchemaProps { description: Some(description.to_owned()), ..of_type("string") }
}
