// cure: numbers alone can do without their format
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
struct Spec {
    #[crd(no_format)]
    address: std::net::Ipv4Addr,
}

fn main() {}
