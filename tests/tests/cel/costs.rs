//! Estimates beside Kubernetes' own.
//!
//! The written expressions are `RULE_COUNT` of `RULE_SEED`.

mod expressions;

use std::collections::{BTreeMap, HashMap};

use crd_schema::cel::{RuleCost, rule_costs};
use crd_schema::crd::{Lowering, publish};
use crd_schema::{CustomResourceDefinition, JsonSchemaProps, Profile, ServerVersion, StructuralSchema};
use crd_schema_tests::{corpus, oracle};
use serde_json::{Value, json};

use expressions::{Type, Writer};

const RECORDED: &str = include_str!("../../cases/cel/estimates.ndjson");

fn structural(schema: &Value) -> StructuralSchema {
    let props: JsonSchemaProps = serde_json::from_value(schema.clone()).expect("a schema");
    StructuralSchema::try_from(&props).expect("structural")
}

/// The cases about cost of the collection of what a real server says: what one rule costs in all, on 1.35.
#[test]
fn cases_of_the_server() {
    let table = [
        // Key rules on a list map with keys of 63 characters.
        (
            json!({"type": "array", "maxItems": 543, "x-kubernetes-list-type": "map",
            "x-kubernetes-list-map-keys": ["k"],
            "x-kubernetes-validations": [{"rule": "oldSelf.all(o, self.exists(n, n.k == o.k))"}],
            "items": {"type": "object", "required": ["k"],
                "properties": {"k": {"type": "string", "maxLength": 63}}}}),
            10_027_583,
        ),
        (
            json!({"type": "array", "maxItems": 3160, "x-kubernetes-list-type": "set",
            "x-kubernetes-validations": [{"rule": "oldSelf.all(o, o in self)"}],
            "items": {"type": "string", "maxLength": 63}}),
            10_001_402,
        ),
        (
            json!({"type": "object", "additionalProperties": {"type": "string", "maxLength": 63,
            "x-kubernetes-validations": [{"rule": "self == oldSelf"}]}}),
            28 * 1_048_576,
        ),
    ];
    for (schema, expected) in table {
        let schema = json!({"type": "object", "properties": {"spec": schema}});
        let costs = rule_costs(&structural(&schema), ServerVersion::NEWEST);
        assert_eq!(costs[0].total(), Some(expected), "{schema}");
        assert!(expected > RuleCost::LIMIT);
        assert!(costs[0].advice().is_some());
    }
}

/// The largest lists that fit, and one more (section 6 of the design): what is accepted, and what never exceeds the
/// limit of one evaluation.
#[test]
fn the_largest_lists_that_fit() {
    let key = |length: u64| json!({"type": "string", "maxLength": length});
    let list_map = |key: Value| {
        json!({"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["a-b"],
            "x-kubernetes-key-mutability": "AddOnly",
            "items": {"type": "object", "required": ["a-b"], "properties": {"a-b": key}}})
    };
    let frozen = |items: Value| json!({"type": "array", "items": items});
    let mut marked_struct = json!({"type": "object", "properties": {"a": {"type": "integer"}}});
    marked_struct["x-kubernetes-mutability"] = "Immutable".into();
    let marked_text =
        |length: u64| json!({"type": "string", "maxLength": length, "x-kubernetes-mutability": "Immutable"});
    let table = [
        (list_map(json!({"type": "integer"})), 353, 1_117),
        (list_map(key(15)), 267, 844),
        (list_map(key(63)), 171, 542),
        (list_map(key(253)), 95, 301),
        (frozen(marked_struct), 90_908, 909_090),
        (frozen(marked_text(63)), 27_026, 270_270),
        (frozen(marked_text(253)), 8_849, 88_495),
        (
            json!({"type": "array", "x-kubernetes-list-type": "set", "x-kubernetes-mutability": "Immutable",
            "items": {"type": "string", "maxLength": 63}}),
            38_313,
            383_140,
        ),
    ];
    let profile = Profile::Lowered(Lowering::new(ServerVersion::V1_33));
    for (mut list, safe, accepted) in table {
        let mut publish = |most: u64| {
            list["maxItems"] = most.into();
            let schema = json!({"type": "object", "required": ["l"], "properties": {"l": list}});
            publish(&structural(&schema), profile).map(|published| published.warnings().to_vec())
        };
        let about_one = |warnings: &[crd_schema::crd::Note]| {
            warnings.iter().filter(|warning| warning.message().contains("one evaluation")).count()
        };
        assert_eq!(publish(safe).map(|warnings| about_one(&warnings)), Ok(0), "{safe}");
        assert_eq!(publish(safe + 1).map(|warnings| about_one(&warnings)), Ok(1), "{safe} and one");
        assert!(publish(accepted).is_ok(), "{accepted}");
        let found = publish(accepted + 1).expect_err("too dear").to_string();
        assert!(found.contains(&format!("set maxItems to {accepted} or less, {safe} or less")), "{found}");
    }
}

