//! The served version that an object belongs to.

use std::collections::HashMap;
use std::sync::Arc;

use crd_schema::{
    CrdVersion, CustomResourceDefinition, FieldPathBuf, ServeError, ServeOptions, ServedVersion,
};

use super::crds::{self, Crd, at};
use crate::exit::{Failure, say};
use crate::input::{Object, Place};

/// The versions that the CRDs of a file serve, made ready when they are first asked for.
pub(crate) struct Served {
    crds: Vec<Crd>,
    options: ServeOptions,
    ready: HashMap<String, Arc<ServedVersion>>,
    /// Objects that no CRD defines.
    foreign: Vec<String>,
}

impl Served {
    pub(crate) fn read(file: &str) -> Result<Self, Failure> {
        Self::with_options(file, ServeOptions::default())
    }

    pub(crate) fn with_options(file: &str, options: ServeOptions) -> Result<Self, Failure> {
        Ok(Self { crds: crds::read(file)?, options, ready: HashMap::new(), foreign: Vec::new() })
    }

    /// All versions, by the `apiVersion` and `kind` of their objects.
    pub(crate) fn every(&self) -> Result<HashMap<(String, String), ServedVersion>, Failure> {
        let mut every = HashMap::new();
        for crd in &self.crds {
            for version in versions(&crd.definition) {
                let name = version.name.as_deref().unwrap_or_default();
                let served = ServedVersion::with_options(&crd.definition, name, self.options)
                    .map_err(|error| no_good(crd, name, &error))?;
                every.insert((served.api_version().to_owned(), served.kind().to_owned()), served);
            }
        }
        Ok(every)
    }

    /// The version that an object says it is of; none for what has nothing to do with the CRDs.
    pub(crate) fn find(&mut self, object: &Object) -> Result<Option<Arc<ServedVersion>>, Failure> {
        let (api_version, kind) = (object.text("apiVersion"), object.text("kind"));
        let (group, _) = api_version.rsplit_once('/').unwrap_or(("", api_version));
        // Where only one of them is known the other is a slip.
        let known = |crd: &Crd| {
            let (of_group, of_kind) = group_and_kind(&crd.definition);
            of_group == group || of_kind == kind
        };
        if api_version.is_empty() || kind.is_empty() || self.crds.iter().any(known) {
            return self.of(object).map(Some);
        }
        self.foreign.push(format!("{}: {}", at(object), self.what_else(api_version, kind)));
        Ok(None)
    }

    /// Says which objects were passed over; that is an error when there were no others.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        if self.ready.is_empty() && !self.foreign.is_empty() {
            return Err(Failure::Unusable(self.foreign));
        }
        for line in self.foreign {
            say(&format!("not looked at: {line}"));
        }
        Ok(())
    }

    /// The version that an object says it is of.
    pub(crate) fn of(&mut self, object: &Object) -> Result<Arc<ServedVersion>, Failure> {
        let (api_version, kind) = (object.text("apiVersion"), object.text("kind"));
        let (group, version) = api_version.rsplit_once('/').unwrap_or(("", api_version));
        let id = format!("{api_version}/{kind}");
        if let Some(served) = self.ready.get(&id) {
            return Ok(Arc::clone(served));
        }
        let crd = self.crds.iter().find(|crd| group_and_kind(&crd.definition) == (group, kind));
        let crd = crd.ok_or_else(|| {
            Failure::unusable(format!("{}: {}", at(object), self.what_else(api_version, kind)))
        })?;
        let served = ServedVersion::with_options(&crd.definition, version, self.options);
        let served = served.map_err(|error| match error {
            ServeError::NoVersion { .. } => Failure::unusable(format!("{}: {id}: {error}", at(object))),
            error => no_good(crd, version, &error),
        })?;
        Ok(Arc::clone(self.ready.entry(id).or_insert_with(|| Arc::new(served))))
    }

    /// Whether the CRD says that its server does not serve a version.
    pub(crate) fn is_unserved(&self, version: &ServedVersion) -> bool {
        let of = |crd: &&Crd| group_and_kind(&crd.definition) == (version.group(), version.kind());
        let crd = self.crds.iter().find(of);
        let mut found = crd.into_iter().flat_map(|crd| versions(&crd.definition));
        found.any(|found| found.name.as_deref() == Some(version.version()) && found.served == Some(false))
    }

    /// What an object is that no CRD defines.
    fn what_else(&self, api_version: &str, kind: &str) -> String {
        if api_version.is_empty() || kind.is_empty() {
            return "an object without apiVersion or kind".to_owned();
        }
        let known: Vec<_> = self.crds.iter().map(|crd| defined(&crd.definition)).collect();
        format!("{kind:?} in {api_version:?}, where the CRDs define {}", known.join(", "))
    }
}

/// Where that stands of which a server warns, when it is not a field.
pub(crate) fn warning_place(object: &Object, warning: &str) -> Place {
    let steps: &[&str] = if warning.starts_with("metadata.finalizers: ") {
        &["metadata", "finalizers"]
    } else if warning.starts_with(".metadata.ownerReferences ") {
        &["metadata", "ownerReferences"]
    } else {
        &["apiVersion"]
    };
    object.place(&FieldPathBuf::from_properties(steps.iter().copied()))
}

/// What is wrong with a version, and who knows more.
fn no_good(crd: &Crd, version: &str, error: &ServeError) -> Failure {
    let at = at(&crd.object);
    let who =
        if matches!(error, ServeError::NotStructural(_)) { "; `crd-schema lint` says where" } else { "" };
    Failure::unusable(format!("{at}: {version}: {error}{who}"))
}

fn versions(crd: &CustomResourceDefinition) -> impl Iterator<Item = &CrdVersion> {
    crd.spec.iter().flat_map(|spec| spec.versions.iter().flatten())
}

fn group_and_kind(crd: &CustomResourceDefinition) -> (&str, &str) {
    let spec = crd.spec.as_ref();
    let group = spec.and_then(|spec| spec.group.as_deref());
    let kind = spec.and_then(|spec| spec.names.as_ref()).and_then(|names| names.kind.as_deref());
    (group.unwrap_or_default(), kind.unwrap_or_default())
}

fn defined(crd: &CustomResourceDefinition) -> String {
    let (group, kind) = group_and_kind(crd);
    format!("{kind}.{group}")
}
