//! The design documents and the behaviour of the server as tables: one harness for each folder of `cases`.

use std::collections::BTreeMap;

use crd_schema::path::FieldPathBuf;
use crd_schema::steps::{
    CompiledSchema, PruneRoot, Semantics, apply_defaults, canonicalize, check_mutability, drop_nulls, prune,
};
use crd_schema::{JsonSchemaProps, StructuralSchema, Violations};
use crd_schema_tests::table::{Report, load};
use serde::Deserialize;
use serde_json::{Value, json};

fn structural(schema: &Value) -> Result<StructuralSchema, Violations> {
    let props: JsonSchemaProps = serde_json::from_value(schema.clone()).expect("a schema");
    StructuralSchema::try_from(&props)
}

fn compiled(schema: &Value) -> CompiledSchema {
    CompiledSchema::new(&structural(schema).expect("a structural schema"))
}

/// A schema with objects of its own: some rows show what a node does that cannot be the root of a structural schema;
/// those stand one level down, as the field `value`.
struct Subject {
    schema: CompiledSchema,
    wrapped: bool,
}

impl Subject {
    fn new(schema: &Value) -> Self {
        // No schema at all is as good as one that declares nothing.
        let schema = if schema.is_null() { &json!({"type": "object"}) } else { schema };
        if let Ok(structural) = structural(schema) {
            return Self { schema: CompiledSchema::new(&structural), wrapped: false };
        }
        let wrapper = json!({"type": "object", "properties": {"value": schema}});
        Self { schema: compiled(&wrapper), wrapped: true }
    }

    /// Does something with an object and gives what became of it.
    fn with<T>(&self, object: &Value, run: impl FnOnce(&CompiledSchema, &mut Value) -> T) -> (Value, T) {
        let mut object = if self.wrapped { json!({"value": object}) } else { object.clone() };
        let result = run(&self.schema, &mut object);
        (if self.wrapped { object["value"].take() } else { object }, result)
    }

    fn paths(&self, paths: Vec<FieldPathBuf>) -> Vec<String> {
        let unwrap = |path: String| {
            let path = path.strip_prefix("value").unwrap_or(&path);
            path.strip_prefix('.').unwrap_or(path).to_owned()
        };
        let paths = strings(paths).into_iter();
        if self.wrapped { paths.map(unwrap).collect() } else { paths.collect() }
    }
}

fn strings<T: ToString>(items: impl IntoIterator<Item = T>) -> Vec<String> {
    items.into_iter().map(|item| item.to_string()).collect()
}

#[derive(Deserialize)]
struct Pruning {
    schema: Value,
    scope: String,
    cases: Vec<PruningCase>,
}

#[derive(Deserialize)]
struct PruningCase {
    name: String,
    object: Value,
    server: Pruned,
    kep: Option<Pruned>,
    canonical: Option<Pruned>,
}

#[derive(Deserialize)]
struct Pruned {
    object: Option<Value>,
    #[serde(default)]
    removed: Vec<String>,
    /// The beginnings of the strings.
    #[serde(default)]
    errors: Vec<String>,
}

#[test]
fn pruning() {
    let mut report = Report::default();
    for (file, table) in load::<Pruning>("prune") {
        let subject = Subject::new(&table.schema);
        let scope = if table.scope == "resource" { PruneRoot::Resource } else { PruneRoot::Value };
        for case in table.cases {
            let name = format!("{file}: {}", case.name);
            let run = |semantics| {
                let (object, removed) =
                    subject.with(&case.object, |schema, object| prune(schema, object, scope, semantics));
                (object, removed.map(|removed| subject.paths(removed)))
            };
            expect_pruned(&mut report, &format!("{name} (server)"), &case.server, run(Semantics::Server));
            if let Some(expected) = &case.kep {
                expect_pruned(&mut report, &format!("{name} (KEP)"), expected, run(Semantics::Kep));
            }
            if let Some(expected) = &case.canonical {
                let canonical = |schema: &_, object: &mut Value| {
                    let stored = canonicalize(schema, object.clone(), Semantics::Server).expect("it decodes");
                    *object = stored.object.into_value();
                    stored.removed
                };
                let (object, removed) = subject.with(&case.object, canonical);
                let mut removed = subject.paths(removed);
                removed.sort();
                let actual = (object, Ok(removed));
                expect_pruned(&mut report, &format!("{name} (canonical)"), expected, actual);
            }
        }
    }
    report.finish();
}

