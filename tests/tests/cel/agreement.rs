//! Random rules on random objects, as Kubernetes' CEL evaluates them and as ours does: every error in full, what is left of the
//! budget, and the estimate of each rule.
//!
//! Skipped unless `ORACLE_BIN` names an oracle. `CEL_COUNT` and `CEL_SEED` draw more, or others. Rules, objects and updates
//! are those of `crd_schema_tests::drawn_rules`.
//!
//! Upstream walks maps in random order, which some errors and costs show. Where ours is another answer, upstream is asked
//! again, and ours must be among its answers.

use std::fmt;

use crd_schema::cel::rule_costs;
use crd_schema::{JsonSchemaProps, ServerVersion, StructuralSchema};
use crd_schema_tests::conformance::Random;
use crd_schema_tests::generate::Tape;
use crd_schema_tests::rules::Verdict;
use crd_schema_tests::{drawn_rules, oracle};
use serde_json::{Map, Value, json};

/// How many requests one oracle answers.
const BATCH: usize = 2_000;
/// How often upstream is asked before ours is wrong.
const AGAIN: usize = 200;
/// How many disagreements are shown.
const SHOWN: usize = 20;

#[derive(Debug, Default)]
struct Counts {
    asked: usize,
    /// Rules that do not compile.
    broken: usize,
    /// Rules that fail on the object.
    failing: usize,
    unfulfilled: usize,
    fulfilled: usize,
    /// Without a verdict of upstream, or of ours.
    unanswered: usize,
    /// Ours is one of several answers of upstream.
    one_of_several: usize,
}

impl Counts {
    fn count(&mut self, answer: &Value) {
        let is_broken = |rule: &Value| rule.get("compileError").is_some();
        let errors = answer["errors"].as_array().into_iter().flatten();
        let errors: Vec<_> = errors.filter_map(|error| error["detail"].as_str()).collect();
        let words = [" evaluating rule: ", "call arguments did not match", "call cost exceeds"];
        let failed = |detail: &&str| words.iter().any(|words| detail.contains(words));
        self.asked += 1;
        *if answer["rules"].as_array().into_iter().flatten().any(is_broken) {
            &mut self.broken
        } else if errors.iter().any(failed) {
            &mut self.failing
        } else if errors.is_empty() {
            &mut self.fulfilled
        } else {
            &mut self.unfulfilled
        } += 1;
    }

    /// Each kind of answer is there often enough to mean something.
    fn are_worth_something(&self) {
        for (kind, least) in
            [(self.broken, 50), (self.failing, 10), (self.unfulfilled, 10), (self.fulfilled, 6)]
        {
            assert!(kind * least >= self.asked, "{self:?}");
        }
        assert!((self.unanswered + self.one_of_several) * 100 <= self.asked, "{self:?}");
    }
}

/// A request with two verdicts.
struct Disagreement {
    request: Value,
    ours: Verdict,
    theirs: Verdict,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { request, ours, theirs } = self;
        let mut rules = Vec::new();
        rules_of(&request["schema"], &mut rules);
        for rule in rules {
            writeln!(f, "{rule}")?;
        }
        writeln!(f, "object: {}\nold: {}", request["object"], request["old"])?;
        writeln!(f, "whole object: {}", request["notResourceRoot"] == false)?;
        writeln!(f, "ours:   {ours:?}\ntheirs: {theirs:?}")
    }
}

fn rules_of<'s>(schema: &'s Value, found: &mut Vec<&'s Value>) {
    found.extend(schema["x-kubernetes-validations"].as_array().into_iter().flatten());
    let properties = schema["properties"].as_object().into_iter().flat_map(Map::values);
    for below in properties.chain(schema.get("items")).chain(schema.get("additionalProperties")) {
        rules_of(below, found);
    }
}

