//! The corpus through the Go oracle of `ORACLE_BIN` beside the library.

use std::collections::{BTreeSet, HashMap};

use crd_schema::convert::structural_schema;
use crd_schema::openapi::{OpenApiDefinitions, openapi_v2, openapi_v3};
use crd_schema::steps::{
    CompiledSchema, PruneRoot, Semantics, apply_defaults, canonicalize, check_embedded_resources,
    check_list_types, drop_nulls, prune, prune_defaults,
};
use crd_schema::{CustomResourceDefinition, JsonSchemaProps, StructuralSchema, Violation, Violations};
use crd_schema_tests::conformance::{Operation as _, ValidateUpdate, same};
use crd_schema_tests::corpus::{self, CrdFile};
use crd_schema_tests::generate::Tape;
use crd_schema_tests::oracle;
use crd_schema_tests::variants::broken;
use serde_json::{Value, json};

#[expect(clippy::print_stderr, reason = "the numbers are part of the result")]
fn tell(text: &str) {
    eprintln!("{text}");
}

/// Collects what differs, and says it all at once.
#[derive(Default)]
struct Differences(Vec<String>);

impl Differences {
    fn expect<T: PartialEq + std::fmt::Debug>(&mut self, name: &str, oracle: &T, ours: &T) {
        if oracle != ours {
            self.0.push(format!("{name}\n  oracle {oracle:?}\n  ours   {ours:?}"));
        }
    }

    fn finish(self, what: &str, count: usize) {
        tell(&format!("{what}: {count} compared, {} differ", self.0.len()));
        let shown: Vec<_> = self.0.iter().take(10).map(String::as_str).collect();
        assert!(self.0.is_empty(), "{}", shown.join("\n"));
    }
}

/// Each schema as it is, and with a few things in it broken.
fn schemas(crds: &[CrdFile]) -> Vec<(String, Value)> {
    let mut schemas = Vec::new();
    for schema in crds.iter().flat_map(CrdFile::schemas) {
        let mut plain = schema.json.clone();
        drop_descriptions(&mut plain);
        for seed in 0..3_u8 {
            let tape: Vec<u8> = (0..200).map(|step: u8| noise(&schema.name, seed, step)).collect();
            schemas.push((format!("{} {seed}", schema.name), broken(&mut Tape::new(&tape), &plain)));
        }
        schemas.push((schema.name, plain));
    }
    schemas
}

/// Bytes that are the same in every run.
fn noise(name: &str, seed: u8, step: u8) -> u8 {
    let bytes = name.bytes().chain([seed, step]);
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    hash.to_be_bytes()[1]
}

/// Most of a schema is text that nothing looks at.
fn drop_descriptions(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            fields.retain(|name, value| name != "description" || !value.is_string());
            fields.values_mut().for_each(drop_descriptions);
        }
        Value::Array(items) => items.iter_mut().for_each(drop_descriptions),
        _ => {}
    }
}

#[test]
fn structural_verdicts_and_messages_are_those_of_the_server() {
    let Some(folder) = corpus::folder() else { return };
    let schemas = schemas(&corpus::crds(&folder, "crds"));
    let request = |(_, schema): &(String, Value)| json!({"op": "structural", "schema": schema});
    let Some(answers) = oracle::ask(&schemas.iter().map(request).collect::<Vec<_>>()) else { return };
    let mut differences = Differences::default();
    let mut refused = 0;
    for ((name, schema), answer) in schemas.iter().zip(&answers) {
        let Ok(props) = serde_json::from_value::<JsonSchemaProps>(schema.clone()) else {
            differences.expect(name, &answer["failure"].as_str(), &Some("request"));
            continue;
        };
        expect_unknown(&mut differences, name, &props, answer);
        refused += usize::from(StructuralSchema::try_from(&props).is_err());
        expect_verdict(&mut differences, name, &props, answer);
    }
    tell(&format!("{refused} of {} schemas are not structural", schemas.len()));
    assert!(refused >= 300, "broken schemas are broken");
    differences.finish("structural", schemas.len());
}

