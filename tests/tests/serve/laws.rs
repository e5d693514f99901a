//! Laws that hold for every schema and every object.

use crd_schema::path::FieldPathBuf;
use crd_schema::steps::{
    CompiledSchema, PruneRoot, Semantics, apply_defaults, canonicalize, check_mutability, drop_nulls, prune,
    prune_resource,
};
use crd_schema::{JsonSchemaProps, Status, StructuralSchema, Violation, Violations};
use crd_schema_tests::generate::{self, Tape};
use crd_schema_tests::strategy::tape;
use crd_schema_tests::variants;
use proptest::prelude::{Just, Strategy, any};
use proptest::test_runner::{Config, TestError, TestRunner};
use serde_json::{Map, Value};

const SEMANTICS: [Semantics; 2] = [Semantics::Server, Semantics::Kep];

fn props(schema: &Value) -> JsonSchemaProps {
    serde_json::from_value(schema.clone()).expect("a schema")
}

fn structural(schema: &Value) -> StructuralSchema {
    StructuralSchema::try_from(&props(schema)).expect("the generator makes structural schemas")
}

fn compiled(schema: &Value) -> CompiledSchema {
    CompiledSchema::new(&structural(schema))
}

/// Runs a law on schemas with an object and a mutation of it.
fn for_all(law: impl Fn(&Value, &Value, &Value)) {
    let config = Config { cases: 1_500, failure_persistence: None, ..Config::default() };
    let run = TestRunner::new(config).run(&(tape(300), tape(200), tape(60)), |(schema, object, change)| {
        let (schema, object, other) = draw(&schema, &object, &change);
        law(&schema, &object, &other);
        Ok(())
    });
    match run {
        Err(TestError::Fail(why, (schema, object, change))) => {
            let (schema, object, other) = draw(&schema, &object, &change);
            panic!("schema {schema}\nobject {object}\nother {other}\n{why}");
        }
        other => assert_eq!(other, Ok(())),
    }
}

fn draw(schema: &[u8], object: &[u8], change: &[u8]) -> (Value, Value, Value) {
    let schema = generate::schema(&mut Tape::new(schema));
    let object = generate::object(&mut Tape::new(object), &schema);
    let other = generate::mutated(&mut Tape::new(change), &schema, &object);
    (schema, object, other)
}

#[test]
fn an_unchanged_object_is_never_denied() {
    for_all(|schema, object, _| {
        let schema = compiled(schema);
        let Ok(stored) = canonicalize(&schema, object.clone(), Semantics::Server) else { return };
        assert_eq!(check_mutability(&schema, &stored.object, &stored.object), Violations::new());
        let sent_again = canonicalize(&schema, object.clone(), Semantics::Server).expect("as before").object;
        assert_eq!(check_mutability(&schema, &stored.object, &sent_again), Violations::new());
        let written_back = stored.object.value().clone();
        let written_back =
            canonicalize(&schema, written_back, Semantics::Server).expect("what is stored decodes");
        assert_eq!(check_mutability(&schema, &stored.object, &written_back.object), Violations::new());
    });
}

#[test]
fn what_is_canonical_stays_as_it_is() {
    for_all(|schema, object, _| {
        let schema = compiled(schema);
        for semantics in SEMANTICS {
            let Ok(once) = canonicalize(&schema, object.clone(), semantics) else { continue };
            let twice =
                canonicalize(&schema, once.object.value().clone(), semantics).expect("it decoded before");
            assert_eq!(twice.object, once.object);
            assert_eq!(twice.removed, []);
        }
    });
}

#[test]
fn pruning_twice_is_pruning_once() {
    for_all(|schema, object, _| {
        let schema = compiled(schema);
        for scope in [PruneRoot::Resource, PruneRoot::Value] {
            for semantics in SEMANTICS {
                let mut once = object.clone();
                let Ok(removed) = prune(&schema, &mut once, scope, semantics) else { continue };
                // Fields of type and object meta at the top go without being reported.
                if scope == PruneRoot::Resource {
                    assert_eq!(removed.is_empty(), once == *object, "what is removed is reported");
                }
                let mut twice = once.clone();
                assert_eq!(prune(&schema, &mut twice, scope, semantics), Ok(vec![]));
                assert_eq!(twice, once);
            }
        }
    });
}

#[test]
fn pruning_a_resource_twice_is_pruning_it_once() {
    for_all(|schema, object, _| {
        let schema = compiled(schema);
        let mut once = object.clone();
        if prune_resource(&schema, &mut once, Semantics::Server).is_ok() {
            let mut twice = once.clone();
            assert_eq!(prune_resource(&schema, &mut twice, Semantics::Server), Ok(vec![]));
            assert_eq!(twice, once);
        }
    });
}

#[test]
fn defaulting_twice_is_defaulting_once() {
    for_all(|schema, object, _| {
        let schema = compiled(schema);
        let mut nulls = object.clone();
        drop_nulls(&schema, &mut nulls);
        let mut again = nulls.clone();
        drop_nulls(&schema, &mut again);
        assert_eq!(again, nulls);
        for mut once in [object.clone(), nulls] {
            apply_defaults(&schema, &mut once);
            let mut twice = once.clone();
            apply_defaults(&schema, &mut twice);
            assert_eq!(twice, once);
        }
    });
}

