// cure: add `min` and `max`
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(no_format)]
    count: i32,
}

fn main() {}
