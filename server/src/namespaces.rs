//! Namespaces: objects live in those that exist, and go with them.
//!
//! Source: `apiserver pkg/admission/plugin/namespace/lifecycle/admission.go`; `pkg/registry/core/namespace` and
//! `pkg/controller/namespace/deletion` of Kubernetes.

use std::collections::BTreeMap;
use std::sync::Arc;

use crd_schema::path::FieldPathBuf;
use crd_schema::serve::Decoded;
use crd_schema::steps::CanonicalObject;
use crd_schema::{Status, Violation, Violations};
use crd_schema_go::names::label_1123;
use serde_json::{Map, Value, json};

use crate::api::Shared;
use crate::clock::Clock;
use crate::failure::{Failure, Named};
use crate::managers::Writer;
use crate::meta;
use crate::objects::{Fate, Mode, Objects};
use crate::resources::{NAMESPACES, Registry, Resource, Role};
use crate::strategy::{Checked, Part, stored};
use crate::verbs::delete_all;

/// Those that every cluster has.
const INITIAL: [&str; 4] = ["default", "kube-node-lease", "kube-public", "kube-system"];

/// A label that names the namespace.
const NAME_LABEL: &str = "kubernetes.io/metadata.name";

/// How custom resources without a group are validated; see [`Validated`].
const VALIDATED_AS: &str = "/v1";

/// Without a group, the library validates an `apiVersion` with a slash in front. **Quirk** of upstream's, which it keeps
/// (`ValidateTypeMeta` in `pkg/registry/customresource/validator.go`).
struct Validated;

impl Validated {
    fn enter(object: &mut Value) {
        set(object, "apiVersion", VALIDATED_AS.into());
    }

    fn leave(object: &mut Value) {
        set(object, "apiVersion", "v1".into());
    }
}

fn set(object: &mut Value, name: &str, value: Value) {
    if let Some(fields) = object.as_object_mut() {
        fields.insert(name.to_owned(), value);
    }
}

/// The namespace that a create request stores.
pub(crate) fn create(resource: &Resource, name: &str, mut new: Decoded) -> Result<Checked, Failure> {
    let said = if name.is_empty() { Vec::new() } else { label_1123(name) };
    if !said.is_empty() {
        let path = FieldPathBuf::from_properties(["metadata", "name"]);
        let found = Violations::from_iter([Violation::invalid(path, json!(name), said.join("; "))]);
        return Err(Status::invalid("", "Namespace", name, &found).into());
    }
    Validated::enter(&mut new.object);
    label(&mut new.object, name);
    let (mut object, warnings) = stored(resource, name, resource.served.create_decoded(new))?;
    Validated::leave(&mut object);
    // Namespaces have no generation.
    meta::remove(&mut object, "generation");
    set(&mut object, "spec", json!({"finalizers": ["kubernetes"]}));
    set(&mut object, "status", json!({"phase": "Active"}));
    Ok((object, warnings))
}

/// A namespace that is named has a label of its name.
///
/// Source: `SetDefaults_Namespace` in `kubernetes pkg/apis/core/v1/defaults.go`.
pub(crate) fn default(mut decoded: Decoded) -> Decoded {
    let name = meta::text(&decoded.object, "name").to_owned();
    if !name.is_empty() {
        label(&mut decoded.object, &name);
    }
    decoded
}

fn label(object: &mut Value, name: &str) {
    let mut labels =
        meta::field(object, "labels").and_then(Value::as_object).cloned().unwrap_or_else(Map::new);
    labels.insert(NAME_LABEL.to_owned(), name.into());
    meta::set(object, "labels", labels);
}

/// The namespace that an update stores in place of `old`: its finalizers and its phase stay.
pub(crate) fn update(
    resource: &Resource,
    name: &str,
    old: &CanonicalObject,
    mut new: Decoded,
    part: Part,
) -> Result<Checked, Failure> {
    let mut validated = old.value().clone();
    Validated::enter(&mut validated);
    Validated::enter(&mut new.object);
    set(&mut new.object, "spec", old.value().get("spec").cloned().unwrap_or_default());
    label(&mut new.object, name);
    let old = resource.read(validated).map_err(|error| Failure::of_storage(&error.to_string()))?;
    let outcome = match part {
        Part::Main => resource.served.update_decoded(&old, new),
        Part::Status => resource.served.update_status_decoded(&old, new),
    };
    let (mut object, warnings) = stored(resource, name, outcome)?;
    Validated::leave(&mut object);
    meta::remove(&mut object, "generation");
    Ok((object, warnings))
}

