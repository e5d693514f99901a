// cure: write a struct with optional fields
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
enum Engine {
    Postgres,
    Other(String),
}

fn main() {}
