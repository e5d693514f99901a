// cure: remove `no_possible_values`
// errors: 2
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
#[crd(no_possible_values)]
struct Struct {
    engine: String,
}

#[derive(CrdSchema)]
#[crd(no_possible_values)]
enum External {
    /// A variant.
    A { engine: String },
}

#[derive(CrdSchema)]
#[crd(no_possible_values)]
enum Unit {
    A,
}

fn main() {}
