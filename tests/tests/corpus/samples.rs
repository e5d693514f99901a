//! The published CRDs and samples of `CRD_CORPUS`.

use std::collections::HashMap;

use crd_schema::api::{SchemaOrArray, SchemaOrBool};
use crd_schema::serve::{DecodeError, Rejection};
use crd_schema::steps::{CompiledSchema, Semantics, canonicalize, check_mutability};
use crd_schema::{JsonSchemaProps, ServedVersion, StructuralSchema, lint};
use crd_schema_tests::corpus::{self, CrdFile, VersionSchema};
use serde_json::{Value, json};

#[expect(clippy::print_stderr, reason = "the numbers are part of the result")]
fn tell(text: &str) {
    eprintln!("{text}");
}

#[test]
fn crds_go_through_the_wire_types_unchanged() {
    let Some(folder) = corpus::folder() else { return };
    for part in ["crds", "crd-pairs"] {
        let crds = corpus::crds(&folder, part);
        for file in &crds {
            let mut expected = file.json.clone();
            drop_unset(&mut expected);
            assert_eq!(serde_json::to_value(&file.crd).expect("JSON"), expected, "{}", file.path);
        }
        tell(&format!("{part}: {} CRDs go through the wire types", crds.len()));
        assert!(crds.len() >= 100, "the corpus is there");
    }
}