/// Rules that others have published.
#[test]
#[expect(clippy::print_stderr, reason = "how much was compared belongs to the result")]
fn rules_of_published_definitions() {
    let Some(folder) = corpus::folder() else { return };
    let schemas = schemas(&folder);
    let requests: Vec<_> = schemas
        .iter()
        .map(|schema| json!({"op": "cel", "schema": schema, "object": {}, "compileOnly": true}))
        .collect();
    let Some(answers) = oracle::ask(&requests) else { return };
    let (mut alike, mut different) = (0_u32, Vec::new());
    for (schema, answer) in schemas.iter().zip(&answers) {
        let theirs = costs_by_place(answer);
        for ours in rule_costs(&structural(schema), ServerVersion::NEWEST) {
            let path = ours.path().to_string();
            let node =
                path.split("x-kubernetes-validations").next().unwrap_or_default().trim_end_matches('.');
            let Some(theirs) = theirs.get(&(node.to_owned(), ours.rule().to_owned())) else { continue };
            if ours.cost() == *theirs {
                alike += 1;
            } else {
                different.push(format!(
                    "{path}: {}\n  ours {:?}, theirs {theirs:?}",
                    ours.rule(),
                    ours.cost()
                ));
            }
        }
    }
    eprintln!("{alike} alike, {} different", different.len());
    assert_eq!(different.iter().take(30).cloned().collect::<Vec<_>>().join("\n"), "");
}

/// Expressions of all kinds: the estimate is that of a server, and that of the message, too.
#[test]
#[expect(clippy::print_stderr, reason = "how much was compared belongs to the result")]
fn written_expressions() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let (count, seed) = (number("RULE_COUNT").unwrap_or(3_000), number("RULE_SEED").unwrap_or(366_911_726));
    let mut writer = Writer::new(seed);
    let rules: Vec<_> = (0..count)
        .map(|_| {
            let rule = writer.expression(Type::Bool, 4);
            json!({"rule": rule, "messageExpression": writer.expression(Type::Text, 4)})
        })
        .collect();
    let schemas: Vec<_> = rules.chunks(100).map(with_rules).collect();
    let requests: Vec<_> = schemas
        .iter()
        .map(|schema| json!({"op": "cel", "schema": schema, "object": {}, "compileOnly": true}))
        .collect();
    let Some(answers) = oracle::ask(&requests) else { return };
    let mut tally = Tally::default();
    for (schema, answer) in schemas.iter().zip(&answers) {
        let theirs = answer["rules"].as_array().into_iter().flatten();
        let costs = rule_costs(&structural(schema), ServerVersion::NEWEST);
        let written =
            schema["properties"]["spec"]["x-kubernetes-validations"].as_array().into_iter().flatten();
        for ((ours, theirs), rule) in costs.iter().zip(theirs).zip(written) {
            if theirs.get("compileError").is_some() {
                tally.uncompiled += 1;
                assert_eq!(ours.cost(), None, "{rule}");
                continue;
            }
            tally.compare(&rule["rule"], ours.cost(), theirs["maxCost"].as_u64());
            if theirs.get("messageExpressionError").is_none() {
                let theirs = theirs["messageExpressionMaxCost"].as_u64();
                tally.compare(&rule["messageExpression"], ours.message_cost(), theirs);
            }
        }
    }
    let Tally { alike, uncompiled, different } = tally;
    eprintln!("seed {seed}: {alike} alike, {uncompiled} not compiled, {} different", different.len());
    assert_eq!(different.iter().take(30).cloned().collect::<Vec<_>>().join("\n"), "");
    assert!(uncompiled * 4 < alike);
}

/// Expressions with a character taken out, doubled or replaced compile where they do on a server.
#[test]
fn broken_expressions() {
    const SIGNS: [char; 12] = ['=', '&', '(', ')', '[', '.', '?', '"', '\\', '{', '@', ' '];
    let mut writer = Writer::new(7);
    let rules: Vec<_> = (0..600)
        .map(|number: usize| {
            let mut text: Vec<char> = writer.expression(Type::Bool, 3).chars().collect();
            let at = number * 7919 % text.len();
            match number % 3 {
                0 => drop(text.remove(at)),
                1 => text.insert(at, text[at]),
                _ => text[at] = SIGNS[number % SIGNS.len()],
            }
            json!({"rule": text.into_iter().collect::<String>()})
        })
        .collect();
    let schemas: Vec<_> = rules.chunks(100).map(with_rules).collect();
    let request = |schema| json!({"op": "cel", "schema": schema, "object": {}, "compileOnly": true});
    let Some(answers) = oracle::ask(&schemas.iter().map(request).collect::<Vec<_>>()) else { return };
    let mut broken = 0_usize;
    for (schema, answer) in schemas.iter().zip(&answers) {
        let theirs = answer["rules"].as_array().into_iter().flatten();
        for (ours, theirs) in rule_costs(&structural(schema), ServerVersion::NEWEST).iter().zip(theirs) {
            let is_broken = theirs.get("compileError").is_some();
            assert_eq!(ours.error().is_some(), is_broken, "{}", ours.rule());
            broken += usize::from(is_broken);
        }
    }
    assert!(broken > 200, "{broken} of 600 are broken");
}

