// cure: remove `borrow`
#[derive(serde::Serialize, serde::Deserialize, crd_schema::CrdSchema)]
struct Spec<'a> {
    #[serde(borrow)]
    bytes: std::borrow::Cow<'a, [u8]>,
}

fn main() {}
