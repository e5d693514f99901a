// cure: field selectors compare strings, integers and booleans; write the path of one
use crd_schema::CrdSchema;

#[derive(Clone, Debug, serde::Serialize, serde::Deserialize, CrdSchema)]
#[crd(group = "example.com", version = "v1", kind = "Pool", status = PoolStatus)]
#[crd(selectable_fields = [".spec.colours"])]
struct PoolSpec {
    replicas: i32,
    colours: Vec<String>,
}

#[derive(Clone, Debug, serde::Serialize, serde::Deserialize, CrdSchema)]
struct PoolStatus {
    replicas: String,
}

fn main() {}
