//! Lowered rules, run by Kubernetes' own code, and by ours, which must accept the same updates.
//!
//! All chains take their steps together, so that the oracle is asked once for each step.

use crd_schema::cel::RuleValidator;
use crd_schema::crd::{Lowering, publish};
use crd_schema::steps::{CompiledSchema, Semantics, canonicalize, check_list_types};
use crd_schema::validation::Validator;
use crd_schema::{Profile, ServerVersion};
use crd_schema_tests::chains::{Verb, object, request, scaled};
use crd_schema_tests::conformance::Random;
use crd_schema_tests::generate::Tape;
use crd_schema_tests::{marked, oracle};
use serde_json::{Value, json};

use super::{Chain, Counts, History, OBJECTS, REQUESTS, compiled, drawn, number, random, structural};

/// How many schemas the oracle is asked about at once.
const BATCH: usize = 50;

struct Subject {
    schema: Value,
    compiled: CompiledSchema,
    validator: Validator,
    lowered: Value,
    /// Of the lowered schema, as the oracle's minor evaluates them.
    rules: Option<RuleValidator>,
    objects: Vec<Object>,
}

struct Object {
    chain: Chain,
    /// As it is read; null before it is there.
    state: Value,
}

/// What is tried, with the position of its object.
struct Try {
    of: usize,
    how: String,
    sent: Value,
}

fn subject(random: &mut Random) -> Option<Subject> {
    let schema = drawn(random).first;
    let servers = [ServerVersion::NEWEST, ServerVersion::V1_33, ServerVersion::V1_31, ServerVersion::V1_29];
    let server = servers[Tape::new(&random.tape()).choose(servers.len())];
    let parsed = structural(&schema);
    let published = publish(&parsed, Profile::Lowered(Lowering::new(server))).ok()?;
    let lowered = serde_json::to_value(published.schema()).expect("JSON");
    let object = || {
        // What the table of deviations takes for one value is one.
        let history = History::new(&schema, marked::plain);
        Object { chain: Chain { history, steps: Vec::new() }, state: Value::Null }
    };
    let objects = std::iter::repeat_with(object).take(OBJECTS).collect();
    let compiled = compiled(&schema);
    let validator = Validator::new(&parsed, ServerVersion::NEWEST);
    let rules = RuleValidator::new(&structural(&lowered), ServerVersion::NEWEST);
    Some(Subject { schema, compiled, validator, lowered, rules, objects })
}

impl Subject {
    fn read(&self, value: &Value) -> Option<Value> {
        Some(canonicalize(&self.compiled, value.clone(), Semantics::Server).ok()?.object.into_value())
    }

    fn tries(&self, random: &mut Random) -> Vec<Try> {
        let mut tries = Vec::new();
        for (of, object) in self.objects.iter().enumerate() {
            let tape = random.tape();
            let (how, sent) = if object.state.is_null() {
                ("created".to_owned(), with_floats(self, &self::object(&mut Tape::new(&tape), &self.schema)))
            } else {
                let asked = request(&mut Tape::new(&tape), &self.schema, &object.state);
                let sent = match asked.verb {
                    // Nothing is decoded.
                    Verb::Scale => scaled(&object.state, asked.replicas),
                    _ => with_floats(self, &asked.object),
                };
                (format!("{:?}", asked.verb), sent)
            };
            let Some(sent) = sent else { continue };
            if self.validator.is_valid(&sent) && check_list_types(&self.compiled, &sent).is_empty() {
                tries.push(Try { of, how, sent });
            }
        }
        tries
    }

    /// Whether our evaluator accepts what is tried.
    fn accepts(&self, tried: &Try) -> bool {
        let Some(rules) = &self.rules else { return true };
        let old = &self.objects[tried.of].state;
        rules.validate(&tried.sent, (!old.is_null()).then_some(old)).violations.is_empty()
    }
}

/// Decoded, and with the numbers as they were written.
fn with_floats(subject: &Subject, sent: &Value) -> Option<Value> {
    let read = subject.read(sent)?;
    Some(spelled(&read, sent))
}

