//! Published CRDs and their samples, taken to the server.

use std::collections::BTreeMap;
use std::path::Path;

use crd_schema::yaml::Document;
use crd_schema::{CustomResourceDefinition, ServedVersion};
use serde_json::{Value, json};

use super::client::Server;
use super::compare::{Outcome, differences};
use super::object::collection;
use crate::corpus::{documents, yaml_files};
use crate::table::Report;

/// All v1 CRDs of a folder of the corpus, by name; the first of those with the same name.
pub fn published_crds(corpus: &Path) -> BTreeMap<String, Value> {
    let mut crds = BTreeMap::new();
    for document in values(corpus, "crds") {
        let is_crd = document["kind"] == "CustomResourceDefinition";
        if let (true, Some(name)) = (is_crd, document["metadata"]["name"].as_str()) {
            crds.entry(name.to_owned()).or_insert(document);
        }
    }
    crds
}

fn values(corpus: &Path, part: &str) -> impl Iterator<Item = Value> {
    let files = yaml_files(corpus, part).into_iter();
    files.flat_map(|path| documents(&path)).map(Document::into_value)
}

/// A CRD with one version only, and the samples of that version.
pub struct Sampled {
    /// The CRD.
    pub crd: Value,
    samples: Vec<Value>,
}

/// Every one of `crds` that has samples. With one version nothing needs to be converted, so no webhook is missed.
pub fn sampled_crds(corpus: &Path, crds: &BTreeMap<String, Value>) -> Vec<Sampled> {
    let mut sampled: BTreeMap<(&str, String), Sampled> = BTreeMap::new();
    for sample in values(corpus, "samples") {
        let Some((group, version)) = sample["apiVersion"].as_str().and_then(|text| text.split_once('/'))
        else {
            continue;
        };
        let describes =
            |crd: &&Value| crd["spec"]["group"] == group && crd["spec"]["names"]["kind"] == sample["kind"];
        let Some((name, crd)) = crds.iter().find(|(_, crd)| describes(crd)) else { continue };
        let Some(crd) = only_version(crd, version) else { continue };
        // A version beside the first that has samples cannot be served at the same time.
        let taken = sampled.keys().any(|(other, at)| other == name && at != version);
        if !taken && sample["metadata"]["name"].is_string() {
            let key = (name.as_str(), version.to_owned());
            sampled.entry(key).or_insert_with(|| Sampled { crd, samples: Vec::new() }).samples.push(sample);
        }
    }
    sampled.into_values().collect()
}

fn only_version(crd: &Value, version: &str) -> Option<Value> {
    let versions = crd["spec"]["versions"].as_array()?;
    let mut only = versions.iter().find(|candidate| candidate["name"] == version)?.clone();
    only["served"] = true.into();
    only["storage"] = true.into();
    let mut crd = crd.clone();
    crd["spec"]["versions"] = json!([only]);
    let spec = crd["spec"].as_object_mut()?;
    spec.remove("conversion");
    crd.as_object_mut()?.remove("status");
    Some(crd)
}

impl Sampled {
    /// Creates every sample without storing it; gives how many there are.
    ///
    /// # Panics
    /// When the CRD cannot be served.
    pub fn create(&self, report: &mut Report, server: &Server) -> usize {
        let version = self.crd["spec"]["versions"][0]["name"].as_str().unwrap_or_default();
        let crd: CustomResourceDefinition = serde_json::from_value(self.crd.clone()).expect("a CRD");
        let runtime = ServedVersion::new(&crd, version).expect("a version that can be served");
        let mut taken = 0;
        for sample in &self.samples {
            let sample = self.submitted(sample);
            let name = sample["metadata"]["name"].as_str().unwrap_or_default().to_owned();
            let path = format!("{}?dryRun=All&fieldValidation=Warn", collection(&self.crd));
            let answer = server.post(&path, &sample);
            taken += 1;
            let ours = Outcome::new(&runtime, &name, sample, |decoded| runtime.create_decoded(decoded));
            let found = differences(&ours, &answer, "Warn");
            let what = format!("{} {name}\n    {}", self.crd["metadata"]["name"], found.join("\n    "));
            report.expect(&what, &true, &found.is_empty());
        }
        taken
    }

    /// A sample without what has steps of its own in `cases/apiserver` (system-metadata, status-subresource).
    fn submitted(&self, sample: &Value) -> Value {
        let mut sample = sample.clone();
        if let Some(metadata) = sample["metadata"].as_object_mut() {
            metadata.remove("namespace");
            metadata.remove("selfLink");
            if self.crd["spec"]["scope"] == "Namespaced" {
                metadata.insert("namespace".to_owned(), "default".into());
            }
        }
        let status = self.crd["spec"]["versions"][0]["subresources"].get("status");
        if let (Some(_), Some(fields)) = (status, sample.as_object_mut()) {
            fields.remove("status");
        }
        sample
    }
}
