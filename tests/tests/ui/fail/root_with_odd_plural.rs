// cure: add `plural = "redises"`
use crd_schema::CrdSchema;

#[derive(Clone, Debug, serde::Serialize, serde::Deserialize, CrdSchema)]
#[crd(group = "example.com", version = "v1", kind = "Redis")]
pub struct RedisSpec {
    engine: String,
}

fn main() {}
