// cure: write `type = "string"`, which shows anything, lists as JSON, or name another field
// errors: 3
use crd_schema::CrdSchema;

#[derive(Clone, Debug, serde::Deserialize, serde::Serialize, CrdSchema)]
#[crd(group = "example.com", version = "v1", kind = "Database")]
#[crd(column(name = "Zones", path = ".spec.zones", type = "integer"))]
#[crd(column(name = "Ready", path = ".spec.ready", type = "date"))]
// What is there is shown.
#[crd(column(name = "All", path = ".spec.zones", type = "string"))]
#[crd(column(name = "Since", path = ".spec.since", type = "date"))]
struct DatabaseSpec {
    zones: Vec<String>,
    ready: bool,
    since: String,
    #[crd(column(type = "boolean"))]
    engine: Option<String>,
}

fn main() {}