/// The disagreement about a request, if there is one; upstream is asked again.
fn disagreement(request: &Value, theirs: Verdict, counts: &mut Counts) -> Option<Disagreement> {
    let Some(ours) = Verdict::ours(request) else {
        counts.unanswered += 1;
        return None;
    };
    if ours == theirs {
        return None;
    }
    let answers = oracle::ask(&vec![request.clone(); AGAIN])?;
    if answers.iter().any(|answer| Verdict::of_oracle(answer).as_ref() == Some(&ours)) {
        counts.one_of_several += 1;
        return None;
    }
    Some(Disagreement { request: request.clone(), ours, theirs })
}

/// The same about a smaller object, where that is one, too.
fn smaller(large: Disagreement) -> Disagreement {
    let mut rules = Vec::new();
    rules_of(&large.request["schema"], &mut rules);
    let rules: String = rules.iter().map(ToString::to_string).collect();
    let mut request = large.request.clone();
    for side in ["object", "old"] {
        if let Some(fields) = request[side].as_object_mut() {
            fields.retain(|name, _| rules.contains(name.as_str()));
        }
    }
    let answer =
        oracle::ask(std::slice::from_ref(&request)).and_then(|answers| Verdict::of_oracle(&answers[0]));
    answer.and_then(|theirs| disagreement(&request, theirs, &mut Counts::default())).unwrap_or(large)
}

/// What each rule is estimated at; the order of rules is the same on both sides.
fn estimates_agree(request: &Value, answer: &Value) {
    let Some(schema) = whole(request) else { return };
    let ours = rule_costs(&schema, ServerVersion::NEWEST);
    let mut ours = ours.iter();
    for theirs in answer["rules"].as_array().into_iter().flatten() {
        // Upstream passes over rules of values without a type.
        let Some(ours) = ours.find(|ours| theirs["rule"] == ours.rule()) else { continue };
        // Functions that only stored rules may use compile here.
        let expected = theirs["maxCost"].as_u64().filter(|_| theirs.get("compileError").is_none());
        let Some(expected) = expected else { continue };
        assert_eq!(ours.cost(), Some(expected), "{}\n{}", ours.rule(), request["schema"]);
    }
}

/// The schema of a whole object: another value is a property of one.
fn whole(request: &Value) -> Option<StructuralSchema> {
    let schema = &request["schema"];
    let is_value = request["notResourceRoot"] == true || schema["type"] != "object";
    let around = json!({"type": "object", "properties": {"root": schema}});
    let props: JsonSchemaProps =
        serde_json::from_value(if is_value { around } else { schema.clone() }).ok()?;
    StructuralSchema::try_from(&props).ok()
}

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

#[test]
#[expect(clippy::print_stderr, reason = "how much was compared belongs to the result")]
fn verdicts_and_costs_agree() {
    let wanted = usize::try_from(number("CEL_COUNT", 2_000)).expect("it is small");
    let seed = number("CEL_SEED", 366_911_726);
    let mut random = Random::new(seed, "cel");
    let (mut counts, mut disagreements) = (Counts::default(), Vec::new());
    let mut left = wanted;
    while left > 0 {
        let draw = |_| drawn_rules::request(&mut Tape::new(&random.tape()));
        let requests: Vec<_> = (0..left.min(BATCH)).map(draw).collect();
        left -= requests.len();
        let Some(answers) = oracle::ask(&requests) else { return };
        for (request, answer) in requests.iter().zip(&answers) {
            counts.count(answer);
            estimates_agree(request, answer);
            match Verdict::of_oracle(answer) {
                Some(theirs) => disagreements.extend(disagreement(request, theirs, &mut counts)),
                None => counts.unanswered += 1,
            }
        }
    }
    eprintln!("CEL_SEED={seed} {counts:?}");
    let shown: Vec<_> =
        disagreements.into_iter().take(SHOWN).map(|large| smaller(large).to_string()).collect();
    assert!(shown.is_empty(), "{}", shown.join("\n"));
    counts.are_worth_something();
}
