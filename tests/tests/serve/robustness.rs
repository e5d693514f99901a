//! Nothing panics, overflows the stack or takes for ever, whatever comes in.

use std::thread;

use crd_schema::convert::structural_schema;
use crd_schema::serve::{FieldValidation, Rejection};
use crd_schema::steps::{
    CompiledSchema, PruneRoot, Semantics, apply_defaults, canonicalize, canonicalize_stored,
    check_embedded_resources, check_list_types, check_list_types_update, check_mutability, drop_nulls, prune,
    prune_defaults, prune_resource,
};
use crd_schema::validation::{Validator, validate, validate_update};
use crd_schema::{
    CustomResourceDefinition, FieldPath, JsonSchemaProps, ServedVersion, ServerVersion, StructuralSchema,
    lint, yaml,
};
use crd_schema_tests::generate::{self, Tape};
use crd_schema_tests::strategy::tape;
use crd_schema_tests::variants;
use proptest::prelude::any;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Map, Value, json};

/// The stack of a thread of Rust's own, whatever the environment says.
const STACK: usize = 2 << 20;

fn on_a_small_stack(run: impl FnOnce() + Send + 'static) {
    let thread = thread::Builder::new().stack_size(STACK).spawn(run).expect("a thread");
    thread.join().expect("no panic");
}

fn config() -> Config {
    Config { cases: 2_000, failure_persistence: None, ..Config::default() }
}

/// Everything that takes a schema and objects.
fn everything(schema: &Value, old: &Value, new: &Value) {
    let Ok(props) = serde_json::from_value::<JsonSchemaProps>(schema.clone()) else { return };
    props.unknown_fields();
    props.clone().omit_empty();
    match StructuralSchema::try_from(&props) {
        Ok(structural) => {
            serde_json::to_string(&JsonSchemaProps::from(&structural)).expect("JSON");
            let stripped = CompiledSchema::new(&structural.clone().strip_value_validations());
            actions(&stripped, old, new);
            actions(&CompiledSchema::new(&structural), old, new);
            let validator = Validator::new(&structural, ServerVersion::default());
            validate(&validator, new, &FieldPath::ROOT).to_string();
            validate_update(&validator, old, new, &FieldPath::ROOT).to_string();
        }
        Err(violations) => {
            violations.to_string();
            serde_json::to_string(&violations).expect("JSON");
        }
    }
    whole_crd(schema, old, new);
}

fn actions(schema: &CompiledSchema, old: &Value, new: &Value) {
    for semantics in [Semantics::Server, Semantics::Kep] {
        for scope in [PruneRoot::Resource, PruneRoot::Value] {
            let removed = prune(schema, &mut old.clone(), scope, semantics);
            removed.iter().flatten().for_each(|path| drop(path.to_string()));
        }
        if let Err(error) = prune_resource(schema, &mut new.clone(), semantics) {
            error.to_string();
        }
        let canonical = |object: &Value| canonicalize(schema, object.clone(), semantics);
        if let (Ok(old), Ok(new)) = (canonical(old), canonical(new)) {
            check_mutability(schema, &old.object, &new.object).to_string();
            check_list_types_update(schema, old.object.value(), new.object.value()).to_string();
            check_embedded_resources(schema, new.object.value()).to_string();
        }
    }
    if let Ok(pruned) = prune_defaults(schema) {
        canonicalize_stored(&pruned, old.clone(), Semantics::Server).ok();
    }
    let mut object = old.clone();
    drop_nulls(schema, &mut object);
    apply_defaults(schema, &mut object);
}

fn crd_of(schema: &Value) -> Value {
    let mut crd = json!({"spec": {
        "group": "example.com",
        "names": {"kind": "K", "plural": "ks"},
        "versions": [{"name": "v1", "schema": {}, "subresources": {"status": {}}}],
    }});
    // The macro would write the schema and read it again.
    crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"] = schema.clone();
    crd
}

fn whole_crd(schema: &Value, old: &Value, new: &Value) {
    let Ok(crd) = serde_json::from_value::<CustomResourceDefinition>(crd_of(schema)) else { return };
    for finding in lint(&crd) {
        drop(finding.at.to_string());
    }
    let Ok(served) = ServedVersion::new(&crd, "v1") else { return };
    let answer = |rejection: &Rejection| serde_json::to_string(&served.status("a", rejection)).expect("JSON");
    served.create(new.clone()).map_err(|rejection| answer(&rejection)).ok();
    served.update(old, new.clone()).map_err(|rejection| answer(&rejection)).ok();
    served.update_status(old, new.clone()).map_err(|rejection| answer(&rejection)).ok();
    if let (Ok(old), Ok(new)) = (served.read(old.clone()), served.read(new.clone())) {
        served.validate_create(new.value()).to_string();
        served.validate_update(old.value(), new.value()).to_string();
        served.validate_status_update(old.value(), new.value()).to_string();
    }
}

