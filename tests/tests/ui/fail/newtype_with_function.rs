// cure: say it with `#[crd(with = Type)]`
use crd_schema::CrdSchema;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, CrdSchema)]
struct Serial(#[serde(serialize_with = "digits")] i64);

fn digits<S: serde::Serializer>(number: &i64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(number)
}

fn main() {}
