// cure: the default is none of the values that the field can have; write one of "A", "B"
// errors: 12
use crd_schema::CrdSchema;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, CrdSchema)]
enum Size {
    A,
    B,
}

#[derive(Serialize, Deserialize, CrdSchema)]
struct Limits {
    low: u8,
    #[crd(max = 9)]
    high: Option<i32>,
}

#[derive(Serialize, Deserialize, CrdSchema)]
#[crd(min_length = 2)]
struct Name(String);

#[derive(Serialize, Deserialize, CrdSchema)]
struct Spec {
    #[crd(default = "C")]
    variant: Size,
    #[crd(default = 20, range = 1..=9)]
    bound: i32,
    #[crd(default = 3000000000)]
    narrow: i32,
    #[crd(default = "a")]
    short: Name,
    #[crd(default = {"low": 1, "hihg": 2})]
    misspelt: Limits,
    #[crd(default = {"high": 2})]
    incomplete: Limits,
    #[crd(default = {"low": 1, "high": 20})]
    deep: Limits,
    #[crd(default = ["a", "b"], max_items = 1)]
    many: Vec<String>,
    #[crd(default = ["A", "C"])]
    items: Vec<Size>,
    #[crd(default = ["a", "a"])]
    set: std::collections::BTreeSet<String>,
    #[crd(default = 7, multiple_of = 5)]
    multiple: i32,
    #[crd(example = 0, min = 1)]
    example: i32,
    #[crd(default = {"low": 1, "high": null})]
    fine: Limits,
}

fn main() {}
