// cure: remove it, or put it on a field inside
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
enum Sink {
    File(#[crd(default = "a")] String),
    Udp { port: u16 },
}

fn main() {}
