// cure: the type of `Name` has a rule, which would hold of the other variants too; tag the enum, or move the rule to the enum
use crd_schema::CrdSchema;

#[derive(serde::Deserialize, CrdSchema)]
#[crd(rule = "self != 'a'")]
struct Name(String);

#[derive(serde::Deserialize, CrdSchema)]
#[serde(untagged)]
enum Host {
    Address(std::net::IpAddr),
    Name(Name),
}

fn main() {}
