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
}

/// A text of two.
#[derive(serde::Serialize, serde::Deserialize, crd_schema::CrdSchema)]
#[serde(rename_all = "lowercase")]
enum Letter {
    A,
    B,
    C,
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
