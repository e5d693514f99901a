// cure: add a `max` that the format has, or remove `format`
// errors: 8
use crd_schema::CrdSchema;

#[derive(CrdSchema)]
#[crd(min = 10)]
struct Ten(i32);

#[derive(CrdSchema)]
#[crd(min_length = 5)]
struct Long(String);

#[derive(CrdSchema)]
struct Spec {
    #[crd(format = "int32")]
    wide: u32,
    #[crd(format = "float", max = 1e39)]
    float: f64,
    #[crd(max = 0, exclusive_max)]
    nothing: u8,
    #[crd(range = 1..=4, multiple_of = 5)]
    multiple: i32,
    #[crd(multiple_of = 0.5)]
    half: i32,
    #[crd(max = 10, exclusive_max)]
    newtype: Ten,
    #[crd(max_length = 3)]
    short: Long,
    #[crd(min_items = 3)]
    both: [String; 2],
    #[crd(format = "int32", max = 2147483647)]
    fine: u32,
    // No server knows this format.
    #[crd(format = "uint32", min = -1)]
    signed: i64,
}

fn main() {}
