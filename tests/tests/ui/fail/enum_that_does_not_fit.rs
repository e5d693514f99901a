// cure: a value is above the maximum; write a number within the bounds, or change them
// errors: 2
use crd_schema::CrdSchema;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, CrdSchema)]
enum Size {
    Small,
    Large,
}

#[derive(Serialize, Deserialize, CrdSchema)]
struct Spec {
    #[crd(enum = [1, 20], range = 1..=9)]
    number: i32,
    #[crd(enum = ["Small", "Medium"])]
    size: Size,
}

fn main() {}
