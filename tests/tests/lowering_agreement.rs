//! Lowered rules as Kubernetes' CEL runs them, the native check, and the model of the decision tables: one verdict.
//!
//! Skipped unless `ORACLE_BIN` names an oracle. `LOWERING_SCHEMAS` and `LOWERING_SEED` draw more, or others;
//! `LOWERING_SERVER` says which minor the oracle is, when it is an older one.

use std::collections::BTreeMap;

use crd_schema::{
    CompiledSchema, JsonSchemaProps, Lowering, MinServer, Profile, Published, Semantics, StructuralSchema,
    canonicalise, check_mutability, publish,
};
use crd_schema_tests::conformance::Random;
use crd_schema_tests::generate::Tape;
use crd_schema_tests::marked;
use crd_schema_tests::model::refusals;
use crd_schema_tests::oracle;
use serde_json::{Value, json};

const PAIRS: usize = 40;
/// How many schemas are asked about at once.
const BATCH: usize = 50;

/// A schema that could be lowered, and updates of its objects.
struct Case {
    schema: Value,
    lowering: Lowering,
    published: Published,
    updates: Vec<Update>,
}

struct Update {
    old: Value,
    /// Canonical.
    new: Value,
    /// As it is sent.
    sent: Value,
    stored: Stored,
}

/// What is odd about the old object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stored {
    Valid,
    /// A value does not fit its type.
    Misfit,
    /// A set or list map has an item twice.
    Duplicates,
}

#[derive(Debug, Default)]
struct Counts {
    schemas: usize,
    refused: BTreeMap<String, usize>,
    pairs: usize,
    denied: usize,
    /// Denied for a whole number that was written as a float.
    floats: usize,
    /// Of misfit stored objects: pairs, and those that only CEL denied.
    misfit: (usize, usize),
    /// Of stored objects with duplicates: pairs, those that only CEL denied, and those that only the check denied.
    duplicates: (usize, usize, usize),
    /// Where one unknown member took the place of another.
    unknown: usize,
    rules: usize,
}

fn number(name: &str, otherwise: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// The minor that the oracle is made of.
fn server() -> MinServer {
    let named = std::env::var("LOWERING_SERVER").ok();
    named.map_or(MinServer::NEWEST, |named| named.parse().expect("a known minor"))
}

#[test]
#[expect(clippy::print_stderr, reason = "how much was compared belongs to the result")]
fn three_ways_agree() {
    if std::env::var_os("ORACLE_BIN").is_none() {
        return;
    }
    let wanted = number("LOWERING_SCHEMAS", 300);
    let mut random = Random::new(number("LOWERING_SEED", 1) as u64, "lowering");
    let mut counts = Counts::default();
    let mut batch = Vec::new();
    while counts.schemas < wanted {
        if let Some(case) = draw(&mut random, &mut counts) {
            batch.push(case);
            counts.schemas += 1;
        }
        if batch.len() == BATCH || counts.schemas == wanted {
            judge(&batch, &mut counts);
            batch.clear();
        }
    }
    eprintln!("{counts:#?}");
    let share = counts.denied * 100 / counts.pairs.max(1);
    assert!((20..70).contains(&share), "{share} % of the pairs were denied: the generator has rotted");
}

fn draw(random: &mut Random, counts: &mut Counts) -> Option<Case> {
    let tape = random.tape();
    let schema = marked::schema(&mut Tape::new(&tape));
    let props: JsonSchemaProps = serde_json::from_value(schema.clone()).expect("a schema");
    let structural = StructuralSchema::try_from(&props).unwrap_or_else(|found| panic!("{found}\n{schema}"));
    let lowering = lowering(&mut Tape::new(&random.tape()));
    let published = match publish(&structural, Profile::Lowered(lowering)) {
        Ok(published) if published.rules().is_empty() => return None,
        Ok(published) => published,
        Err(found) => {
            let first =
                found.iter().next().map(|violation| violation.detail().to_owned()).unwrap_or_default();
            *counts.refused.entry(reason(&first)).or_default() += 1;
            return None;
        }
    };
    let compiled = CompiledSchema::new(&structural);
    let updates = (0..PAIRS).filter_map(|_| update(random, &schema, &compiled)).collect();
    Some(Case { schema, lowering, published, updates })
}

/// The text without its numbers and the advice.
fn reason(text: &str) -> String {
    let reason = text.split_once("; ").map_or(text, |(reason, _)| reason);
    reason.chars().filter(|c| !c.is_ascii_digit()).collect()
}

fn lowering(tape: &mut Tape<'_>) -> Lowering {
    let mut servers = vec![MinServer::NEWEST, MinServer::V1_33, MinServer::V1_31, MinServer::V1_29];
    servers.retain(|oldest| *oldest <= server());
    let lowering = Lowering::new(servers[tape.choose(servers.len())]);
    let lowering = if tape.choose(4) == 3 { lowering.strict_anchor() } else { lowering };
    if tape.choose(8) == 7 { lowering.approximate() } else { lowering }
}

fn update(random: &mut Random, schema: &Value, compiled: &CompiledSchema) -> Option<Update> {
    let canonical = |value: Value| Some(canonicalise(compiled, value, Semantics::Server).ok()?.object);
    let (first, second) = (random.tape(), random.tape());
    let mut tape = Tape::new(&first);
    let old = marked::object(&mut tape, schema);
    let kind = tape.choose(20);
    let (old, stored) = match kind {
        18 => (marked::misfit(&mut tape, &old), Stored::Misfit),
        19 => (marked::duplicated(schema, &old), Stored::Duplicates),
        _ => (old, Stored::Valid),
    };
    let old = canonical(old)?;
    let mut tape = Tape::new(&second);
    let new = canonical(marked::updated(&mut tape, schema, old.value()))?;
    let sent = marked::respelled(&mut tape, new.value());
    let denied = !check_mutability(compiled, &old, &new).is_empty();
    let model = !refusals(schema, old.value(), new.value()).is_empty();
    assert_eq!(denied, model, "native and model\n{schema}\n{}\n{}", old.value(), new.value());
    Some(Update { old: old.value().clone(), new: new.value().clone(), sent, stored })
}

fn judge(batch: &[Case], counts: &mut Counts) {
    let requests: Vec<_> = batch.iter().flat_map(|case| [definition(case), updates(case)]).collect();
    let answers = oracle::ask(&requests).expect("there is an oracle");
    for (case, answers) in batch.iter().zip(answers.chunks(2)) {
        accepted(case, &answers[0]);
        costs(case, &answers[1], counts);
        for (update, answer) in case.updates.iter().zip(answers[1]["updates"].as_array().expect("answers")) {
            verdict(case, update, answer, counts);
        }
    }
}

fn lowered(case: &Case) -> Value {
    serde_json::to_value(case.published.schema()).expect("JSON")
}

fn updates(case: &Case) -> Value {
    let pairs: Vec<_> =
        case.updates.iter().map(|update| json!({"old": update.old, "object": update.sent})).collect();
    json!({"op": "cel_updates", "schema": lowered(case), "updates": pairs})
}

fn definition(case: &Case) -> Value {
    json!({"op": "validate_crd_create", "crd": {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "things.example.com"},
        "spec": {
            "group": "example.com",
            "names": {"kind": "Thing", "plural": "things", "singular": "thing", "listKind": "ThingList"},
            "scope": "Namespaced",
            "versions": [{"name": "v1", "served": true, "storage": true,
                "schema": {"openAPIV3Schema": lowered(case)}}],
        },
    }})
}

