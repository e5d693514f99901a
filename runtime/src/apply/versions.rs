//! The versions of a resource, and objects between them.
//!
//! Source: `pkg/apiserver/conversion/{converter,nop_converter}.go`;
//! `apimachinery pkg/util/managedfields/internal/{typeconverter,versionconverter}.go`.
//!
//! Knows nothing of: managers, sets of fields.

use std::borrow::Cow;
use std::fmt;

use serde_json::{Map, Value};

use super::schema::Types;
use super::typed::{Duplicates, validate};
use crate::compiled::CompiledSchema;
use crate::default_pruning::{RootDefaultError, prune_defaults};
use crate::go_text::{quoted, type_of};
use crate::names::group_version;
use crate::schema::StructuralSchema;

/// Whether a version has the subresource `/status`.
///
/// ```
/// use crd_schema::api::CrdVersion;
/// use crd_schema::apply::StatusSubresource;
///
/// let version = CrdVersion::default();
/// let status = version.subresources.and_then(|subresources| subresources.status);
/// let status = if status.is_some() { StatusSubresource::Enabled } else { StatusSubresource::Disabled };
/// assert_eq!(status, StatusSubresource::Disabled);
/// ```
///
/// Source: `CustomResourceSubresources.Status` in `pkg/apis/apiextensions/v1/types.go`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatusSubresource {
    /// It has: the status has requests of its own.
    Enabled,
    /// It has not: the status is a field like others.
    Disabled,
}

#[derive(Clone, Debug)]
pub(super) struct Version {
    pub(super) name: String,
    pub(super) types: Types,
    pub(super) defaults: Option<CompiledSchema>,
    pub(super) status: StatusSubresource,
}

impl Version {
    pub(super) fn new(
        name: &str,
        schema: Option<&StructuralSchema>,
        status: StatusSubresource,
    ) -> Result<Self, RootDefaultError> {
        let defaults = schema.map(|schema| prune_defaults(&CompiledSchema::new(schema))).transpose()?;
        Ok(Self { name: name.to_owned(), types: Types::new(schema), defaults, status })
    }
}

/// A kind, with its versions.
#[derive(Clone, Debug)]
pub(super) struct Kind {
    pub(super) group: String,
    pub(super) name: String,
    pub(super) versions: Vec<Version>,
    /// The zero value of a type of Go; nothing for custom resources.
    pub(super) zero: Map<String, Value>,
}

/// `schema.GroupVersionKind` of an object.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Gvk {
    pub(super) group: String,
    pub(super) version: String,
    pub(super) kind: String,
}

impl fmt::Display for Gvk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}, Kind={}", self.group, self.version, self.kind)
    }
}

impl Gvk {
    /// `Unstructured.GroupVersionKind`.
    pub(super) fn of(object: &Value) -> Self {
        let string = |name| object.get(name).and_then(Value::as_str).unwrap_or_default();
        let Ok((group, version)) = group_version(string("apiVersion")) else { return Self::default() };
        Self { group: group.to_owned(), version: version.to_owned(), kind: string("kind").to_owned() }
    }

    pub(super) fn api_version(&self) -> String {
        api_version(&self.group, &self.version)
    }
}

pub(super) fn api_version(group: &str, version: &str) -> String {
    if group.is_empty() { version.to_owned() } else { format!("{group}/{version}") }
}

/// An object that is valid for the types of its version.
#[derive(Clone, Debug)]
pub(super) struct Typed<'k> {
    pub(super) value: Value,
    pub(super) types: &'k Types,
}

impl Kind {
    pub(super) fn version(&self, name: &str) -> Option<&Version> {
        self.versions.iter().find(|version| version.name == name)
    }

    pub(super) fn gvk(&self, version: &str) -> Gvk {
        Gvk { group: self.group.clone(), version: version.to_owned(), kind: self.name.clone() }
    }

    pub(super) fn api_version(&self, version: &str) -> String {
        api_version(&self.group, version)
    }

    /// `ObjectToTyped`.
    pub(super) fn typed(&self, value: Value, duplicates: Duplicates) -> Result<Typed<'_>, String> {
        let gvk = Gvk::of(&value);
        let known = gvk.group == self.group && gvk.kind == self.name;
        let Some(version) = self.version(&gvk.version).filter(|_| known) else {
            return Err(format!("no corresponding type for {gvk}"));
        };
        validate(&version.types, version.types.root(), &value, duplicates)?;
        Ok(Typed { value, types: &version.types })
    }

    /// `ConvertToVersion` of a resource without a webhook: only the name of the version changes.
    pub(super) fn converted(&self, value: &Value, group: &str, version: &str) -> Result<Value, String> {
        let from = Gvk::of(value);
        if from.group != group {
            let target = quoted(&api_version(group, version));
            return Err(format!("{from} is unstructured and is not suitable for converting to {target}"));
        }
        let known = |version: &str| group == self.group && self.version(version).is_some();
        for (way, name) in [("to", version), ("from", &from.version)] {
            if !known(name) {
                let name = api_version(group, name);
                return Err(format!("request to convert CR {way} an invalid group/version: {name}"));
            }
        }
        let mut value = value.clone();
        if let Value::Object(fields) = &mut value {
            fields.insert("apiVersion".to_owned(), self.api_version(version).into());
            fields.insert("kind".to_owned(), from.kind.into());
        }
        Ok(value)
    }

    /// `versionConverter.Convert`, by way of the version of the request.
    pub(super) fn convert<'o, 'k>(
        &'k self,
        object: &'o Typed<'k>,
        to: &str,
        hub: &str,
    ) -> Result<Cow<'o, Typed<'k>>, String> {
        let to = group_version(to)?;
        let own = object.value.get("apiVersion").and_then(Value::as_str);
        if own.and_then(|own| group_version(own).ok()) == Some(to) {
            return Ok(Cow::Borrowed(object));
        }
        if !object.value.is_object() {
            return Err(format!(
                "failed to convert value to unstructured for type {}",
                type_of(&object.value)
            ));
        }
        let through = self.converted(&object.value, &self.group, hub)?;
        let converted = self.converted(&through, to.0, to.1)?;
        Ok(Cow::Owned(self.typed(converted, Duplicates::Rejected)?))
    }

    /// An object that nobody has written yet.
    pub(super) fn empty(&self, version: &str) -> Value {
        let mut object = self.zero.clone();
        object.insert("apiVersion".to_owned(), self.api_version(version).into());
        object.insert("kind".to_owned(), self.name.clone().into());
        Value::Object(object)
    }
}
