//! All resources that are served at a moment.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use crd_schema::CustomResourceDefinition;
use crd_schema::serve::ServeError;
use serde_json::Value;

use super::{Resource, Role, definitions, namespaces};
use crate::meta;
use crate::openapi::Documents;

/// A CRD and what is served of it.
#[derive(Clone, Debug)]
pub(crate) struct Definition {
    uid: String,
    generation: i64,
    pub(crate) resources: Vec<Arc<Resource>>,
}

impl Definition {
    pub(crate) fn uid(&self) -> &str {
        &self.uid
    }
}

/// What is served. It does not change: a new one takes its place.
#[derive(Clone, Debug, Default)]
pub(crate) struct Registry {
    builtin: Vec<Arc<Resource>>,
    custom: BTreeMap<String, Definition>,
    by_path: BTreeMap<(String, String, String), Arc<Resource>>,
    /// Made when somebody asks for them.
    documents: OnceLock<Documents>,
}

impl Registry {
    /// The resources that are there from the start.
    ///
    /// # Errors
    /// Never: what is built in can be served.
    pub(crate) fn new(with_namespaces: bool) -> Result<Self, ServeError> {
        let mut builtin = definitions()?;
        if with_namespaces {
            builtin.extend(namespaces()?);
        }
        let mut registry = Self { builtin: builtin.into_iter().map(Arc::new).collect(), ..Self::default() };
        registry.index();
        Ok(registry)
    }

    /// The same with other CRDs, given as they are stored.
    pub(crate) fn with(&self, crds: &[Value]) -> Self {
        let custom = crds.iter().filter_map(|object| {
            let name = meta::text(object, "name").to_owned();
            let definition = definition(object, self.custom.get(&name))?;
            Some((name, definition))
        });
        let mut registry =
            Self { builtin: self.builtin.clone(), custom: custom.collect(), ..Self::default() };
        registry.index();
        registry
    }

    fn index(&mut self) {
        let custom = self.custom.values().flat_map(|definition| &definition.resources);
        let keyed = self.builtin.iter().chain(custom).map(|resource| {
            let shared = &resource.shared;
            let path = (shared.group.clone(), resource.version.clone(), shared.names.plural.clone());
            (path, Arc::clone(resource))
        });
        self.by_path = keyed.collect();
    }

    /// The documents of `OpenAPI`.
    pub(crate) fn documents(&self) -> &Documents {
        self.documents.get_or_init(|| Documents::new(self))
    }

    /// A resource by its path.
    pub(crate) fn get(&self, group: &str, version: &str, plural: &str) -> Option<&Arc<Resource>> {
        self.by_path.get(&(group.to_owned(), version.to_owned(), plural.to_owned()))
    }

    /// All resources, by group, version and plural.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Arc<Resource>> {
        self.by_path.values()
    }

    /// All CRDs whose resources are served.
    pub(crate) fn definitions(&self) -> impl Iterator<Item = &Definition> {
        self.custom.values()
    }
}

/// Nothing where the names of the CRD are not accepted. What did not change is not compiled again.
fn definition(object: &Value, old: Option<&Definition>) -> Option<Definition> {
    if !holds(object, "NamesAccepted") && !holds(object, "Established") {
        return None;
    }
    let (uid, generation) = (meta::text(object, "uid"), meta::integer(object, "generation"));
    let terminating = meta::is_deleted(object) || holds(object, "Terminating");
    let old = old.filter(|old| old.uid == uid && old.generation == generation);
    let mut definition = match old.cloned() {
        Some(old) => old,
        None => Definition { uid: uid.to_owned(), generation, resources: compiled(object)? },
    };
    for resource in &mut definition.resources {
        if resource.terminating != terminating {
            *resource = Arc::new(Resource { terminating, ..Resource::clone(resource) });
        }
    }
    Some(definition)
}

fn compiled(object: &Value) -> Option<Vec<Arc<Resource>>> {
    let crd: CustomResourceDefinition = serde_json::from_value(object.clone()).ok()?;
    let failed = |error: &ServeError| tracing::warn!("{}: {error}", meta::text(object, "name"));
    let resources = Resource::of(&crd, Role::Custom).inspect_err(failed).ok()?;
    Some(resources.into_iter().map(Arc::new).collect())
}

/// Whether a condition of an object is true.
pub(super) fn holds(object: &Value, kind: &str) -> bool {
    let conditions = object.pointer("/status/conditions").and_then(Value::as_array);
    conditions.into_iter().flatten().any(|condition| {
        condition.get("type").and_then(Value::as_str) == Some(kind)
            && condition.get("status").and_then(Value::as_str) == Some("True")
    })
}