fn accepted(case: &Case, answer: &Value) {
    assert_eq!(answer["errors"], json!([]), "{}\n{:#}", case.schema, lowered(case));
    assert_eq!(answer["strictErrors"].as_array().map_or(0, Vec::len), 0, "{answer}");
}

/// Each estimate is that of the server.
fn costs(case: &Case, answer: &Value, counts: &mut Counts) {
    let mut theirs: BTreeMap<(String, String), u64> = BTreeMap::new();
    for rule in answer["rules"].as_array().expect("rules") {
        let key = |name: &str| rule[name].as_str().unwrap_or_default().to_owned();
        theirs.insert((key("path"), key("rule")), rule["maxCost"].as_u64().expect("a cost"));
    }
    for rule in case.published.rules() {
        let root = rule.path().steps().is_empty();
        let path = if root { String::new() } else { rule.path().to_string() };
        // The oracle lists what CEL can name from the root.
        if path.contains("[1st]") {
            continue;
        }
        let key = (path, rule.rule().to_owned());
        let expected = theirs.get(&key).unwrap_or_else(|| panic!("{key:?} is not in {theirs:#?}"));
        assert_eq!(rule.cost(server()), *expected, "{key:?}\n{}", lowered(case));
        counts.rules += 1;
    }
}

fn verdict(case: &Case, update: &Update, answer: &Value, counts: &mut Counts) {
    let errors = answer["errors"].as_array().expect("errors");
    let denied = !errors.is_empty();
    counts.pairs += 1;
    counts.denied += usize::from(denied);
    // D4 and D5: as CEL compares values, and not as they are spelled.
    let expected = denied_as_compared(case, update);
    let has_floats = update.sent != update.new;
    let why = || {
        format!(
            "{:?}\nschema {}\nlowered {:#}\nold {}\nnew {}\nsent {}\n{errors:#?}",
            case.lowering,
            case.schema,
            lowered(case),
            update.old,
            update.new,
            update.sent
        )
    };
    match update.stored {
        Stored::Valid => {}
        // D14: narrow alone.
        Stored::Misfit => {
            counts.misfit.0 += 1;
            counts.misfit.1 += usize::from(denied && !expected);
            assert!(denied || !expected || is_coarse(case), "CEL allows\n{}", why());
            return;
        }
        // D9: either way.
        Stored::Duplicates => {
            counts.duplicates.0 += 1;
            counts.duplicates.1 += usize::from(denied && !expected);
            counts.duplicates.2 += usize::from(!denied && expected);
            return;
        }
    }
    if denied == expected {
        return;
    }
    if denied {
        // D6.
        assert!(has_floats, "only CEL denies\n{}", why());
        counts.floats += 1;
    } else {
        assert!(is_coarse(case), "CEL allows\n{}", why());
        counts.unknown += 1;
    }
}

/// D2 and D7, which were asked for.
fn is_coarse(case: &Case) -> bool {
    let coarse = |text: &str| text.contains("unknown member") || text.contains("come and go");
    case.published.notes().iter().any(|note| coarse(note.text()))
}

fn denied_as_compared(case: &Case, update: &Update) -> bool {
    let plain = |value: &Value| marked::plain(&case.schema, value.clone());
    !refusals(&case.schema, &plain(&update.old), &plain(&update.new)).is_empty()
}
