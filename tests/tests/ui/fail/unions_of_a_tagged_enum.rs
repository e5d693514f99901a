// cure: remove `unions`, or the tag
use crd_schema::CrdSchema;

#[derive(serde::Serialize, serde::Deserialize, CrdSchema)]
#[serde(tag = "type")]
#[crd(unions)]
enum Step {
    Wait { seconds: u32 },
}

fn main() {}
