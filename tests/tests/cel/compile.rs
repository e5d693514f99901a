//! What a server says of expressions, compiled.
//!
//! `tests/cases/cel/compile.ndjson` has recorded answers of Kubernetes' own code. With `ORACLE_BIN` it is asked about
//! `CEL_COUNT` of these expressions with some tokens changed, drawn from `CEL_SEED`.

use std::collections::HashMap;
use std::env;

use crd_schema::CustomResourceDefinition;
use crd_schema::crd::validate_crd;
use crd_schema_tests::rules::with_one_type_name;
use crd_schema_tests::{definition, oracle};
use serde_json::{Map, Value, json};

const RECORDED: &str = include_str!("../../cases/cel/compile.ndjson");

struct Case {
    schema: Value,
    rule: Value,
    error: Option<String>,
    message_error: Option<String>,
}

fn recorded() -> Vec<Case> {
    let mut schemas = HashMap::new();
    let mut cases = Vec::new();
    for line in RECORDED.lines() {
        let mut row: Map<String, Value> = serde_json::from_str(line).expect("JSON");
        if let Some(number) = row.get("define").and_then(Value::as_u64) {
            schemas.insert(number, row.remove("schema").expect("a schema"));
            continue;
        }
        let text = |name: &str| row.get(name).and_then(Value::as_str).map(str::to_owned);
        cases.push(Case {
            schema: schemas[&row["schema"].as_u64().expect("a number")].clone(),
            rule: row["rule"].clone(),
            error: text("error"),
            message_error: text("messageError"),
        });
    }
    cases
}

/// The compile errors of a rule, that of the rule itself and that of the expression of its message.
fn compile_errors(schema: &Value, rule: &Value) -> [Option<String>; 2] {
    let mut schema = schema.clone();
    schema["x-kubernetes-validations"] = json!([rule]);
    schema["type"] = "object".into();
    let crd: CustomResourceDefinition =
        serde_json::from_value(definition::of_schema(&schema)).expect("a definition");
    let violations = validate_crd(&crd);
    let of = |end: &str| {
        let about_one = violations.iter().filter(|violation| violation.path().to_string().ends_with(end));
        let words = ["compilation failed", "instantiation failed", "must evaluate to a"];
        let details = about_one.map(crd_schema::Violation::detail);
        details.filter(|detail| words.iter().any(|words| detail.contains(words))).map(str::to_owned).next()
    };
    [of("x-kubernetes-validations[0].rule"), of("x-kubernetes-validations[0].messageExpression")]
}

#[test]
fn recorded_expressions() {
    let cases = recorded();
    assert!(cases.iter().filter(|case| case.error.is_some()).count() > 100, "the table is there");
    for case in cases {
        // Rules of a schema that cannot stand at a root are compiled elsewhere.
        if case.schema["type"] != "object" {
            continue;
        }
        let [error, message_error] = compile_errors(&case.schema, &case.rule);
        assert_eq!(error, case.error, "{}", case.rule);
        assert_eq!(message_error, case.message_error, "{}", case.rule);
    }
}

/// A generator of small numbers, the same in each run (`SplitMix64`).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % bound.max(1) as u64).expect("it is small")
    }
}

/// Words, numbers, strings, operators and blanks.
fn tokens(expression: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut quote = None;
    for char in expression.chars() {
        let is_word = |char: char| char.is_alphanumeric() || char == '_';
        let goes_on = match found.last() {
            Some(_) if quote.is_some() => true,
            Some(last) => {
                let pair = format!("{last}{char}");
                is_word(char) && last.chars().all(is_word)
                    || matches!(pair.as_str(), "==" | "!=" | "<=" | ">=" | "&&" | "||")
            }
            None => false,
        };
        if goes_on {
            found.last_mut().expect("there is one").push(char);
        } else {
            found.push(char.to_string());
        }
        match quote {
            Some(open) if open == char => quote = None,
            None if matches!(char, '\'' | '"') => quote = Some(char),
            _ => {}
        }
    }
    found
}

fn changed(expression: &str, pool: &[String], random: &mut Random) -> String {
    let mut tokens = tokens(expression);
    for _ in 0..=random.below(3) {
        let at = random.below(tokens.len());
        let other = pool[random.below(pool.len())].clone();
        match random.below(4) {
            0 if !tokens.is_empty() => drop(tokens.remove(at)),
            1 if !tokens.is_empty() => tokens[at] = other,
            2 if !tokens.is_empty() => {
                let second = random.below(tokens.len());
                tokens.swap(at, second);
            }
            _ => tokens.insert(at, other),
        }
    }
    tokens.concat()
}

/// Whether something of an expression was refused, and whether the messages are the same.
fn compare(ours: Option<&str>, theirs: Option<&str>) -> (bool, bool) {
    (ours.is_some() == theirs.is_some(), ours == theirs)
}

#[test]
#[expect(clippy::print_stderr, reason = "how much was compared belongs to the result")]
fn changed_expressions() {
    let number = |name: &str| env::var(name).ok().and_then(|text| text.parse().ok());
    let (count, seed) = (number("CEL_COUNT").unwrap_or(1_000), number("CEL_SEED").unwrap_or(366_911_726));
    let cases: Vec<_> = recorded().into_iter().filter(|case| case.schema["type"] == "object").collect();
    let text = |case: &Case| case.rule["rule"].as_str().unwrap_or_default().to_owned();
    let pool: Vec<String> = cases.iter().flat_map(|case| tokens(&text(case))).collect();
    let mut random = Random(seed);
    let asked: Vec<(Value, Value)> = (0..count)
        .map(|_| {
            let case = &cases[random.below(cases.len())];
            let rule = changed(&text(case), &pool, &mut random);
            (case.schema.clone(), json!({"rule": rule, "message": "m"}))
        })
        .filter(|(_, rule)| rule["rule"].as_str().is_some_and(|rule| !rule.trim().is_empty()))
        .collect();
    let requests: Vec<_> = asked
        .iter()
        .map(|(schema, rule)| {
            let mut schema = schema.clone();
            schema["x-kubernetes-validations"] = json!([rule]);
            json!({"op": "cel", "schema": schema, "object": {}, "compileOnly": true})
        })
        .collect();
    let Some(answers) = oracle::ask(&requests) else { return };
    let (mut broken, mut syntax, mut other_syntax) = (0, 0, 0);
    for ((schema, rule), answer) in asked.iter().zip(&answers) {
        let theirs = answer["rules"][0]["compileError"].as_str().map(with_one_type_name);
        let [ours, _] = compile_errors(schema, rule);
        let (agree, same) = compare(ours.as_deref(), theirs.as_deref());
        let is_syntax = theirs.as_ref().is_some_and(|text| text.contains("Syntax error"));
        broken += u32::from(theirs.is_some());
        syntax += u32::from(is_syntax);
        other_syntax += u32::from(is_syntax && !same);
        assert!(agree && (same || is_syntax), "{rule}\nours: {ours:?}\ntheirs: {theirs:?}");
    }
    eprintln!(
        "{} expressions, {broken} broken, {syntax} by syntax, of which {other_syntax} have other messages",
        asked.len()
    );
    assert!(other_syntax * 20 <= syntax, "more than one in twenty syntax errors has other messages");
}
