//! The definitions that are served, and how they change while requests run.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock};

use crd_schema::serve::ServeError;
use crd_schema::{CustomResourceDefinition, ServedVersion};

/// Group, version and kind.
type Id = (String, String, String);

/// All versions of all definitions. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Definitions(Arc<RwLock<BTreeMap<Id, Arc<ServedVersion>>>>);

impl Definitions {
    /// Serves a definition, in the place of the one of its group and kind if there is one.
    ///
    /// All is made ready before anything is replaced, so that a definition that is no good changes nothing, and requests
    /// never wait for more than an exchange of pointers.
    ///
    /// # Errors
    /// A version has no schema, or none that is structural.
    pub fn replace(&self, crd: &CustomResourceDefinition) -> Result<(), ServeError> {
        let spec = crd.spec.as_ref().ok_or(ServeError::NoSpec)?;
        let names = spec.versions.iter().flatten().filter_map(|version| version.name.as_deref());
        let served = names.map(|name| ServedVersion::new(crd, name)).collect::<Result<Vec<_>, _>>()?;
        let group = spec.group.clone().unwrap_or_default();
        let kind = spec.names.as_ref().and_then(|names| names.kind.clone()).unwrap_or_default();
        let mut all = self.0.write().unwrap_or_else(PoisonError::into_inner);
        all.retain(|(other, _, of), _| *other != group || *of != kind);
        all.extend(served.into_iter().map(|served| (id(&served), Arc::new(served))));
        Ok(())
    }

    /// The version that a request is about. It stays as it is for as long as the request has it.
    pub(crate) fn of(&self, group: &str, version: &str, kind: &str) -> Option<Arc<ServedVersion>> {
        let id = (group.to_owned(), version.to_owned(), kind.to_owned());
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(&id).cloned()
    }
}

fn id(served: &ServedVersion) -> Id {
    (served.group().to_owned(), served.version().to_owned(), served.kind().to_owned())
}