/// A null of a field is one that is not set, except where any JSON may stand.
fn drop_unset(json: &mut Value) {
    match json {
        Value::Object(fields) => {
            let any = ["default", "example", "enum"];
            fields.retain(|name, value| any.contains(&name.as_str()) || !value.is_null());
            for (_, value) in fields.iter_mut().filter(|(name, _)| !any.contains(&name.as_str())) {
                drop_unset(value);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(drop_unset),
        _ => {}
    }
}

#[test]
fn structural_schemas_go_there_and_back_unchanged() {
    let Some(folder) = corpus::folder() else { return };
    for (part, least) in [("crds", 200), ("crd-pairs", 100)] {
        let crds = corpus::crds(&folder, part);
        let schemas: Vec<_> = crds.iter().flat_map(CrdFile::schemas).collect();
        let structural = schemas.iter().filter(|schema| goes_there_and_back(schema)).count();
        let unknown: usize = schemas.iter().map(|schema| schema.props.unknown_fields().len()).sum();
        tell(&format!(
            "{part}: {} CRDs with {} schemas, {structural} of them structural, {unknown} unknown fields",
            crds.len(),
            schemas.len(),
        ));
        assert!(structural >= least, "the corpus is there");
    }
}

fn goes_there_and_back(schema: &VersionSchema<'_>) -> bool {
    let Ok(structural) = StructuralSchema::try_from(schema.props) else { return false };
    let mut expected = schema.props.clone();
    drop_unknown(&mut expected);
    expected.omit_empty();
    assert!(JsonSchemaProps::from(&structural) == expected, "{}", schema.name);
    true
}

/// The server drops what it does not know before anything else looks at a schema.
fn drop_unknown(props: &mut JsonSchemaProps) {
    props.unknown.clear();
    if let Some(docs) = &mut props.external_docs {
        docs.unknown.clear();
    }
    props.validations.iter_mut().flatten().for_each(|rule| rule.unknown.clear());
    if let Some(SchemaOrArray::Schema(items)) = &mut props.items {
        drop_unknown(items);
    }
    if let Some(SchemaOrBool::Schema(values)) = &mut props.additional_properties {
        drop_unknown(values);
    }
    props
        .properties
        .iter_mut()
        .flat_map(|properties| properties.values_mut())
        .for_each(|property| drop_unknown(property));
    for branches in [&mut props.all_of, &mut props.any_of, &mut props.one_of] {
        branches.iter_mut().flatten().for_each(drop_unknown);
    }
    if let Some(not) = &mut props.not {
        drop_unknown(not);
    }
}

#[test]
fn every_crd_can_be_linted() {
    let Some(folder) = corpus::folder() else { return };
    for part in ["crds", "crd-pairs"] {
        let crds = corpus::crds(&folder, part);
        let findings: usize = crds.iter().map(|file| lint(&file.crd).len()).sum();
        tell(&format!("{part}: lint has {findings} findings in {} CRDs", crds.len()));
        assert!(crds.len() >= 100, "the corpus is there");
    }
}

/// The served versions of all structural CRDs by `apiVersion` and kind.
fn served(crds: &[CrdFile]) -> HashMap<(String, String), ServedVersion> {
    let mut served = HashMap::new();
    for file in crds {
        for (api_version, kind) in file.kinds() {
            let version = api_version.rsplit('/').next().unwrap_or_default();
            if let Ok(version) = ServedVersion::new(&file.crd, version) {
                served.insert((api_version, kind), version);
            }
        }
    }
    served
}

fn text(object: &Value, field: &str) -> String {
    object[field].as_str().unwrap_or_default().to_owned()
}

#[test]
fn samples_are_pruned_and_may_be_updated_to_themselves() {
    let Some(folder) = corpus::folder() else { return };
    let served = served(&corpus::crds(&folder, "crds"));
    let samples = corpus::samples(&folder);
    let (mut orphans, mut undecodable, mut removed) = (0, 0, 0);
    for (path, sample) in &samples {
        let kind = (text(sample, "apiVersion"), text(sample, "kind"));
        // A few samples are of versions that their CRD has given up.
        let Some(served) = served.get(&kind) else {
            orphans += 1;
            continue;
        };
        assert!(served.accepts(sample), "{path}");
        match expect_stable(path, served, sample) {
            Ok(count) => removed += count,
            Err(_) => undecodable += 1,
        }
    }
    tell(&format!(
        "{} samples, {orphans} of them without CRD, {undecodable} that no server can decode; {removed} fields removed",
        samples.len(),
    ));
    // One has a boolean annotation.
    assert!(samples.len() >= 500 && orphans < 10 && undecodable < 5 && removed > 0, "the corpus is there");
}

/// Checks that a sample is pruned at once and may be updated to itself; gives how many fields were removed.
fn expect_stable(path: &str, served: &ServedVersion, sample: &Value) -> Result<usize, DecodeError> {
    let mut pruned = sample.clone();
    let removed = served.prune(&mut pruned)?;
    assert_eq!(served.prune(&mut pruned.clone()), Ok(vec![]), "{path}");
    let stored = match served.create(sample.clone()) {
        Ok(stored) => stored.object,
        // A few are not valid, says the server too (`tests/apiserver.rs`).
        Err(Rejection::Invalid(_)) => return Ok(removed.len()),
        Err(error) => panic!("{path}: {error}"),
    };
    for again in [sample, &pruned, stored.value()] {
        served.update(stored.value(), again.clone()).unwrap_or_else(|error| panic!("{path}: {error}"));
    }
    Ok(removed.len())
}

/// No published CRD has markers: with as many as may be, the check looks at everything.
#[test]
fn samples_may_be_updated_to_themselves_when_everything_is_immutable() {
    let Some(folder) = corpus::folder() else { return };
    let mut schemas = HashMap::new();
    for file in corpus::crds(&folder, "crds") {
        let kinds = file.kinds();
        for (kind, schema) in kinds.into_iter().zip(file.schemas()) {
            if let Some(compiled) = marked(schema.json) {
                schemas.insert(kind, compiled);
            }
        }
    }
    let mut looked_at = 0;
    for (path, sample) in corpus::samples(&folder) {
        let kind = (text(&sample, "apiVersion"), text(&sample, "kind"));
        let Some(schema) = schemas.get(&kind) else { continue };
        let canonical =
            |object: Value| canonicalize(schema, object, Semantics::Server).map(|stored| stored.object);
        let Ok(stored) = canonical(sample.clone()) else { continue };
        for again in [sample, stored.value().clone()] {
            let again = canonical(again).expect("it decoded before");
            let found = check_mutability(schema, &stored, &again);
            assert!(found.is_empty(), "{path}: {found}");
        }
        looked_at += usize::from(schema.has_mutability_markers());
    }
    tell(&format!("{looked_at} samples with everything immutable"));
    assert!(looked_at >= 500, "the corpus is there");
}

fn marked(schema: &Value) -> Option<CompiledSchema> {
    let mut schema = schema.clone();
    for (name, property) in schema["properties"].as_object_mut()? {
        if !["metadata", "apiVersion", "kind"].contains(&name.as_str()) {
            mark(property);
        }
    }
    let props: JsonSchemaProps = serde_json::from_value(schema).ok()?;
    Some(CompiledSchema::new(&StructuralSchema::try_from(&props).ok()?))
}

/// Marks the leaves and the keys, so that every container is walked through.
fn mark(schema: &mut Value) {
    let has = |name: &str| schema.get(name).is_some();
    let (properties, values, items) =
        (has("properties"), schema["additionalProperties"].is_object(), has("items"));
    if items || values && !properties {
        schema["x-kubernetes-key-mutability"] = json!("Immutable");
    } else if !properties {
        schema["x-kubernetes-mutability"] = json!("Immutable");
    }
    for below in ["items", "additionalProperties"] {
        if schema[below].is_object() {
            mark(&mut schema[below]);
        }
    }
    schema["properties"].as_object_mut().into_iter().flatten().for_each(|(_, property)| mark(property));
}
