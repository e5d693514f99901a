// cure: no rule is called `immutable-respeled`; did you mean `immutable-respelled`?
// errors: 2
use crd_schema::CrdSchema;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, CrdSchema)]
#[crd(allow("crd-too-big", reason = "the texts are wanted"))]
struct Spec {
    #[crd(allow("immutable-respeled", reason = "clients send what serde writes"))]
    size: i32,
    #[crd(allow("immutable-respelled"))]
    name: String,
}

fn main() {}
