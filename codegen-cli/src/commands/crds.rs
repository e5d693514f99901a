//! CRDs from files, and the served version that an object belongs to.

use std::collections::HashMap;
use std::sync::Arc;

use crd_schema::{CustomResourceDefinition, FieldPathBuf, ServeOptions, ServedVersion};
use serde_json::Value;

use crate::exit::{Failure, say};
use crate::input::{self, Object};
use crate::walk::Origin;

const API_VERSION: &str = "apiextensions.k8s.io/v1";
const KIND: &str = "CustomResourceDefinition";

/// A CRD and where it stands.
pub(crate) struct Crd {
    pub(crate) object: Object,
    pub(crate) definition: CustomResourceDefinition,
}

/// The CRDs of a file, and what else is in it.
#[derive(Default)]
pub(crate) struct Read {
    pub(crate) crds: Vec<Crd>,
    pub(crate) skipped: Vec<String>,
}

/// The CRDs of a file; other objects are passed over, as long as there is one CRD.
pub(crate) fn read(file: &str) -> Result<Vec<Crd>, Failure> {
    let read = from_file(file, Origin::Named).map_err(Failure::Unusable)?;
    for line in read.skipped {
        say(&format!("skipped: {line}"));
    }
    Ok(read.crds)
}

/// As [`read`]; of a file that was found nothing is said that has nothing to do with CRDs.
pub(crate) fn from_file(file: &str, origin: Origin) -> Result<Read, Vec<String>> {
    let text = input::bytes(file).map_err(|error| vec![format!("{file}: {error}")])?;
    if origin == Origin::Found && !mentions_a_crd(&text) {
        return Ok(Read::default());
    }
    let mut read = Read::default();
    for object in input::objects_of(file, &text).map_err(|line| vec![line])? {
        match (object.text("apiVersion"), object.text("kind")) {
            (API_VERSION, KIND) => read.crds.push(decode(object).map_err(|line| vec![line])?),
            (_, kind) if origin == Origin::Found && kind != KIND => {}
            (api_version, kind) => {
                read.skipped.push(format!("{}: {}", at(&object), is_not_a_crd(api_version, kind)));
            }
        }
    }
    if origin == Origin::Named && read.crds.is_empty() {
        read.skipped.push(format!("{file}: there is no CustomResourceDefinition"));
        return Err(read.skipped);
    }
    Ok(read)
}

/// Directories hold templates and other things that are no YAML; whether they can be read is nobody's concern.
fn mentions_a_crd(text: &[u8]) -> bool {
    text.windows(KIND.len()).any(|window| window == KIND.as_bytes())
}

fn is_not_a_crd(api_version: &str, kind: &str) -> String {
    match (api_version, kind) {
        ("", _) | (_, "") => "an object without apiVersion or kind".to_owned(),
        (_, KIND) => format!("{KIND} in {api_version}, where only {API_VERSION} is served"),
        _ => format!("{kind} in {api_version} is no {KIND}"),
    }
}

fn decode(object: Object) -> Result<Crd, String> {
    match serde_path_to_error::deserialize(object.value()) {
        Ok(definition) => Ok(Crd { object, definition }),
        Err(error) => {
            let place = object.place(&owned(error.path()));
            let (path, cause) = (error.path().to_string(), error.inner());
            Err(format!("{}:{}: {path}: {cause}", place.file, place.position))
        }
    }
}

fn owned(path: &serde_path_to_error::Path) -> FieldPathBuf {
    use serde_path_to_error::Segment;
    let step = |segment: &Segment| match segment {
        Segment::Seq { index } => Some(crd_schema::PathStep::Index(*index)),
        Segment::Map { key } => Some(crd_schema::PathStep::Property(key.clone())),
        _ => None,
    };
    FieldPathBuf::new(path.iter().filter_map(step), crd_schema::PathStyle::Dotted)
}

pub(crate) fn at(object: &Object) -> String {
    let place = object.start();
    format!("{}:{}", place.file, place.position)
}

/// The versions that the CRDs of a file serve, made ready when they are first asked for.
pub(crate) struct Served {
    crds: Vec<Crd>,
    options: ServeOptions,
    ready: HashMap<String, Arc<ServedVersion>>,
}

impl Served {
    pub(crate) fn read(file: &str) -> Result<Self, Failure> {
        Self::with_options(file, ServeOptions::default())
    }

    pub(crate) fn with_options(file: &str, options: ServeOptions) -> Result<Self, Failure> {
        Ok(Self { crds: read(file)?, options, ready: HashMap::new() })
    }

    /// All versions, by the `apiVersion` and `kind` of their objects.
    pub(crate) fn every(&self) -> Result<HashMap<(String, String), ServedVersion>, Failure> {
        let mut every = HashMap::new();
        for crd in &self.crds {
            for version in crd.definition.spec.iter().flat_map(|spec| spec.versions.iter().flatten()) {
                let name = version.name.as_deref().unwrap_or_default();
                let served = ServedVersion::with_options(&crd.definition, name, self.options)
                    .map_err(|error| Failure::unusable(format!("{}: {name}: {error}", at(&crd.object))))?;
                every.insert((served.api_version().to_owned(), served.kind().to_owned()), served);
            }
        }
        Ok(every)
    }

    /// The version that an object says it is of.
    pub(crate) fn of(&mut self, object: &Object) -> Result<Arc<ServedVersion>, Failure> {
        let (api_version, kind) = (object.text("apiVersion"), object.text("kind"));
        let (group, version) = api_version.rsplit_once('/').unwrap_or(("", api_version));
        let id = format!("{api_version}/{kind}");
        if let Some(served) = self.ready.get(&id) {
            return Ok(Arc::clone(served));
        }
        let crd = self.crds.iter().find(|crd| defines(&crd.definition, group, kind)).ok_or_else(|| {
            let known: Vec<_> = self.crds.iter().map(|crd| defined(&crd.definition)).collect();
            let known = known.join(", ");
            Failure::unusable(format!(
                "{}: {kind:?} in {api_version:?}, where the CRDs define {known}",
                at(object)
            ))
        })?;
        let served = ServedVersion::with_options(&crd.definition, version, self.options)
            .map_err(|error| Failure::unusable(format!("{}: {id}: {error}", at(object))))?;
        Ok(Arc::clone(self.ready.entry(id).or_insert_with(|| Arc::new(served))))
    }
}

fn group_and_kind(crd: &CustomResourceDefinition) -> (&str, &str) {
    let spec = crd.spec.as_ref();
    let group = spec.and_then(|spec| spec.group.as_deref());
    let kind = spec.and_then(|spec| spec.names.as_ref()).and_then(|names| names.kind.as_deref());
    (group.unwrap_or_default(), kind.unwrap_or_default())
}

fn defines(crd: &CustomResourceDefinition, group: &str, kind: &str) -> bool {
    group_and_kind(crd) == (group, kind)
}

fn defined(crd: &CustomResourceDefinition) -> String {
    let (group, kind) = group_and_kind(crd);
    format!("{kind}.{group}")
}

/// The name of an object, for messages.
pub(crate) fn name(object: &Value) -> &str {
    object.pointer("/metadata/name").and_then(Value::as_str).unwrap_or_default()
}