#[derive(Default)]
struct Tally {
    alike: usize,
    uncompiled: usize,
    different: Vec<String>,
}

impl Tally {
    fn compare(&mut self, text: &Value, ours: Option<u64>, theirs: Option<u64>) {
        if ours == theirs {
            self.alike += 1;
        } else {
            self.different.push(format!("{text}\n  ours {ours:?}, theirs {theirs:?}"));
        }
    }
}

fn with_rules(rules: &[Value]) -> Value {
    let mut spec = expressions::schema();
    spec["x-kubernetes-validations"] = json!(rules);
    json!({"type": "object", "properties": {"spec": spec}})
}

fn schemas(folder: &std::path::Path) -> Vec<Value> {
    let mut found = Vec::new();
    for path in corpus::yaml_files(folder, "crds") {
        for document in corpus::documents(&path) {
            if document.value()["kind"] != "CustomResourceDefinition" {
                continue;
            }
            let crd: CustomResourceDefinition = serde_json::from_value(document.into_value()).expect("a CRD");
            for version in crd.spec.iter().flat_map(|spec| spec.versions.iter().flatten()) {
                let schema = version.schema.as_ref().and_then(|schema| schema.open_api_v3_schema.as_ref());
                let structural = schema.and_then(|schema| StructuralSchema::try_from(&**schema).ok());
                if let Some(structural) =
                    structural.filter(|schema| !rule_costs(schema, ServerVersion::NEWEST).is_empty())
                {
                    found.push(serde_json::to_value(JsonSchemaProps::from(&structural)).expect("JSON"));
                }
            }
        }
    }
    found
}

/// The cost of each rule; none of a rule that does not compile.
fn costs_by_place(answer: &Value) -> BTreeMap<(String, String), Option<u64>> {
    let rules = answer["rules"].as_array().into_iter().flatten();
    let string = |rule: &Value, name: &str| rule[name].as_str().unwrap_or_default().to_owned();
    let cost = |rule: &Value| rule["maxCost"].as_u64().filter(|_| rule.get("compileError").is_none());
    rules.map(|rule| ((string(rule, "path"), string(rule, "rule")), cost(rule))).collect()
}

/// Recorded estimates of Kubernetes' own code: those of 1.37 for rules and the expressions of their messages, and those of
/// older minors for one schema.
#[test]
fn recorded_estimates() {
    let mut schemas = HashMap::new();
    let (mut asked, mut different) = (0_usize, Vec::new());
    for line in RECORDED.lines() {
        let row: Value = serde_json::from_str(line).expect("JSON");
        if let Some(number) = row["define"].as_u64() {
            schemas.insert(number, row["schema"].clone());
            continue;
        }
        let mut schema = schemas[&row["schema"].as_u64().expect("a number")].clone();
        let rule = json!([{"rule": row["rule"]}]);
        if let Some(rules) = row.get("rules").or(row.get("rule").map(|_| &rule)) {
            schema["x-kubernetes-validations"] = rules.clone();
        }
        if row.get("root").is_none() {
            schema = json!({"type": "object", "properties": {"root": schema}});
        }
        for (server, expected) in expected(&row) {
            let costs = rule_costs(&structural(&schema), server);
            let ours = costs.iter().map(|cost| (cost.cost(), cost.message_cost().unwrap_or(0)));
            // The recorded answers are about new rules: some functions are for stored ones alone.
            let ours: Costs =
                ours.zip(&expected).map(|(ours, (theirs, _))| (theirs.and(ours.0), ours.1)).collect();
            asked += 1;
            if ours != expected {
                different.push(format!("{server} {row}\n  ours {ours:?}, theirs {expected:?}"));
            }
        }
    }
    assert!(asked > 2_000, "the table is there");
    assert_eq!(different.join("\n"), "");
}

type Costs = Vec<(Option<u64>, u64)>;

fn expected(row: &Value) -> Vec<(ServerVersion, Costs)> {
    if let Some(estimates) = row["estimates"].as_array() {
        let costs = estimates.iter().map(|both| (both[0].as_u64(), both[1].as_u64().unwrap_or(0))).collect();
        return vec![(ServerVersion::NEWEST, costs)];
    }
    let minors = row["minors"].as_object().expect("estimates of minors");
    let of = |(minor, cost): (&String, &Value)| (minor.parse().expect("a minor"), vec![(cost.as_u64(), 0)]);
    minors.iter().map(of).collect()
}
