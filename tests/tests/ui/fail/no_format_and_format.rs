// cure: keep one of the two
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(format = "int32", no_format)]
    count: i64,
}

fn main() {}
