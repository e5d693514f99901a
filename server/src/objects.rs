//! Objects of a resource in the store: values become objects, and objects values.
//!
//! Source: `apiserver pkg/registry/generic/registry/store.go`, `pkg/storage/etcd3/store.go`.
//!
//! Knows nothing of: requests.

use axum::body::Bytes;
use crd_schema::steps::CanonicalObject;
use serde_json::Value;

use crate::api::Shared;
use crate::failure::Failure;
use crate::meta;
use crate::resources::{Resource, Role};
use crate::store::{Entry, StoreError};

/// The objects of one resource.
#[derive(Clone, Copy)]
pub(crate) struct Objects<'a> {
    pub(crate) api: &'a Shared,
    pub(crate) resource: &'a Resource,
}

/// What becomes of an object.
pub(crate) enum Fate {
    /// It stays as it is.
    Keep,
    /// It is replaced.
    Replace(Value),
    /// It goes; what it last was is for the answer.
    Remove(Value),
}

/// What became of an object.
pub(crate) enum Changed {
    /// It is there, as it is or was before.
    Stays(Value),
    /// It is gone; what it last was.
    Gone(Value),
}

impl Changed {
    pub(crate) fn into_object(self) -> Value {
        match self {
            Self::Stays(object) | Self::Gone(object) => object,
        }
    }
}

/// Whether a write is only tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    Write,
    DryRun,
}

impl Mode {
    pub(crate) fn new(dry_run: bool) -> Self {
        if dry_run { Self::DryRun } else { Self::Write }
    }
}

impl Objects<'_> {
    /// An entry as clients see it.
    pub(crate) fn shown(self, entry: &Entry) -> Result<Value, Failure> {
        let mut object = self.read(entry)?.into_value();
        if self.resource.shared.role == Role::Namespaces {
            // Custom resources always have one, namespaces never.
            meta::remove(&mut object, "generation");
        }
        Ok(object)
    }

    /// An entry as it is compared with what is to replace it.
    fn read(self, entry: &Entry) -> Result<CanonicalObject, Failure> {
        let failed = |error: &dyn std::fmt::Display| Failure::of_storage(&error.to_string());
        let mut stored: Value = serde_json::from_slice(&entry.value).map_err(|error| failed(&error))?;
        meta::set(&mut stored, "resourceVersion", entry.revision.to_string());
        self.resource.read(stored).map_err(|error| failed(&error))
    }

    pub(crate) async fn get(self, namespace: &str, name: &str) -> Result<Value, Failure> {
        let entry = self.api.store.get(&self.resource.key(namespace, name)).await?;
        let entry = entry.ok_or_else(|| self.not_found(name))?;
        self.shown(&entry)
    }

    pub(crate) async fn exists(self, namespace: &str, name: &str) -> Result<bool, Failure> {
        Ok(self.api.store.get(&self.resource.key(namespace, name)).await?.is_some())
    }

    pub(crate) fn not_found(self, name: &str) -> Failure {
        let named = self.resource.named();
        crd_schema::Status::not_found(named.group, named.plural, name).into()
    }

    /// Adds an object; none where its name exists.
    pub(crate) async fn create(
        self,
        namespace: &str,
        object: &Value,
        mode: Mode,
    ) -> Result<Option<Value>, Failure> {
        let key = self.resource.key(namespace, meta::text(object, "name"));
        let value = self.encode(object)?;
        if mode == Mode::DryRun {
            let exists = self.api.store.get(&key).await?.is_some();
            return Ok((!exists).then(|| object.clone()));
        }
        match self.api.store.create(&key, value.clone()).await {
            Ok(revision) => self.written(object, value, revision).map(Some),
            Err(StoreError::Exists) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Lets `decide` what becomes of an object; it is asked again when somebody else has written meanwhile.
    pub(crate) async fn change(
        self,
        namespace: &str,
        name: &str,
        mode: Mode,
        mut decide: impl FnMut(&CanonicalObject) -> Result<Fate, Failure> + Send,
    ) -> Result<Changed, Failure> {
        let key = self.resource.key(namespace, name);
        loop {
            let entry = self.api.store.get(&key).await?.ok_or_else(|| self.not_found(name))?;
            let old = self.read(&entry)?;
            let fate = decide(&old)?;
            let done = match (fate, mode) {
                (Fate::Keep, _) => return Ok(Changed::Stays(old.into_value())),
                (Fate::Replace(new), Mode::DryRun) => return Ok(Changed::Stays(new)),
                (Fate::Remove(last), Mode::DryRun) => return Ok(Changed::Gone(last)),
                (Fate::Replace(new), Mode::Write) => self.replace(&entry, new).await.map(Changed::Stays),
                (Fate::Remove(last), Mode::Write) => {
                    let removed = self.api.store.delete(&key, entry.revision).await;
                    removed.map(|_| Changed::Gone(last)).map_err(Retry::from)
                }
            };
            match done {
                Ok(done) => return Ok(done),
                Err(Retry::Again) => {}
                Err(Retry::Never(failure)) => return Err(failure),
            }
        }
    }

    /// What is not changed by a write is not written.
    async fn replace(self, old: &Entry, new: Value) -> Result<Value, Retry> {
        let value = self.encode(&new).map_err(Retry::Never)?;
        if value == old.value {
            return self.written(&new, value, old.revision).map_err(Retry::Never);
        }
        let revision = self.api.store.update(&old.key, old.revision, value.clone()).await?;
        self.written(&new, value, revision).map_err(Retry::Never)
    }

    fn encode(self, object: &Value) -> Result<Bytes, Failure> {
        let encoded = serde_json::to_vec(&self.resource.stored(object));
        encoded.map(Bytes::from).map_err(|error| Failure::of_storage(&error.to_string()))
    }

    /// The answer to a write. An object that is stored in another version is read back.
    fn written(self, object: &Value, value: Bytes, revision: u64) -> Result<Value, Failure> {
        if self.resource.is_stored() {
            let mut object = object.clone();
            meta::set(&mut object, "resourceVersion", revision.to_string());
            return Ok(object);
        }
        let key = "".into();
        self.shown(&Entry { key, value, revision })
    }
}

/// Whether a write is tried again.
enum Retry {
    Again,
    Never(Failure),
}

impl From<StoreError> for Retry {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Conflict | StoreError::NotFound => Self::Again,
            other => Self::Never(other.into()),
        }
    }
}
