//! The types whose values are strings in JSON.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crd_schema::convert::from_description;
use crd_schema::describe::{FieldDesc, Shape, TypeDesc};
use crd_schema::validation::Validator;
use crd_schema::{CrdSchema, JsonSchemaProps, ServerVersion};
use k8s_openapi::ByteString;
use k8s_openapi::apimachinery::pkg::api::resource::Quantity;
use k8s_openapi::apimachinery::pkg::apis::meta::v1::{MicroTime, Time};
use k8s_openapi::apimachinery::pkg::util::intstr::IntOrString;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::generated::Family;

/// A type, its schema, and what serde makes of a value.
pub(super) struct Type {
    pub(super) name: &'static str,
    pub(super) family: Family,
    pub(super) schema: Value,
    validator: Validator,
    /// What serde writes after reading the value, if it reads it.
    pub(super) rewrite: fn(&Value) -> Option<Value>,
}

impl Type {
    fn new<T: CrdSchema + Serialize + DeserializeOwned>(name: &'static str, family: Family) -> Self {
        let field = FieldDesc { name: "f", type_: T::SCHEMA, ..FieldDesc::EMPTY };
        let root = TypeDesc::of(Shape::Object(Vec::leak(vec![field])));
        let schema =
            from_description(&root, crd_schema::convert::Descriptions::LeftOut).expect("a structural schema");
        Self {
            name,
            family,
            validator: Validator::new(&schema, ServerVersion::default()),
            schema: serde_json::to_value(JsonSchemaProps::from(&schema)).expect("JSON"),
            rewrite: |value| {
                let read: T = serde_json::from_str(&value.to_string()).ok()?;
                serde_json::to_value(read).ok()
            },
        }
    }

    pub(super) fn accepts(&self, value: &Value) -> bool {
        self.validator.is_valid(&json!({"f": value}))
    }
}

/// All of them, by the names that the page has.
pub(super) fn all() -> Vec<Type> {
    vec![
        Type::new::<String>("String", Family::Other),
        Type::new::<char>("char", Family::Other),
        Type::new::<std::path::PathBuf>("PathBuf", Family::Other),
        Type::new::<Ipv4Addr>("Ipv4Addr", Family::Address),
        Type::new::<Ipv6Addr>("Ipv6Addr", Family::Address),
        Type::new::<IpAddr>("IpAddr", Family::Address),
        Type::new::<crd_schema::IntOrString>("IntOrString", Family::Quantity),
        Type::new::<chrono::DateTime<chrono::Utc>>("chrono::DateTime<Utc>", Family::Moment),
        Type::new::<chrono::DateTime<chrono::FixedOffset>>("chrono::DateTime<FixedOffset>", Family::Moment),
        Type::new::<chrono::NaiveDate>("chrono::NaiveDate", Family::Day),
        Type::new::<jiff::Timestamp>("jiff::Timestamp", Family::Moment),
        Type::new::<jiff::civil::Date>("jiff::civil::Date", Family::Day),
        Type::new::<url::Url>("Url", Family::Url),
        Type::new::<uuid::Uuid>("Uuid", Family::Uuid),
        Type::new::<Time>("Time", Family::Moment),
        Type::new::<MicroTime>("MicroTime", Family::Moment),
        Type::new::<Quantity>("Quantity", Family::Quantity),
        Type::new::<IntOrString>("k8s_openapi IntOrString", Family::Quantity),
        Type::new::<ByteString>("ByteString", Family::Bytes),
    ]
}
