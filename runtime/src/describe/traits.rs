//! The traits that the derive implements.

use super::{ResourceDesc, TypeDesc};

/// A type that has a structural schema.
///
/// `#[derive(CrdSchema)]` implements it. By hand it is one constant:
///
/// ```
/// use crd_schema::describe::{CrdSchema, Facet, Shape, TypeDesc};
///
/// struct Quarter(String);
///
/// impl CrdSchema for Quarter {
///     const SCHEMA: &'static TypeDesc =
///         &TypeDesc { shape: Shape::String, facets: &[Facet::Pattern("^[0-9]{4}Q[1-4]$")] };
/// }
/// # assert_eq!(<Quarter as CrdSchema>::SCHEMA.facets.len(), 1);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no structural schema",
    label = "`CrdSchema` is not implemented for this type",
    note = "derive `CrdSchema` for it; for a type of another crate say `#[crd(with = OtherType)]` at the field, \
            or `#[preserve_unknown]` to keep whatever stands there"
)]
#[cfg_attr(
    not(all(
        feature = "chrono-0-4",
        feature = "jiff-1",
        feature = "k8s-openapi-0-29",
        feature = "url-2",
        feature = "uuid-1"
    )),
    diagnostic::on_unimplemented(
        note = "types of chrono, jiff, k8s-openapi, url and uuid have one with the feature of `crd-schema` that is \
                called after their crate: `chrono-0-4`, `jiff-1`, `k8s-openapi-0-29`, `url-2`, `uuid-1`"
    )
)]
pub trait CrdSchema {
    /// What the type looks like in JSON.
    const SCHEMA: &'static TypeDesc;
}

/// A type that serde writes as the name of a property, and reads from any: the keys of maps.
///
/// ```
/// use std::collections::BTreeMap;
///
/// use crd_schema::describe::{CrdSchema, MapKey, Shape};
///
/// #[derive(PartialEq, Eq, PartialOrd, Ord)]
/// struct Zone(String);
///
/// impl MapKey for Zone {}
///
/// assert!(matches!(<BTreeMap<Zone, bool> as CrdSchema>::SCHEMA.shape, Shape::Map(_)));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no key of a map in a schema",
    label = "keys are strings in JSON",
    note = "maps have `String` keys; where serde writes others as strings, say \
            `#[crd(with = BTreeMap<String, …>)]` at the field, or implement `MapKey` for a type of yours that reads any text"
)]
pub trait MapKey {}

/// A type whose values are whole custom objects.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a custom resource",
    label = "this is no root type",
    note = "`#[derive(CrdSchema)]` with `#[crd(group = \"…\", version = \"…\", kind = \"…\")]` makes one"
)]
pub trait CustomResource {
    /// What the resource is called and how it is served.
    const RESOURCE: ResourceDesc;
    /// The whole object without `apiVersion`, `kind` and `metadata`.
    const SCHEMA: &'static TypeDesc;
}
