// cure: add `group = "databases.example.com"`
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
#[crd(version = "v1", kind = "Database")]
struct DatabaseSpec {
    engine: String,
}

fn main() {}