#[test]
fn random_json_does_no_harm() {
    let tapes = (tape(120), tape(120), tape(120));
    let run = TestRunner::new(config()).run(&tapes, |(schema, old, new)| {
        let any = |bytes: &[u8]| generate::anything(&mut Tape::new(bytes), 5);
        everything(&any(&schema), &any(&old), &any(&new));
        // Random JSON is hardly ever a schema.
        let schema = generate::schema(&mut Tape::new(&schema));
        everything(&schema, &any(&old), &any(&new));
        let schema = variants::broken(&mut Tape::new(&new), &variants::with_validations(&schema));
        everything(&schema, &any(&old), &any(&new));
        Ok(())
    });
    run.unwrap_or_else(|failure| panic!("{failure}"));
}

#[test]
fn crds_of_random_json_do_no_harm() {
    let run = TestRunner::new(config()).run(&(tape(60), any::<u8>()), |(bytes, place)| {
        let mut crd = json!({"spec": {"versions": [{"name": "v1", "schema": {"openAPIV3Schema": {
            "properties": {"a": {"items": {}, "not": {}, "anyOf": [{}]}},
        }}}]}});
        let pointers =
            ["", "/spec", "/spec/versions", "/spec/versions/0", "/spec/versions/0/schema/openAPIV3Schema"];
        let random = generate::anything(&mut Tape::new(&bytes), 3);
        if let Some(part) = crd.pointer_mut(pointers[usize::from(place) % pointers.len()]) {
            *part = random;
        }
        if let Ok(crd) = serde_json::from_value::<CustomResourceDefinition>(crd) {
            lint(&crd);
            ServedVersion::new(&crd, "v1").map_err(|error| error.to_string()).ok();
        }
        Ok(())
    });
    run.unwrap_or_else(|failure| panic!("{failure}"));
}

#[test]
fn random_text_does_no_harm() {
    // Mostly what means something in YAML or JSON.
    let signs = || proptest::sample::select(b"ab01 \n\n\t{}[]:,-?&*!|>'\"%@`#.~<=\\\r\xc3\xa9\xff".to_vec());
    let run = TestRunner::new(Config { cases: 20_000, ..config() }).run(
        &proptest::collection::vec(signs(), 0..60),
        |text| {
            match yaml::read_stream(&text) {
                Ok(documents) => {
                    for document in documents {
                        yaml::to_string(document.value()).map_err(|error| error.to_string()).ok();
                    }
                }
                Err(error) => drop(error.to_string()),
            }
            Ok(())
        },
    );
    run.unwrap_or_else(|failure| panic!("{failure}"));
}

/// Lists in lists, or objects in objects.
fn nested(levels: usize, wrap: impl Fn(Value) -> Value) -> Value {
    (0..levels).fold(json!(1), |inner, _| wrap(inner))
}

fn list(inner: Value) -> Value {
    Value::Array(vec![inner])
}

fn object(inner: Value) -> Value {
    Value::Object(Map::from_iter([("a".to_owned(), inner)]))
}

fn schemas_for_depth() -> Vec<Value> {
    let open = json!({"x-kubernetes-preserve-unknown-fields": true, "nullable": true});
    let property = |schema: Value| json!({"type": "object", "properties": {"a": schema}});
    vec![
        property(open.clone()),
        property(json!({"type": "object", "additionalProperties": true})),
        property(json!({"type": "array", "items": {"type": "string"}})),
        property(
            json!({"x-kubernetes-preserve-unknown-fields": true, "x-kubernetes-mutability": "Immutable"}),
        ),
        property(
            json!({"type": "array", "x-kubernetes-list-type": "set", "x-kubernetes-key-mutability": "AddOnly",
            "items": open}),
        ),
        property(json!({"type": "object", "x-kubernetes-embedded-resource": true,
            "x-kubernetes-preserve-unknown-fields": true})),
    ]
}

/// 256 levels are the bound; beyond it a value must be refused and not overflow.
#[test]
fn deep_values_do_no_harm() {
    on_a_small_stack(|| {
        for levels in [100, 254, 255, 256, 257, 1_000] {
            for inner in [nested(levels, list), nested(levels, object)] {
                let value = object(inner);
                for schema in schemas_for_depth() {
                    everything(&schema, &value, &value);
                }
            }
        }
    });
}