/// A namespace that somebody wants to be deleted: first its objects go.
pub(crate) fn delete(old: &Value, clock: &Clock) -> Value {
    let mut new = old.clone();
    meta::set(&mut new, "deletionTimestamp", clock.stamp());
    set(&mut new, "status", json!({"phase": "Terminating"}));
    meta::remove(&mut new, "generation");
    new
}

fn resource(api: &Shared) -> Option<Arc<Resource>> {
    api.registry().get("", "v1", NAMESPACES).cloned()
}

/// Adds the namespaces that every cluster has.
pub(crate) async fn add_initial(api: &Shared) -> Result<(), Failure> {
    let Some(resource) = resource(api) else { return Ok(()) };
    for name in INITIAL {
        add(api, &resource, name).await?;
    }
    Ok(())
}

/// Adds a namespace that may be there already.
pub(crate) async fn add(api: &Shared, resource: &Resource, name: &str) -> Result<(), Failure> {
    let object = json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}});
    let decoded = resource.served.decode(object);
    let decoded = decoded.map_err(|why| Failure::from(resource.served.status(name, &why)))?;
    let by = Writer::server(&resource.version, &api.clock);
    let new = crate::strategy::requested(resource, "", default(decoded), &by);
    let (object, _) = crate::strategy::create(resource, &api.clock, "", new)?;
    Objects { api, resource }.create("", &object, Mode::Write).await.map(|_| ())
}

/// Adds a namespace to an API that has them.
pub(crate) async fn ensure(api: &Shared, name: &str) -> Result<(), Failure> {
    match resource(api) {
        Some(resource) => add(api, &resource, name).await,
        None => Ok(()),
    }
}

/// Whether objects may be created in a namespace.
pub(crate) async fn check_active(
    api: &Shared,
    created: &Resource,
    namespace: &str,
    name: &str,
) -> Result<(), Failure> {
    let Some(resource) = resource(api) else { return Ok(()) };
    let found = Objects { api, resource: &resource }.get("", namespace).await?;
    if meta::is_deleted(&found) {
        let named: Named<'_> = created.named();
        return Err(Failure::namespace_terminating(named, name, namespace));
    }
    Ok(())
}

/// Deletes what is in a namespace that is deleted, and the namespace when nothing is left.
pub(crate) async fn settle(api: &Shared, name: &str) -> Result<(), Failure> {
    let Some(resource) = resource(api) else { return Ok(()) };
    let objects = Objects { api, resource: &resource };
    let found = match objects.get("", name).await {
        Err(failure) if failure.code() == 404 => return Ok(()),
        other => other?,
    };
    if !meta::is_deleted(&found) {
        return Ok(());
    }
    let mut left = 0;
    for custom in namespaced(&api.registry()).into_values() {
        left += delete_all(api, &custom, name).await?;
    }
    if left == 0 && meta::strings(&found, "finalizers").is_empty() {
        let removed = objects.change("", name, Mode::Write, |old| Ok(Fate::Remove(old.value().clone())));
        return match removed.await {
            Err(failure) if failure.code() != 404 => Err(failure),
            _ => Ok(()),
        };
    }
    Ok(())
}

/// A version of each custom resource with namespaces: all versions are of the same objects.
fn namespaced(registry: &Registry) -> BTreeMap<(String, String), Arc<Resource>> {
    let custom = registry.all().filter(|found| found.shared.role == Role::Custom && found.shared.namespaced);
    let keyed = custom.map(|resource| {
        let shared = &resource.shared;
        ((shared.group.clone(), shared.names.plural.clone()), Arc::clone(resource))
    });
    keyed.collect()
}
