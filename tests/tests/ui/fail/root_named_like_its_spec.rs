// cure: call the spec `DatabaseSpec`
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
#[crd(group = "example.com", version = "v1", kind = "Database")]
struct Database {
    engine: String,
}

fn main() {}
