// cure: make it an `Option`, or remove `nullable`
use crd_schema::CrdSchema;

#[derive(serde::Deserialize, CrdSchema)]
enum Step {
    Run {
        #[crd(nullable)]
        arguments: [char; 2],
    },
    Wait(u16),
}

fn main() {}