fn expect_verdict(differences: &mut Differences, name: &str, props: &JsonSchemaProps, answer: &Value) {
    let verdict = structural_schema(props, &crd_schema::FieldPath::ROOT);
    if let Some(text) = answer["conversionError"].as_str() {
        // Upstream stops at the first, in random order of the properties.
        let found = verdict.err().unwrap_or_default();
        let details: Vec<_> = found.iter().map(Violation::detail).collect();
        if !details.contains(&text) {
            differences.expect(name, &vec![text], &details);
        }
        return;
    }
    let messages = verdict.as_ref().err().map(|found| found.iter().map(ToString::to_string).collect());
    differences.expect(name, &messages_of(&answer["errors"]), &messages.unwrap_or_default());
    if let Ok(structural) = &verdict {
        let mut back = serde_json::to_value(JsonSchemaProps::from(structural)).expect("JSON");
        drop_empty_properties(&mut back);
        differences.expect(name, &answer["structural"], &back);
    }
}

/// Go holds the empty `properties` of a nested validation, but its JSON has no room for them.
fn drop_empty_properties(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            fields.retain(|name, value| name != "properties" || *value != json!({}));
            fields.values_mut().for_each(drop_empty_properties);
        }
        Value::Array(items) => items.iter_mut().for_each(drop_empty_properties),
        _ => {}
    }
}

fn messages_of(errors: &Value) -> Vec<String> {
    let text = |error: &Value| error["text"].as_str().unwrap_or_default().to_owned();
    errors.as_array().into_iter().flatten().map(text).collect()
}

fn strict_errors(answer: &Value) -> BTreeSet<String> {
    let errors = answer["strictErrors"].as_array().into_iter().flatten();
    errors.filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Quirk: upstream is not strict below its hand-written decoders (`marshal.go`), so that it does not report what is
/// unknown below `items`, `additionalProperties` and their like; we do.
fn expect_unknown(differences: &mut Differences, name: &str, props: &JsonSchemaProps, answer: &Value) {
    let ours = props.unknown_fields().into_iter().map(|path| format!("unknown field \"{path}\""));
    let ours: BTreeSet<String> = ours.collect();
    let oracle = strict_errors(answer);
    let lenient =
        |text: &&String| ["items", "additionalProperties"].iter().any(|decoder| text.contains(decoder));
    let more: BTreeSet<_> = ours.difference(&oracle).filter(|text| !lenient(text)).cloned().collect();
    let fewer: BTreeSet<_> = oracle.difference(&ours).cloned().collect();
    differences.expect(name, &fewer, &more);
    differences.expect(name, &BTreeSet::new(), &fewer);
}

/// The samples of structural versions, with their schema.
fn samples() -> Option<Vec<(String, Value, Value)>> {
    let folder = corpus::folder()?;
    let mut schemas = HashMap::new();
    for file in corpus::crds(&folder, "crds") {
        for (kind, schema) in file.kinds().into_iter().zip(file.schemas()) {
            let mut schema = schema.json.clone();
            drop_descriptions(&mut schema);
            schemas.insert(kind, schema);
        }
    }
    let text = |object: &Value, field: &str| object[field].as_str().unwrap_or_default().to_owned();
    let sample = |(path, sample): (String, Value)| {
        let schema = schemas.get(&(text(&sample, "apiVersion"), text(&sample, "kind")))?;
        Some((path, schema.clone(), sample))
    };
    Some(corpus::samples(&folder).into_iter().filter_map(sample).collect())
}

fn compiled(schema: &Value) -> CompiledSchema {
    let props: JsonSchemaProps = serde_json::from_value(schema.clone()).expect("a schema");
    CompiledSchema::new(&StructuralSchema::try_from(&props).expect("a structural schema"))
}

#[test]
fn samples_are_pruned_and_defaulted_as_by_the_server() {
    let Some(samples) = samples() else { return };
    let request = |op: &str| {
        let op = op.to_owned();
        move |(_, schema, object): &(String, Value, Value)| json!({"op": op, "schema": schema, "object": object, "isResourceRoot": true, "pruneNullsFirst": true})
    };
    let ask = |op| oracle::ask(&samples.iter().map(request(op)).collect::<Vec<_>>());
    let (Some(pruned), Some(nulls), Some(defaulted)) = (ask("prune"), ask("prune_nulls"), ask("default"))
    else {
        return;
    };
    let mut differences = Differences::default();
    for (index, (path, schema, sample)) in samples.iter().enumerate() {
        let schema = compiled(schema);
        let mut object = sample.clone();
        let removed =
            prune(&schema, &mut object, PruneRoot::Resource, Semantics::Server).expect("it never fails");
        let removed: Vec<_> = removed.iter().map(ToString::to_string).collect();
        differences.expect(path, &pruned[index]["object"], &object);
        differences.expect(path, &pruned[index]["removed"], &json!(removed));
        let mut object = sample.clone();
        drop_nulls(&schema, &mut object);
        differences.expect(path, &nulls[index]["object"], &object);
        apply_defaults(&schema, &mut object);
        differences.expect(path, &defaulted[index]["object"], &object);
    }
    differences.finish("prune, prune_nulls, default", samples.len());
}

/// The sample with the first item of each list once more at its end.
fn with_repetitions(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().chain(items.iter().take(1)).map(with_repetitions).collect(),
        Value::Object(fields) => {
            fields.iter().map(|(name, value)| (name.clone(), with_repetitions(value))).collect()
        }
        other => other.clone(),
    }
}