fn spelled(read: &Value, sent: &Value) -> Value {
    match (read, sent) {
        (Value::Number(_), Value::Number(number)) => number.clone().into(),
        (Value::Array(read), Value::Array(sent)) if read.len() == sent.len() => {
            read.iter().zip(sent).map(|(read, sent)| spelled(read, sent)).collect()
        }
        (Value::Object(fields), _) => {
            let field = |(name, read): (&String, &Value)| {
                (name.clone(), sent.get(name).map_or_else(|| read.clone(), |sent| spelled(read, sent)))
            };
            Value::Object(fields.iter().map(field).collect())
        }
        _ => read.clone(),
    }
}

/// Which of the tries of each subject are accepted.
type Verdicts = Vec<Vec<bool>>;

fn ours(subjects: &[Subject], tries: &[Vec<Try>]) -> Verdicts {
    let accepted =
        |(subject, tries): (&Subject, &Vec<Try>)| tries.iter().map(|tried| subject.accepts(tried)).collect();
    subjects.iter().zip(tries).map(accepted).collect()
}

fn upstream(subjects: &[Subject], tries: &[Vec<Try>]) -> Verdicts {
    let asked = |(subject, tries): (&Subject, &Vec<Try>)| {
        let update = |tried: &Try| json!({"old": subject.objects[tried.of].state, "object": tried.sent});
        let updates: Vec<_> = tries.iter().map(update).collect();
        json!({"op": "cel_updates", "schema": subject.lowered, "updates": updates})
    };
    let requests: Vec<_> = subjects.iter().zip(tries).map(asked).collect();
    let answers = oracle::ask(&requests).expect("there is an oracle");
    let accepted = |answer: &Value| {
        let updates = answer["updates"].as_array().expect("answers");
        updates.iter().map(|update| update["errors"] == json!([])).collect()
    };
    answers.iter().map(accepted).collect()
}

/// Upstream's verdicts, which are ours.
fn upstream_as_ours(subjects: &[Subject], tries: &[Vec<Try>]) -> Verdicts {
    let verdicts = upstream(subjects, tries);
    for (((subject, tries), theirs), ours) in
        subjects.iter().zip(tries).zip(&verdicts).zip(ours(subjects, tries))
    {
        for ((tried, theirs), ours) in tries.iter().zip(theirs).zip(ours) {
            let old = &subject.objects[tried.of].state;
            assert_eq!(ours, *theirs, "schema {}\nold {old}\nobject {}", subject.lowered, tried.sent);
        }
    }
    verdicts
}

type Server = fn(&[Subject], &[Vec<Try>]) -> Verdicts;

fn step(random: &mut Random, server: Server, subjects: &mut [Subject], counts: &mut Counts) {
    let tries: Vec<_> = subjects.iter().map(|subject| subject.tries(random)).collect();
    let verdicts = server(subjects, &tries);
    for ((subject, tries), verdicts) in subjects.iter_mut().zip(&tries).zip(verdicts) {
        for (tried, is_accepted) in tries.iter().zip(verdicts) {
            let after = subject.read(&tried.sent).expect("it was read before");
            let object = &mut subject.objects[tried.of];
            counts.count(is_accepted, object.state != after);
            if is_accepted {
                object.chain.accept(&subject.schema, &tried.how, &after);
                object.state = after;
            }
        }
    }
}

fn nothing_is_undone(server: Server, name: &str, wanted: usize) {
    let (mut random, mut counts) = (random(name), Counts::default());
    while counts.chains < wanted {
        let mut subjects: Vec<_> =
            std::iter::repeat_with(|| subject(&mut random)).flatten().take(BATCH).collect();
        for _ in 0..=REQUESTS {
            step(&mut random, server, &mut subjects, &mut counts);
        }
        counts.chains += BATCH * OBJECTS;
    }
    counts.are_worth_something(name);
}

#[test]
fn nothing_is_undone_beside_lowered_rules() {
    if std::env::var_os("ORACLE_BIN").is_some() {
        nothing_is_undone(upstream_as_ours, "lowered", number("CHAINS_LOWERED", 500));
    }
}

#[test]
fn nothing_is_undone_beside_lowered_rules_that_ours_evaluates() {
    nothing_is_undone(ours, "lowered, ours", number("CHAINS", 2_000));
}
