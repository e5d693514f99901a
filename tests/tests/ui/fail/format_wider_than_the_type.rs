// cure: remove it, add `min` and `max`, or use `i64` or `f64`
// errors: 3
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(format = "int64")]
    replicas: i32,
    #[crd(format = "unix-time", min = 0)]
    since: Option<i32>,
    #[crd(format = "double")]
    share: f32,
}

fn main() {}
