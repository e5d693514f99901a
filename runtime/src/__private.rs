//! What generated code may name. Nothing here is public: it changes with any release.

#[cfg(feature = "schemars-1")]
pub use schemars;
pub use serde;
pub use std::borrow::Cow;

#[cfg(feature = "kube-5")]
pub use crate::bridge::kube::root as kube;
#[cfg(feature = "schemars-1")]
pub use crate::bridge::schemars::{schema_for, schema_of};
#[cfg(not(feature = "serve"))]
pub use crate::crd::resource::Serve;
pub use crate::describe::cycles::{Cut, CycleOf, Here, Leads, NoCycle, Step};
pub use crate::describe::guard;
pub use crate::types::root;

use std::marker::PhantomData;

use serde::Serialize;
use serde::de::Error as _;
use serde_json::Value;

use crate::describe::{CrdSchema, Facet, FieldDesc, TypeDesc};

/// A field that must be there unless its type says otherwise.
pub const fn field(name: &'static str, type_: &'static TypeDesc) -> FieldDesc {
    described_field(name, "", type_)
}

/// A field with a description that must be there unless its type says otherwise.
pub const fn described_field(
    name: &'static str,
    description: &'static str,
    type_: &'static TypeDesc,
) -> FieldDesc {
    FieldDesc { name, description, type_, required: !guard::is_optional(type_), ..FieldDesc::EMPTY }
}

/// The spec of a root: the description of its type is that of the whole object, so the field needs none.
pub const fn spec(type_: &'static TypeDesc) -> FieldDesc {
    FieldDesc { name: "spec", type_, required: true, facets: &[Facet::Description("")], ..FieldDesc::EMPTY }
}

/// The default of a type, as the server would fill it in.
///
/// # Errors
/// The value cannot be written as JSON.
pub fn default_value<T: Default + Serialize>() -> Result<Value, serde_json::Error> {
    to_value(&T::default())
}

/// A value as the server would fill it in.
///
/// # Errors
/// The value cannot be written as JSON.
pub fn to_value<T: Serialize>(value: &T) -> Result<Value, serde_json::Error> {
    serde_json::to_value(value)
}

/// Values as the server would fill them in, each with its name.
///
/// # Errors
/// One of the values cannot be written as JSON.
pub fn to_values<const N: usize>(
    values: [(&'static str, Result<Value, serde_json::Error>); N],
) -> Result<Vec<(&'static str, Value)>, serde_json::Error> {
    values.into_iter().map(|(name, value)| Ok((name, value?))).collect()
}

/// The default of a type that should have one: serde's derive reports it where it does not, so that this need not.
///
/// A function of the type itself comes before one of a trait, and the former is there for types with a default alone.
pub struct DefaultOf<T>(PhantomData<T>);

impl<T: Default> DefaultOf<T> {
    /// The default of the type.
    ///
    /// # Errors
    /// Never.
    pub fn make() -> Result<T, serde_json::Error> {
        Ok(T::default())
    }
}

/// What [`DefaultOf`] is for a type without a default.
pub trait NoDefault<T> {
    /// No default.
    ///
    /// # Errors
    /// Always.
    fn make() -> Result<T, serde_json::Error> {
        Err(serde_json::Error::custom("the type has no `Default`"))
    }
}

impl<T> NoDefault<T> for DefaultOf<T> {}

/// The description of a type that may have none, as [`DefaultOf`] has the default of one.
pub struct SchemaOf<T: ?Sized>(PhantomData<T>);

impl<T: CrdSchema + ?Sized> SchemaOf<T> {
    /// The description of the type.
    pub const SCHEMA: &'static TypeDesc = T::SCHEMA;
}

/// What [`SchemaOf`] is for a type without a description: anything.
pub trait NoSchema {
    /// Nothing is known of the type.
    const SCHEMA: &'static TypeDesc = &TypeDesc::ANYTHING;
}

impl<T: ?Sized> NoSchema for SchemaOf<T> {}