#[test]
fn deep_metadata_does_no_harm() {
    on_a_small_stack(|| {
        let schema = json!({"type": "object"});
        for levels in [100, 256, 1_000] {
            for field in ["labels", "managedFields", "ownerReferences", "unknown", "name"] {
                let value = with(json!({"metadata": {}}), "/metadata", field, nested(levels, list));
                everything(&schema, &value, &value);
            }
        }
    });
}

/// Puts a field into a part of an object.
fn with(mut object: Value, part: &str, name: &str, value: Value) -> Value {
    if let Some(Value::Object(fields)) = object.pointer_mut(part) {
        fields.insert(name.to_owned(), value);
    }
    object
}

/// Around the bound of 80 wire objects in each other, and to what the reader of YAML lets through.
#[test]
fn deep_schemas_do_no_harm() {
    let wraps: [fn(Value) -> Value; 6] = [
        |inner| with(json!({"type": "object", "properties": {}}), "/properties", "a", inner),
        |inner| with(json!({"type": "object"}), "", "additionalProperties", inner),
        |inner| with(json!({"type": "array"}), "", "items", inner),
        |inner| with(json!({}), "", "not", inner),
        |inner| with(json!({}), "", "allOf", list(inner)),
        |inner| with(json!({"dependencies": {}}), "/dependencies", "a", inner),
    ];
    on_a_small_stack(move || {
        for wrap in wraps {
            for levels in [40, 70, 75, 78, 79, 80, 81, 120] {
                let schema =
                    (1..levels).fold(json!({"type": "string", "default": "x"}), |inner, _| wrap(inner));
                let root = with(json!({"type": "object", "properties": {}}), "/properties", "a", schema);
                everything(&root, &nested(200, object), &nested(200, list));
            }
        }
    });
}

/// The bound is where it is said to be: a schema of 70 levels is read.
#[test]
fn schemas_within_the_bound_are_read() {
    on_a_small_stack(|| {
        let wrap = |inner: Value, _| json!({"type": "object", "properties": {"a": inner}});
        let schema = (0..70).fold(json!({"type": "string"}), wrap);
        let props: JsonSchemaProps = serde_json::from_value(schema).expect("a schema");
        let structural = structural_schema(&props, &FieldPath::ROOT).expect("a structural schema");
        assert_eq!(JsonSchemaProps::from(&structural), props);
    });
}

#[test]
fn deep_text_does_no_harm() {
    on_a_small_stack(|| {
        for open in ["[", "{a: ", "- ", "? ", "{\"a\":", "&a [", "!!seq [", "- - a\n  - ", "a:\n "] {
            for levels in [200, 20_000] {
                yaml::read_stream(open.repeat(levels).as_bytes()).map_err(|error| error.to_string()).ok();
            }
        }
        // Indentation grows with depth.
        let stairs: Vec<_> = (0..2_000).map(|level| format!("{}a:\n", " ".repeat(level))).collect();
        assert!(yaml::read_stream(stairs.concat().as_bytes()).is_err());
    });
}

/// Each alias stands for ten times what the one before stands for.
#[test]
fn aliases_do_not_explode() {
    let line = |level: usize| {
        let before = format!("*a{}, ", level - 1).repeat(10);
        format!("a{level}: &a{level} [{}]\n", before.trim_end_matches(", "))
    };
    let first = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
    let bomb: Vec<_> = std::iter::once(first).chain((1..30).map(line)).collect();
    assert!(yaml::read_stream(bomb.concat().as_bytes()).is_err());
}

const MANY: usize = 100_000;

/// A list or map with an immutable field in each of its items, and keys that may not change.
fn container(kind: &str) -> CompiledSchema {
    let items = json!({"type": "object", "properties": {
        "k": {"type": "string"}, "v": {"type": "integer", "x-kubernetes-mutability": "Immutable"},
    }});
    let mut container = match kind {
        "entries" => json!({"type": "object", "additionalProperties": items}),
        "map" => json!({"type": "array", "items": items, "x-kubernetes-list-map-keys": ["k"]}),
        _ => json!({"type": "array", "items": items}),
    };
    container["x-kubernetes-key-mutability"] = json!("Immutable");
    if kind != "entries" {
        container["x-kubernetes-list-type"] = json!(kind);
    }
    let schema = json!({"type": "object", "properties": {"c": container}});
    let props: JsonSchemaProps = serde_json::from_value(schema).expect("a schema");
    CompiledSchema::new(&StructuralSchema::try_from(&props).expect("a structural schema"))
}

