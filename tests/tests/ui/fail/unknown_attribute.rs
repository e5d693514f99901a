// cure: did you mean `max_length`?
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(maxlength = 3)]
    name: String,
}

fn main() {}
