// cure: the item is gated behind the `lint` feature
use crd_schema::crd::validate_crd;

fn main() {
    validate_crd(&crd_schema::CustomResourceDefinition::default());
}