/// A walk for each pair of items would not end.
fn expect_linear(kind: &str) {
    let schema = container(kind);
    let item = |index: usize| object_of([("k", index.to_string().into()), ("v", 1.into())]);
    let object = |items: Vec<Value>| {
        let entry = |(index, item)| (format!("k{index}"), item);
        object_of([(
            "c",
            match kind {
                "entries" => Value::Object(items.into_iter().enumerate().map(entry).collect()),
                _ => Value::Array(items),
            },
        )])
    };
    let canonical =
        |items| canonicalize(&schema, object(items), Semantics::Server).expect("it decodes").object;
    let refusals = |old: &_, new: &_| check_mutability(&schema, old, new).len();
    let forwards = canonical((0..MANY).map(item).collect());
    assert_eq!(refusals(&forwards, &forwards), 0);
    // Nothing but the order has changed, or one text in each entry that may change.
    let backwards = canonical((0..MANY).rev().map(item).collect());
    assert_eq!(refusals(&forwards, &backwards), 0);
    drop(backwards);
    // Of one key are as many items as there were of all; a map list and a set have lost keys by that.
    let alike = canonical(vec![item(0); MANY]);
    assert_eq!(refusals(&alike, &alike), 0);
    assert_eq!(refusals(&forwards, &alike), usize::from(kind == "map" || kind == "set"));
    drop((forwards, alike));
    // Each new key is named.
    let (few, more) = (canonical(vec![item(0)]), canonical((0..1_000).map(item).collect()));
    assert_eq!(refusals(&few, &more), 999);
}

