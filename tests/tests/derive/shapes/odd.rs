//! What users of serde write, and few expect.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::marker::PhantomData;

use crd_schema_tests::shapes;

/// A type that has another one, and no schema.
pub(super) trait Has {
    type Out;
}

/// Without a schema.
pub(super) struct Marker;

impl Has for Marker {
    type Out = String;
}

type Maybe<T> = Option<T>;

shapes! {
    odd_generic_enum_with_bounds: { enum E<T: Clone> where T: PartialEq { One(T), Two { a: T, b: Option<T> } } } E<String> => [{"One": "a"}, {"Two": {"a": "x", "b": "y"}}];
    odd_generic_tagged_enum: { #[serde(tag = "t")] enum E<T> { One { a: T }, Two { b: Vec<T> } } } E<i32> => [{"t": "One", "a": 1}, {"t": "Two", "b": [1]}]
        except [WrittenBackIsUnchanged: "fields of other variants are accepted and lost, as serde does"];
    odd_option_of_option: { #[allow(clippy::option_option)] struct S { a: Option<Option<i32>> } } S => [{"a": 1}, {"a": null}, {}];
    odd_alias_of_option: { struct S { a: Maybe<i32>, b: Maybe<Vec<Maybe<String>>> } } S => [{"a": 1, "b": ["x", null]}, {}];
    odd_map_with_newtype_keys: {
        struct S { #[crd(with = BTreeMap<String, i32>, keys(length = 1..=8), max_properties = 8)] a: BTreeMap<Key, i32> }
        #[derive(PartialEq, Eq, PartialOrd, Ord)]
        #[serde(transparent)]
        struct Key(String);
    } S => [{"a": {"x": 1}}, {"a": {}}];
    odd_flattened_option: { struct S { a: i32, #[serde(flatten)] b: Option<B> } struct B { c: String, d: i32 } } S => [{"a": 1, "c": "x", "d": 1}, {"a": 1}];
    odd_flattened_parameter: { struct S<T> { a: i32, #[serde(flatten)] rest: T } struct B { c: String } } S<B> => [{"a": 1, "c": "x"}];
    odd_tag_with_renamed_fields: {
        #[serde(tag = "the-kind", rename_all = "kebab-case", rename_all_fields = "camelCase")]
        enum E { FirstOne { some_field: i32, #[serde(rename = "x.y")] other_field: bool }, LastOne }
    } E => [{"the-kind": "first-one", "someField": 1, "x.y": true}, {"the-kind": "last-one"}]
        except [WrittenBackIsUnchanged: "fields of other variants are accepted and lost, as serde does"];
    odd_transparent_enum: { #[serde(transparent)] struct N { inner: E } enum E { A, B } } N => ["A", "B"];
    odd_transparent_data_enum: { #[serde(transparent)] struct N(E); enum E { A { x: i32 }, B(String) } } N => [{"A": {"x": 1}}, {"B": "b"}];
    odd_borrowed: { struct S<'a> { a: Cow<'a, str>, b: Cow<'a, [i32]>, c: Option<Cow<'a, str>> } } S<'static> => [{"a": "x", "b": [1], "c": "y"}];
    odd_const_generic: { struct S<const N: usize> { a: [u8; 3], b: Option<i32> } } S<7> => [{"a": [1, 2, 3], "b": 1}];
    odd_recursion_through_everything: {
        struct Tree {
            #[preserve_unknown]
            boxed: Option<Box<Tree>>,
            #[preserve_unknown]
            list: Vec<Tree>,
            #[preserve_unknown(values)]
            map: BTreeMap<String, Tree>,
        }
    } Tree => [{"boxed": null, "list": [], "map": {}}, {"boxed": {"list": [], "map": {}}, "list": [], "map": {}}]
        except [AcceptedIsRead: "what is kept is not looked at"];
    odd_raw_identifiers: { struct S { r#type: String, r#fn: E, #[serde(rename = "self")] r#ref: i32 } #[serde(rename_all = "lowercase")] enum E { r#Match, Other } } S => [{"type": "a", "fn": "match", "self": 1}];
    odd_raw_variant_fields: { enum E { r#Struct { r#if: i32 } } } E => [{"Struct": {"if": 1}}];
    odd_conditional_attributes: {
        struct S { #[cfg_attr(all(), serde(rename = "b"))] #[cfg_attr(any(), serde(rename = "c"))] a: i32, #[cfg(any())] gone: Marker }
    } S => [{"b": 1}];
    odd_associated_type: { #[serde(bound(serialize = "T::Out: serde::Serialize", deserialize = "T::Out: serde::de::DeserializeOwned"))] struct S<T: Has> { a: T::Out, b: Vec<T::Out>, c: Option<<T as Has>::Out> } } S<Marker> => [{"a": "x", "b": ["y"], "c": "z"}];
    odd_phantom: { struct S<T> { a: i32, #[serde(skip)] b: PhantomData<T>, #[serde(skip)] c: Option<Box<i32>> } } S<Marker> => [{"a": 1}];
    odd_parameter_behind_another_type: { #[serde(bound = "")] struct S<T> { #[serde(skip)] b: PhantomData<T>, #[crd(with = String)] a: String } } S<Marker> => [{"a": "x"}];
    odd_default_of_container: { #[serde(default)] struct S<T> where T: Default { a: T, b: Vec<T> } } S<i32> => [{"a": 1, "b": [2]}, {}]
        also { impl<T: Default> Default for S<T> { fn default() -> Self { Self { a: T::default(), b: Vec::new() } } } }
        except [WrittenBackIsUnchanged: "serde writes its default"];
    odd_skipped_variant: { enum E { A { x: i32 }, B(String), #[serde(skip)] Never(Skipped) } #[serde(transparent)] struct Skipped(i32); } E => [{"A": {"x": 1}}, {"B": "b"}];
    odd_discriminants: { enum E { A = 3, B = 1 } } E => ["A", "B"];
    odd_letters: { struct S { größe: i32, #[serde(rename = "名前")] name: String } } S => [{"größe": 1, "名前": "x"}];
    odd_empty_names: { struct S { #[serde(rename = "a b")] a: i32, #[serde(rename = "$ref")] b: i32, #[serde(rename = "x/y~z")] c: Option<i32> } } S => [{"a b": 1, "$ref": 2, "x/y~z": 3}];
    odd_newtype_of_parameter: { struct N<T>(T); struct S { a: N<i32>, b: N<Vec<N<String>>>, c: Option<N<Option<bool>>> } } S => [{"a": 1, "b": ["x"], "c": true}, {"a": 1, "b": []}];
    odd_hasher: { struct S { a: HashMap<String, i32, std::hash::BuildHasherDefault<std::collections::hash_map::DefaultHasher>> } } S => [{"a": {"x": 1}}];
    odd_empty_struct: { struct S {} struct T { a: S, b: Option<S> } } T => [{"a": {}, "b": {}}, {"a": {}}];
    odd_variant_of_a_map: { enum E { All(BTreeMap<String, i32>), Some { a: Vec<BTreeMap<String, String>> } } } E => [{"All": {"x": 1}}, {"Some": {"a": [{"y": "z"}]}}];
    odd_enum_in_enum: { enum E { A(Inner), B { inner: Inner } } enum Inner { X { n: i32 }, Y(String) } } E => [{"A": {"X": {"n": 1}}}, {"B": {"inner": {"Y": "a"}}}];
    odd_docs_from_a_file: {
        /// First.
        #[doc = include_str!("text.md")]
        /// Last.
        struct S {
            #[doc = include_str!("text.md")]
            a: i32,
            /// One
            /// and
            #[doc = concat!("two", ", three")]
            b: E,
        }
        #[doc = concat!("Either")]
        enum E { #[doc = include_str!("text.md")] One { x: i32 }, Two { y: i32 } }
    } S => [{"a": 1, "b": {"One": {"x": 1}}}, {"a": 1, "b": {"Two": {"y": 1}}}];
    odd_private_names: { struct Option_ { a: i32 } #[allow(non_snake_case)] struct S { Some: Option_, None: i32, Ok: bool } } S => [{"Some": {"a": 1}, "None": 2, "Ok": true}];
}
