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
    pub struct S;
    pub struct T;
    pub struct D;
    pub struct E;
    pub struct Cow;
    pub struct Value;
    pub struct JsonSchema;
    pub struct Schema;
    pub trait Serialize {}
    pub trait Deserialize {}
    pub trait CrdSchema {}
    pub trait CustomResource {}
    pub struct TypeDesc;
    pub struct Facet;
    pub struct f64;
    pub mod core {}
    pub mod std {}
    pub mod serde {}
    pub mod serde_json {}
    pub mod schemars {}
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
        pub source: Source,
        pub step: Step,
        pub amount: Amount,
        pub level: Level,
        #[crd(schemars)]
        pub foreign: ::core::option::Option<::std::vec::Vec<Text>>,
        pub s: S,
        #[crd(with = Text)]
        pub written: S,
    }

    /// A type that is called as generics often are.
    #[derive(
        ::core::clone::Clone,
        ::core::fmt::Debug,
        ::serde::Serialize,
        ::serde::Deserialize,
        ::renamed::CrdSchema,
    )]
    #[crd(crate = ::renamed, json_schema)]
    pub struct S {
        pub t: T,
    }

    /// Another one.
    #[derive(
        ::core::clone::Clone,
        ::core::fmt::Debug,
        ::serde::Serialize,
        ::serde::Deserialize,
        ::renamed::CrdSchema,
    )]
    #[crd(crate = ::renamed, json_schema, length = 1..=63)]
    pub struct T(Text);

    /// serde's own `Deserialize` of such a struct needs the real `f64` in scope.
    #[derive(::serde::Serialize, ::renamed::CrdSchema)]
    #[crd(crate = ::renamed)]
    #[allow(dead_code)]
    pub struct Flat {
        #[serde(flatten)]
        pub source: Source,
        #[serde(flatten)]
        pub step: ::core::option::Option<Step>,
    }

    #[derive(
        ::core::clone::Clone,
        ::core::fmt::Debug,
        ::serde::Serialize,
        ::serde::Deserialize,
        ::renamed::CrdSchema,
    )]
    #[crd(crate = ::renamed, json_schema)]
    #[serde(tag = "type", deny_unknown_fields)]
    pub enum Source {
        Git {
            #[immutable]
            url: Text,
        },
        Nothing,
    }

    #[derive(
        ::core::clone::Clone,
        ::core::fmt::Debug,
        ::serde::Serialize,
        ::serde::Deserialize,
        ::renamed::CrdSchema,
    )]
    #[crd(crate = ::renamed, unions)]
    pub enum Step {
        Run(#[crd(min_length = 1)] Text),
        Wait { seconds: u32 },
    }

    #[derive(
        ::core::clone::Clone,
        ::core::fmt::Debug,
        ::serde::Serialize,
        ::serde::Deserialize,
        ::renamed::CrdSchema,
    )]
    #[crd(crate = ::renamed)]
    #[serde(untagged)]
    pub enum Amount {
        Count(u16),
        Share(Text),
    }

    #[derive(
        ::core::clone::Clone,
        ::core::fmt::Debug,
        ::serde::Serialize,
        ::serde::Deserialize,
        ::renamed::CrdSchema,
    )]
    #[crd(crate = ::renamed, repr = "name")]
    #[repr(u8)]
    pub enum Level {
        Low = 1,
    }

    #[derive(::renamed::CrdSchema)]
    #[crd(crate = ::renamed, repr = "number")]
    #[repr(u8)]
    #[allow(dead_code)]
    pub enum Number {
        One = 1,
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
    ::core::assert!(::core::result::Result::is_ok(&::renamed::convert::from_description(
        schema,
        ::renamed::convert::Descriptions::LeftOut
    )));
}
