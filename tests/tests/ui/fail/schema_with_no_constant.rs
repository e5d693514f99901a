// cure: function `digits` is not const
use crd_schema::CrdSchema;
use crd_schema::describe::{Shape, TypeDesc};

#[derive(CrdSchema)]
struct Spec {
    #[crd(schema_with = digits)]
    serial: u64,
}

fn digits() -> TypeDesc {
    TypeDesc::of(Shape::String)
}

fn main() {}
