// cure: Without that derive write `#[crd(group = "…", version = "…", kind = "…", scope = "Namespaced", status = Type, short_names = ["…"], column(name = "…", type = "…", path = "…"))]`
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
#[kube(group = "example.com", version = "v1", kind = "Database", namespaced, status = "DatabaseStatus")]
#[kube(shortname = "db", printcolumn = r#"{"name":"Engine","type":"string","jsonPath":".spec.engine"}"#)]
struct DatabaseSpec {
    engine: String,
}

#[derive(CrdSchema)]
#[kube(group = "example.com", version = "v1", kind = "Pool", schema = "disabled")]
struct PoolSpec {
    size: i32,
}

fn main() {}
