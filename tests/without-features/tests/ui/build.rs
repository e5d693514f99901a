// cure: the item is gated behind the `build` feature
use crd_schema::build::Export;

fn main() {
    Export::default();
}
