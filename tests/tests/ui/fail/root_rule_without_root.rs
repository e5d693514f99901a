// cure: write `rule(…)` for a rule of this type, or put it on the type of a spec
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
#[crd(root_rule("self.metadata.name != 'a'"))]
struct Inner {
    engine: String,
}

fn main() {}
