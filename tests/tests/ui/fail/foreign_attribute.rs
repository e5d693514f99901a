// cure: write `#[crd(length = 1..)]`, or `#[crd(allow("foreign-attribute", reason = "…"))]`
// errors: 4
#![deny(deprecated)]

use crd_schema::CrdSchema;
use schemars::JsonSchema;

#[derive(CrdSchema, JsonSchema)]
struct DatabaseSpec {
    #[schemars(length(min = 1))]
    engine: String,
    #[schemars(range(min = 1, max = 9), title = "Copies")]
    #[crd(title = "Copies")]
    replicas: i32,
    #[schemars(length(min = 1))]
    #[crd(allow("foreign-attribute", reason = "only our web server asks for it"))]
    accepted: String,
    #[schemars(length(min = 1))]
    #[crd(min_items = 1)]
    said: Vec<String>,
}

#[derive(CrdSchema, JsonSchema)]
struct Name(#[schemars(regex(pattern = "^[a-z]+$"))] String);

#[derive(CrdSchema, JsonSchema)]
#[schemars(deny_unknown_fields)]
#[crd(allow("foreign-attribute", reason = "only our web server asks for it"))]
struct Accepted {
    #[schemars(range(max = 3))]
    size: i32,
}

#[derive(CrdSchema)]
#[kube(group = "example.com", version = "v1", kind = "Pool", schema = "disabled")]
#[kube(validation = "self.metadata.name != 'a'")]
struct PoolSpec {
    size: i32,
}

#[derive(CrdSchema)]
#[kube(group = "example.com", version = "v1", kind = "Lake", schema = "disabled")]
#[kube(validation = "self.metadata.name != 'a'")]
#[crd(root_rule("self.metadata.name != 'a'"))]
struct LakeSpec {
    size: i32,
}

fn main() {}