fn object_of<const N: usize>(fields: [(&str, Value); N]) -> Value {
    Value::Object(fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

#[test]
fn long_lists_are_compared_in_linear_time() {
    for kind in ["map", "set", "atomic", "entries"] {
        expect_linear(kind);
    }
}

/// Kubernetes hashes, and so must we.
#[test]
fn long_lists_are_searched_for_repetitions_in_linear_time() {
    for kind in ["map", "set"] {
        let schema = container(kind);
        let found = |items| check_list_types(&schema, &object_of([("c", Value::Array(items))]));
        let item = |index: usize| object_of([("k", (index / 2).to_string().into())]);
        assert_eq!(found((0..MANY).map(item).collect()).len(), MANY / 2);
        let alike = found(vec![item(0); MANY]);
        assert_eq!(alike.len(), 1);
        assert_eq!(alike.to_string(), r#"c[1]: Duplicate value: {"k":"0"}"#);
    }
}

#[test]
fn hostile_keys_do_no_harm() {
    let keys = [
        "",
        ".",
        "a.b",
        "a[0]",
        "]",
        "\0",
        "\u{7f}",
        "\u{202e}",
        "\u{feff}",
        "é",
        "👩‍👩‍👧",
        "\"",
        "\\",
        "\n",
        "$ref",
        "$schema",
        "__proto__",
        "metadata",
        "apiVersion",
        "kind",
        "status",
        "x-kubernetes-mutability",
        "<",
        "~1",
        "null",
        "true",
        "9007199254740993",
        "-1",
        " ",
    ];
    let long = "k".repeat(1 << 12);
    for key in keys.into_iter().chain([long.as_str()]) {
        let property = json!({"type": "string", "x-kubernetes-mutability": "Immutable", "default": key});
        let in_root = json!({"type": "object", "properties": {key: property}});
        let in_spec = json!({"type": "object", "properties": {"spec": in_root.clone()}});
        let in_map = json!({"type": "object", "properties": {"spec": {"type": "object",
            "x-kubernetes-key-mutability": "Immutable", "additionalProperties": property}}});
        let in_list = json!({"type": "object", "properties": {"spec": {"type": "array",
            "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": [key],
            "items": {"type": "object", "properties": {key: {"type": "string"}}}}}});
        for schema in [in_root, in_spec, in_map, in_list] {
            for old in
                [json!({key: key}), json!({"spec": {key: key}}), json!({"spec": [{key: key}, {key: null}]})]
            {
                for new in [json!({}), json!({"spec": {}}), json!({key: {key: key}})] {
                    everything(&schema, &old, &new);
                    everything(&schema, &new, &old);
                }
            }
        }
    }
}

#[test]
fn hostile_numbers_do_no_harm() {
    let numbers = [
        "-0.0",
        "1e308",
        "-1e308",
        "5e-324",
        "1e-400",
        "18446744073709551615",
        "9223372036854775808",
        "-9223372036854775809",
        "0.1",
        "123456789012345678901234567890",
    ];
    let schema = json!({"type": "object", "properties": {
        "a": {"type": "integer", "x-kubernetes-mutability": "Immutable"},
        "b": {"type": "array", "x-kubernetes-list-type": "set", "x-kubernetes-key-mutability": "Immutable",
            "items": {"type": "number"}},
    }});
    for old in numbers {
        for new in numbers {
            let object = |number: &str| {
                let number: Value = serde_json::from_str(number).expect("a number");
                json!({"a": number, "b": [number, number], "metadata": {"generation": number}})
            };
            everything(&schema, &object(old), &object(new));
        }
        let bound: Value = serde_json::from_str(old).expect("a number");
        for keyword in ["minimum", "maximum", "multipleOf", "maxLength", "default", "enum"] {
            everything(
                &json!({"type": "object", "properties": {"a": {"type": "number", keyword: bound}}}),
                &json!({}),
                &json!({"a": bound}),
            );
        }
    }
}

/// A path below a long key repeats the key each time that it is reported: the reports are bounded.
#[test]
fn a_long_key_above_many_errors_is_reported_in_bounds() {
    const KEY: usize = 200_000;
    const FIELDS: usize = 2_000;
    const BOUND: usize = (16 << 20) + KEY + FIELDS * 100;
    let word = json!({"type": "string", "x-kubernetes-mutability": "Immutable"});
    let numbers = json!({"type": "object", "additionalProperties": {"type": "integer"}});
    let sets = json!({"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "string"}});
    let values = json!({"type": "object", "properties": {"numbers": numbers, "set": sets,
        "words": {"type": "object", "additionalProperties": word}}});
    let schema =
        json!({"type": "object", "properties": {"spec": {"type": "object", "additionalProperties": values}}});
    let crd = serde_json::from_value(crd_of(&schema)).expect("a definition");
    let served = ServedVersion::new(&crd, "v1").expect("it is structural");
    let fields = |value: &str| -> Value {
        (0..FIELDS).map(|index| (format!("m{index}"), json!(value))).collect::<Map<_, _>>().into()
    };
    let object = |below: Value| {
        json!({"apiVersion": "example.com/v1", "kind": "K", "metadata": {"name": "a", "resourceVersion": "1"},
            "spec": {"k".repeat(KEY): below}})
    };
    let total = |strings: &[String]| strings.iter().map(String::len).sum::<usize>();

    let unknown = object(fields("x")).to_string();
    let decoded = served.decode_json(unknown.as_bytes(), FieldValidation::Warn).expect("it can be read");
    assert_eq!(decoded.removed.len(), FIELDS, "all of them are known");
    assert!(!decoded.warnings.is_empty() && total(&decoded.warnings) <= BOUND);
    let refused = served.decode_json(unknown.as_bytes(), FieldValidation::Strict).expect_err("it is strict");
    assert!(refused.to_string().len() <= BOUND);

    let words = |value| object(json!({"words": fields(value)}));
    let repeated = object(json!({"set": vec!["x"; FIELDS]}));
    let refusals = [
        served.create(object(json!({"numbers": fields("x")}))).expect_err("no numbers"),
        served.create(repeated).expect_err("they are the same"),
        served.update(&words("x"), words("y")).expect_err("they are immutable"),
    ];
    for refused in refusals {
        let status = served.status("a", &refused);
        // A path is a field, and may stand in its text, once in the message and once among the causes.
        assert!(serde_json::to_string(&status).expect("JSON").len() <= 4 * BOUND);
    }
}

/// Each error of a definition repeats the long name above it, too.
#[test]
fn a_long_name_above_many_errors_of_a_definition_is_reported_in_bounds() {
    let faulty = |index: usize| (format!("m{index}"), json!({"type": "strnig", "minLength": -1}));
    let fields: Map<_, _> = (0..2_000).map(faulty).collect();
    let below = json!({"type": "object", "properties": fields});
    let mut schema = json!({"type": "object", "properties": {}});
    schema["properties"]["k".repeat(200_000)] = below;
    let crd: CustomResourceDefinition = serde_json::from_value(crd_of(&schema)).expect("a definition");
    let length = lint(&crd).iter().map(|finding| finding.message.len()).sum::<usize>();
    assert!(length > 0 && length <= 4 * (16 << 20), "{length}");
}
