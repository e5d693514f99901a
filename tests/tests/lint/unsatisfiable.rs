//! What lint says of schemas that no value satisfies, beside what Kubernetes says of values.
//!
//! `cases/lint/unsatisfiable.ndjson` has schemas of one field with values, and whether Kubernetes refuses all of them. Of
//! `UNSATISFIABLE_COUNT` generated schemas of `UNSATISFIABLE_SEED` those that have a finding must refuse all values that are
//! tried. Without `ORACLE_BIN` only lint is asked.

use std::path::Path;

use crd_schema::lint::{Finding, Severity};
use crd_schema::path::PathStep;
use crd_schema::{CustomResourceDefinition, lint};
use crd_schema_tests::{definition, oracle};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
struct Case {
    name: String,
    schema: Value,
    values: Vec<Value>,
    /// Whether all values are refused.
    refused: bool,
}

fn cases() -> Vec<Case> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/lint/unsatisfiable.ndjson");
    let text = std::fs::read_to_string(path).expect("the table is readable");
    text.lines().map(|line| serde_json::from_str(line).expect("a case")).collect()
}

/// A schema whose objects have the field `x`.
fn around(schema: &Value) -> Value {
    json!({"type": "object", "properties": {"x": schema}})
}

fn findings(schema: &Value) -> Vec<Finding> {
    let crd: CustomResourceDefinition =
        serde_json::from_value(definition::of_schema(&around(schema))).expect("a definition");
    lint(&crd)
}

/// Whether it is said of the field itself, and not of what is below.
fn is_of_the_field(finding: &Finding) -> bool {
    let steps = finding.at.steps();
    let below = &steps[7..];
    let structural = ["properties", "items", "additionalProperties"];
    let is_keyword =
        |step: &PathStep<'_>| matches!(step, PathStep::Property(name) if !structural.contains(name));
    below.iter().all(is_keyword)
}

fn is_found(schema: &Value) -> bool {
    findings(schema).iter().any(|found| found.rule == Some("unsatisfiable") && is_of_the_field(found))
}

/// What is accepted, of the values of each schema, after a server has dropped what is not declared.
fn accepted(cases: &[(&Value, &[Value])]) -> Option<Vec<Vec<Value>>> {
    let values =
        || cases.iter().flat_map(|(schema, values)| values.iter().map(move |value| (*schema, value)));
    let prune = |(schema, value): (&Value, &Value)| json!({"op": "prune", "schema": around(schema), "object": {"x": value}});
    let pruned = oracle::ask(&values().map(prune).collect::<Vec<_>>())?;
    let check = |((schema, value), pruned): ((&Value, &Value), &Value)| {
        // What comes back has whole floats as integers, so that it counts only where something was dropped.
        let is_whole = pruned["removed"].as_array().is_none_or(Vec::is_empty);
        let object = if is_whole { json!({"x": value}) } else { pruned["object"].clone() };
        let schema = around(schema);
        [
            json!({"op": "validate_object_create", "schema": schema, "object": object}),
            json!({"op": "list_types", "schema": schema, "object": object}),
        ]
    };
    let requests: Vec<_> = values().zip(&pruned).flat_map(check).collect();
    let answers = oracle::ask(&requests)?;
    let mut answers = answers.chunks(2);
    let is_fine = |answers: &[Value]| {
        answers.iter().all(|answer| answer["errors"].as_array().expect("errors").is_empty())
    };
    let of_case = |(_, values): &(&Value, &[Value])| {
        let fine = values.iter().filter(|_| is_fine(answers.next().expect("an answer")));
        fine.cloned().collect()
    };
    Some(cases.iter().map(of_case).collect())
}

#[test]
fn lint_finds_what_has_no_value() {
    let cases = cases();
    assert!(cases.len() > 40);
    for case in &cases {
        assert_eq!(is_found(&case.schema), case.refused, "{}: {:?}", case.name, findings(&case.schema));
    }
}

#[test]
fn kubernetes_refuses_all_of_them() {
    let cases = cases();
    let asked: Vec<_> = cases.iter().map(|case| (&case.schema, case.values.as_slice())).collect();
    let Some(accepted) = accepted(&asked) else { return };
    for (case, accepted) in cases.iter().zip(accepted) {
        assert_eq!(accepted.is_empty(), case.refused, "{}: {accepted:?}", case.name);
    }
    let definition = |case: &Case| json!({"op": "validate_crd_create", "crd": definition::of_schema(&around(&case.schema))});
    let answers =
        oracle::ask(&cases.iter().map(definition).collect::<Vec<_>>()).expect("the oracle is there");
    for (case, answer) in cases.iter().zip(answers) {
        assert_eq!(answer["errors"], json!([]), "{}", case.name);
    }
}

/// Numbers that look random, the same for one seed.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % u64::try_from(limit).expect("small")).expect("small")
    }

    fn one<'v>(&mut self, values: &'v [Value]) -> &'v Value {
        &values[self.below(values.len())]
    }

    fn often(&mut self) -> bool {
        self.below(3) == 0
    }
}

fn bounds() -> Vec<Value> {
    vec![
        json!(-1),
        json!(0),
        json!(0.5),
        json!(1),
        json!(2),
        json!(2.5),
        json!(3),
        json!(5),
        json!(4_294_967_295_u64),
        json!(1e39),
    ]
}

fn scalars() -> Vec<Value> {
    vec![
        json!(true),
        json!(false),
        json!(-1),
        json!(0),
        json!(1),
        json!(2),
        json!(3),
        json!(4),
        json!(5),
        json!(6),
        json!(65),
        json!(97),
        json!(0.5),
        json!(1.0),
        json!(1.5),
        json!(2.5),
        json!(3.0),
        json!(5.0),
        json!(1e30),
        json!(4_294_967_295_u64),
        json!(""),
        json!("a"),
        json!("b"),
        json!("A"),
        json!("ab"),
        json!("abc"),
        json!("abcd"),
        json!("abcdef"),
        json!("1"),
    ]
}

