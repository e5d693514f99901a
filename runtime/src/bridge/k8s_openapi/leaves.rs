//! Types without fields.
//!
//! controller-gen accepts more in five places than the types read, and one object that cannot be read holds up a whole watch: numbers
//! beyond 32 bits in `IntOrString`, moments that are not RFC 3339 or beyond the last one of jiff, base64 whose last character has
//! bits that no byte has, and `null`, which `JSON` writes.
//!
//! Source: `sigs.k8s.io/controller-tools/pkg/crd/known_types.go`.

use k8s_openapi::ByteString;
use k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::JSON as Json;
use k8s_openapi::apimachinery::pkg::api::resource::Quantity;
use k8s_openapi::apimachinery::pkg::apis::meta::v1::{FieldsV1, MicroTime, Time};
use k8s_openapi::apimachinery::pkg::runtime::RawExtension;
use k8s_openapi::apimachinery::pkg::util::intstr::IntOrString;

use crate::bridge::time;
use crate::describe::{CrdSchema, Facet, Shape, TypeDesc};

pub(super) const BOOLEAN: &TypeDesc = &TypeDesc::of(Shape::Boolean);
pub(super) const STRING: &TypeDesc = &TypeDesc::of(Shape::String);
pub(super) const INT32: &TypeDesc = &TypeDesc { shape: Shape::Integer, facets: &[Facet::Format("int32")] };
pub(super) const INT64: &TypeDesc = &TypeDesc { shape: Shape::Integer, facets: &[Facet::Format("int64")] };
pub(super) const BYTES: &TypeDesc = &TypeDesc {
    shape: Shape::String,
    facets: &[
        Facet::Format("byte"),
        // The bits of the last character that belong to no byte are 0.
        Facet::Pattern("^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$"),
    ],
};
pub(super) const TIME: &TypeDesc = time::JIFF_MOMENT;
pub(super) const RAW_EXTENSION: &TypeDesc = &TypeDesc::ANY_OBJECT;
pub(super) const JSON: &TypeDesc = &TypeDesc { shape: Shape::Anything, facets: &[Facet::Nullable] };
pub(super) const INT_OR_STRING: &TypeDesc = &TypeDesc {
    shape: Shape::IntOrString,
    facets: &[Facet::Minimum(-2_147_483_648.0), Facet::Maximum(2_147_483_647.0)],
};
pub(super) const QUANTITY: &TypeDesc = &TypeDesc {
    shape: Shape::IntOrString,
    facets: &[
        Facet::Pattern(
            r"^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$",
        ),
        Facet::Respelled,
    ],
};

macro_rules! leaves {
    ($($type_:ident: $schema:ident,)*) => {
        $(impl CrdSchema for $type_ {
            const SCHEMA: &'static TypeDesc = $schema;
        })*
    };
}

leaves! {
    ByteString: BYTES,
    FieldsV1: RAW_EXTENSION,
    IntOrString: INT_OR_STRING,
    Json: JSON,
    MicroTime: TIME,
    Quantity: QUANTITY,
    RawExtension: RAW_EXTENSION,
    Time: TIME,
}
