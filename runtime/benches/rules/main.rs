//! How fast rules are compiled and evaluated, beside Kubernetes' own code with `ORACLE_BIN`, and beside the crate `cel` where it
//! can evaluate them.
//!
//! Prints what a round takes here, and how many times as long the other one takes: the median of the turns, and between which
//! two quarters of them lie. Evaluation goes from a JSON value to the verdict, on an update where there is an old value; `cel`
//! has its own values from the start.

#![allow(missing_docs, reason = "nobody imports a bench")]

#[path = "../ratios/go.rs"]
mod go;
#[path = "../ratios/turns.rs"]
mod turns;

use std::hint::black_box;

use crd_schema::cel::RuleValidator;
use crd_schema::{ServerVersion, StructuralSchema};
use serde_json::{Value, json};

use go::Go;
use turns::{Ratio, Runner, race, timed};

/// Rules of one line.
const LINES: [&str; 10] = [
    "self.replicas <= 10",
    "self.min <= self.max && has(self.name)",
    "self.name.startsWith('data')",
    "self.name.matches('^[a-z]([-a-z0-9]*[a-z0-9])?$')",
    "!has(self.schedule) || self.schedule.size() > 0",
    "self == oldSelf || self.replicas > 0",
    "self.replicas >= oldSelf.replicas",
    "self.mode in ['a', 'b', 'c'] ? self.min > 0 : self.max > 0",
    "quantity(self.size).isLessThan(quantity('10Gi'))",
    "duration(self.timeout) > duration('1s')",
];

/// Rules that loop over 500 items.
const LOOPS: [&str; 6] = [
    "self.tags.all(tag, tag.size() < 20)",
    "!self.tags.exists(tag, tag == 'none')",
    "self.numbers.filter(n, n % 2 == 0).map(n, n * 2).all(n, n >= 0)",
    "self.ports.all(port, port.number > 0 && port.number < 65536 && port.name.startsWith('p'))",
    "self.ports.all(port, port.number in self.numbers)",
    "self.tags.all(tag, tag in oldSelf.tags)",
];

fn main() {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let is_smoke = arguments.iter().any(|argument| argument == "--test");
    let wanted: Vec<_> = arguments.iter().filter(|argument| !argument.starts_with("--")).collect();
    let turns = if is_smoke { 1 } else { 31 };
    let mut go = Go::start();
    let object = object();
    let old = object.clone();
    let mut measure = |kind: &str, rules: &[&str]| {
        let name = rules
            .first()
            .filter(|_| rules.len() == 1)
            .map_or_else(|| format!("{} rules", rules.len()), |rule| (*rule).to_owned());
        let line = format!("{kind} {name}");
        if wanted.iter().all(|word| line.contains(word.as_str())) {
            compare(kind, &name, &schema(rules), (&object, &old), go.as_mut(), turns);
            if let (true, [rule]) = (kind != "compile", rules) {
                beside_cel(kind, rule, (&object, &old), turns);
            }
        }
    };
    for rule in LINES {
        measure("compile", &[rule]);
        measure("line", &[rule]);
    }
    for rule in LOOPS {
        measure("loop", &[rule]);
    }
    let many: Vec<_> = LINES.iter().cycle().take(200).copied().collect();
    measure("compile", &many);
    measure("line", &many);
}

fn compare(
    kind: &str,
    name: &str,
    schema: &Value,
    (object, old): (&Value, &Value),
    go: Option<&mut Go>,
    turns: usize,
) {
    let props = serde_json::from_value(schema.clone()).expect("a schema");
    let structural = StructuralSchema::try_from(&props).expect("it is structural");
    let compile = || RuleValidator::of_value(&structural, ServerVersion::NEWEST).expect("it has rules");
    let validator = compile();
    let verdict = validator.validate(object, Some(old));
    assert!(verdict.violations.is_empty(), "{name}: {}", verdict.violations);
    let (step, mut ours): (_, Runner<'_>) = match kind {
        "compile" => ("compile", timed(|| black_box(compile()))),
        _ => ("evaluate", timed(|| validator.validate(object, Some(old)))),
    };
    let request = json!({
        "id": name, "op": "time_rules", "schema": schema, "object": object, "old": old, "notResourceRoot": true,
    });
    let Some(go) = go else {
        let taken = ours(1);
        return say(&format!("{kind:<8} {taken:>10.1?}  {name}"));
    };
    let mut theirs: Runner<'_> = Box::new(|rounds| go.time(&request, step, rounds));
    let Ratio { ours: taken, low, median, high } = race(&mut ours, &mut theirs, turns);
    say(&format!(
        "{kind:<8} {taken:>10.1?}  Go takes {median:>6.1} times as long ({low:.1} to {high:.1})  {name}"
    ));
}

/// Says how long the crate `cel` takes for the verdict, if it has the same.
fn beside_cel(kind: &str, rule: &str, (object, old): (&Value, &Value), turns: usize) {
    let Ok(program) = cel::Program::compile(rule) else { return };
    let mut context = cel::Context::default();
    for (name, value) in [("self", object), ("oldSelf", old)] {
        context.add_variable(name, value).expect("it is JSON");
    }
    if !matches!(program.execute(&context), Ok(cel::Value::Bool(true))) {
        return say(&format!("{kind:<8} {:>10}  cel cannot evaluate it  {rule}", ""));
    }
    let props = serde_json::from_value(schema(&[rule])).expect("a schema");
    let structural = StructuralSchema::try_from(&props).expect("it is structural");
    let validator = RuleValidator::of_value(&structural, ServerVersion::NEWEST).expect("it has a rule");
    let mut ours: Runner<'_> = timed(|| validator.validate(object, Some(old)));
    let mut theirs: Runner<'_> = timed(|| program.execute(&context).expect("it was evaluated before"));
    let Ratio { ours: taken, low, median, high } = race(&mut ours, &mut theirs, turns);
    say(&format!(
        "{kind:<8} {taken:>10.1?}  cel takes {median:>5.1} times as long ({low:.1} to {high:.1})  {rule}"
    ));
}

#[expect(clippy::print_stdout, reason = "it is what a bench is for")]
fn say(line: &str) {
    println!("{line}");
}

fn schema(rules: &[&str]) -> Value {
    let rules: Vec<_> = rules.iter().map(|rule| json!({"rule": rule})).collect();
    let short = json!({"type": "string", "maxLength": 64});
    json!({
        "type": "object",
        "required": ["replicas", "min", "max", "name", "mode", "size", "timeout", "tags", "numbers", "ports"],
        "properties": {
            "replicas": {"type": "integer"}, "min": {"type": "integer"}, "max": {"type": "integer"},
            "name": short, "mode": short, "size": short, "timeout": short, "schedule": short,
            "tags": {"type": "array", "maxItems": 500, "items": short},
            "numbers": {"type": "array", "maxItems": 500, "items": {"type": "integer"}},
            "ports": {"type": "array", "maxItems": 500, "items": {
                "type": "object",
                "required": ["name", "number"],
                "properties": {"name": short, "number": {"type": "integer"}},
            }},
        },
        "x-kubernetes-validations": rules,
    })
}

fn object() -> Value {
    let each = |make: fn(usize) -> Value| (0..500).map(make).collect::<Vec<_>>();
    json!({
        "replicas": 3, "min": 1, "max": 5, "name": "database", "mode": "b", "size": "5Gi", "timeout": "30s",
        "tags": each(|index| json!(format!("tag-{index}"))),
        "numbers": each(|index| json!(index + 1)),
        "ports": each(|index| json!({"name": format!("p{index}"), "number": index + 1})),
    })
}
