// cure: the item is gated behind the `serve` feature
use crd_schema::ServedVersion;

fn main() {
    let _: Option<ServedVersion> = None;
}
