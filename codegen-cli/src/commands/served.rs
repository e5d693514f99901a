//! The served version that an object belongs to.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crd_schema::api::{CrdSpec, CrdVersion};
use crd_schema::convert::structural_schema;
use crd_schema::path::{FieldPathBuf, PathStep, PathStyle};
use crd_schema::serve::{ServeError, ServeOptions};
use crd_schema::{CustomResourceDefinition, FieldPath, ServedVersion, StructuralSchema};

use super::crds::{self, Crd, at};
use crate::exit::{Failure, say};
use crate::input::{FileName, Object, Place};
use crate::report::{Entry, Severity};
use crate::walk::Origin;

/// The versions that CRDs serve, made ready when they are first asked for.
pub(crate) struct Served {
    /// One for each group and kind.
    crds: Vec<Crd>,
    by_id: HashMap<(String, String), usize>,
    groups: HashSet<String>,
    kinds: HashSet<String>,
    options: ServeOptions,
    ready: HashMap<String, Arc<ServedVersion>>,
    /// Objects that no CRD defines.
    foreign: Vec<String>,
    /// How many more of them were found in directories, where others are to be expected.
    found_foreign: usize,
}

impl Served {
    pub(crate) fn read(arguments: &[FileName]) -> Result<Self, Failure> {
        Self::with_options(arguments, ServeOptions::default())
    }

    pub(crate) fn with_options(arguments: &[FileName], options: ServeOptions) -> Result<Self, Failure> {
        let mut served = Self {
            crds: Vec::new(),
            by_id: HashMap::new(),
            groups: HashSet::new(),
            kinds: HashSet::new(),
            options,
            ready: HashMap::new(),
            foreign: Vec::new(),
            found_foreign: 0,
        };
        let others = crds::read(arguments)?.into_iter().filter_map(|crd| served.add(crd).err());
        let others: Vec<_> = others.collect();
        if others.is_empty() { Ok(served) } else { Err(Failure::Unusable(others)) }
    }

    /// A definition that is given twice counts once; of two that differ nobody knows which one a server has.
    fn add(&mut self, crd: Crd) -> Result<(), String> {
        let (group, kind) = group_and_kind(&crd.definition);
        let id = (group.to_owned(), kind.to_owned());
        if let Some(first) = self.by_id.get(&id).and_then(|index| self.crds.get(*index)) {
            if serves_the_same(&first.definition, &crd.definition) {
                return Ok(());
            }
            let (here, defined, first) = (at(&crd.object), defined(&crd.definition), at(&first.object));
            return Err(format!("{here}: {defined} is defined otherwise at {first}; name one of the two"));
        }
        self.groups.insert(id.0.clone());
        self.kinds.insert(id.1.clone());
        self.by_id.insert(id, self.crds.len());
        self.crds.push(crd);
        Ok(())
    }

    fn crd(&self, group: &str, kind: &str) -> Option<&Crd> {
        self.crds.get(*self.by_id.get(&(group.to_owned(), kind.to_owned()))?)
    }

    /// All versions, by the `apiVersion` and `kind` of their objects.
    pub(crate) fn every(&self) -> Result<HashMap<(String, String), ServedVersion>, Failure> {
        let (mut every, mut wrong) = (HashMap::new(), Vec::new());
        for crd in &self.crds {
            for version in versions(&crd.definition) {
                let name = version.name.as_deref().unwrap_or_default();
                match ServedVersion::with_options(&crd.definition, name, self.options) {
                    Ok(served) => {
                        every.insert((served.api_version().to_owned(), served.kind().to_owned()), served);
                    }
                    Err(error) => wrong.extend(no_good(crd, name, &error)),
                }
            }
        }
        if wrong.is_empty() { Ok(every) } else { Err(Failure::Definition(wrong)) }
    }

    /// The version that an object says it is of; none for what has nothing to do with the CRDs.
    pub(crate) fn find(&mut self, object: &Object) -> Result<Option<Arc<ServedVersion>>, Failure> {
        let (api_version, kind) = (object.text("apiVersion"), object.text("kind"));
        let (group, _) = api_version.rsplit_once('/').unwrap_or(("", api_version));
        if object.origin() == Origin::Found && api_version.is_empty() && kind.is_empty() {
            self.found_foreign += 1;
            return Ok(None);
        }
        // Where only one of them is known the other is a slip, unless the kind is one of Kubernetes' own.
        let is_slip = self.groups.contains(group) || self.kinds.contains(kind) && !is_built_in(group);
        if api_version.is_empty() || kind.is_empty() || is_slip {
            return self.of(object).map(Some);
        }
        match object.origin() {
            Origin::Named => {
                self.foreign.push(format!("{}: {}", at(object), self.what_else(api_version, kind)));
            }
            Origin::Found => self.found_foreign += 1,
        }
        Ok(None)
    }

