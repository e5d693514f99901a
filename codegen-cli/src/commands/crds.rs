//! CRDs from files.

use crd_schema::CustomResourceDefinition;
use crd_schema::path::FieldPathBuf;
use memchr::memmem;
use rayon::prelude::*;
use serde::Deserialize;
use serde_json::Value;

use crate::exit::{Failure, say};
use crate::input::{self, FileName, Object};
use crate::walk::{self, Origin};

const API_VERSION: &str = "apiextensions.k8s.io/v1";
const KIND: &str = "CustomResourceDefinition";

/// A CRD and where it stands; the object has no value any more, for it would take as much memory again.
pub(crate) struct Crd {
    pub(crate) object: Object,
    pub(crate) definition: CustomResourceDefinition,
}

impl Crd {
    pub(crate) fn name(&self) -> &str {
        let metadata = self.definition.metadata.as_ref();
        metadata.and_then(|metadata| metadata.name.as_deref()).unwrap_or_default()
    }
}

/// The CRDs of a file, and what else is in it.
#[derive(Default)]
pub(crate) struct Read {
    pub(crate) crds: Vec<Crd>,
    pub(crate) skipped: Vec<String>,
}

/// What is said when there is nothing to look at.
pub(crate) fn without_crds(paths: &[FileName]) -> String {
    let paths: Vec<_> = paths.iter().map(ToString::to_string).collect();
    format!("{}: there is no CustomResourceDefinition", paths.join(", "))
}

/// The CRDs of all files that the arguments stand for; other objects are passed over.
pub(crate) fn read(arguments: &[FileName]) -> Result<Vec<Crd>, Failure> {
    let walk::Files { files, mut failures } = walk::files(arguments);
    let read: Vec<_> = files.into_par_iter().map(|(file, origin)| from_file(&file, origin)).collect();
    let mut crds = Vec::new();
    for read in read {
        match read {
            Ok(Read { crds: more, skipped }) => {
                for line in skipped {
                    say(&format!("skipped: {line}"));
                }
                crds.extend(more);
            }
            Err(lines) => failures.extend(lines),
        }
    }
    if crds.is_empty() && failures.is_empty() {
        failures.push(without_crds(arguments));
    }
    if failures.is_empty() { Ok(crds) } else { Err(Failure::Unusable(failures)) }
}

/// The CRDs of a file; of one that was found nothing is said that has nothing to do with CRDs.
pub(crate) fn from_file(file: &FileName, origin: Origin) -> Result<Read, Vec<String>> {
    let text = input::bytes(file).map_err(|error| vec![input::unreadable(file, &error)])?;
    if origin == Origin::Found && !mentions_a_crd(&text) {
        return Ok(Read::default());
    }
    let mut read = Read::default();
    for object in input::objects_of(file, origin, text).map_err(|line| vec![line])? {
        match (object.text("apiVersion"), object.text("kind")) {
            (API_VERSION, KIND) => read.crds.push(decode(object).map_err(|line| vec![line])?),
            (_, kind) if origin == Origin::Found && kind != KIND => {}
            (api_version, kind) => {
                read.skipped.push(format!("{}: {}", at(&object), is_not_a_crd(api_version, kind)));
            }
        }
    }
    if origin == Origin::Named && read.crds.is_empty() {
        read.skipped.push(without_crds(std::slice::from_ref(file)));
        return Err(read.skipped);
    }
    Ok(read)
}

/// Directories hold templates and other things that are no YAML; whether they can be read is nobody's concern.
fn mentions_a_crd(text: &[u8]) -> bool {
    memmem::find(text, KIND.as_bytes()).is_some()
}

fn is_not_a_crd(api_version: &str, kind: &str) -> String {
    match (api_version, kind) {
        ("", _) | (_, "") => "an object without apiVersion or kind".to_owned(),
        (_, KIND) => format!("{KIND} in {api_version}, where only {API_VERSION} is served"),
        _ => format!("{kind} in {api_version} is no {KIND}"),
    }
}

fn decode(mut object: Object) -> Result<Crd, String> {
    // What is read of the value is freed at once.
    if let Ok(definition) = CustomResourceDefinition::deserialize(object.take_value()) {
        return Ok(Crd { object, definition });
    }
    // Keeping paths costs more than reading: they are asked for once there is an error.
    match serde_path_to_error::deserialize(object.read_again()) {
        Ok(definition) => Ok(Crd { object, definition }),
        Err(error) => {
            let place = object.place(&owned(error.path()));
            let (path, cause) = (error.path().to_string(), error.inner());
            Err(format!("{place}: {path}: {cause}"))
        }
    }
}

fn owned(path: &serde_path_to_error::Path) -> FieldPathBuf {
    use serde_path_to_error::Segment;
    fn step(segment: &Segment) -> Option<crd_schema::path::PathStep<'_>> {
        match segment {
            Segment::Seq { index } => Some(crd_schema::path::PathStep::Index(*index)),
            Segment::Map { key } => Some(crd_schema::path::PathStep::Property(key)),
            _ => None,
        }
    }
    FieldPathBuf::new(path.iter().filter_map(step), crd_schema::path::PathStyle::Dotted)
}

pub(crate) fn at(object: &Object) -> String {
    object.start().to_string()
}

/// The name of an object, for messages.
pub(crate) fn name(object: &Value) -> &str {
    object.pointer("/metadata/name").and_then(Value::as_str).unwrap_or_default()
}
