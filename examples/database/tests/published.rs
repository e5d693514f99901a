//! The types beside the published definition and samples, where `CRD_CORPUS` says that they are.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crd_schema::yaml::read_stream;
use crd_schema::{CustomResourceDefinition, CustomResourceExt as _, Profile, ServedVersion};
use database::Database;
use serde_json::{Value, json};

/// The folder of the corpus; relative paths are those of the workspace.
fn corpus() -> Option<PathBuf> {
    let Some(folder) = std::env::var_os("CRD_CORPUS") else {
        notice("skipped: CRD_CORPUS names no corpus");
        return None;
    };
    Some(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder))
}

#[expect(clippy::print_stderr, reason = "a test must say what it skipped or counted")]
fn notice(text: &str) {
    eprintln!("{text}");
}

fn documents(path: &Path) -> Vec<Value> {
    let text = fs::read(path).expect("a file");
    let documents = read_stream(&text).expect("YAML");
    documents.into_iter().map(crd_schema::yaml::Document::into_value).collect()
}

fn published(corpus: &Path) -> Value {
    let path = corpus.join("crds/cloudnative-pg/databases.postgresql.cnpg.io.yaml");
    documents(&path).into_iter().next().expect("a definition")
}

fn ours() -> Value {
    let crd = Database::crd_for(Profile::Native).expect("the types give a definition");
    serde_json::to_value(crd).expect("it is JSON")
}

/// The nodes of spec and status, by path.
fn nodes(crd: &Value) -> BTreeMap<String, &Value> {
    let root = &crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"];
    let mut found = BTreeMap::new();
    for field in ["spec", "status"] {
        collect(&root[field], field.to_owned(), &mut found);
    }
    found
}

fn collect<'s>(node: &'s Value, path: String, found: &mut BTreeMap<String, &'s Value>) {
    for (name, property) in node["properties"].as_object().into_iter().flatten() {
        collect(property, format!("{path}.{name}"), found);
    }
    for keyword in ["items", "additionalProperties"] {
        if let Some(below) = node.get(keyword).filter(|below| below.is_object()) {
            collect(below, format!("{path}.{keyword}"), found);
        }
    }
    found.insert(path, node);
}

/// The keywords that must be alike; lists are compared as sets.
fn facts(node: &Value) -> Value {
    const ALIKE: [&str; 8] = [
        "type",
        "enum",
        "default",
        "required",
        "nullable",
        "x-kubernetes-list-type",
        "x-kubernetes-map-type",
        "x-kubernetes-preserve-unknown-fields",
    ];
    let sorted = |value: &Value| match value.as_array() {
        Some(items) => json!(items.iter().map(Value::to_string).collect::<BTreeSet<_>>()),
        None => value.clone(),
    };
    ALIKE.iter().filter_map(|keyword| Some(((*keyword).to_owned(), sorted(node.get(*keyword)?)))).collect()
}

#[test]
fn spec_and_status_are_those_of_the_published_definition() {
    let Some(corpus) = corpus() else { return };
    let (published, ours) = (published(&corpus), ours());
    let (theirs, mine) = (nodes(&published), nodes(&ours));
    assert!(theirs.len() > 50, "the definition has many fields");
    let all = |nodes: &BTreeMap<String, &Value>| {
        nodes.iter().map(|(path, node)| (path.clone(), facts(node))).collect::<BTreeMap<_, _>>()
    };
    assert_eq!(all(&mine), all(&theirs));
    for (path, node) in &theirs {
        if let Some(format) = node.get("format") {
            assert_eq!(mine[path].get("format"), Some(format), "{path}");
        }
    }
    notice(&format!("{} fields of spec and status are alike", theirs.len()));
}

#[test]
fn each_handwritten_rule_of_immutability_is_one_word() {
    let Some(corpus) = corpus() else { return };
    let (published, ours) = (published(&corpus), ours());
    let is_rule = |rule: &Value| rule["rule"] == "self == oldSelf";
    let by_hand =
        |node: &Value| node["x-kubernetes-validations"].as_array().is_some_and(|r| r.iter().any(is_rule));
    let paths = |nodes: BTreeMap<String, &Value>, immutable: &dyn Fn(&Value) -> bool| {
        nodes.into_iter().filter(|(_, node)| immutable(node)).map(|(path, _)| path).collect::<Vec<_>>()
    };
    let rules = paths(nodes(&published), &by_hand);
    let words = paths(nodes(&ours), &|node| node["x-kubernetes-mutability"] == "Immutable");
    assert_eq!(words, rules);
    assert_eq!(words.len(), 12);
    notice(&format!("{} rules are words", words.len()));
}

#[test]
fn names_columns_and_subresources_are_those_of_the_published_definition() {
    let Some(corpus) = corpus() else { return };
    let (published, ours) = (published(&corpus), ours());
    assert_eq!(ours["metadata"]["name"], published["metadata"]["name"]);
    for field in ["group", "names", "scope"] {
        assert_eq!(ours["spec"][field], published["spec"][field], "{field}");
    }
    let version = |crd: &Value| crd["spec"]["versions"][0].clone();
    assert_eq!(version(&ours)["subresources"], version(&published)["subresources"]);
    let columns = |crd: &Value| {
        let columns = version(crd)["additionalPrinterColumns"].as_array().cloned().unwrap_or_default();
        let shown =
            columns.into_iter().map(|column| json!([column["name"], column["type"], column["jsonPath"]]));
        shown.collect::<Vec<_>>()
    };
    assert_eq!(columns(&ours), columns(&published));
}

#[test]
fn all_samples_come_back_as_they_went_in() {
    let Some(corpus) = corpus() else { return };
    let published: CustomResourceDefinition =
        serde_json::from_value(published(&corpus)).expect("a definition");
    let theirs = ServedVersion::new(&published, "v1").expect("it is structural");
    let ours = Database::served().expect("the types give a schema");
    let samples = samples(&corpus.join("samples/cloudnative-pg"));
    assert!(!samples.is_empty(), "there are samples");
    for (path, sample) in &samples {
        for served in [&theirs, &ours] {
            let mut pruned = sample.clone();
            let removed = served.prune(&mut pruned).expect("it can be read");
            assert!(removed.is_empty(), "{}: {removed:?}", path.display());
            assert_eq!(&pruned, sample, "{}", path.display());
        }
        assert_eq!(&through_the_type(sample), sample, "{}", path.display());
        let stored = ours.create(sample.clone()).expect("it can be read").object.into_value();
        let written_back = through_the_type(&stored);
        let again = ours.update(&stored, written_back).expect("nothing has changed");
        assert_eq!(again.object.value(), &stored, "{}", path.display());
    }
    notice(&format!("{} samples came back as they went in", samples.len()));
}

fn through_the_type(object: &Value) -> Value {
    let database: Database = serde_json::from_value(object.clone()).expect("a database");
    serde_json::to_value(database).expect("it is JSON")
}

/// Every database below a folder.
fn samples(folder: &Path) -> Vec<(PathBuf, Value)> {
    let entries = fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path());
    let mut found = Vec::new();
    for path in entries {
        if path.is_dir() {
            found.extend(samples(&path));
        } else if path.extension().is_some_and(|extension| extension == "yaml") {
            let databases = documents(&path).into_iter().filter(|document| document["kind"] == "Database");
            found.extend(databases.map(|database| (path.clone(), database)));
        }
    }
    found
}
