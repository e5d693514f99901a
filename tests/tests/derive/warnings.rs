//! What compiles and is accepted, and what its author should know all the same; each warning is shown to be true.

use crd_schema::crd::{Allow, Version, combine, definition};
use crd_schema::path::{FieldPathBuf, PathStep, PathStyle};
use crd_schema::{CrdSchema, CustomResource, CustomResourceExt, Profile};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

fn warnings<K: CustomResource>() -> Vec<String> {
    let definition = definition::<K>(Profile::Native).expect("a definition");
    let of_profile = |text: &String| text.contains("no released API server knows");
    definition.warnings().iter().map(ToString::to_string).filter(|text| !of_profile(text)).collect()
}

fn object(kind: &str, spec: &Value) -> Value {
    json!({"apiVersion": "example.com/v1", "kind": kind, "metadata": {"name": "a"}, "spec": spec})
}

/// Whether a server that enforces the markers takes the change.
fn may_become<K: CustomResource>(old: &Value, new: &Value) -> bool {
    let served = K::served().expect("served");
    let stored = served.create(object(K::RESOURCE.kind, old)).expect("the old object");
    served.update(stored.object.value(), object(K::RESOURCE.kind, new)).is_ok()
}

#[derive(Clone, Debug, Serialize, Deserialize, CrdSchema)]
#[crd(group = "example.com", version = "v1", kind = "Pinned", plural = "pinned", no_export_test)]
struct PinnedSpec {
    #[serde(skip_serializing_if = "Option::is_none")]
    outer: Option<Outer>,
    #[immutable]
    #[serde(skip_serializing_if = "Option::is_none")]
    said: Option<Outer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    once: Option<Once>,
    needed: Outer,
    list: Vec<Outer>,
}

#[derive(Clone, Debug, Serialize, Deserialize, CrdSchema)]
struct Outer {
    deeper: Deeper,
}

#[derive(Clone, Debug, Serialize, Deserialize, CrdSchema)]
struct Deeper {
    #[immutable]
    id: String,
}

#[derive(Clone, Debug, Serialize, Deserialize, CrdSchema)]
struct Once {
    #[immutable(add_only)]
    id: String,
}

#[test]
fn a_required_immutable_child_pins_its_optional_parent() {
    assert_eq!(
        warnings::<Pinned>(),
        [
            "spec.versions[0].schema.openAPIV3Schema.properties[spec].properties[outer]: may neither be added to an object nor taken \
          from it, although it is optional, for `id` in it is required and immutable; put `#[immutable]` on `outer` to say \
          so, or `#[immutable(add_only)]` on `id` to let it come once"
        ]
    );
    let without = json!({"needed": {"deeper": {"id": "a"}}, "list": []});
    let mut with = without.clone();
    with["outer"] = json!({"deeper": {"id": "b"}});
    assert!(!may_become::<Pinned>(&without, &with) && !may_become::<Pinned>(&with, &without));
    let mut once = without.clone();
    once["once"] = json!({"id": "b"});
    assert!(may_become::<Pinned>(&without, &once));
}

#[derive(Clone, Debug, Serialize, Deserialize, CrdSchema)]
#[crd(group = "example.com", version = "v1", kind = "Respelled", plural = "respelled", no_export_test)]
struct RespelledSpec {
    #[immutable]
    since: chrono::DateTime<chrono::Utc>,
    until: chrono::DateTime<chrono::Utc>,
    #[immutable]
    plain: String,
    #[immutable]
    memory: k8s_openapi::apimachinery::pkg::api::resource::Quantity,
    #[immutable(items)]
    ids: Vec<uuid::Uuid>,
    #[immutable]
    deep: Deep,
}

#[derive(Clone, Debug, Serialize, Deserialize, CrdSchema)]
struct Deep {
    site: Option<url::Url>,
}

