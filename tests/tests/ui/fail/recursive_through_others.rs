// cure: put `#[preserve_unknown]` on the field where the recursion begins
// errors: 2
use crd_schema::CrdSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Deserialize, Serialize, CrdSchema)]
struct Pipeline {
    stages: Vec<Stage>,
}

#[derive(Clone, Debug, Deserialize, Serialize, CrdSchema)]
enum Stage {
    Run(Vec<String>),
    Branch { name: String, on: std::collections::BTreeMap<String, Option<Branch>> },
}

#[derive(Clone, Debug, Deserialize, Serialize, CrdSchema)]
struct Branch {
    after: String,
    inner: Option<Box<Pipeline>>,
}

#[derive(Clone, Debug, Deserialize, Serialize, CrdSchema)]
#[crd(group = "example.com", version = "v1", kind = "Job")]
struct JobSpec {
    pipeline: Pipeline,
    #[immutable]
    branch: Branch,
}

#[derive(CrdSchema)]
struct List(Vec<List>);

fn main() {}
