// cure: types of chrono, jiff, k8s-openapi, url and uuid have one
use chrono::{DateTime, Utc};
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Status {
    since: Option<DateTime<Utc>>,
}

fn main() {}