#[test]
fn an_immutable_value_that_serde_spells_anew_cannot_be_written_back() {
    let found = warnings::<Respelled>();
    let places: Vec<_> = found.iter().map(|text| text.split(": ").next().unwrap_or_default()).collect();
    let spec = "spec.versions[0].schema.openAPIV3Schema.properties[spec].properties";
    assert_eq!(
        places,
        ["[since]", "[memory]", "[ids].items", "[deep].properties[site]"]
            .map(|place| format!("{spec}{place}"))
    );
    assert!(
        found.iter().all(|text| text.contains("is immutable, and serde may write it in another spelling"))
    );

    let sent = json!({
        "since": "2020-01-02T03:04:05.25Z", "until": "2020-01-02T03:04:05.25Z", "plain": "a", "memory": 5, "ids": [], "deep": {},
    });
    let read: RespelledSpec = serde_json::from_value(sent.clone()).expect("read");
    let written = serde_json::to_value(&read).expect("written");
    assert_eq!(written["since"], "2020-01-02T03:04:05.250Z");
    assert!(!may_become::<Respelled>(&sent, &written));
    let mut others = written;
    others["since"] = sent["since"].clone();
    assert!(!may_become::<Respelled>(&sent, &others));
    others["memory"] = sent["memory"].clone();
    assert!(may_become::<Respelled>(&sent, &others));
}

/// The places of accepted warnings are those of the schema.
#[test]
fn an_accepted_warning_is_not_reported() {
    let reported = |allows: Vec<Allow>| {
        let version = Version::of::<Respelled>().allow(allows);
        let definition = combine(&[version], Profile::Native).expect("a definition");
        let of_rule = |note: &&crd_schema::crd::Note| note.rule() == Some("immutable-respelled");
        definition.warnings().iter().filter(of_rule).count()
    };
    let steps = ["spec", "memory"].into_iter();
    let steps = steps.flat_map(|name| [PathStep::Property("properties"), PathStep::Key(name)]);
    let memory = FieldPathBuf::new(steps, PathStyle::Bracketed);
    let rule = || Allow::rule("immutable-respelled").because("clients send what serde writes");
    assert_eq!(reported(vec![]), 4);
    assert_eq!(reported(vec![rule().below(memory)]), 3);
    assert_eq!(reported(vec![rule().matching("spec.deep")]), 3);
    assert_eq!(reported(vec![Allow::rule("serde-alias")]), 4);
    assert_eq!(reported(vec![rule()]), 0);
}

#[derive(Clone, Debug, Serialize, Deserialize, CrdSchema)]
#[crd(group = "example.com", version = "v1", kind = "Allowed", plural = "allowed", no_export_test)]
struct AllowedSpec {
    #[immutable]
    #[crd(allow("immutable-respelled", reason = "clients send what serde writes"))]
    memory: k8s_openapi::apimachinery::pkg::api::resource::Quantity,
    #[immutable]
    site: url::Url,
    #[immutable]
    deep: Accepted,
}

#[derive(Clone, Debug, Serialize, Deserialize, CrdSchema)]
#[crd(allow("immutable-respelled", reason = "it is only read"))]
struct Accepted {
    since: chrono::DateTime<chrono::Utc>,
}

#[test]
fn a_warning_that_the_author_accepts_is_silent_there_and_below() {
    let found = warnings::<Allowed>();
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("properties[site]: is immutable, and serde may write it"), "{found:?}");
}

#[derive(Clone, Debug, Serialize, Deserialize, CrdSchema)]
#[crd(group = "example.com", version = "v1", kind = "Trap", no_export_test)]
struct TrapSpec {
    #[crd(default = 5)]
    limit: Option<i32>,
    #[crd(default = 5)]
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<i32>,
    plain: Option<i32>,
}

#[test]
fn a_null_beside_a_default_is_reported() {
    let found = warnings::<Trap>();
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("properties[limit]: may be null and has a default"), "{found:?}");
}

#[derive(Clone, Debug, Serialize, Deserialize, CrdSchema)]
#[crd(group = "example.com", version = "v1", kind = "Short", no_export_test, max_desc_len = 20)]
struct ShortSpec {
    /// One sentence. And another one.
    a: String,
    /// No end to be seen here at all.
    b: String,
}

