//! Attributes of values, each as a field of its own.

use std::collections::{BTreeMap, BTreeSet};

crd_schema_tests::field_shapes! {
    bounded: @[#[crd(range = 1..=5)]] i32 => [1, 5]
        except [WrittenIsAccepted: "serde does not ask this"];
    bounded_below: @[#[crd(min = 1)]] u16 => [1];
    bounded_openly: @[#[crd(min = 0, exclusive_min)]] f64 => [0.5]
        except [WrittenIsAccepted: "serde does not ask this"];
    multiple: @[#[crd(multiple_of = 5)]] i64 => [10]
        except [WrittenIsAccepted: "serde does not ask this"];
    long_enough: @[#[crd(length = 1..=3)]] String => ["a", "abc"];
    like: @[#[crd(pattern = "^[a-z]+$")]] String => ["abc"]
        except [WrittenIsAccepted: "serde does not ask this"];
    formatted: @[#[crd(format = "date-time")]] String => ["2020-01-01T00:00:00Z"]
        except [WrittenIsAccepted: "serde does not ask this", AcceptedIsRead: "a server lets an empty list pass where a format is"];
    chosen: @[#[crd(enum = ["a", "b"])]] String => ["a", "b"]
        except [WrittenIsAccepted: "serde does not ask this"];
    chosen_number: @[#[crd(enum = [80, 443])]] u16 => [80]
        except [WrittenIsAccepted: "serde does not ask this"];
    chosen_object: @[#[crd(enum = [{"name": "a", "protocol": "UDP"}, {"name": "b", "protocol": "TCP"}])]] super::Port
        => [{"name": "a", "protocol": "UDP"}]
        except [WrittenIsAccepted: "serde does not ask this"];
    chosen_list: @[#[crd(enum = [["a"], ["b", "c"]])]] Vec<String> => [["b", "c"]]
        except [WrittenIsAccepted: "serde does not ask this"];
    chosen_or_null: @[#[crd(enum = ["a", "b"])]] Option<String> => ["a", null]
        except [WrittenIsAccepted: "serde does not ask this"];
    chosen_number_or_null: @[#[crd(enum = [80, 443])]] Option<u16> => [80, null]
        except [WrittenIsAccepted: "serde does not ask this"];
    chosen_twice_or_null: @[#[crd(enum = ["a", "b"])]] Option<super::Letter> => ["a", null];
    limited_items: @[#[crd(max_items = 2, items(max_length = 3))]] Vec<String> => [["a", "abc"]];
    limited_members: @[#[crd(max_properties = 2, values(range = 1..=5))]] BTreeMap<String, i32> => [{"a": 1}]
        except [WrittenIsAccepted: "serde does not ask this"];
    limited_keys: @[#[crd(max_properties = 2, keys(length = 1..=2))]] BTreeMap<String, i32> => [{"a": 1}]
        except [WrittenIsAccepted: "serde does not ask this"];
    set_by_type: @[#[crd(list_type = "set")]] Vec<String> => [["a", "b"]];
    atomic_list: @[#[crd(list_type = "atomic")]] Vec<String> => [["a", "a"]];
    atomic_set: @[#[crd(list_type = "atomic")]] BTreeSet<String> => [["a", "b"]]
        except [WrittenBackIsUnchanged: "a set drops what is there twice, and sorts"];
    atomic_map: @[#[crd(map_type = "atomic")]] BTreeMap<String, String> => [{"a": "b"}];
    said_default: @[#[serde(default)] #[crd(default = "x")]] String => ["a"];
    default_object: @[#[serde(default)] #[crd(default = {"a": 1})]] BTreeMap<String, i32> => [{"b": 2}];
    nullable: @[#[crd(nullable)]] Option<String> => ["a", null];
    required_option: @[#[crd(required)]] Option<String> => ["a", null];
    ruled: @[#[crd(rule("self != 80", message = "not 80"))]] u16 => [1];
    unchanging: @[#[immutable]] String => ["a"];
    set_once: @[#[serde(skip_serializing_if = "Option::is_none")] #[immutable(add_only)]] Option<String> => ["a"];
    removable: @[#[serde(skip_serializing_if = "Option::is_none")] #[immutable(remove_only)]] Option<String> => ["a"];
    unchanging_keys: @[#[immutable_keys] #[crd(max_properties = 4)]] BTreeMap<String, i32> => [{"a": 1}];
    described_as: @[#[serde(with = "super::shown")] #[crd(with = String, format = "ipv4", pattern = "^[0-9.]+$")]] std::net::Ipv4Addr
        => ["10.0.0.1"]
        except [AcceptedIsRead: "a server lets an empty list pass where a format is"];
    example: @[#[crd(example = {"a": 1})]] BTreeMap<String, i32> => [{"a": 1}];
    titled: @[#[crd(title = "A title")]] String => ["a"];
    documented_elsewhere: @[#[crd(external_docs = "https://example.com")]] String => ["a"];
    documented_with_words: @[#[crd(external_docs(url = "https://example.com", description = "more"))]] String => ["a"];
    bounded_above: @[#[crd(max = -1)]] i32 => [-5]
        except [WrittenIsAccepted: "serde does not ask this"];
    bounded_half_open: @[#[crd(range = 1..10)]] u8 => [9];
    bounded_by_constant: @[#[crd(max = super::MOST)]] i64 => [3]
        except [WrittenIsAccepted: "serde does not ask this"];
    bounded_between: @[#[crd(min = 0, exclusive_min, max = 1, exclusive_max)]] f64 => [0.5]
        except [WrittenIsAccepted: "serde does not ask this"];
    shortest: @[#[crd(min_length = 1)]] String => ["a"]
        except [WrittenIsAccepted: "serde does not ask this"];
    longest_by_constant: @[#[crd(max_length = super::MOST)]] Option<String> => ["abc", null];
    shorter: @[#[crd(length = ..4)]] String => ["abc"];
    like_constant: @[#[crd(pattern = super::LIKE)]] String => ["abc"]
        except [WrittenIsAccepted: "serde does not ask this"];
    some_items: @[#[crd(min_items = 1)]] Vec<i32> => [[1]]
        except [WrittenIsAccepted: "serde does not ask this"];
    items_of_items: @[#[crd(items(max_items = 1, items(range = 0..=9)))]] Vec<Vec<i32>> => [[[1], []]]
        except [WrittenIsAccepted: "serde does not ask this"];
    some_members: @[#[crd(min_properties = 1)]] BTreeMap<String, bool> => [{"a": true}]
        except [WrittenIsAccepted: "serde does not ask this"];
    values_like: @[#[crd(values(pattern = "^a"))]] BTreeMap<String, String> => [{"k": "ab"}]
        except [WrittenIsAccepted: "serde does not ask this"];
    keys_like: @[#[crd(max_properties = 4, keys(max_length = 9, pattern = "^[a-z]+$"))]] BTreeMap<String, bool> => [{"a": true}];
    keyed_twice: @[#[crd(list_map_keys = ["name", "protocol"])]] Vec<super::Port> => [[{"name": "a", "protocol": "UDP"}]]
        except [WrittenIsAccepted: "serde does not ask that keys differ"];
    keyed_by_default: @[#[crd(list_map_keys = "protocol")]] Vec<super::Port> => [[{"name": "a", "protocol": "UDP"}]]
        except [WrittenIsAccepted: "serde does not ask that keys differ"];
    granular_map: @[#[crd(map_type = granular)]] BTreeMap<String, i32> => [{"a": 1}];
    atomic_struct: @[#[crd(map_type = "atomic")]] super::Port => [{"name": "a", "protocol": "UDP"}];
    default_list: @[#[serde(default)] #[crd(default = ["a"])]] Vec<String> => [["b"]];
    default_by_expression: @[#[serde(default)] #[crd(default = super::MOST)]] i64 => [1];
    default_of_serde: @[#[serde(default = "super::most")] #[crd(default_from_serde)]] i64 => [1];
    default_of_the_type: @[#[serde(default)] #[crd(default)]] BTreeMap<String, i32> => [{"a": 1}];
    unchanging_items: @[#[immutable(items)] #[crd(max_items = 4, items(max_length = 9))]] Vec<String> => [["a"]];
    unchanging_values: @[#[immutable(values)] #[crd(max_properties = 4, values(max_length = 9))]] BTreeMap<String, String> => [{"a": "b"}];
    growing: @[#[immutable_keys(add_only)] #[crd(max_properties = 4)]] BTreeMap<String, i32> => [{"a": 1}];
    shrinking: @[#[immutable_keys(remove_only)] #[crd(max_properties = 4)]] BTreeMap<String, i32> => [{"a": 1}];
    ruled_in_full: @[#[crd(rule("self.name != 'b'", message = "m", message_expr = "'m'", reason = "FieldValueInvalid", field_path = ".name"))]]
        super::Port => [{"name": "a", "protocol": "UDP"}];
    ruled_on_change: @[#[crd(rule("!oldSelf.hasValue() || oldSelf.value() <= self", optional_old_self))]] i64 => [1];
    kept_if_there: @[#[preserve_unknown]] Option<serde_json::Value> => [{"a": 1}, null];
    kept_items: @[#[preserve_unknown(values)]] Vec<serde_json::Value> => [[{"a": 1}, 2]];
    percent: @[#[int_or_string] #[crd(pattern = "^[0-9]+%$")]] crd_schema::IntOrString => [1, "50%"]
        except [WrittenIsAccepted: "serde does not ask this", AcceptedIsRead: "the marker stands for any integer"];
    described_as_optional: @[#[serde(with = "super::maybe_shown")] #[crd(with = Option<String>, pattern = "^[0-9.]+$", format = "ipv4")]]
        Option<std::net::Ipv4Addr> => ["10.0.0.1", null]
        except [AcceptedIsRead: "a server lets an empty list pass where a format is"];
    said_by_schemars: @[#[crd(schemars, max_items = 2)]] Vec<String> => [["a"]];
}

const MOST: i64 = 3;
const LIKE: &str = "^[a-z]+$";

fn most() -> i64 {
    MOST
}

/// A struct with keys.
#[derive(serde::Serialize, serde::Deserialize, crd_schema::CrdSchema)]
struct Port {
    #[crd(max_length = 9)]
    name: String,
    #[serde(default)]
    #[crd(default = "TCP", max_length = 9)]
    protocol: String,
}

/// A text of two.
#[derive(serde::Serialize, serde::Deserialize, crd_schema::CrdSchema)]
#[serde(rename_all = "lowercase")]
enum Letter {
    A,
    B,
    C,
}

mod maybe_shown {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
    use std::net::Ipv4Addr;

    #[expect(clippy::ref_option, clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
    pub(super) fn serialize<S: Serializer>(
        address: &Option<Ipv4Addr>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        address.map(|address| address.to_string()).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Ipv4Addr>, D::Error> {
        let text = Option::<String>::deserialize(deserializer)?;
        text.map(|text| text.parse().map_err(de::Error::custom)).transpose()
    }
}

mod shown {
    use serde::{Deserialize, Deserializer, Serializer, de};
    use std::net::Ipv4Addr;

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
    pub(super) fn serialize<S: Serializer>(address: &Ipv4Addr, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(address)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Ipv4Addr, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}