    /// Says which objects were passed over, and when there were no others.
    pub(crate) fn finish(self) {
        for line in &self.foreign {
            say(&format!("not looked at: {line}"));
        }
        match self.found_foreign {
            0 => {}
            1 => say("not looked at: 1 object in directories that no CRD defines"),
            several => say(&format!("not looked at: {several} objects in directories that no CRD defines")),
        }
        if self.ready.is_empty() && self.foreign.len() + self.found_foreign > 0 {
            say("nothing was looked at: the CRDs define none of the objects");
        }
    }

    /// The version that an object says it is of.
    pub(crate) fn of(&mut self, object: &Object) -> Result<Arc<ServedVersion>, Failure> {
        let (api_version, kind) = (object.text("apiVersion"), object.text("kind"));
        let (group, version) = api_version.rsplit_once('/').unwrap_or(("", api_version));
        let id = format!("{api_version}/{kind}");
        if let Some(served) = self.ready.get(&id) {
            return Ok(Arc::clone(served));
        }
        let crd = self.crd(group, kind).ok_or_else(|| {
            Failure::unusable(format!("{}: {}", at(object), self.what_else(api_version, kind)))
        })?;
        let served = ServedVersion::with_options(&crd.definition, version, self.options);
        let served = served.map_err(|error| match error {
            ServeError::NoVersion { .. } => Failure::unusable(format!("{}: {id}: {error}", at(object))),
            error => Failure::Definition(no_good(crd, version, &error)),
        })?;
        Ok(Arc::clone(self.ready.entry(id).or_insert_with(|| Arc::new(served))))
    }

    /// The schema of a version.
    pub(crate) fn schema(&self, version: &ServedVersion) -> Result<StructuralSchema, Failure> {
        let crd = self.crd(version.group(), version.kind());
        let mut found = crd.into_iter().flat_map(|crd| versions(&crd.definition));
        let found = found.find(|found| found.name.as_deref() == Some(version.version()));
        let schema = found.and_then(|found| found.schema.as_ref()?.open_api_v3_schema.as_ref());
        let schema = schema.map(|schema| structural_schema(schema, &FieldPath::ROOT));
        // A version that is served has one, and it is structural.
        schema.and_then(Result::ok).ok_or_else(|| Failure::unusable("the version has no schema"))
    }

    /// Whether the CRD says that its server does not serve a version.
    pub(crate) fn is_unserved(&self, version: &ServedVersion) -> bool {
        let crd = self.crd(version.group(), version.kind());
        let mut found = crd.into_iter().flat_map(|crd| versions(&crd.definition));
        found.any(|found| found.name.as_deref() == Some(version.version()) && found.served == Some(false))
    }

    /// What an object is that no CRD defines.
    fn what_else(&self, api_version: &str, kind: &str) -> String {
        if api_version.is_empty() || kind.is_empty() {
            return "an object without apiVersion or kind".to_owned();
        }
        let known: Vec<_> = self.crds.iter().take(MOST_NAMED).map(|crd| defined(&crd.definition)).collect();
        let others = match self.crds.len().saturating_sub(known.len()) {
            0 => String::new(),
            others => format!(" and {others} others"),
        };
        format!("{kind:?} in {api_version:?}, where the CRDs define {}{others}", known.join(", "))
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

/// How many of the CRDs are named to whoever asks for another one.
const MOST_NAMED: usize = 5;

/// Groups of Kubernetes itself, of which only those with a dot can be those of CRDs.
fn is_built_in(group: &str) -> bool {
    !group.contains('.') || group.ends_with(".k8s.io")
}

/// Whether a server does the same with the objects of both: tools patch what stands around the specification, and the
/// certificate of the conversion.
fn serves_the_same(one: &CustomResourceDefinition, other: &CustomResourceDefinition) -> bool {
    match (&one.spec, &other.spec) {
        // To copy what they are without costs more than to compare all of it.
        (Some(one), Some(other)) if one.conversion == other.conversion => one == other,
        (Some(one), Some(other)) => {
            let of_other = CrdSpec { conversion: one.conversion.clone(), ..other.clone() };
            *one == of_other
        }
        (one, other) => one.is_none() && other.is_none(),
    }
}

/// Everything that is wrong with a version, at its place.
fn no_good(crd: &Crd, version: &str, error: &ServeError) -> Vec<Entry> {
    let entry =
        |path: &FieldPathBuf, text: String| Entry::plain(Severity::Error, crd.object.place(path), text);
    let index = versions(&crd.definition).position(|found| found.name.as_deref() == Some(version));
    let below = |names: &[&'static str]| {
        let version = [PathStep::Property("spec"), PathStep::Property("versions")];
        let version = version.into_iter().chain(index.map(PathStep::Index));
        let names = names.iter().copied().map(PathStep::Property);
        FieldPathBuf::new(version.chain(names), PathStyle::Bracketed)
    };
    match error {
        ServeError::NotStructural(violations) => {
            violations.iter().map(|violation| entry(violation.path(), violation.to_string())).collect()
        }
        ServeError::Default(_) => {
            let path = below(&["schema", "openAPIV3Schema", "default"]);
            vec![entry(&path, error.to_string())]
        }
        _ => vec![entry(&below(&[]), error.to_string())],
    }
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
