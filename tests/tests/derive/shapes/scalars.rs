//! Fields of one type each.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};

use crd_schema::{EmbeddedResource, IntOrString};
use serde_json::Value;

crd_schema_tests::field_shapes! {
    boolean: bool => [true, false];
    character: char => ["a"];
    text: String => ["a"];
    boxed_str: Box<str> => ["a"];
    int8: i8 => [1, -128, 127];
    int16: i16 => [1];
    int32: i32 => [1];
    int64: i64 => [1];
    unsigned8: u8 => [1, 255];
    unsigned16: u16 => [1];
    unsigned32: u32 => [1, 4_294_967_295_u32];
    positive8: std::num::NonZeroU8 => [1, 255];
    positive16: std::num::NonZeroU16 => [1];
    positive32: std::num::NonZeroU32 => [1, 4_294_967_295_u32];
    float32: f32 => [1.5, 2];
    float64: f64 => [1.5, 2];
    integer_without_format: @[#[crd(no_format)]] i64 => [0, -9_223_372_036_854_775_808_i64, 9_223_372_036_854_775_807_i64];
    optional_integer_without_format: @[#[crd(no_format)] #[serde(default, skip_serializing_if = "Option::is_none")]] Option<i64> => [5];
    small_integer_without_format: @[#[crd(no_format)]] u16 => [0, 65535];
    bounded_integer_without_format: @[#[crd(no_format, range = 0..=9)]] i32 => [0, 9] except [WrittenIsAccepted: "serde does not ask bounds"];
    float_without_format: @[#[crd(no_format)]] f64 => [1.5, 2];
    anything: Value => [1, "a", {"a": {"b": null}}, [1, "a"], null];
    int_or_string: IntOrString => [1, "a"];
    embedded: EmbeddedResource => [{"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "a"}, "data": {"a": 1}}]
        except [WrittenIsAccepted: "serde does not ask for a kind", WrittenBackIsUnchanged: "empty metadata is left out"];
    path: std::path::PathBuf => ["/a/b"];
    address4: std::net::Ipv4Addr => ["10.0.0.1"]
        except [AcceptedIsRead: "a server lets an empty list pass where a format is"];
    address6: std::net::Ipv6Addr => ["::1"]
        except [AcceptedIsRead: "a server lets an empty list pass where a format is"];
    any_address: std::net::IpAddr => ["127.0.0.1", "::1"];
    optional_any_address: Option<std::net::IpAddr> => ["127.0.0.1", null];
    boxed: Box<i32> => [1];
    cow: Cow<'static, str> => ["a"];
    cow_of_string: Cow<'static, String> => ["a"];

    optional_text: Option<String> => ["a", null];
    optional_int: Option<u8> => [1, null];
    optional_bool: Option<bool> => [true, null];
    optional_float: Option<f64> => [1.5, null];
    optional_int_or_string: Option<IntOrString> => [1, "a", null];
    optional_value: Option<Value> => [1, {"a": 1}, null];
    optional_list: Option<Vec<String>> => [["a"], null];
    optional_map: Option<BTreeMap<String, i32>> => [{"a": 1}, null];
    optional_set: Option<BTreeSet<String>> => [["a"], null];
    optional_box: Option<Box<String>> => ["a", null];
    optional_option: Option<Option<String>> => ["a", null];

    skipped_none: @[#[serde(skip_serializing_if = "Option::is_none")]] Option<String> => ["a"];
    skipped_none_int: @[#[serde(default, skip_serializing_if = "Option::is_none")]] Option<u32> => [1];
    skipped_empty: @[#[serde(default, skip_serializing_if = "Vec::is_empty")]] Vec<String> => [["a"]]
        except [WrittenBackIsUnchanged: "an empty list is left out when it is written"];
    defaulted: @[#[serde(default)]] i32 => [1]
        except [WrittenBackIsUnchanged: "serde adds the value that is missing"];
    published_default: @[#[serde(default)] #[crd(default)]] i32 => [1];

    list: Vec<String> => [["a", "b"], []];
    list_of_ints: Vec<u8> => [[1, 2]];
    list_of_lists: Vec<Vec<i32>> => [[[1], []]];
    list_of_options: Vec<Option<i32>> => [[1, null]];
    list_of_maps: Vec<BTreeMap<String, String>> => [[{"a": "b"}]];
    list_of_values: Vec<Value> => [[1, {"a": [null]}]];
    queue: VecDeque<i32> => [[1, 2]];
    boxed_slice: Box<[String]> => [["a"]];
    tree_set: BTreeSet<String> => [["a", "b"]]
        except [WrittenBackIsUnchanged: "a set has an order of its own"];
    hash_set: HashSet<i32> => [[1]];
    array: [i32; 3] => [[1, 2, 3]];
    array_of_strings: [String; 2] => [["a", "b"]];
    pair: (i32, i32) => [[1, 2]];
    triple: (String, String, String) => [["a", "b", "c"]];
    list_of_pairs: Vec<(String, String)> => [[["a", "b"]]];
    optional_pair: Option<(i32, i32)> => [[1, 2], null];

    map: BTreeMap<String, String> => [{"a": "b"}, {}];
    hash_map: HashMap<String, i64> => [{"a": 1}];
    map_of_maps: BTreeMap<String, BTreeMap<String, bool>> => [{"a": {"b": true}}];
    map_of_lists: BTreeMap<String, Vec<u16>> => [{"a": [1]}];
    map_of_options: BTreeMap<String, Option<String>> => [{"a": "b", "c": null}];
    map_of_values: BTreeMap<String, Value> => [{"a": {"b": [1]}}];
    map_of_value_lists: HashMap<String, Vec<Value>> => [{"a": [{"b": 1}]}];
    map_of_pairs: BTreeMap<String, (i32, i32)> => [{"a": [1, 2]}];
    open_object: serde_json::Map<String, Value> => [{"a": {"b": 1}}];

    kept_value: @[#[preserve_unknown]] Value => [{"a": 1}, null, [1]];
    kept_boxed_value: @[#[preserve_unknown]] Box<Value> => [{"a": 1}, null];
    kept_left_out: @[#[serde(default, skip_serializing_if = "Option::is_none")] #[preserve_unknown]] Option<Value> => [{"a": null}];
    kept_null_values: @[#[preserve_unknown(values)]] BTreeMap<String, Value> => [{"a": null, "b": 1}];
    kept_optional_values: @[#[preserve_unknown(values)]] BTreeMap<String, Option<Value>> => [{"a": null, "b": 1}];
    kept_null_items: @[#[preserve_unknown(values)]] Vec<Value> => [[null, 1]];
    embedded_optional: @[#[embedded_resource]] Option<Value> => [{"apiVersion": "v1", "kind": "Secret", "metadata": {}}, null]
        except [WrittenIsAccepted: "the type holds anything", WrittenIsKept: "the type holds anything"];
    embedded_and_kept: @[#[embedded_resource] #[preserve_unknown]] Value => [{"apiVersion": "v1", "kind": "Secret", "metadata": {}}, null]
        except [WrittenIsAccepted: "the type holds anything", WrittenIsKept: "the type holds anything"];
    kept: @[#[preserve_unknown]] BTreeMap<String, Value> => [{"a": 1}];
    kept_values: @[#[preserve_unknown(values)]] BTreeMap<String, Value> => [{"a": {"b": 1}}];
    marked_int_or_string: @[#[int_or_string]] IntOrString => [1, "a"]
        except [AcceptedIsRead: "the marker stands for any integer"];
    marked_embedded: @[#[embedded_resource]] Value => [{"apiVersion": "v1", "kind": "Secret", "metadata": {}}]
        except [WrittenIsAccepted: "the type holds anything", WrittenIsKept: "the type holds anything"];
}
