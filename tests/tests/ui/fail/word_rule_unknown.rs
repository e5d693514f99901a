// cure: did you mean `message`?
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(rule("self != ''", mesage = "m"))]
    name: String,
}

fn main() {}
