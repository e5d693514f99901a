// cure: write `String` instead of `&str`
use crd_schema::CrdSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Serialize, Deserialize, CrdSchema)]
#[crd(group = "example.com", version = "v1", kind = "Database")]
struct DatabaseSpec<'a> {
    engine: &'a str,
}

fn main() {}