#[test]
fn descriptions_are_cut_at_sentences() {
    let crd = serde_json::to_value(Short::crd().expect("a definition")).expect("JSON");
    let properties =
        &crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]["properties"];
    assert_eq!(properties["a"]["description"], "One sentence.");
    assert_eq!(properties["b"]["description"], "No end to be seen he");
    let none = definition_without_descriptions();
    assert!(!none.contains("description"), "{none}");
}

fn definition_without_descriptions() -> String {
    use crd_schema::crd::{Version, combine};
    let version = Version::of::<Short>().max_description_length(0);
    combine(&[version], Profile::Cluster).expect("a definition").to_yaml().expect("YAML")
}

#[test]
fn a_definition_that_kubectl_cannot_keep_a_copy_of_is_reported() {
    use crd_schema::SchemaBuilder;
    use crd_schema::crd::{Version, combine, definition_of};
    use crd_schema::describe::ResourceDesc;
    let resource = ResourceDesc {
        group: "example.com",
        version: "v1",
        kind: "Long",
        plural: "longs",
        ..ResourceDesc::EMPTY
    };
    let schema = SchemaBuilder::object().description("a ".repeat(131_072)).build().expect("a schema");
    let long = definition_of(&resource, &schema, Profile::Cluster).expect("a definition");
    let text = long.warnings()[0].to_string();
    assert!(
        text.contains("`kubectl apply` keeps a copy in an annotation, where at most 262144 fit"),
        "{text}"
    );
    let cut = combine(&[Version::new(resource, schema).max_description_length(99)], Profile::Cluster);
    assert_eq!(cut.expect("a definition").warnings(), []);
}

/// rustc warns of these, too, when the types compile.
#[allow(deprecated)]
mod foreign {
    use super::*;

    #[derive(Clone, Debug, Serialize, Deserialize, schemars::JsonSchema, CrdSchema)]
    #[crd(group = "example.com", version = "v1", kind = "Foreign", no_export_test)]
    pub(super) struct ForeignSpec {
        #[schemars(length(min = 1))]
        name: String,
        #[schemars(length(min = 1), regex(pattern = "^[a-z]"))]
        #[crd(length = 1.., pattern = "^[a-z]")]
        both: String,
        #[schemars(range(max = 3))]
        #[crd(allow("foreign-attribute", reason = "for our web server alone"))]
        accepted: i32,
        list: Vec<Item>,
        below: Below,
    }

    #[derive(Clone, Debug, Serialize, Deserialize, schemars::JsonSchema, CrdSchema)]
    struct Item(#[schemars(regex(pattern = "^[a-z]+$"))] String);

    #[derive(Clone, Debug, Serialize, Deserialize, schemars::JsonSchema, CrdSchema)]
    #[crd(allow("foreign-attribute", reason = "for our web server alone"))]
    struct Below {
        #[schemars(range(max = 3))]
        quiet: i32,
    }
}

#[test]
fn an_attribute_of_another_derive_is_not_ignored_in_silence() {
    let at = "spec.versions[0].schema.openAPIV3Schema.properties[spec].properties";
    let wanted = [
        format!(
            "{at}[name]: `#[schemars(length(…))]` is of another derive, and the schema does not have it; write \
             `#[crd(length = 1..)]`"
        ),
        format!(
            "{at}[list].items: `#[schemars(regex(…))]` is of another derive, and the schema does not have it; write \
             `#[crd(pattern = \"^[a-z]+$\")]` on the struct"
        ),
    ];
    assert_eq!(warnings::<foreign::Foreign>(), wanted);
    let definition = definition::<foreign::Foreign>(Profile::Native).expect("a definition");
    let rules: Vec<_> = definition.warnings().iter().filter_map(crd_schema::crd::Note::rule).collect();
    assert_eq!(rules.iter().filter(|rule| **rule == "foreign-attribute").count(), 2, "{rules:?}");
}
