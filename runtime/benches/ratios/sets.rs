//! What the work is done on: objects made up, and the samples of the corpus.

use std::collections::HashMap;

use crd_schema::serve::{FieldValidation, Rejection};
use crd_schema::steps::CanonicalObject;
use crd_schema::validation::Validator;
use crd_schema::{CustomResourceDefinition, JsonSchemaProps, ServedVersion, ServerVersion, StructuralSchema};
use serde_json::{Value, json};

use super::corpus;
use super::workload::{self, Objects};

pub(crate) const CORPUS: &str = "corpus";
pub(crate) const CORPUS_WITH_RULES: &str = "corpus with rules";

/// Bodies of one kind.
pub(crate) struct Kind {
    pub(crate) served: ServedVersion,
    pub(crate) schema: Value,
    pub(crate) validator: Validator,
    /// Another crate's.
    pub(crate) other: jsonschema::Validator,
    pub(crate) bodies: Vec<Body>,
}

/// One body, and what becomes of it.
pub(crate) struct Body {
    pub(crate) text: String,
    /// The same of the version that is stored.
    pub(crate) update: String,
    pub(crate) pruned: Value,
    pub(crate) stored: CanonicalObject,
    /// Its text in the storage.
    pub(crate) kept: String,
    /// The same in memory of its own, as an update has it.
    pub(crate) again: CanonicalObject,
}

impl Kind {
    pub(crate) fn new(crd: &CustomResourceDefinition, version: &str, schema: &Value) -> Option<Self> {
        let props: JsonSchemaProps = serde_json::from_value(schema.clone()).ok()?;
        let structural = StructuralSchema::try_from(&props).ok()?;
        Some(Self {
            served: ServedVersion::with_options(crd, version, workload::options()).ok()?,
            schema: schema.clone(),
            validator: Validator::new(&structural, ServerVersion::default()),
            other: jsonschema::validator_for(schema).ok()?,
            bodies: Vec::new(),
        })
    }

    /// Adds a body that a server takes and the other crate calls valid.
    fn add(&mut self, text: String) -> Result<(), Rejection> {
        let decoded = self.served.decode_json(text.as_bytes(), FieldValidation::Warn)?;
        let pruned = decoded.object.clone();
        let mut stored = self.served.create_decoded(decoded)?.object.into_value();
        stored["metadata"]["resourceVersion"] = "1".into();
        let stored = self.served.read(stored)?;
        let mut update: Value = serde_json::from_str(&text).unwrap_or_default();
        update["metadata"]["resourceVersion"] = "1".into();
        let update = update.to_string();
        if self.other.is_valid(&pruned) {
            let (kept, again) = (stored.value().to_string(), stored.clone());
            self.bodies.push(Body { text, update, pruned, stored, kept, again });
        }
        Ok(())
    }

    /// What makes the Go oracle do the same.
    pub(crate) fn request(&self) -> Value {
        let strings: Vec<_> = self.bodies.iter().map(|body| &body.text).collect();
        let expect = json!({
            "group": self.served.group(), "version": self.served.version(), "kind": self.served.kind(),
        });
        json!({"op": "time_writes", "schema": self.schema, "strings": strings, "expect": expect})
    }
}

/// Whether something is immutable in each container.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Markers {
    None,
    Many,
}

/// Bodies that are measured together.
pub(crate) struct Set {
    pub(crate) name: String,
    pub(crate) kinds: Vec<Kind>,
}

impl Set {
    pub(crate) fn bytes(&self) -> usize {
        self.kinds.iter().flat_map(|kind| &kind.bodies).map(|body| body.text.len()).sum()
    }

    /// One made-up object of about so many bytes.
    pub(crate) fn made(name: &str, bytes: usize, objects: Objects, markers: Markers) -> Self {
        let mut definition = workload::definition();
        let schema = &mut definition["spec"]["versions"][0]["schema"]["openAPIV3Schema"];
        if markers == Markers::Many {
            let container =
                &mut schema["properties"]["spec"]["properties"]["containers"]["items"]["properties"];
            container["image"]["x-kubernetes-mutability"] = "Immutable".into();
            container["labels"]["x-kubernetes-key-mutability"] = "AddOnly".into();
        }
        let schema = schema.clone();
        let crd = serde_json::from_value(definition).expect("a definition");
        let mut kind = Kind::new(&crd, "v1", &schema).expect("it is structural");
        assert_eq!(kind.served.schema().has_mutability_markers(), markers == Markers::Many);
        let text = String::from_utf8(workload::text(bytes, objects)).expect("JSON");
        kind.add(text).expect("it is valid");
        Self { name: name.to_owned(), kinds: vec![kind] }
    }

    /// The part whose schemas have CEL rules.
    pub(crate) fn with_rules(mut self) -> Self {
        self.kinds.retain(|kind| kind.schema.to_string().contains("x-kubernetes-validations"));
        Self { name: CORPUS_WITH_RULES.to_owned(), ..self }
    }

    /// The samples of the corpus; those that no server takes are left out.
    pub(crate) fn corpus() -> Option<Self> {
        let folder = corpus::folder()?;
        let mut kinds = HashMap::new();
        for file in corpus::crds(&folder, "crds") {
            for ((api_version, name), schema) in file.kinds().into_iter().zip(file.schemas()) {
                let version = api_version.rsplit('/').next().unwrap_or_default();
                if let Some(kind) = Kind::new(&file.crd, version, schema.json) {
                    kinds.insert((api_version, name), kind);
                }
            }
        }
        for (_, sample) in corpus::samples(&folder) {
            let text = |field: &str| sample[field].as_str().unwrap_or_default().to_owned();
            if let Some(kind) = kinds.get_mut(&(text("apiVersion"), text("kind"))) {
                // What is refused is no measure of what is accepted.
                let _ = kind.add(sample.to_string());
            }
        }
        let mut kinds: Vec<_> = kinds.into_values().filter(|kind| !kind.bodies.is_empty()).collect();
        kinds.sort_by_cached_key(|kind| format!("{} {}", kind.served.api_version(), kind.served.kind()));
        Some(Self { name: CORPUS.to_owned(), kinds })
    }
}
