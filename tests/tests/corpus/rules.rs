//! Published samples of CRDs with CEL rules, and mutations of them, through the strategies of the Go oracle of `ORACLE_BIN`
//! and of `ServedVersion`: creates and updates, every error compared in full.

use std::collections::BTreeMap;

use crd_schema::{CustomResourceDefinition, ServedVersion, Violations};
use crd_schema_tests::conformance::Random;
use crd_schema_tests::corpus;
use crd_schema_tests::generate::{Tape, mutated};
use crd_schema_tests::oracle;
use serde_json::{Value, json};

/// How many mutations of each sample are created, and how many replace it.
const MUTATIONS: usize = 10;

/// A version with rules and its samples, ready to be written.
struct Ruled {
    name: String,
    crd: Value,
    schema: Value,
    samples: Vec<Value>,
}

fn ruled() -> Option<Vec<Ruled>> {
    let folder = corpus::folder()?;
    let samples = corpus::samples(&folder);
    let mut found = Vec::new();
    for file in corpus::crds(&folder, "crds") {
        for ((api_version, kind), schema) in file.kinds().into_iter().zip(file.schemas()) {
            let is_of = |sample: &&(String, Value)| {
                sample.1["apiVersion"] == *api_version && sample.1["kind"] == *kind
            };
            let samples: Vec<_> = samples.iter().filter(is_of).map(|(_, sample)| sample.clone()).collect();
            if !samples.is_empty() && schema.json.to_string().contains("x-kubernetes-validations") {
                let (name, crd) =
                    (format!("{api_version} {kind}"), definition(&api_version, &kind, schema.json));
                found.push(Ruled { name, crd, schema: schema.json.clone(), samples });
            }
        }
    }
    Some(found)
}

fn definition(api_version: &str, kind: &str, schema: &Value) -> Value {
    let (group, version) = api_version.split_once('/').unwrap_or(("", api_version));
    json!({"spec": {
        "group": group, "names": {"kind": kind, "plural": "things"}, "scope": "Cluster",
        "versions": [{"name": version, "schema": {"openAPIV3Schema": schema}}],
    }})
}

/// What is written of a sample: as it is, mutations created, and updates to mutations and between them.
fn writes(
    name: &str,
    index: usize,
    served: &ServedVersion,
    schema: &Value,
    sample: &Value,
) -> Vec<(Option<Value>, Value)> {
    let prepared = |mut object: Value| {
        served.prune(&mut object).ok()?;
        let metadata = object["metadata"].as_object_mut()?;
        metadata.remove("namespace");
        metadata.insert("resourceVersion".to_owned(), "1".into());
        metadata.entry("name").or_insert_with(|| "sample".into());
        Some(object)
    };
    let Some(sample) = prepared(sample.clone()) else { return Vec::new() };
    let mutations = (0..MUTATIONS).filter_map(|turn| {
        let tape = Random::new(1, &format!("{name} {index} {turn}")).tape();
        let mut object = sample.clone();
        for part in ["spec", "status"].iter().filter(|part| sample.get(**part).is_some()) {
            object[*part] = mutated(&mut Tape::new(&tape), &schema["properties"][*part], &sample[*part]);
        }
        prepared(object)
    });
    let mutations: Vec<_> = mutations.collect();
    let mut writes = vec![(None, sample.clone()), (Some(sample.clone()), sample.clone())];
    for (turn, mutation) in mutations.iter().enumerate() {
        let next = &mutations[(turn + 1) % mutations.len()];
        writes.push((None, mutation.clone()));
        writes.push((Some(sample.clone()), mutation.clone()));
        writes.push((Some(mutation.clone()), if turn % 2 == 0 { mutation.clone() } else { next.clone() }));
    }
    writes
}

fn sorted(violations: &Violations) -> Vec<String> {
    let mut lines: Vec<_> = violations.iter().map(ToString::to_string).collect();
    lines.sort_unstable();
    lines
}

/// Upstream prints some values as Go structs, and the order of errors is that of Go maps.
fn sorted_messages(errors: &Value) -> Vec<String> {
    let messages = errors.as_array().into_iter().flatten().filter_map(|error| error["text"].as_str());
    let mut messages: Vec<_> = messages.map(str::to_owned).collect();
    messages.sort_unstable();
    messages
}