fn expect_pruned(
    report: &mut Report,
    name: &str,
    expected: &Pruned,
    (object, removed): (Value, Result<Vec<String>, Violations>),
) {
    match removed {
        Ok(removed) => {
            report.expect(name, &expected.removed, &removed);
            report.expect(name, &expected.object, &Some(object));
        }
        Err(violations) => {
            let begins = |(text, begin): (String, &String)| text.starts_with(begin.as_str());
            let alike = violations.len() == expected.errors.len()
                && strings(&violations).into_iter().zip(&expected.errors).all(begins);
            report.expect(&format!("{name}: {violations}"), &true, &alike);
        }
    }
}

#[derive(Deserialize)]
struct Defaulting {
    schema: Value,
    cases: Vec<DefaultingCase>,
}

#[derive(Deserialize)]
struct DefaultingCase {
    name: String,
    object: Value,
    result: Value,
}

#[test]
fn defaulting() {
    let mut report = Report::default();
    for (file, table) in load::<Defaulting>("defaulting") {
        let subject = Subject::new(&table.schema);
        for case in table.cases {
            let (object, ()) = subject.with(&case.object, |schema, object| {
                drop_nulls(schema, object);
                apply_defaults(schema, object);
            });
            report.expect(&format!("{file}: {}", case.name), &case.result, &object);
        }
    }
    report.finish();
}

#[derive(Deserialize)]
struct MutabilityTable {
    schema: Value,
    #[serde(default)]
    markers: Vec<String>,
    transitions: Vec<Transition>,
}

#[derive(Deserialize)]
struct Transition {
    name: String,
    old: Value,
    new: Value,
    verdict: Verdict,
    #[serde(default)]
    errors: Errors,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Verdict {
    All(String),
    ByMarker(BTreeMap<String, String>),
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Errors {
    All(Vec<String>),
    ByMarker(BTreeMap<String, Vec<String>>),
}

impl Default for Errors {
    fn default() -> Self {
        Self::All(Vec::new())
    }
}

#[test]
fn mutability() {
    let mut report = Report::default();
    for (file, table) in load::<MutabilityTable>("mutability") {
        let markers = if table.markers.is_empty() { vec![String::new()] } else { table.markers.clone() };
        for marker in markers {
            let text = table.schema.to_string().replace("$M", &marker);
            let schema = compiled(&serde_json::from_str(&text).expect("still JSON"));
            for transition in &table.transitions {
                let name = format!("{file} {marker}: {}", transition.name);
                expect_transition(&mut report, &name, &marker, &schema, transition);
            }
        }
    }
    report.finish();
}

fn expect_transition(
    report: &mut Report,
    name: &str,
    marker: &str,
    schema: &CompiledSchema,
    transition: &Transition,
) {
    let canonical =
        |object: &Value| canonicalize(schema, object.clone(), Semantics::Server).expect("it decodes").object;
    let found = check_mutability(schema, &canonical(&transition.old), &canonical(&transition.new));
    let verdict = match &transition.verdict {
        Verdict::All(verdict) => verdict,
        Verdict::ByMarker(verdicts) => &verdicts[marker],
    };
    let actual = if found.is_empty() { "allow" } else { "deny" };
    report.expect(name, &verdict.as_str(), &actual);
    let expected = match &transition.errors {
        Errors::All(errors) => errors.clone(),
        Errors::ByMarker(errors) => errors.get(marker).cloned().unwrap_or_default(),
    };
    report.expect(name, &expected, &strings(&found));
}

#[derive(Deserialize)]
struct Structural {
    cases: Vec<StructuralCase>,
}

#[derive(Deserialize)]
struct StructuralCase {
    name: String,
    schema: Value,
    #[serde(default)]
    errors: Vec<String>,
    conversion: Option<String>,
}

#[test]
fn structural_rules() {
    let mut report = Report::default();
    for (file, table) in load::<Structural>("structural") {
        for case in table.cases {
            let name = format!("{file}: {}", case.name);
            let found = structural(&case.schema).err().unwrap_or_default();
            match &case.conversion {
                // Upstream stops at the first.
                Some(text) => report.expect(&name, &Some(text.as_str()), &details(&found).first().copied()),
                None => report.expect(&name, &case.errors, &strings(&found)),
            }
        }
    }
    report.finish();
}

fn details(violations: &Violations) -> Vec<&str> {
    violations.iter().map(crd_schema::Violation::detail).collect()
}

#[test]
fn placement_of_markers() {
    let mut report = Report::default();
    for (file, table) in load::<Structural>("placement") {
        for case in table.cases {
            let found = structural(&case.schema).err().unwrap_or_default();
            report.expect(&format!("{file}: {}", case.name), &case.errors, &strings(&found));
        }
    }
    report.finish();
}