fn keywords(random: &mut Random, of_type: &str, schema: &mut Value) {
    let (bounds, scalars) = (bounds(), scalars());
    let sizes: Vec<Value> = (0..5).map(Value::from).collect();
    let numbers = ["minimum", "maximum"];
    if matches!(of_type, "integer" | "number" | "") {
        for name in numbers.into_iter().filter(|_| random.often()).collect::<Vec<_>>() {
            schema[name] = random.one(&bounds).clone();
            if random.below(4) == 0 {
                schema[name.replace('m', "exclusiveM").as_str()] = json!(true);
            }
        }
        if random.below(5) == 0 {
            schema["multipleOf"] = random.one(&bounds).clone();
        }
    }
    let of_sizes: &[&str] = match of_type {
        "string" => &["minLength", "maxLength"],
        "array" => &["minItems", "maxItems"],
        "object" => &["minProperties", "maxProperties"],
        _ => &[],
    };
    for name in of_sizes.iter().filter(|_| random.often()).collect::<Vec<_>>() {
        schema[*name] = random.one(&sizes).clone();
    }
    if of_type == "string" && random.below(6) == 0 {
        schema["pattern"] = json!("^[a-z]+$");
    }
    if !matches!(of_type, "array" | "object") && random.often() {
        let count = random.below(3) + 1;
        schema["enum"] = (0..count).map(|_| random.one(&scalars).clone()).collect();
    }
    if of_type == "object" && random.often() {
        let names = [json!(["a"]), json!(["b"]), json!(["a", "b"]), json!(["c"])];
        schema["required"] = random.one(&names).clone();
    }
}

fn schema(random: &mut Random, depth: usize) -> Value {
    let types = ["integer", "number", "string", "boolean", "array", "object", "int-or-string"];
    let of_type = types[random.below(if depth == 0 { 4 } else { 7 })];
    let mut schema = if of_type == "int-or-string" {
        json!({"x-kubernetes-int-or-string": true})
    } else {
        json!({"type": of_type})
    };
    match of_type {
        "integer" if random.often() => schema["format"] = json!(["int32", "int64"][random.below(2)]),
        "number" if random.often() => schema["format"] = json!("float"),
        "array" => {
            schema["items"] = self::schema(random, 0);
            if random.often() {
                schema["x-kubernetes-list-type"] = json!("set");
            }
        }
        "object" if random.often() => schema["additionalProperties"] = self::schema(random, 0),
        "object" => {
            schema["properties"] = json!({"a": self::schema(random, 0), "b": self::schema(random, 0)});
        }
        _ => {}
    }
    keywords(random, of_type, &mut schema);
    for junctor in ["allOf", "anyOf", "oneOf", "not"] {
        if random.below(6) > 0 {
            continue;
        }
        let mut branches = vec![json!({}), json!({})];
        for branch in &mut branches {
            keywords(random, of_type.trim_start_matches("int-or-string"), branch);
        }
        schema[junctor] = if junctor == "not" { branches.swap_remove(0) } else { json!(branches) };
    }
    schema
}

fn values() -> Vec<Value> {
    let mut values = scalars();
    let few = [json!(1), json!(2), json!(1.5), json!("a"), json!("ab"), json!(true), json!(false)];
    values.extend([json!([]), json!({}), json!({"c": 1}), json!({"a": 1, "b": 1, "c": 1, "d": 2})]);
    for one in &few {
        values.extend([json!([one]), json!({"a": one}), json!({"b": one}), json!({"c": one})]);
        for two in &few {
            values.extend([json!([one, two]), json!({"a": one, "b": two})]);
        }
    }
    values.extend([json!(["a", "b", "c"]), json!([1, 2, 3]), json!([1, 2, 3, 4]), json!([1.5, 2.5, 3.5])]);
    values
}

#[test]
#[expect(clippy::print_stderr, reason = "how much was compared belongs to the result")]
fn generated_schemas_with_a_finding_have_no_value() {
    let number =
        |name: &str, default| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default);
    let mut random = Random(number("UNSATISFIABLE_SEED", 366_911_726) | 1);
    let count = number("UNSATISFIABLE_COUNT", 400);
    let (mut found, mut silent) = (Vec::new(), Vec::new());
    for _ in 0..count {
        let schema = schema(&mut random, 1);
        if findings(&schema).iter().any(|finding| finding.severity == Severity::Error) {
            continue;
        }
        if is_found(&schema) { found.push(schema) } else { silent.push(schema) }
    }
    assert!(found.len() * 20 > found.len() + silent.len(), "{} of {count} have a finding", found.len());
    let values = values();
    let asked = |schemas: &[Value]| {
        let asked: Vec<_> = schemas.iter().map(|schema| (schema, values.as_slice())).collect();
        accepted(&asked)
    };
    let Some(accepted) = asked(&found) else { return };
    for (schema, accepted) in found.iter().zip(accepted) {
        assert_eq!(accepted, [Value::Null; 0], "{schema}");
    }
    silent.truncate(60);
    let accepted = asked(&silent).expect("the oracle is there");
    let open: Vec<_> = silent.iter().zip(&accepted).filter(|(_, accepted)| accepted.is_empty()).collect();
    eprintln!(
        "{} schemas have no value, and {} of {} others none that was tried",
        found.len(),
        open.len(),
        silent.len()
    );
    for (schema, _) in &open {
        eprintln!("  {schema}");
    }
    // Values that would be accepted may be missing among those that are tried.
    assert!(open.len() * 5 < silent.len(), "{open:?}");
}