#[test]
fn samples_are_checked_as_by_the_server() {
    let Some(samples) = samples() else { return };
    let repeated = |(path, schema, sample): &(String, Value, Value)| {
        (path.clone(), schema.clone(), with_repetitions(sample))
    };
    let samples: Vec<_> = samples.iter().map(repeated).collect();
    let ask = |op: &str| {
        let request = |(_, schema, object): &(String, Value, Value)| json!({"op": op, "schema": schema, "object": object, "pruneDefaults": true});
        oracle::ask(&samples.iter().map(request).collect::<Vec<_>>())
    };
    let (Some(lists), Some(embedded), Some(defaulted)) =
        (ask("list_types"), ask("validate_metadata"), ask("default"))
    else {
        return;
    };
    let mut differences = Differences::default();
    let mut found = 0;
    for (index, (path, schema, sample)) in samples.iter().enumerate() {
        let schema = compiled(schema);
        let repeated = check_list_types(&schema, sample);
        found += repeated.len();
        differences.expect(path, &sorted_messages(&lists[index]["errors"]), &sorted(&repeated));
        let malformed = check_embedded_resources(&schema, sample);
        differences.expect(path, &sorted_messages(&embedded[index]["errors"]), &sorted(&malformed));
        let mut object = sample.clone();
        apply_defaults(&prune_defaults(&schema).expect("the root has no default"), &mut object);
        differences.expect(path, &defaulted[index]["object"], &object);
    }
    assert!(found >= 100, "samples have sets and map lists");
    differences.finish("list_types, validate_metadata, default with pruned defaults", samples.len());
}

fn sorted(violations: &Violations) -> Vec<String> {
    let mut messages: Vec<_> = violations.iter().map(ToString::to_string).collect();
    messages.sort();
    messages
}

fn sorted_messages(errors: &Value) -> Vec<String> {
    let mut messages = messages_of(errors);
    messages.sort();
    messages
}

/// What an object has gone through, and what it has lost on its way.
struct Journey {
    object: Value,
    unknown: Vec<String>,
    /// Why it ended before its time.
    error: Option<String>,
}

fn strings(list: &Value) -> Vec<String> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// The steps of the server one after the other, each done by the oracle.
fn journeys(samples: &[(String, Value, Value)]) -> Option<Vec<Journey>> {
    let start = |(_, _, object): &(String, Value, Value)| Journey {
        object: object.clone(),
        unknown: Vec::new(),
        error: None,
    };
    let mut journeys: Vec<_> = samples.iter().map(start).collect();
    let steps = [
        ("root_metadata", "unknown"),
        ("prune", "removed"),
        ("prune_nulls", ""),
        ("coerce_metadata", "unknown"),
        ("default", ""),
    ];
    for (op, report) in steps {
        let request = |(journey, (_, schema, _)): (&Journey, &(String, Value, Value))| {
            let root = op == "prune";
            json!({"op": op, "schema": schema, "object": journey.object, "isResourceRoot": root})
        };
        let requests: Vec<_> = journeys.iter().zip(samples).map(request).collect();
        for (journey, mut answer) in journeys.iter_mut().zip(oracle::ask(&requests)?) {
            if journey.error.is_none() {
                journey.error = answer["decodeError"].as_str().map(str::to_owned);
                journey.error = journey.error.take().or_else(|| messages_of(&answer["errors"]).pop());
            }
            journey.object = answer["object"].take();
            journey.unknown.extend(strings(&answer[report]));
        }
    }
    Some(journeys)
}

