// cure: `.spec` has no field `size`; write one that it has in JSON: `replicas`, `zones`, `template`
// errors: 4
use crd_schema::CrdSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Serialize, Deserialize, CrdSchema)]
#[crd(group = "example.com", version = "v1", kind = "Pool")]
#[crd(column(name = "Size", path = ".spec.size", type = "integer"))]
#[crd(column(name = "Image", path = ".spec.template.imag", type = "string"))]
#[crd(column(name = "Zone", path = ".spec.zones.name", type = "string"))]
#[crd(column(name = "Ready", path = ".status.ready", type = "boolean"))]
struct PoolSpec {
    replicas: i32,
    zones: Vec<String>,
    template: Template,
}

#[derive(Clone, Debug, Serialize, Deserialize, CrdSchema)]
struct Template {
    image: String,
}

fn main() {}
