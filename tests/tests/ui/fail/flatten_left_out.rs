// cure: make it an `Option`, or all of its fields optional
use crd_schema::CrdSchema;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, CrdSchema)]
struct Spec {
    #[serde(flatten, default, skip_serializing_if = "Common::is_default")]
    common: Common,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    more: Option<More>,
}

#[derive(Default, Serialize, Deserialize, CrdSchema)]
struct Common {
    owner: String,
}

impl Common {
    fn is_default(&self) -> bool {
        self.owner.is_empty()
    }
}

#[derive(Serialize, Deserialize, CrdSchema)]
struct More {
    team: String,
}

fn main() {}