#[test]
fn value_validations_change_neither_pruning_nor_defaulting() {
    for_all(|schema, object, _| {
        let full = variants::with_validations(schema);
        let stripped = structural(&full).strip_value_validations();
        let (full, stripped) = (compiled(&full), CompiledSchema::new(&stripped));
        let pruned = |schema: &CompiledSchema| {
            let mut object = object.clone();
            let removed = prune(schema, &mut object, PruneRoot::Resource, Semantics::Server);
            (object, removed)
        };
        assert_eq!(pruned(&full), pruned(&stripped));
        let defaulted = |schema: &CompiledSchema| {
            let mut object = object.clone();
            drop_nulls(schema, &mut object);
            apply_defaults(schema, &mut object);
            object
        };
        assert_eq!(defaulted(&full), defaulted(&stripped));
    });
}

/// Also with the keywords that mean nothing to pruning, and with those that `omitempty` drops.
#[test]
fn schemas_go_through_unchanged() {
    for_all(|schema, _, _| {
        for schema in [schema.clone(), variants::with_validations(schema), variants::with_empties(schema)] {
            let mut props = props(&schema);
            let back =
                JsonSchemaProps::from(&StructuralSchema::try_from(&props).expect("a structural schema"));
            props.omit_empty();
            assert_eq!(back, props);
            let again = JsonSchemaProps::from(&StructuralSchema::try_from(&back).expect("still structural"));
            assert_eq!(again, back);
        }
    });
}

#[test]
fn the_order_of_fields_means_nothing() {
    for_all(|schema, object, other| {
        let (forwards, backwards) = (compiled(schema), compiled(&reversed(schema)));
        let canonical =
            |schema: &CompiledSchema, object: Value| canonicalize(schema, object, Semantics::Server);
        let (old, old_backwards) =
            (canonical(&forwards, object.clone()), canonical(&backwards, reversed(object)));
        let (new, new_backwards) =
            (canonical(&forwards, other.clone()), canonical(&backwards, reversed(other)));
        assert_eq!((&old, &new), (&old_backwards, &new_backwards));
        let (Ok(old), Ok(new), Ok(new_backwards)) = (old, new, new_backwards) else { return };
        let found = check_mutability(&forwards, &old.object, &new.object);
        assert_eq!(found, check_mutability(&backwards, &old.object, &new_backwards.object));
    });
}

/// The same value with the fields of all objects in another order of insertion.
fn reversed(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(reversed).collect(),
        Value::Object(fields) => {
            let fields: Map<_, _> =
                fields.iter().rev().map(|(name, value)| (name.clone(), reversed(value))).collect();
            Value::Object(fields)
        }
        other => other.clone(),
    }
}

/// KEP Immutable Fields: an update that changes nothing immutable must not trigger defaulting of something immutable;
/// so what passes the check passes it again after another round of defaulting.
#[test]
fn an_accepted_update_triggers_no_defaulting() {
    for_all(|schema, object, other| {
        let schema = compiled(schema);
        let canonical = |object: &Value| canonicalize(&schema, object.clone(), Semantics::Server);
        let (Ok(old), Ok(new)) = (canonical(object), canonical(other)) else { return };
        if !check_mutability(&schema, &old.object, &new.object).is_empty() {
            return;
        }
        let mut defaulted = new.object.value().clone();
        apply_defaults(&schema, &mut defaulted);
        assert_eq!(&defaulted, new.object.value());
        let stored = canonical(&defaulted).expect("what is stored decodes");
        assert_eq!(check_mutability(&schema, &old.object, &stored.object), Violations::new());
    });
}

fn violations() -> impl Strategy<Value = Vec<(String, String)>> {
    // Few of them, so that some are equal.
    let word = || proptest::sample::select(vec!["a", "b", "c\"", "d é", ""]).prop_map(str::to_owned);
    proptest::collection::vec((word(), word()), 0..6)
}

/// `apimachinery pkg/util/errors/errors.go`, `aggregate`: one text alone, several distinct ones as `[a, b]`.
#[test]
fn several_violations_are_one_text_without_repetition() {
    let config = Config { failure_persistence: None, ..Config::default() };
    let run =
        TestRunner::new(config).run(&(violations(), any::<bool>(), Just(())), |(violations, dotted, ())| {
            let violations: Violations =
                violations.iter().map(|(path, value)| violation(path, value, dotted)).collect();
            let mut distinct: Vec<String> = Vec::new();
            for text in violations.iter().map(ToString::to_string) {
                if !distinct.contains(&text) {
                    distinct.push(text);
                }
            }
            let expected = match distinct.as_slice() {
                [one] => one.clone(),
                several => format!("[{}]", several.join(", ")),
            };
            assert_eq!(violations.to_string(), expected);
            expect_status(&violations);
            Ok(())
        });
    run.unwrap_or_else(|failure| panic!("{failure}"));
}

fn violation(path: &str, value: &str, dotted: bool) -> Violation {
    let names = if dotted { vec!["spec", path] } else { vec![path] };
    Violation::invalid(FieldPathBuf::from_properties(names), value.into(), "field is immutable")
}

/// `apimachinery pkg/api/errors/errors.go`, `NewInvalid`: one cause for each violation, the body without the path.
fn expect_status(violations: &Violations) {
    let status = Status::invalid("example.com", "Job", "a", violations);
    assert_eq!(status.message(), format!("Job.example.com \"a\" is invalid: {violations}"));
    let json = serde_json::to_value(&status).expect("JSON");
    assert_eq!((&json["code"], &json["reason"]), (&422.into(), &"Invalid".into()));
    let none = Vec::new();
    let causes = json["details"]["causes"].as_array().unwrap_or(&none);
    assert_eq!(causes.len(), violations.len());
    for (cause, violation) in causes.iter().zip(violations) {
        let field = cause["field"].as_str().expect("a string");
        let message = cause["message"].as_str().expect("a string");
        assert_eq!(format!("{field}: {message}"), violation.to_string());
    }
}
