// cure: remove the field, or use an empty struct
use crd_schema::CrdSchema;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, CrdSchema)]
struct Spec {
    nothing: (),
}

fn main() {}
