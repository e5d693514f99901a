//! Any text is checked, estimated and evaluated: issues point into it, and an evaluation ends at its limit.

#![no_main]

use std::rc::Rc;

use crd_schema::cel::rule_costs;
use crd_schema::{JsonSchemaProps, ServerVersion, StructuralSchema};
use crd_schema_cel::{Env, Error, List, Lister, Outcome, Type, Value};
use libfuzzer_sys::fuzz_target;
use serde_json::json;

/// What an evaluation may cost.
const LIMIT: u64 = 100_000;

/// A list of an embedder.
struct Numbers;

const NUMBERS: [i64; 3] = [1, i64::MIN, 3];

impl<'a> Lister<'a> for Numbers {
    fn len(&self) -> usize {
        NUMBERS.len()
    }

    fn get(&self, index: usize) -> Outcome<'a> {
        Ok(Value::Int(NUMBERS[index]))
    }

    fn equal(&self, _: &Value<'a>) -> Result<bool, Error> {
        Err(Error::new("numbers equal nothing"))
    }

    fn add(&self, _: &List<'a>) -> Outcome<'a> {
        Err(Error::new("nothing is added to numbers"))
    }
}

fuzz_target!(|text: &str| {
    let fields =
        [("s", Type::String), ("l", Type::list(Type::Int)), ("m", Type::map(Type::String, Type::Dyn))];
    let env = Env::new(37).object("Object", fields).variable("self", Type::Struct("Object".into()));
    let env = env.variable("list", Type::list(Type::Int)).variable("text", Type::String);
    match env.program(text) {
        Ok(program) => {
            let program = program.cost_limit(LIMIT);
            let values =
                [("list", Value::List(List::Host(Rc::new(Numbers)))), ("text", Value::str("aé,1.5"))];
            let [first, second] = [program.evaluate(&values), program.evaluate(&values)];
            let shown = |result| format!("{result:?}");
            assert_eq!((first.cost, shown(first.result)), (second.cost, shown(second.result)));
        }
        Err(issues) => {
            let lines: Vec<_> = text.split('\n').map(|line| line.chars().count()).collect();
            for issue in issues.iter() {
                let Some((line, column)) = issue.line().zip(issue.column()) else { continue };
                // The end of a line is a place, and so is that of the text.
                assert!(column <= lines[line - 1] + 1, "{issue:?}");
            }
        }
    }
    let props: JsonSchemaProps = serde_json::from_value(json!({
        "type": "object",
        "properties": {
            "s": {"type": "string", "maxLength": 9},
            "l": {"type": "array", "items": {"type": "integer"}},
            "m": {"type": "object", "maxProperties": 4, "additionalProperties": {"type": "string"}},
        },
        "x-kubernetes-validations": [{"rule": text, "messageExpression": text}],
    }))
    .expect("a schema");
    let schema = StructuralSchema::try_from(&props).expect("a structural schema");
    assert!(rule_costs(&schema, ServerVersion::NEWEST).len() <= 2);
});
