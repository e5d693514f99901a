// cure: the item is gated behind the `lint` feature
use crd_schema::validate_crd;

fn main() {
    validate_crd(&crd_schema::CustomResourceDefinition::default());
}
