//! What a definition takes, of what `kubectl apply` and etcd can keep.

use std::io::{self, Write};

use serde::Serialize;

use crate::lowering::Note;
use crate::path::FieldPath;
use crate::wire::{CrdVersion, CustomResourceDefinition, JsonSchemaProps, SchemaOrArray, SchemaOrBool};

/// How much all annotations of an object may take, `TotalAnnotationSizeLimitB` of
/// `k8s.io/apimachinery pkg/api/validation/objectmeta.go`.
const LIMIT: usize = 262_144;

/// What etcd accepts in one request by default (`etcd server/embed/config.go`, `DefaultMaxRequestBytes`).
const ETCD_LIMIT: usize = 1_572_864;

/// A definition that does not fit.
pub(crate) struct TooBig {
    /// What is too big for what, and what takes the space.
    pub(crate) message: String,
    /// What to do about it, but for how descriptions are shortened.
    pub(crate) help: String,
    /// Whether descriptions are all that is too much.
    pub(crate) fits_without_descriptions: bool,
}

/// A note when the copy would not fit.
pub(super) fn note(crd: &CustomResourceDefinition) -> Option<Note> {
    let TooBig { message, help, fits_without_descriptions } = too_big(crd)?;
    let shorten = if fits_without_descriptions {
        "shorten the descriptions with `#[crd(max_desc_len = …)]`, or "
    } else {
        ""
    };
    Some(Note::new(&FieldPath::ROOT, format!("{message}; {shorten}{help}")).of("crd-too-big"))
}

/// What does not fit, if something does not; what cannot be written has no size.
pub(crate) fn too_big(crd: &CustomResourceDefinition) -> Option<TooBig> {
    let size = size(crd);
    if size <= LIMIT {
        return None;
    }
    let versions = crd.spec.iter().flat_map(|spec| spec.versions.iter().flatten());
    let parts: Vec<_> = versions.map(Part::of).collect();
    let descriptions: usize = parts.iter().map(|part| part.descriptions).sum();
    let fits_without_descriptions = size.saturating_sub(descriptions) <= LIMIT;
    let what = format!("the CRD takes {size} bytes as JSON ({})", listed(&parts));
    let (message, help) = if size > ETCD_LIMIT {
        (
            format!("{what}: etcd takes at most {ETCD_LIMIT} in one request"),
            "remove descriptions, or versions that are no longer served".to_owned(),
        )
    } else {
        (
            format!("{what}: `kubectl apply` keeps a copy in an annotation, where at most {LIMIT} fit"),
            "use `kubectl apply --server-side` or `kubectl create`".to_owned(),
        )
    };
    let unserved: Vec<_> = parts.iter().filter(|part| part.is_unserved).map(|part| part.name).collect();
    let help = match unserved.split_first() {
        Some((first, _)) => {
            format!("{help}; {first} is not served: remove it once no object is stored in it")
        }
        None => help,
    };
    Some(TooBig { message, help, fits_without_descriptions })
}

/// What takes the space, the largest version first.
fn listed(parts: &[Part<'_>]) -> String {
    let mut parts: Vec<_> = parts.iter().collect();
    parts.sort_by_key(|part| std::cmp::Reverse(part.size));
    let listed: Vec<_> = parts.into_iter().map(Part::listed).collect();
    listed.join("; ")
}

/// What one version takes.
struct Part<'c> {
    name: &'c str,
    is_unserved: bool,
    size: usize,
    descriptions: usize,
    /// The pods in it, and what they take.
    pods: (usize, usize),
}

impl<'c> Part<'c> {
    fn of(version: &'c CrdVersion) -> Self {
        let mut part = Self {
            name: version.name.as_deref().unwrap_or_default(),
            is_unserved: version.served == Some(false),
            size: size(version),
            descriptions: 0,
            pods: (0, 0),
        };
        if let Some(props) = version.schema.as_ref().and_then(|schema| schema.open_api_v3_schema.as_deref()) {
            part.count(props, Pods::Outside);
        }
        part
    }

    fn count(&mut self, props: &JsonSchemaProps, pods: Pods) {
        if let Some(description) = &props.description {
            self.descriptions = self.descriptions.saturating_add(size(description)).saturating_add(FIELD);
        }
        let is_pod = pods == Pods::Outside && is_pod(props);
        if is_pod {
            self.pods = (self.pods.0.saturating_add(1), self.pods.1.saturating_add(size(props)));
        }
        let below = if is_pod { Pods::Inside } else { pods };
        children(props).for_each(|child| self.count(child, below));
    }

    fn listed(&self) -> String {
        let Self { name, size, descriptions, pods: (pods, bytes), .. } = self;
        let pods = match pods {
            0 => String::new(),
            1 => format!(", a pod spec {bytes}"),
            pods => format!(", {pods} pod specs {bytes}"),
        };
        format!("{name} {size}, of them descriptions {descriptions}{pods}")
    }
}

/// Whether the walk is in a pod already.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pods {
    Outside,
    Inside,
}

/// What a description takes beside its value: its name, the colon and the comma.
const FIELD: usize = "\"description\":,".len();

/// Whether it is the spec of a pod (`k8s.io/api core/v1/types.go`, `PodSpec`).
fn is_pod(props: &JsonSchemaProps) -> bool {
    let has = |name: &str| props.properties.as_ref().is_some_and(|properties| properties.contains_key(name));
    has("containers") && has("initContainers") && has("volumes")
}

fn children(props: &JsonSchemaProps) -> impl Iterator<Item = &JsonSchemaProps> {
    let items = match &props.items {
        Some(SchemaOrArray::Schema(items)) => Some(items.as_ref()),
        _ => None,
    };
    let values = match &props.additional_properties {
        Some(SchemaOrBool::Schema(values)) => Some(values.as_ref()),
        _ => None,
    };
    let junctors = [&props.all_of, &props.any_of, &props.one_of].into_iter().flatten().flatten();
    let properties = props.properties.iter().flat_map(|properties| properties.values().map(Box::as_ref));
    properties.chain(items).chain(values).chain(junctors).chain(props.not.as_deref())
}

/// The bytes of a value as JSON.
fn size(value: &impl Serialize) -> usize {
    let mut size = Counter(0);
    // What cannot be written has no size.
    serde_json::to_writer(&mut size, value).map_or(0, |()| size.0)
}

/// Counts without keeping.
struct Counter(usize);

impl Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.saturating_add(bytes.len());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
