//! The derive where the library has another name, and where it comes through another crate.

use crd_schema_tests_renamed::inside::schemas::{self, CrdSchema, CustomResourceExt};
use crd_schema_tests_renamed::{Source, Thing};
use serde::{Deserialize, Serialize};

/// A resource.
#[derive(Clone, Debug, Serialize, Deserialize, CrdSchema)]
#[crd(crate = crd_schema_tests_renamed::inside::schemas)]
#[crd(group = "example.com", version = "v1", kind = "Other", no_export_test)]
struct OtherSpec {
    #[immutable]
    source: Source,
    option: crd_schema_tests_renamed::Option,
}

#[test]
fn both_give_definitions() {
    let properties = |crd: schemas::CustomResourceDefinition| {
        let crd = serde_json::to_value(crd).expect("JSON");
        crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"].clone()
    };
    let (thing, other) =
        (properties(Thing::crd().expect("renamed")), properties(Other::crd().expect("given on")));
    assert_eq!(thing["properties"]["source"]["oneOf"], other["properties"]["source"]["oneOf"]);
    assert_eq!(thing["required"], serde_json::json!(["option", "source"]));
    assert_eq!(other["properties"]["option"]["properties"]["chosen"]["type"], "string");
}