#[test]
fn samples_are_stored_as_by_the_server() {
    let Some(samples) = samples() else { return };
    let Some(journeys) = journeys(&samples) else { return };
    let mut differences = Differences::default();
    for ((path, schema, sample), journey) in samples.iter().zip(&journeys) {
        match canonicalize(&compiled(schema), sample.clone(), Semantics::Server) {
            Ok(stored) => {
                differences.expect(path, &journey.error, &None);
                differences.expect(path, &journey.object, stored.object.value());
                let removed: Vec<_> = stored.removed.iter().map(ToString::to_string).collect();
                differences.expect(path, &journey.unknown, &removed);
            }
            Err(error) => differences.expect(path, &journey.error, &Some(error.to_string())),
        }
    }
    differences.finish("all steps", samples.len());
}

/// The definitions of every served version in both documents of `OpenAPI`.
#[test]
fn crds_are_published_as_by_the_server() {
    let Some(folder) = corpus::folder() else { return };
    let crds: Vec<_> = ["crds", "crd-pairs"].iter().flat_map(|part| corpus::crds(&folder, part)).collect();
    let mut differences = Differences::default();
    let mut compared = 0;
    let documents: [(&str, Publish); 2] = [("openapi_v2", openapi_v2), ("openapi_v3", openapi_v3)];
    for (op, publish) in documents {
        let published = |file: &CrdFile| {
            let versions = file.crd.spec.iter().flat_map(|spec| spec.versions.iter().flatten());
            let names = versions.filter_map(|version| version.name.clone());
            let published = names.filter_map(|name| {
                let ours = serde_json::to_value(publish(&file.crd, &name)?).expect("JSON");
                Some((
                    format!("{} {name} {op}", file.path),
                    json!({"op": op, "crd": file.json, "version": name}),
                    ours,
                ))
            });
            published.collect::<Vec<_>>()
        };
        let ours: Vec<_> = crds.iter().flat_map(published).collect();
        let requests: Vec<_> = ours.iter().map(|(_, request, _)| request.clone()).collect();
        let Some(answers) = oracle::ask(&requests) else { return };
        for ((name, _, ours), answer) in ours.iter().zip(&answers) {
            differences.expect(name, &true, &same(&answer["definitions"], ours));
        }
        compared += ours.len();
    }
    differences.finish("definitions in OpenAPI documents", compared);
}

type Publish = fn(&CustomResourceDefinition, &str) -> Option<OpenApiDefinitions>;

/// The value with every seventh scalar another one.
fn spoiled(value: &Value, count: &mut usize) -> Value {
    match value {
        Value::Array(items) => items.iter().map(|item| spoiled(item, count)).collect(),
        Value::Object(fields) => {
            fields.iter().map(|(name, value)| (name.clone(), spoiled(value, count))).collect()
        }
        scalar => {
            *count += 1;
            let others =
                [json!(-1), json!(""), json!("A b/"), Value::Null, json!(1.5), json!([]), json!(true)];
            if *count % 7 == 3 { others[*count / 7 % others.len()].clone() } else { scalar.clone() }
        }
    }
}

#[test]
fn samples_are_validated_as_by_the_server() {
    let Some(samples) = samples() else { return };
    let requests = samples.iter().enumerate().map(|(index, (_, schema, sample))| {
        let spoiled = spoiled(sample, &mut 0);
        let create = |object: &Value| {
            json!({"op": "validate_object_create", "schema": schema, "object": object})
        };
        let update = |old: &Value, object: &Value| {
            json!({"op": "validate_object_update", "schema": schema, "old": old, "object": object})
        };
        // Each in one way only, for the schemas are large.
        match index % 4 {
            0 => create(sample),
            1 => create(&spoiled),
            2 => update(sample, &spoiled),
            _ => update(&spoiled, &spoiled),
        }
    });
    let requests: Vec<_> = requests.collect();
    let Some(answers) = oracle::ask(&requests) else { return };
    let mut differences = Differences::default();
    let mut errors = 0;
    for ((request, answer), (path, ..)) in requests.iter().zip(&answers).zip(&samples) {
        errors += answer["errors"].as_array().map_or(0, Vec::len);
        differences.expect(path, &None, &ValidateUpdate.difference(request, answer));
    }
    assert!(errors > samples.len() / 4, "only {errors} errors");
    differences.finish("validate_object_create, validate_object_update", requests.len());
}
