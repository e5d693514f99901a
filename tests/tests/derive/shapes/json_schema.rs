//! Types whose `JsonSchema` is ours, through kube's rewriter: the CRD that `kube`'s derive makes of them.

use crd_schema::{CustomResourceDefinition, JsonSchemaProps, Profile, StructuralSchema, Violations};
use kube_core::schema::{OptionalEnum, OptionalIntOrString, StructuralSchemaRewriter};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// As `kube_derive` sets schemars up, with and without its rewriter.
fn settings() -> SchemaSettings {
    SchemaSettings::openapi3().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    })
}

fn rewritten<T: JsonSchema>() -> Value {
    let plain = settings().into_generator().into_root_schema_for::<T>().to_value();
    let rewritten = settings().with_transform(StructuralSchemaRewriter).into_generator();
    assert_eq!(rewritten.into_root_schema_for::<T>().to_value(), plain, "the rewriter leaves it as it is");
    let all = settings()
        .with_transform(StructuralSchemaRewriter)
        .with_transform(OptionalEnum)
        .with_transform(OptionalIntOrString)
        .into_generator();
    all.into_root_schema_for::<T>().to_value()
}

fn define<T: JsonSchema>() -> Result<CustomResourceDefinition, Violations> {
    let mut spec = rewritten::<T>();
    // The title is the name of the Rust type.
    spec.as_object_mut().expect("an object").remove("title");
    let root = serde_json::json!({"type": "object", "properties": {"spec": spec}, "required": ["spec"]});
    let props: JsonSchemaProps = serde_json::from_value(root).expect("words of a CRD");
    crd_schema_tests::shapes::definition_with(&StructuralSchema::try_from(&props)?, Profile::Cluster)
}

macro_rules! ours {
    ($($name:ident: { $($item:item)* } $type_:ty => [$($sample:tt),* $(,)?] $(except [$($law:ident: $reason:expr),+])?;)*) => {
        $(#[allow(dead_code)]
        mod $name {
            #[allow(unused_imports)]
            use super::*;
            $(
                #[derive(Serialize, Deserialize, crd_schema::CrdSchema)]
                #[crd(json_schema)]
                $item
            )*
            pub(super) fn shape() -> crd_schema_tests::shapes::Shape {
                let samples = vec![$(serde_json::json!($sample)),*];
                crd_schema_tests::shapes::Shape::new::<$type_>(concat!("json_schema_", stringify!($name)), samples)
                    .defined_by(define::<$type_>)
                    $($(.except(crd_schema_tests::shapes::Law::$law, $reason))+)?
            }
        })*

        /// The shapes of this file.
        pub(super) fn all() -> Vec<crd_schema_tests::shapes::Shape> {
            vec![$($name::shape()),*]
        }
    };
}

const OF_OTHERS: &str = "fields of other variants are accepted and lost, as serde does";

ours! {
    members: {
        /// All of it.
        struct Spec {
            /// A text.
            a: String, b: Option<i32>, c: Vec<u8>, d: BTreeMap<String, bool>, e: serde_json::Value,
        }
    } Spec => [{"a": "x", "b": 1, "c": [1], "d": {"k": true}, "e": {"f": 1}}, {"a": "x", "b": null, "c": [], "d": {}, "e": null}];
    unit_enum: { struct Spec { a: E, b: Option<E> } enum E { One, Two } } Spec => [{"a": "One", "b": "Two"}, {"a": "One", "b": null}];
    bounds: {
        struct Spec { #[crd(min = 0, exclusive_min, max = 9)] a: i32, #[crd(min = 0, exclusive_min)] b: f64 }
    } Spec => [{"a": 1, "b": 0.5}] except [WrittenIsAccepted: "serde does not ask bounds"];
    external_enum: { struct Spec { a: E } enum E { Run { cmd: String }, Wait(u32), Nothing {} } } Spec => [{"a": {"Run": {"cmd": "x"}}}, {"a": {"Wait": 1}}, {"a": {"Nothing": {}}}];
    optional_external_enum: { struct Spec { a: Option<E> } enum E { Run { cmd: String }, Wait(u32) } } Spec => [{"a": {"Run": {"cmd": "x"}}}, {"a": null}];
    internal_enum: { struct Spec { a: E } #[serde(tag = "kind")] enum E { File { path: String, mode: Option<u8> }, Udp { port: u16 }, Off } } Spec => [{"a": {"kind": "File", "path": "x", "mode": 1}}, {"a": {"kind": "Udp", "port": 1}}, {"a": {"kind": "Off"}}]
        except [WrittenBackIsUnchanged: OF_OTHERS];
    strict_internal_enum: { struct Spec { a: E } #[serde(tag = "kind", deny_unknown_fields)] enum E { File { path: String }, Udp { port: u16 }, Off } } Spec => [{"a": {"kind": "File", "path": "x"}}, {"a": {"kind": "Udp", "port": 1}}, {"a": {"kind": "Off"}}];
    list_of_internal_enums: { struct Spec { #[crd(max_items = 8)] a: Vec<E> } #[serde(tag = "kind")] enum E { File { path: String }, Udp { port: u16 } } } Spec => [{"a": [{"kind": "File", "path": "x"}, {"kind": "Udp", "port": 1}]}];
    adjacent_enum: { struct Spec { a: E } #[serde(tag = "t", content = "c")] enum E { File { path: String }, Udp { port: u16 }, Off } } Spec => [{"a": {"t": "File", "c": {"path": "x"}}}, {"a": {"t": "Udp", "c": {"port": 1}}}, {"a": {"t": "Off"}}]
        except [WrittenBackIsUnchanged: OF_OTHERS];
    untagged_objects: { struct Spec { a: E } #[serde(untagged)] enum E { Token { token: String }, Basic { user: String, pass: String } } } Spec => [{"a": {"token": "x"}}, {"a": {"user": "x", "pass": "y"}}]
        except [WrittenBackIsUnchanged: OF_OTHERS];
    int_or_string: { struct Spec { a: E } #[serde(untagged)] enum E { Count(u16), Share(String) } } Spec => [{"a": 1}, {"a": "50%"}];
    flattened_enum: { struct Spec { a: i32, #[serde(flatten)] b: B } #[serde(tag = "kind")] enum B { One { x: i32 }, Two { y: i32 } } } Spec => [{"a": 1, "kind": "One", "x": 1}, {"a": 1, "kind": "Two", "y": 1}]
        except [WrittenBackIsUnchanged: OF_OTHERS];
    odd_names: { struct Spec { a: E } #[serde(tag = "my-kind")] enum E { #[serde(rename = "it's")] File { #[serde(rename = "in")] path: String }, Udp { #[serde(rename = "a.b")] port: u16 } } } Spec => [{"a": {"my-kind": "it's", "in": "x"}}, {"a": {"my-kind": "Udp", "a.b": 1}}]
        except [WrittenBackIsUnchanged: OF_OTHERS];
}
