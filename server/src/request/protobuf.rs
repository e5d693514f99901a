//! Namespaces in protobuf, as kubectl and client-go write types that are built in.
//!
//! Source: `apimachinery pkg/runtime/serializer/protobuf/protobuf.go`, `pkg/runtime/generated.proto`,
//! `pkg/apis/meta/v1/generated.proto`, `api core/v1/generated.proto`.

use std::collections::BTreeMap;

use prost::Message;
use serde_json::{Map, Value, json};

/// What stands before each object.
const MAGIC: &[u8] = b"k8s\0";

/// `runtime.Unknown`.
#[derive(Clone, PartialEq, Message)]
struct Envelope {
    #[prost(message, optional, tag = "1")]
    type_meta: Option<TypeMeta>,
    #[prost(bytes = "vec", tag = "2")]
    raw: Vec<u8>,
}

#[derive(Clone, PartialEq, Message)]
struct TypeMeta {
    #[prost(string, tag = "1")]
    api_version: String,
    #[prost(string, tag = "2")]
    kind: String,
}

/// Of a namespace only the metadata is the client's to say.
#[derive(Clone, PartialEq, Message)]
struct Namespace {
    #[prost(message, optional, tag = "1")]
    metadata: Option<ObjectMeta>,
}

#[derive(Clone, PartialEq, Message)]
struct ObjectMeta {
    #[prost(string, tag = "1")]
    name: String,
    #[prost(string, tag = "2")]
    generate_name: String,
    #[prost(string, tag = "5")]
    uid: String,
    #[prost(string, tag = "6")]
    resource_version: String,
    #[prost(btree_map = "string, string", tag = "11")]
    labels: BTreeMap<String, String>,
    #[prost(btree_map = "string, string", tag = "12")]
    annotations: BTreeMap<String, String>,
    #[prost(string, repeated, tag = "14")]
    finalizers: Vec<String>,
}

/// A namespace as JSON.
///
/// # Errors
/// Why it cannot be read.
pub(crate) fn namespace(bytes: &[u8]) -> Result<Value, String> {
    let bytes = bytes
        .strip_prefix(MAGIC)
        .ok_or("provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]")?;
    let envelope = Envelope::decode(bytes).map_err(|error| error.to_string())?;
    let namespace = Namespace::decode(envelope.raw.as_slice()).map_err(|error| error.to_string())?;
    let TypeMeta { api_version, kind } = envelope.type_meta.unwrap_or_default();
    let metadata = namespace.metadata.unwrap_or_default();
    let strings = [
        ("name", metadata.name),
        ("generateName", metadata.generate_name),
        ("uid", metadata.uid),
        ("resourceVersion", metadata.resource_version),
    ];
    let strings = strings.into_iter().filter(|(_, text)| !text.is_empty());
    let mut fields: Map<String, Value> = strings.map(|(name, text)| (name.to_owned(), text.into())).collect();
    for (name, map) in [("labels", metadata.labels), ("annotations", metadata.annotations)] {
        if !map.is_empty() {
            fields.insert(name.to_owned(), json!(map));
        }
    }
    if !metadata.finalizers.is_empty() {
        fields.insert("finalizers".to_owned(), metadata.finalizers.into());
    }
    Ok(json!({"apiVersion": api_version, "kind": kind, "metadata": fields}))
}
