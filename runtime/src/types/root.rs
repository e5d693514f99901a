//! How the root objects that the derive writes are read and written.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeStruct, Serializer};

use crate::describe::ResourceDesc;

/// The status of a resource that has none: never written, ignored when read.
#[derive(Clone, Copy, Debug)]
pub struct NoStatus;

impl Serialize for NoStatus {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_unit()
    }
}

impl<'de> Deserialize<'de> for NoStatus {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        IgnoredAny::deserialize(deserializer).map(|_| Self)
    }
}

/// Writes a root object: `apiVersion` and `kind` first, no spec and status where there is none.
///
/// # Errors
/// Those of the serializer.
pub fn serialize<S: Serializer>(
    serializer: S,
    resource: &ResourceDesc,
    metadata: &impl Serialize,
    spec: Option<&impl Serialize>,
    status: Option<&impl Serialize>,
) -> Result<S::Ok, S::Error> {
    let count = 3 + usize::from(spec.is_some()) + usize::from(status.is_some());
    let mut object = serializer.serialize_struct(resource.kind, count)?;
    object.serialize_field("apiVersion", &ApiVersion(resource).to_string())?;
    object.serialize_field("kind", resource.kind)?;
    object.serialize_field("metadata", metadata)?;
    match spec {
        Some(spec) => object.serialize_field("spec", spec)?,
        None => object.skip_field("spec")?,
    }
    match status {
        Some(status) => object.serialize_field("status", status)?,
        None => object.skip_field("status")?,
    }
    object.end()
}

/// The fields of a root object.
pub type Fields<Meta, Spec, Status> = (Meta, Spec, Option<Status>);

/// Reads a root object of exactly this group, version and kind; unknown fields are ignored.
///
/// `without_spec` is the spec of an object that has none, if it may have none.
///
/// # Errors
/// Those of the deserializer, and another or a missing `apiVersion` or `kind`.
pub fn deserialize<'de, D, Meta, Spec, Status>(
    deserializer: D,
    resource: &'static ResourceDesc,
    without_spec: fn() -> Option<Spec>,
) -> Result<Fields<Meta, Spec, Status>, D::Error>
where
    D: Deserializer<'de>,
    Meta: Deserialize<'de> + Default,
    Spec: Deserialize<'de>,
    Status: Deserialize<'de>,
{
    const FIELDS: &[&str] = &["apiVersion", "kind", "metadata", "spec", "status"];
    let visitor = RootVisitor { resource, without_spec, fields: PhantomData };
    deserializer.deserialize_struct(resource.kind, FIELDS, visitor)
}

struct RootVisitor<Meta, Spec, Status> {
    resource: &'static ResourceDesc,
    without_spec: fn() -> Option<Spec>,
    fields: PhantomData<Fields<Meta, Spec, Status>>,
}

/// What has been read so far.
struct Read<Meta, Spec, Status> {
    api_version: Option<()>,
    kind: Option<()>,
    metadata: Option<Meta>,
    spec: Option<Spec>,
    status: Option<Status>,
    seen_status: Option<()>,
}

impl<'de, Meta, Spec, Status> Visitor<'de> for RootVisitor<Meta, Spec, Status>
where
    Meta: Deserialize<'de> + Default,
    Spec: Deserialize<'de>,
    Status: Deserialize<'de>,
{
    type Value = Fields<Meta, Spec, Status>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a {} of {}", self.resource.kind, ApiVersion(self.resource))
    }

    /// The kind is validated as soon as it is read: in a foreign object the spec would be blamed otherwise.
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut read = Read {
            api_version: None,
            kind: None,
            metadata: None,
            spec: None,
            status: None,
            seen_status: None,
        };
        while let Some(name) = map.next_key::<String>()? {
            match name.as_str() {
                "apiVersion" => {
                    let wanted = ApiVersion(self.resource).to_string();
                    once(&mut read.api_version, &mut map, "apiVersion", |map| expect(map, &wanted))?;
                }
                "kind" => once(&mut read.kind, &mut map, "kind", |map| expect(map, self.resource.kind))?,
                "metadata" => once(&mut read.metadata, &mut map, "metadata", A::next_value)?,
                "spec" => once(&mut read.spec, &mut map, "spec", A::next_value)?,
                "status" => {
                    let Read { status, seen_status, .. } = &mut read;
                    once(seen_status, &mut map, "status", |map| {
                        *status = map.next_value()?;
                        Ok(())
                    })?;
                }
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        read.finish(self.without_spec)
    }
}

impl<Meta: Default, Spec, Status> Read<Meta, Spec, Status> {
    fn finish<E: Error>(self, without_spec: fn() -> Option<Spec>) -> Result<Fields<Meta, Spec, Status>, E> {
        self.api_version.ok_or_else(|| E::missing_field("apiVersion"))?;
        self.kind.ok_or_else(|| E::missing_field("kind"))?;
        let spec = self.spec.or_else(without_spec).ok_or_else(|| E::missing_field("spec"))?;
        Ok((self.metadata.unwrap_or_default(), spec, self.status))
    }
}

fn once<'de, A: MapAccess<'de>, T>(
    field: &mut Option<T>,
    map: &mut A,
    name: &'static str,
    read: impl FnOnce(&mut A) -> Result<T, A::Error>,
) -> Result<(), A::Error> {
    if field.is_some() {
        return Err(A::Error::duplicate_field(name));
    }
    *field = Some(read(map)?);
    Ok(())
}

fn expect<'de, A: MapAccess<'de>>(map: &mut A, wanted: &str) -> Result<(), A::Error> {
    let string: String = map.next_value()?;
    if string == wanted {
        return Ok(());
    }
    Err(A::Error::custom(format_args!("expected `{wanted}`, found `{string}`")))
}

struct ApiVersion<'r>(&'r ResourceDesc);

impl fmt::Display for ApiVersion<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.0.group, self.0.version)
    }
}