/// Whether an error is one of a rule.
fn is_of_rule(schema: &str, error: &str) -> bool {
    let detail = error.rsplit(": ").next().unwrap_or_default();
    error.contains("evaluating rule")
        || error.contains("failed rule")
        || schema.contains(&json!(detail).to_string())
}

/// Whether upstream gives our answer, too, when it is asked again: which of several bad values it reports is random.
fn is_random(request: &Value, old: Option<&Value>, object: &Value, ours: &[String]) -> bool {
    const AGAIN: usize = 100;
    let mut request = request.clone();
    request["updates"] = vec![json!({"old": old, "object": object}); AGAIN].into();
    let answers = oracle::ask(&[request]).expect("it answered before");
    answers[0]["writes"]
        .as_array()
        .into_iter()
        .flatten()
        .any(|answer| sorted_messages(&answer["errors"]) == ours)
}

#[test]
#[expect(clippy::print_stderr, reason = "the numbers are part of the result")]
fn writes_are_checked_as_by_the_server() {
    let Some(ruled) = ruled() else { return };
    let mut requests = Vec::new();
    let mut versions = Vec::new();
    for version in &ruled {
        let crd: CustomResourceDefinition =
            serde_json::from_value(version.crd.clone()).expect("a definition");
        let name = version.crd["spec"]["versions"][0]["name"].as_str().expect("a name");
        let served = ServedVersion::new(&crd, name).expect("it can be served");
        let each = version.samples.iter().enumerate();
        let all: Vec<_> = each
            .flat_map(|(index, sample)| writes(&version.name, index, &served, &version.schema, sample))
            .collect();
        let spec = &version.crd["spec"];
        let expect = json!({"group": spec["group"], "version": name, "kind": spec["names"]["kind"]});
        let updates: Vec<_> = all.iter().map(|(old, object)| json!({"old": old, "object": object})).collect();
        requests.push(json!({
            "op": "strategy_writes", "schema": version.schema, "expect": expect, "clusterScoped": true, "updates": updates,
        }));
        versions.push((served, all));
    }
    let Some(answers) = oracle::ask(&requests) else { return };
    let (mut compared, mut rejected, mut random, mut by_rules) =
        (0_usize, 0_usize, 0_usize, BTreeMap::<bool, usize>::new());
    let mut differ = Vec::new();
    for (((version, (served, all)), answer), request) in
        ruled.iter().zip(&versions).zip(&answers).zip(&requests)
    {
        let schema = version.schema.to_string();
        let answers = answer["writes"].as_array().unwrap_or_else(|| panic!("{}: {answer}", version.name));
        assert_eq!(answers.len(), all.len());
        for ((old, object), answer) in all.iter().zip(answers) {
            let ours = match old {
                None => served.validate_create(object),
                Some(old) => served.validate_update(old, object),
            };
            let (ours, theirs) = (sorted(&ours), sorted_messages(&answer["errors"]));
            compared += 1;
            rejected += usize::from(!theirs.is_empty());
            if !theirs.is_empty() {
                *by_rules.entry(theirs.iter().all(|error| is_of_rule(&schema, error))).or_default() += 1;
            }
            if ours != theirs && is_random(request, old.as_ref(), object, &ours) {
                random += 1;
            } else if ours != theirs {
                differ.push(format!(
                    "{}\n  old {old:?}\n  new {object}\n  oracle {theirs:#?}\n  ours   {ours:#?}",
                    version.name
                ));
            }
        }
    }
    let by_rules = by_rules.get(&true).copied().unwrap_or_default();
    eprintln!(
        "{} versions, {compared} writes, {rejected} rejected, {by_rules} of them by rules alone, {random} random upstream, {} differ",
        ruled.len(),
        differ.len()
    );
    assert!(by_rules > 100, "only {by_rules} writes are rejected by rules alone");
    assert!(
        differ.is_empty(),
        "{} differ\n{}",
        differ.len(),
        differ.iter().take(5).cloned().collect::<Vec<_>>().join("\n")
    );
}
