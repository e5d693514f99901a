//! The order of merged lists, of which live objects may have items twice; skipped without `ORACLE_BIN`.

use crd_schema_tests::applied::{Sequence, Step, definition, differences, field_manager, run};
use crd_schema_tests::conformance::Random;
use crd_schema_tests::generate::Tape;
use serde_json::{Value, json};

const LETTERS: [&str; 7] = ["a", "b", "c", "d", "e", "f", "g"];

/// Letters in any order; those of a configuration come once.
fn letters(tape: &mut Tape<'_>, may_repeat: bool) -> Vec<&'static str> {
    let mut left = LETTERS.to_vec();
    let mut drawn = Vec::new();
    for _ in 0..tape.choose(8) {
        if left.is_empty() {
            break;
        }
        let position = tape.choose(left.len());
        let again = may_repeat && tape.choose(6) == 5;
        drawn.push(if again { left[position] } else { left.remove(position) });
    }
    drawn
}

fn object(tape: &mut Tape<'_>, may_repeat: bool) -> Value {
    let set = letters(tape, may_repeat);
    let map: Vec<_> = letters(tape, may_repeat)
        .into_iter()
        .map(|letter| json!({"k": letter, "v": tape.choose(2), "w": {"x": tape.choose(2)}}))
        .collect();
    json!({
        "apiVersion": "example.com/v1", "kind": "Thing", "metadata": {"name": "one"}, "set": set, "map": map,
    })
}

fn schema() -> Value {
    let item = json!({"type": "object", "properties": {
        "k": {"type": "string"}, "v": {"type": "integer"},
        "w": {"type": "object", "properties": {"x": {"type": "integer"}}},
    }});
    json!({"type": "object", "properties": {
        "set": {"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "string"}},
        "map": {
            "type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"], "items": item,
        },
    }})
}

/// A few requests of several managers to one object.
fn steps(tape: &mut Tape<'_>, crd: &Value) -> Vec<Step> {
    let manager = field_manager(crd).expect("the schema is structural");
    let (mut live, mut steps) = (Value::Null, Vec::new());
    for second in 0..5 {
        let applies = tape.choose(3) != 2;
        let mut object = object(tape, !applies);
        if !applies && !live.is_null() {
            object["metadata"] = live["metadata"].clone();
        }
        let request = json!({
            "op": if applies { "apply" } else { "update" }, "version": "v1", "subresource": "",
            "manager": tape.pick(&["alice", "bob"]), "force": tape.choose(4) != 3,
            "time": format!("2001-09-09T01:46:4{second}Z"), "live": live, "object": object,
        });
        let step = run(&manager, &request, 1_000_000_000 + second);
        if let Some(object) = &step.object {
            live = object.clone();
            live["metadata"]["uid"] = "1".into();
        }
        steps.push(step);
    }
    steps
}

#[test]
fn merged_lists_have_upstreams_order() {
    let (mut random, crd) = (Random::new(1, "orders"), definition(&schema(), false));
    let steps = (0..600).flat_map(|_| steps(&mut Tape::new(&random.tape()), &crd)).collect();
    let Some(answers) = differences(&[Sequence { crd, steps }]) else { return };
    let [written, ..] = answers.counts;
    assert!(written > 1_500, "most are written: {:?}", answers.counts);
    let shortest = answers.differences.iter().min_by_key(|text| text.len());
    assert_eq!(shortest, None, "{} differences", answers.differences.len());
}
