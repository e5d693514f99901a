//! Generated code compiles where nothing is in scope and every usual name means something else.

#![no_implicit_prelude]
#![deny(warnings)]
#![allow(unreachable_pub)]

extern crate crd_schema as renamed;

/// Names that generated code must not rely on.
mod user {
    #![allow(dead_code, non_camel_case_types)]

    pub struct Option;
    pub struct Some;
    pub struct None;
    pub struct Result;
    pub struct Ok;
    pub struct Err;
    pub struct String;
    pub struct Vec;
    pub struct Box;
    pub struct Default;
    pub struct Clone;
    pub trait CrdSchema {}
    pub trait CustomResource {}
    pub struct TypeDesc;
    pub struct Facet;
    pub struct f64;
    pub mod core {}
    pub mod std {}
    pub mod serde {}
    pub mod serde_json {}
    pub mod crd_schema {}
}

mod types {
    #[allow(unused_imports)]
    use crate::user::*;

    type Text = ::std::string::String;

    /// A spec.
    #[derive(
        ::core::clone::Clone,
        ::core::fmt::Debug,
        ::serde::Serialize,
        ::serde::Deserialize,
        ::renamed::CrdSchema,
    )]
    #[crd(crate = ::renamed, group = "example.com", version = "v1", kind = "Thing", status = ThingStatus)]
    #[crd(column(name = "N", path = ".spec.name", type = "string"), no_export_test, rule = "true")]
    pub struct ThingSpec {
        /// A name.
        #[immutable]
        #[crd(length = 1..=63, pattern = "^a", enum = ["a"], default = "a")]
        pub name: Text,
        #[crd(min = 1, max = 3, exclusive_max, multiple_of = 1)]
        pub size: i32,
        #[serde(default)]
        #[crd(default_from_serde)]
        pub flag: bool,
        #[crd(default, list_type = "atomic", items(max_length = 3))]
        #[immutable(items)]
        pub names: ::std::vec::Vec<Text>,
        #[crd(list_map_keys = ["key"])]
        #[immutable_keys(add_only)]
        pub entries: ::std::vec::Vec<Entry>,
        #[preserve_unknown(values)]
        pub map: ::core::option::Option<::std::collections::BTreeMap<Text, Text>>,
        #[preserve_unknown]
        pub unknown: ::core::option::Option<Text>,
        #[int_or_string]
        pub port: Text,
        #[embedded_resource]
        pub resource: ::renamed::EmbeddedResource,
        pub wrapper: Wrapper<Text>,
        pub engine: Engine,
    }

    /// For kube.
    #[derive(
        ::core::clone::Clone,
        ::core::fmt::Debug,
        ::serde::Serialize,
        ::serde::Deserialize,
        ::renamed::CrdSchema,
    )]
    #[crd(crate = ::renamed, kube, group = "example.com", version = "v1", kind = "Part", status = ThingStatus)]
    #[crd(short_names = ["pt"], no_export_test)]
    pub struct PartSpec {
        pub key: Text,
    }

    #[derive(
        ::core::clone::Clone,
        ::core::fmt::Debug,
        ::serde::Serialize,
        ::serde::Deserialize,
        ::renamed::CrdSchema,
    )]
    #[crd(crate = ::renamed)]
    pub struct Entry {
        pub key: Text,
    }

    #[derive(
        ::core::clone::Clone,
        ::core::fmt::Debug,
        ::serde::Serialize,
        ::serde::Deserialize,
        ::renamed::CrdSchema,
    )]
    #[crd(crate = ::renamed)]
    pub struct Wrapper<T> {
        #[crd(nullable)]
        #[immutable]
        pub inner: T,
    }

    #[derive(
        ::core::clone::Clone,
        ::core::fmt::Debug,
        ::serde::Serialize,
        ::serde::Deserialize,
        ::renamed::CrdSchema,
    )]
    #[crd(crate = ::renamed)]
    pub enum Engine {
        Small,
    }

    #[derive(
        ::core::clone::Clone,
        ::core::fmt::Debug,
        ::serde::Serialize,
        ::serde::Deserialize,
        ::renamed::CrdSchema,
    )]
    #[crd(crate = ::renamed)]
    pub struct ThingStatus(Wrapped);

    #[derive(
        ::core::clone::Clone,
        ::core::fmt::Debug,
        ::serde::Serialize,
        ::serde::Deserialize,
        ::renamed::CrdSchema,
    )]
    #[crd(crate = ::renamed)]
    pub struct Wrapped {
        #[immutable(add_only)]
        #[serde(skip_serializing_if = "::core::option::Option::is_none")]
        pub seen: ::core::option::Option<bool>,
    }
}

#[::core::prelude::v1::test]
fn the_schema_is_made() {
    let schema = <types::Thing as ::renamed::CustomResource>::SCHEMA;
    ::core::assert!(::core::result::Result::is_ok(&::renamed::from_description(
        schema,
        ::core::option::Option::None
    )));
}
