//! Root types for kube: what its traits say of them.

use crd_schema::kube_5::{DefinitionError, ObjectMeta, WithSchema as _, definition, to_kube};
use crd_schema::{CrdSchema, CustomResource, Profile};
use kube_core::object::{HasSpec, HasStatus};
use kube_core::{ClusterResourceScope, CustomResourceExt, NamespaceResourceScope, Resource};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Clone, Debug, Serialize, Deserialize, CrdSchema)]
#[crd(kube, group = "example.com", version = "v1", kind = "Box", plural = "boxes", status = BoxStatus)]
#[crd(short_names = ["bx"], no_export_test)]
struct BoxSpec {
    #[immutable]
    #[crd(max_length = 63)]
    material: String,
    #[crd(range = 1..=5)]
    size: i32,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, CrdSchema)]
struct BoxStatus {
    #[serde(default)]
    full: bool,
}

/// A root that the user wrote.
#[derive(Clone, Debug, Serialize, Deserialize, CrdSchema)]
#[crd(
    root,
    kube,
    group = "example.com",
    version = "v1",
    plural = "shelves",
    scope = "Cluster",
    no_export_test
)]
#[serde(rename_all = "camelCase")]
struct Shelf {
    api_version: String,
    kind: String,
    metadata: ObjectMeta,
    #[serde(rename = "spec")]
    wanted: ShelfSpec,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, CrdSchema)]
struct ShelfSpec {
    boards: u8,
}

fn scope_of<K: Resource<Scope: 'static>>() -> std::any::TypeId {
    std::any::TypeId::of::<K::Scope>()
}

#[test]
fn kube_knows_what_the_resource_is_called() {
    assert_eq!(Box::api_version(&()), "example.com/v1");
    assert_eq!(Box::kind(&()), "Box");
    assert_eq!(Box::url_path(&(), Some("a")), "/apis/example.com/v1/namespaces/a/boxes");
    assert_eq!(<Box as CustomResourceExt>::crd_name(), "boxes.example.com");
    assert_eq!(<Box as CustomResourceExt>::shortnames(), ["bx"]);
    let resource = <Box as CustomResourceExt>::api_resource();
    assert_eq!((resource.plural.as_str(), resource.api_version.as_str()), ("boxes", "example.com/v1"));
    assert_eq!(scope_of::<Box>(), std::any::TypeId::of::<NamespaceResourceScope>());
    assert_eq!(scope_of::<Shelf>(), std::any::TypeId::of::<ClusterResourceScope>());
}

#[test]
fn fields_are_reached_through_the_traits() {
    let mut object = Box::new("a", BoxSpec { material: "wood".to_owned(), size: 2 });
    assert_eq!(object.meta().name.as_deref(), Some("a"));
    object.meta_mut().namespace = Some("b".to_owned());
    object.spec_mut().size = 3;
    assert_eq!((object.spec().size, object.status()), (3, None));
    *object.status_mut() = Some(BoxStatus { full: true });
    let text = serde_json::to_value(&object).expect("JSON");
    assert_eq!(
        text,
        json!({
            "apiVersion": "example.com/v1",
            "kind": "Box",
            "metadata": {"name": "a", "namespace": "b"},
            "spec": {"material": "wood", "size": 3},
            "status": {"full": true},
        })
    );
    let back: Box = serde_json::from_value(text).expect("it is one");
    assert_eq!(back.status(), Some(&BoxStatus { full: true }));
    let shelf: Shelf = serde_json::from_value(json!({
        "apiVersion": "example.com/v1", "kind": "Shelf", "metadata": {"name": "s"}, "spec": {"boards": 4},
    }))
    .expect("it is one");
    assert_eq!((shelf.meta().name.as_deref(), shelf.spec()), (Some("s"), &ShelfSpec { boards: 4 }));
}

/// As far as numbers: k8s-openapi writes `1` as `1.0`.
fn alike(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Object(left), Value::Object(right)) => {
            left.len() == right.len()
                && left.iter().all(|(name, value)| right.get(name).is_some_and(|other| alike(value, other)))
        }
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(left, right)| alike(left, right))
        }
        (Value::Number(left), Value::Number(right)) => left.as_f64() == right.as_f64(),
        _ => left == right,
    }
}

#[test]
fn the_definition_is_that_of_clusters() {
    let kube = serde_json::to_value(<Box as CustomResourceExt>::crd()).expect("JSON");
    let ours = <Box as crd_schema::CustomResourceExt>::crd_for(Profile::Cluster).expect("a definition");
    let ours = serde_json::to_value(ours).expect("JSON");
    assert!(alike(&kube, &ours), "{kube:#}\n{ours:#}");
    assert!(kube.to_string().contains("self == oldSelf"), "{kube:#}");
}

#[test]
fn markers_are_not_dropped() {
    let native = <Box as crd_schema::CustomResourceExt>::crd_for(Profile::Native).expect("a definition");
    assert!(matches!(to_kube(&native), Err(DefinitionError::Lossy)));
}

/// CEL compares nothing that has no type.
#[derive(Clone, Debug, Serialize, Deserialize, CrdSchema)]
#[crd(kube, group = "example.com", version = "v1", kind = "Heap", no_export_test)]
struct HeapSpec {
    #[immutable]
    thing: Value,
}

#[test]
fn a_marker_that_cannot_be_lowered_is_an_error() {
    let error = definition::<Heap>().expect_err("there is no rule for it").to_string();
    assert!(error.contains("cannot be lowered to CEL"), "{error}");
    let panic = std::panic::catch_unwind(<Heap as CustomResourceExt>::crd).expect_err("the same");
    assert_eq!(panic.downcast_ref::<String>(), Some(&error));
    assert_eq!(Heap::RESOURCE.kind, "Heap");
}

#[derive(Clone, Debug, Serialize, Deserialize, CrdSchema)]
#[crd(kube, group = "example.com", version = "v1", kind = "Chest", status = BoxStatus, no_export_test)]
#[crd(root_rule("self.metadata.name != self.spec.material"))]
struct ChestSpec {
    #[crd(max_length = 63)]
    material: String,
}

/// As kube's own derive has its `validation`; without a schema that one drops it.
#[test]
fn rules_of_the_root_are_in_both_definitions() {
    let definitions = [
        definition::<Chest>().expect("a definition"),
        Chest::crd_with_schema().expect("a definition"),
        Chest::crd_with_spec_schema().expect("a definition"),
    ];
    for crd in definitions {
        let schema = crd.spec.versions[0].schema.clone().and_then(|schema| schema.open_api_v3_schema);
        let rules = schema.and_then(|schema| schema.x_kubernetes_validations).unwrap_or_default();
        let rules: Vec<_> = rules.into_iter().map(|rule| rule.rule).collect();
        assert_eq!(rules, ["self.metadata.name != self.spec.material"]);
    }
}
