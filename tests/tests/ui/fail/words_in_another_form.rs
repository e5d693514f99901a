// cure: write `scale(spec_replicas_path = "…", status_replicas_path = "…")`
// errors: 6
use crd_schema::CrdSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Serialize, Deserialize, CrdSchema)]
#[crd(group = "example.com", version = "v1", kind = "Database", derive = "PartialEq", status = "Status")]
#[crd(scale = r#"{"specReplicasPath": ".spec.replicas"}"#, attrs = "non_exhaustive")]
#[crd(column = r#"{"name": "Engine", "type": "string", "jsonPath": ".spec.engine"}"#)]
struct DatabaseSpec {
    #[crd(schemars(length(min = 1)))]
    engine: String,
}

fn main() {}
