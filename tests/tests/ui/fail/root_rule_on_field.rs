// cure: unknown `root_rule`
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct DatabaseSpec {
    #[crd(root_rule("self.metadata.name != 'a'"))]
    engine: String,
}

fn main() {}
