//! Type shapes: what a derived schema, serde and the server make of the same values.
//!
//! A shape is a type with a few samples. From each sample others are made that differ in one place; then
//! 1. the server takes the CRD;
//! 2. the steps here accept what the server accepts, and deny what it denies;
//! 3. what the server accepts, serde reads;
//! 4. what serde writes, the server accepts, and prunes nothing of it;
//! 5. what is read and written back is accepted and stored as it was.
//!
//! The server's word on a CRD and on an object is the oracle's, which is recorded in `cases/shapes`.

mod candidates;
mod laws;
mod recorded;

use crd_schema::convert::from_description;
use crd_schema::crd::definition_of;
use crd_schema::describe::{FieldDesc, ResourceDesc, Shape as Kind, TypeDesc};
use crd_schema::{CrdSchema, CustomResourceDefinition, Profile, ServedVersion, StructuralSchema, Violations};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

pub use laws::check;

/// A type with samples.
pub struct Shape {
    /// What it shows.
    pub name: &'static str,
    /// Values that all sides take.
    pub samples: Vec<Value>,
    /// The laws that do not hold of it, with the reason.
    pub exceptions: Vec<(Law, &'static str)>,
    definition: fn() -> Result<CustomResourceDefinition, Violations>,
    rewrite: fn(&Value) -> Result<Value, String>,
}

/// What is asked of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Law {
    /// The steps here accept what the server accepts, and nothing else.
    SameVerdict,
    /// What the server accepts, serde reads.
    AcceptedIsRead,
    /// What serde writes, the server accepts.
    WrittenIsAccepted,
    /// What serde writes is not pruned.
    WrittenIsKept,
    /// What is read and written back is stored as it was.
    WrittenBackIsUnchanged,
}

impl Shape {
    /// A shape without exceptions.
    pub fn new<T: CrdSchema + Serialize + DeserializeOwned>(name: &'static str, samples: Vec<Value>) -> Self {
        Self { name, samples, exceptions: Vec::new(), definition: define::<T>, rewrite: rewrite::<T> }
    }

    /// The shape, whose definition is made in another way.
    #[must_use]
    pub fn defined_by(mut self, definition: fn() -> Result<CustomResourceDefinition, Violations>) -> Self {
        self.definition = definition;
        self
    }

    /// The shape, of which a law does not hold.
    #[must_use]
    pub fn except(mut self, law: Law, reason: &'static str) -> Self {
        self.exceptions.push((law, reason));
        self
    }

    fn served(&self) -> Result<(CustomResourceDefinition, ServedVersion), String> {
        let crd = (self.definition)().map_err(|violations| violations.to_string())?;
        let served = ServedVersion::new(&crd, "v1").map_err(|error| error.to_string())?;
        Ok((crd, served))
    }
}

const RESOURCE: ResourceDesc = ResourceDesc {
    group: "example.com",
    version: "v1",
    kind: "Shape",
    plural: "shapes",
    ..ResourceDesc::EMPTY
};

/// The definition that all shapes have, with this schema.
///
/// # Errors
/// As `definition_of`.
pub fn definition_with(
    schema: &StructuralSchema,
    profile: Profile,
) -> Result<CustomResourceDefinition, Violations> {
    Ok(definition_of(&RESOURCE, schema, profile)?.into_crd())
}

/// The type as the spec of a resource.
struct Root<T>(T);

impl<T: CrdSchema> Root<T> {
    const SCHEMA: TypeDesc = TypeDesc::of(Kind::Object(&[FieldDesc {
        name: "spec",
        type_: T::SCHEMA,
        required: true,
        ..FieldDesc::EMPTY
    }]));
}

fn define<T: CrdSchema>() -> Result<CustomResourceDefinition, Violations> {
    let schema = from_description(&Root::<T>::SCHEMA, crd_schema::convert::Descriptions::Kept)?;
    definition_with(&schema, Profile::Cluster)
}

/// Reads as the type does, and writes what was read.
fn rewrite<T: Serialize + DeserializeOwned>(value: &Value) -> Result<Value, String> {
    let read: T = serde_json::from_value(value.clone()).map_err(|error| error.to_string())?;
    serde_json::to_value(&read).map_err(|error| error.to_string())
}

/// A module for each shape: `name: { types } Type => [samples] also { other items } except [Law: "reason"];`.
#[macro_export]
macro_rules! shapes {
    ($($name:ident: { $($item:item)* } $type_:ty => $samples:tt $(also { $($other:item)* })? $(except [$($law:ident: $reason:literal),+])?;)*) => {
        $(#[allow(missing_docs, dead_code)]
        mod $name {
            #[allow(unused_imports)]
            use super::*;
            $(
                #[derive(serde::Serialize, serde::Deserialize, crd_schema::CrdSchema)]
                $item
            )*
            $($($other)*)?
            pub(super) fn shape() -> $crate::shapes::Shape {
                let samples = serde_json::json!($samples);
                let samples = samples.as_array().expect("a list of samples").clone();
                $crate::shapes::Shape::new::<$type_>(stringify!($name), samples)
                    $($(.except($crate::shapes::Law::$law, $reason))+)?
            }
        })*

        /// The shapes of this file.
        pub(super) fn all() -> Vec<$crate::shapes::Shape> {
            vec![$($name::shape()),*]
        }
    };
}

/// Fields of one type each: `name: Type => [samples];`, or with attributes, `name: @[#[…]] Type => [samples];`.
#[macro_export]
macro_rules! field_shapes {
    ($($name:ident: $(@[$($attributes:tt)*])? $type_:ty => $samples:tt $(except [$($law:ident: $reason:literal),+])?;)*) => {
        $(#[allow(missing_docs, dead_code)]
        mod $name {
            #[allow(unused_imports)]
            use super::*;
            #[derive(serde::Serialize, serde::Deserialize, crd_schema::CrdSchema)]
            struct Spec {
                $($($attributes)*)?
                f: $type_,
            }

            pub(super) fn shape() -> $crate::shapes::Shape {
                let samples = serde_json::json!($samples);
                let samples = samples.as_array().expect("a list of samples");
                let samples = samples.iter().map(|sample| serde_json::json!({"f": sample})).collect();
                $crate::shapes::Shape::new::<Spec>(stringify!($name), samples)
                    $($(.except($crate::shapes::Law::$law, $reason))+)?
            }
        })*

        /// The shapes of this file.
        pub(super) fn all() -> Vec<$crate::shapes::Shape> {
            vec![$($name::shape()),*]
        }
    };
}
