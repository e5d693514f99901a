//! A Kubernetes object inside another one.

use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Map, Value};

use crate::describe::{CrdSchema, Facet, TypeDesc};
use crate::wire::ObjectMeta;

/// A Kubernetes object of any kind inside another one; the server checks its metadata and keeps the rest.
///
/// Source: `x-kubernetes-embedded-resource`, Kubernetes documentation of `CustomResourceDefinition`.
///
/// ```
/// use crd_schema::EmbeddedResource;
///
/// let string = r#"{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"k":"v"}}"#;
/// let object: EmbeddedResource = serde_json::from_str(string)?;
/// assert_eq!(object.metadata.name.as_deref(), Some("a"));
/// assert_eq!(object.content["data"]["k"], "v");
/// assert_eq!(serde_json::to_string(&object)?, string);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EmbeddedResource {
    /// Group and version, `apps/v1` for example.
    pub api_version: String,
    /// The kind of object.
    pub kind: String,
    /// The metadata.
    pub metadata: ObjectMeta,
    /// All other fields.
    pub content: Map<String, Value>,
}

impl CrdSchema for EmbeddedResource {
    const SCHEMA: &'static TypeDesc =
        &TypeDesc { facets: &[Facet::EmbeddedResource, Facet::PreserveUnknown], ..TypeDesc::ANY_OBJECT };
}

impl Serialize for EmbeddedResource {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("apiVersion", &self.api_version)?;
        map.serialize_entry("kind", &self.kind)?;
        if self.metadata != ObjectMeta::default() {
            map.serialize_entry("metadata", &self.metadata)?;
        }
        for (name, field) in &self.content {
            map.serialize_entry(name, field)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for EmbeddedResource {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut content = Map::deserialize(deserializer)?;
        Ok(Self {
            api_version: required(&mut content, "apiVersion")?,
            kind: required(&mut content, "kind")?,
            metadata: field(&mut content, "metadata")?.unwrap_or_default(),
            content,
        })
    }
}

fn required<E: Error>(content: &mut Map<String, Value>, name: &'static str) -> Result<String, E> {
    field(content, name)?.ok_or_else(|| E::missing_field(name))
}

fn field<T: DeserializeOwned, E: Error>(
    content: &mut Map<String, Value>,
    name: &str,
) -> Result<Option<T>, E> {
    let value = content.remove(name).filter(|value| !value.is_null());
    value.map(serde_json::from_value).transpose().map_err(|error| E::custom(format!("{name}: {error}")))
}
